"""Connections to the record: SQLite tuned for durability, or PostgreSQL."""

import sys
from pathlib import Path
from types import ModuleType

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine.interfaces import DBAPIConnection

from lorepack.errors import UnavailableError

SAFE_SQLITE = (3, 51, 3)
"""First release without the bug that loses pages when two connections write and checkpoint."""

_PATCHED_SQLITE = ((3, 44, 6), (3, 50, 7))
"""Older branches that received the fix."""

_BUSY_MS = 15_000


def sqlite_url(path: Path) -> str:
    """URL of a SQLite file."""
    return f"sqlite:///{path}"


def open_engines(url: str) -> tuple[sa.Engine, sa.Engine]:
    """Open a reading and a writing engine on one database.

    Reads never take SQLite's write lock; writes take it at once, since a transaction that reads
    first and writes later fails without waiting.

    Raises:
        UnavailableError: The SQLite library at hand may lose committed data.
    """
    if not url.startswith("sqlite"):
        return _postgresql(url, "REPEATABLE READ"), _postgresql(url, "READ COMMITTED")
    module = _sqlite_module()
    reading = sa.create_engine(url, module=module, connect_args=_CONNECT)
    writing = sa.create_engine(url, module=module, connect_args=_CONNECT, pool_size=1)
    _prepare(reading, "BEGIN")
    _prepare(writing, "BEGIN IMMEDIATE")
    return reading, writing


_CONNECT = {"check_same_thread": False, "timeout": _BUSY_MS / 1000}


def _postgresql(url: str, isolation: str) -> sa.Engine:
    return sa.create_engine(url, pool_pre_ping=True, isolation_level=isolation)


def _sqlite_module() -> ModuleType:
    if sys.platform == "linux":
        import pysqlite3 as sqlite
    else:
        import sqlite3 as sqlite
    version = sqlite.sqlite_version_info
    if version < SAFE_SQLITE and not any(
        fixed[:2] == version[:2] and version >= fixed for fixed in _PATCHED_SQLITE
    ):
        found = ".".join(map(str, version))
        raise UnavailableError(
            f"SQLite {found} may lose committed data; install Python with SQLite 3.51.3 or newer"
        )
    return sqlite


def _prepare(engine: sa.Engine, begin: str) -> None:
    """Set the pragmas on each connection, and say how its transactions begin."""

    def connected(connection: DBAPIConnection, _: object) -> None:
        connection.isolation_level = None  # the driver begins nothing by itself
        cursor = connection.cursor()
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",  # what was acknowledged survives a power cut
            "foreign_keys=ON",
            "secure_delete=ON",  # what is deleted is written over; it costs nothing to speak of
            f"busy_timeout={_BUSY_MS}",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    def begun(connection: sa.Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine, "connect", connected)
    event.listen(engine, "begin", begun)
