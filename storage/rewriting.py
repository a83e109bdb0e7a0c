"""Writing a database's files anew, so that nothing of what was deleted is left in them.

What is deleted stays where it stood until something else is written over it: in pages that are
free, in the write-ahead log, in segments of the full-text table.
"""

from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from storage import tables as t

WAIT_SECONDS = 15.0
"""How long others may keep a SQLite file from being written anew."""


def rewrite(engine: sa.Engine, *, full: bool, seconds: float = WAIT_SECONDS) -> list[str]:
    """Write what a database holds anew, and give up the place of what it held.

    Args:
        engine: The one that writes.
        full: On PostgreSQL, whether the tables are locked and written anew; else what was deleted
            is given up to be written over.
        seconds: How long to wait for others on SQLite.

    Returns:
        What could not be done now, in words; it can be done later.
    """
    if engine.dialect.name == "postgresql":
        return _vacuum_tables(engine, full=full)
    with _raw(engine) as cursor:
        cursor.execute(f"PRAGMA busy_timeout={int(seconds * 1000)}")
        return [*_vacuum_file(cursor), *_empty_log(cursor)]


def _vacuum_tables(engine: sa.Engine, *, full: bool) -> list[str]:
    names = [table.name for table in (*t.metadata.sorted_tables, t.snippet_terms)]
    quoted = ", ".join(engine.dialect.identifier_preparer.quote(name) for name in names)
    try:
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql(f"VACUUM {'(FULL) ' if full else ''}{quoted}")
    except DBAPIError as error:
        return [f"the tables of the database are not vacuumed: {_first_line(error.orig)}"]
    return []


def _vacuum_file(cursor: Any) -> Iterator[str]:  # noqa: ANN401  the driver's
    """Drop the terms of deleted snippets, and write the file without what is free in it."""
    try:
        cursor.execute("INSERT INTO snippet_terms (snippet_terms) VALUES ('optimize')")
        cursor.execute("VACUUM")
    except Exception as error:  # the driver's own, which may be of either of two modules
        yield f"the database's file is not written anew: {_first_line(error)}"


def _empty_log(cursor: Any) -> Iterator[str]:  # noqa: ANN401
    """Bring the write-ahead log into the file, and cut it to nothing."""
    try:
        busy = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    except Exception as error:
        yield f"the write-ahead log is not emptied: {_first_line(error)}"
        return
    if busy:
        yield "the write-ahead log is not emptied: another process is reading or writing"


def _first_line(error: object) -> str:
    return str(error).partition("\n")[0]


@contextmanager
def _raw(engine: sa.Engine) -> Generator[Any]:
    """A cursor outside any transaction, on a connection that nobody uses afterwards."""
    connection = engine.raw_connection()
    try:
        with closing(connection.cursor()) as cursor:
            yield cursor
    finally:
        connection.invalidate()
        connection.close()
