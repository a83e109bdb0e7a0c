"""Copies of a database as it was before a migration: made, listed, removed.

They hold every text that was stored then: whatever has to be gone for good goes from them too.
"""

import logging
import os
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa

from lorepack.errors import StorageFullError, UnavailableError
from storage.sqlite import file_of, sqlite_module

_log = logging.getLogger(__name__)

_LONGEST_NAME = 63
"""Bytes of a name in PostgreSQL; what is longer it cuts off."""
_FULL = 13
"""SQLITE_FULL."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Copy:
    """A database as it was before it was brought to another schema."""

    name: str
    """Path of the file, or name of the schema in the same PostgreSQL database."""
    before: str
    """The schema that it was about to be brought to, such as `0009`."""


def make_copy(connection: sa.Connection, before: str) -> Copy:
    """Copy a database within the transaction that keeps all others from writing.

    On PostgreSQL the copy comes and goes with that transaction, and former ones go.

    Args:
        connection: In that transaction, which has written nothing yet.
        before: The schema that the database is about to be brought to.

    Raises:
        StorageFullError: There is no room for it.
        UnavailableError: It cannot be made.
    """
    file = file_of(connection.engine.url)
    copy = _copy_file(file, before) if file is not None else _copy_tables(connection, before)
    _log.info("the database was copied to %s before it is brought to schema %s", copy.name, before)
    return copy


def copies(engine: sa.Engine) -> list[Copy]:
    """Those there are of a database, by name; unfinished ones too."""
    if (file := file_of(engine.url)) is not None:
        return _files(file)
    with engine.connect() as connection:
        return _schemas(connection)


def remove_copies(engine: sa.Engine, *, but: Copy | None = None) -> list[Copy]:
    """Delete them all, or all but one; returns what was deleted."""
    if (file := file_of(engine.url)) is not None:
        gone = [copy for copy in _files(file) if copy != but]
        for copy in gone:
            Path(copy.name).unlink(missing_ok=True)
        return gone
    with engine.begin() as connection:
        return _drop(connection, but)


def _copy_file(file: Path, before: str) -> Copy:
    """Whoever reads this file's name under its own name reads a whole copy."""
    copy = file.with_name(f"{file.name}.before-{before}")
    part = copy.with_name(f"{copy.name}.part")
    module = sqlite_module()
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        with closing(module.connect(str(file), isolation_level=None)) as connection:
            connection.execute("VACUUM INTO ?", (str(part),))
        _sync(part)
        part.replace(copy)
        _sync(copy.parent)
    except (module.Error, OSError) as error:
        part.unlink(missing_ok=True)
        raise _not_copied(file, before, error) from error
    return Copy(name=str(copy), before=before)


def _not_copied(file: Path, before: str, error: Exception) -> UnavailableError:
    told = f"{file} could not be copied before it is brought to schema {before} ({error})"
    if getattr(error, "sqlite_errorcode", None) == _FULL:
        return StorageFullError(
            f"{told}: nothing was changed; free {file.stat().st_size} bytes in {file.parent} and "
            "start again"
        )
    return UnavailableError(f"{told}: nothing was changed")


def _sync(path: Path) -> None:
    """See a file, or the names in a folder, safely on the disk."""
    if path.is_dir() and os.name == "nt":
        return  # no folder can be opened there
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _files(file: Path) -> list[Copy]:
    begins = f"{file.name}.before-"
    return [
        Copy(name=str(found), before=found.name.removeprefix(begins).removesuffix(".part"))
        for found in sorted(file.parent.iterdir())
        if found.name.startswith(begins)
    ]


def _copy_tables(connection: sa.Connection, before: str) -> Copy:
    _drop(connection, None)
    schema = _schema(connection)
    suffix = f"_before_{before}"
    begins = schema.encode()[: _LONGEST_NAME - len(suffix)].decode(errors="ignore")
    copy = Copy(name=begins + suffix, before=before)
    quote = connection.dialect.identifier_preparer.quote
    connection.execute(sa.schema.CreateSchema(copy.name))
    told = f"{_told(schema)}{before}".replace("'", "''").replace("%", "%%")
    connection.exec_driver_sql(f"COMMENT ON SCHEMA {quote(copy.name)} IS '{told}'")
    for table in sa.inspect(connection).get_table_names():
        made, old = f"{quote(copy.name)}.{quote(table)}", f"{quote(schema)}.{quote(table)}"
        connection.exec_driver_sql(f"CREATE TABLE {made} AS TABLE {old}")
    return copy


def _drop(connection: sa.Connection, but: Copy | None) -> list[Copy]:
    gone = [copy for copy in _schemas(connection) if copy != but]
    for copy in gone:
        connection.execute(sa.schema.DropSchema(copy.name, cascade=True))
    return gone


def _schemas(connection: sa.Connection) -> list[Copy]:
    """Ours alone: each says in its comment what it is a copy of."""
    told = _told(_schema(connection))
    rows = connection.execute(_COMMENTED, {"told": told}).all()
    return [Copy(name=row.nspname, before=row.comment.removeprefix(told)) for row in rows]


_COMMENTED = sa.text(
    "SELECT nspname, obj_description(oid, 'pg_namespace') AS comment FROM pg_catalog.pg_namespace "
    "WHERE starts_with(obj_description(oid, 'pg_namespace'), :told) ORDER BY nspname"
)


def _schema(connection: sa.Connection) -> str:
    return connection.scalar(sa.select(sa.func.current_schema())) or "public"


def _told(schema: str) -> str:
    return f"lorepack: a copy of {schema} before "
