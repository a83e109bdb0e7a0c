"""Connections to PostgreSQL, and how long each kind of silence is waited for."""

from collections.abc import Mapping
from types import MappingProxyType

import sqlalchemy as sa

from lorepack.errors import InvalidInputError

USUAL_POOL = 5
"""Connections of each engine that stay open; in a rush there are as many again."""

_WAITS_MS = MappingProxyType(
    {
        "statement_timeout": 300_000,
        "lock_timeout": 60_000,  # somebody else's write of the same project, as with SQLite
        "idle_in_transaction_session_timeout": 600_000,  # of a process that hangs, not of a model
    }
)
"""Milliseconds after which the server gives up what a connection of ours waits for or holds."""

_PLANNING = MappingProxyType({"random_page_cost": 1.1})
"""Memory and solid-state disks. With the server's own 4 it reads all terms of a small library for a
common word, row by row unpacked, which it does not reckon with, where an index names the rows."""

_USUAL: Mapping[str, str | int] = MappingProxyType(
    {
        "application_name": "lorepack",
        "connect_timeout": 10,  # seconds
        "keepalives": 1,
        "keepalives_idle": 30,  # seconds
        "keepalives_interval": 10,  # seconds
        "keepalives_count": 3,
        "tcp_user_timeout": 60_000,  # milliseconds that sent bytes may stay unanswered
    }
)

_POOL_SECONDS = 30
_RECYCLE_SECONDS = 1_800


def open_postgresql(url: sa.URL, isolation: str, pool: int) -> sa.Engine:
    """An engine; what the address says itself goes before what is usual.

    Args:
        url: Of the database.
        isolation: Of its transactions.
        pool: Connections that stay open.

    Raises:
        InvalidInputError: The driver is not installed.
    """
    try:
        return sa.create_engine(
            url,
            isolation_level=isolation,
            connect_args=_arguments(url),
            pool_pre_ping=True,
            pool_size=pool,
            max_overflow=pool,
            pool_timeout=_POOL_SECONDS,
            pool_recycle=_RECYCLE_SECONDS,
        )
    except ModuleNotFoundError as error:
        raise InvalidInputError(
            f"{url.drivername} needs the package {error.name}: pip install 'lorepack[postgresql]'"
        ) from error


def _arguments(url: sa.URL) -> dict[str, str | int]:
    told = " ".join(
        f"-c {name}={value}" for name, value in (*_WAITS_MS.items(), *_PLANNING.items())
    )
    said = url.query.get("options", ())
    options = " ".join([told, *([said] if isinstance(said, str) else said)])
    usual = {name: value for name, value in _USUAL.items() if name not in url.query}
    return usual | {"options": options}


def wait_longer(connection: sa.Connection, *, milliseconds: int) -> None:
    """Let this transaction's statements take as long as they do, and wait for locks this long."""
    for name, value in (
        ("statement_timeout", 0),
        ("idle_in_transaction_session_timeout", 0),
        ("lock_timeout", milliseconds),
    ):
        connection.exec_driver_sql(f"SET LOCAL {name} = {value}")
