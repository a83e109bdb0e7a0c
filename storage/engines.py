"""Connections to the record: one engine to read, one to write."""

import sqlalchemy as sa

from storage.postgresql import USUAL_POOL, open_postgresql
from storage.sqlite import open_sqlite, sqlite_url

__all__ = ["open_engines", "sqlite_url"]


def open_engines(url: str, pool: int = USUAL_POOL) -> tuple[sa.Engine, sa.Engine]:
    """Open a reading and a writing engine on one database.

    Reads never take SQLite's write lock; writes take it at once, since a transaction that reads
    first and writes later fails without waiting.

    Args:
        url: Of the database.
        pool: Connections to a server that each engine keeps open.

    Raises:
        InvalidInputError: The driver for it is not installed.
        UnavailableError: The SQLite library at hand may lose committed data, or the file has lost
            what it held.
    """
    made = sa.make_url(url)
    if made.get_backend_name() == "sqlite":
        return open_sqlite(made)
    reading, writing = (
        open_postgresql(made, isolation, pool)
        for isolation in ("REPEATABLE READ", "READ COMMITTED")
    )
    return reading, writing
