"""Connections to a SQLite file: durable where it can be written, plain reading where it cannot."""

import errno
import os
import sys
from pathlib import Path
from types import ModuleType
from uuid import uuid4

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine.interfaces import DBAPIConnection

from lorepack.errors import StorageFullError, UnavailableError

SAFE_SQLITE = (3, 51, 3)
"""First release without the bug that loses pages when two connections write and checkpoint."""

_PATCHED_SQLITE = ((3, 44, 6), (3, 50, 7))
"""Older branches that received the fix."""

_BUSY_MS = 60_000
"""How long a write waits for another process's."""

_DURABLE = (
    f"busy_timeout={_BUSY_MS}",
    "journal_mode=WAL",
    "synchronous=FULL",  # what was acknowledged survives a power cut
    "foreign_keys=ON",
)


def sqlite_url(path: Path) -> str:
    """URL of a SQLite file."""
    return sa.URL.create("sqlite", database=str(path)).render_as_string()


def file_of(url: sa.URL) -> Path | None:
    """The file of a SQLite database; None for one that has none."""
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    return Path(url.database)


def open_sqlite(url: sa.URL) -> tuple[sa.Engine, sa.Engine]:
    """A reading and a writing engine.

    A file that nobody here can write is read as it is; its writing engine fails at its first write.

    Raises:
        UnavailableError: The SQLite library at hand may lose committed data, or the file is empty.
    """
    module, file = sqlite_module(), file_of(url)
    if file is not None and _is_read_only(file):
        reading, writing = (
            _reading_only(url, file, module, begin) for begin in ("BEGIN", "BEGIN IMMEDIATE")
        )
        return reading, writing
    if file is not None:
        _make(file, module)
    reading = sa.create_engine(url, module=module, connect_args=_CONNECT)
    writing = sa.create_engine(url, module=module, connect_args=_CONNECT, pool_size=1)
    _prepare(reading, "BEGIN", _DURABLE)
    _prepare(writing, "BEGIN IMMEDIATE", _DURABLE)
    return reading, writing


_CONNECT = {"check_same_thread": False, "timeout": _BUSY_MS / 1000}


def sqlite_module() -> ModuleType:
    """The driver.

    Raises:
        UnavailableError: Its SQLite may lose committed data.
    """
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


def _is_read_only(file: Path) -> bool:
    return file.exists() and not (os.access(file, os.W_OK) and os.access(file.parent, os.W_OK))


def _make(file: Path, module: ModuleType) -> None:
    """Put an empty database where there is no file yet, whole or not at all.

    So a file of no bytes is never a new one that was not finished: it has lost what it held.
    """
    if file.exists():
        if not file.stat().st_size:
            raise UnavailableError(
                f"{file} is empty: what it held is gone. Restore it from a backup; only where "
                "there is no file is a new database made"
            )
        return
    made = file.with_name(f"{file.name}.new-{uuid4().hex}")
    engine = sa.create_engine(sqlite_url(made), module=module, poolclass=sa.NullPool)
    _prepare(engine, "BEGIN", (*_DURABLE, "wal_checkpoint(TRUNCATE)"))
    try:
        engine.connect().close()
        if not made.stat().st_size:
            raise StorageFullError(f"the disk is full: there is no room to make {file}")
        made.chmod(0o600)
        _put(made, file)
    except OSError as error:
        kind = StorageFullError if error.errno == errno.ENOSPC else UnavailableError
        raise kind(f"{file} cannot be made: {error.strerror}") from error
    finally:
        for left in ("", "-wal", "-shm"):
            Path(f"{made}{left}").unlink(missing_ok=True)


def _put(made: Path, file: Path) -> None:
    """Give a file its name, unless another process was first."""
    try:
        file.hardlink_to(made)
    except FileExistsError:
        return
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        if not file.exists():  # what is overwritten between here and there held nothing yet
            made.rename(file)


_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EACCES)
"""What file systems say that know no second name for a file."""


def _reading_only(url: sa.URL, file: Path, module: ModuleType, begin: str) -> sa.Engine:
    """An engine whose every transaction looks anew whether somebody else writes the file.

    Without a log beside it nobody has it open, and it is read without the locks and the log that
    could not be made here.
    """

    def connect() -> DBAPIConnection:
        alone = "" if Path(f"{file}-wal").exists() else "&immutable=1"
        address = f"{file.absolute().as_uri()}?mode=ro{alone}"
        return module.connect(address, uri=True, **_CONNECT)

    engine = sa.create_engine(url, module=module, creator=connect, poolclass=sa.NullPool)
    _prepare(engine, begin, (f"busy_timeout={_BUSY_MS}",))
    return engine


def _prepare(engine: sa.Engine, begin: str, pragmas: tuple[str, ...]) -> None:
    """Set the pragmas on each connection, and say how its transactions begin."""

    def connected(connection: DBAPIConnection, _: object) -> None:
        connection.isolation_level = None  # the driver begins nothing by itself
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    def begun(connection: sa.Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine, "connect", connected)
    event.listen(engine, "begin", begun)
