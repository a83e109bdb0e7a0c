"""The clock that leases are measured by."""

import time

import sqlalchemy as sa

from lorepack.ports import Clock


def now(connection: sa.Connection, clock: Clock | None) -> float:
    """Seconds since 1970: by a given clock, else by the one that all processes share."""
    if clock is not None:
        return clock()
    if connection.dialect.name == "postgresql":
        epoch = sa.extract("epoch", sa.func.clock_timestamp())
        return float(connection.execute(sa.select(epoch)).scalar_one())
    return time.time()
