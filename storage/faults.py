"""What a database's own errors mean for people, in one place."""

import re
import shutil
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from lorepack.errors import ReadOnlyError, StorageFullError, UnavailableError

_FULL = (
    "the disk is full: {place}: {error}. Nothing of this write was stored; free space and try again"
)
_READ_ONLY = "{place} cannot be written: the file, its folder or the server is read-only ({error})"
_BUSY = "{place} is being written by somebody else for too long ({error}); try again"
_LOST = "there is no connection to {place} ({error}); what was acknowledged is stored. Try again"
_SLOW = "{place} took too long and was stopped ({error}); nothing of this write was stored"
_CLASH = "{place} let another write go first ({error}); nothing of this one was stored. Try again"
_DAMAGED = (
    "{place} is damaged ({error}). It is left as it is: keep a copy of it, "
    "and restore from a backup"
)
_UNREAD = (
    "{place} cannot be opened ({error}): the folder is missing or not allowed, or it is read-only "
    "and has changes beside it (-wal) that only a writer can take in; open it once where it can be "
    "written"
)
_FAILED = "{place} cannot be read or written: the disk or the server failed ({error})"

Told = tuple[type[UnavailableError], str]

_OF_SQLITE: dict[int, Told] = {
    3: (ReadOnlyError, _READ_ONLY),  # PERM
    5: (UnavailableError, _BUSY),
    6: (UnavailableError, _BUSY),  # LOCKED
    8: (ReadOnlyError, _READ_ONLY),
    10: (UnavailableError, _FAILED),  # IOERR
    11: (UnavailableError, _DAMAGED),  # CORRUPT
    13: (StorageFullError, _FULL),
    14: (UnavailableError, _UNREAD),  # CANTOPEN
    26: (UnavailableError, _DAMAGED),  # NOTADB
}
"""By the lower byte of SQLite's result code (sqlite.org/rescode.html)."""

_FAILING, _FULL_CODE = 10, 13
_LEAST_ROOM = 65_536
"""Bytes. The index of the log takes 32,768 at once; where they are not there, SQLite speaks of a
failing disk."""

_OF_POSTGRESQL: tuple[tuple[str, Told], ...] = (
    ("53100", (StorageFullError, _FULL)),
    ("25006", (ReadOnlyError, _READ_ONLY)),
    ("55P03", (UnavailableError, _BUSY)),
    ("57014", (UnavailableError, _SLOW)),
    ("25P03", (UnavailableError, _SLOW)),
    ("40", (UnavailableError, _CLASH)),
    ("XX001", (UnavailableError, _DAMAGED)),
    ("XX002", (UnavailableError, _DAMAGED)),
    ("08", (UnavailableError, _LOST)),
    ("57P", (UnavailableError, _LOST)),
    ("28", (UnavailableError, "{place} does not let us in ({error})")),
    ("3D", (UnavailableError, "{place} is not there ({error})")),
    ("42501", (UnavailableError, "{place} does not allow this ({error})")),
    ("53", (UnavailableError, _FAILED)),
    ("58", (UnavailableError, _FAILED)),
)
"""By the beginning of the SQLSTATE (PostgreSQL's appendix A); the first that fits."""


@contextmanager
def told_plainly(place: str) -> Generator[None]:
    """Raise what a database's state makes impossible as an error that says what would do.

    Errors that only a fault of ours can cause, such as a broken constraint, stay what they are.

    Args:
        place: The file, or the server without its password.

    Raises:
        StorageFullError: There is no room.
        ReadOnlyError: It can be read and not written.
        UnavailableError: It is busy, gone, damaged or out of order.
    """
    try:
        yield
    except PoolTimeoutError as error:
        raise UnavailableError(f"every connection to {place} is in use; try again") from error
    except DBAPIError as error:
        if (told := _told(error, place)) is None:
            raise
        kind, text = told
        raise kind(text.format(place=place, error=_words(error))) from error


def place_of(url: sa.URL) -> str:
    """What to call a database in a message: nothing in it is secret."""
    if url.get_backend_name() == "sqlite":
        return url.database or "the database in memory"
    at = sa.URL.create(url.drivername, host=url.host, port=url.port, database=url.database)
    return at.render_as_string()


def without_password(url: str) -> str:
    """An address as it was given, which may be none, with the password struck out."""
    return re.sub(r"(://[^:/@]*:)[^/]*@", r"\1***@", re.sub(r"(password=)[^&]*", r"\1***", url))


def _told(error: DBAPIError, place: str) -> Told | None:
    if isinstance(error, IntegrityError):
        return None
    code = getattr(error.orig, "sqlite_errorcode", None)
    if code is not None:
        full = code & 0xFF == _FAILING and _is_full(Path(place).parent)
        return _OF_SQLITE.get(_FULL_CODE if full else code & 0xFF)
    if "Could not decode to UTF-8" in str(error.orig):  # the driver's own, of bytes that were text
        return _OF_SQLITE[11]
    state = getattr(error.orig, "sqlstate", None)
    if state is None:
        lost = error.connection_invalidated or isinstance(error, OperationalError)
        return (UnavailableError, _LOST) if lost else None
    return next((told for prefix, told in _OF_POSTGRESQL if state.startswith(prefix)), None)


def _is_full(folder: Path) -> bool:
    return folder.is_dir() and shutil.disk_usage(folder).free < _LEAST_ROOM


def _words(error: DBAPIError) -> str:
    """The driver's own words, in one line."""
    return " ".join(str(error.orig).split())
