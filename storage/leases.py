"""What one process at a time may do: see `lorepack.ports.leases`."""

import sqlalchemy as sa

from lorepack.ports import Clock
from storage import tables as t
from storage.clock import now

_LEASING = 0x6C6F7265
"""Key of the lock under which PostgreSQL lets one process at a time lease or claim."""


def alone(connection: sa.Connection) -> None:
    """Let nobody else lease before this transaction ends; on SQLite whoever writes is alone."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LEASING)))


def holds(until: sa.ColumnElement[float], moment: float, seconds: float) -> sa.ColumnElement[bool]:
    """Whether a lease holds; one that ends later than any could is of a clock that was set back."""
    return sa.and_(until > moment, until <= moment + seconds)


class SqlLeases:
    """The leases, within one transaction."""

    def __init__(self, connection: sa.Connection, clock: Clock | None) -> None:
        self._connection = connection
        self._clock = clock

    def take(self, name: str, holder: str, *, seconds: float) -> bool:
        """Have a lease, or for as long again; returns whether nobody else has it."""
        alone(self._connection)
        if self.held_by_another(name, holder, seconds=seconds):
            return False
        self._connection.execute(t.lease.delete().where(t.lease.c.name == name))
        until = now(self._connection, self._clock) + seconds
        row = {"name": name, "holder": holder, "until": until}
        self._connection.execute(t.lease.insert().values(row))
        return True

    def end(self, name: str, holder: str) -> None:
        """Give a lease back, if one still has it."""
        mine = sa.and_(t.lease.c.name == name, t.lease.c.holder == holder)
        self._connection.execute(t.lease.update().where(mine).values(until=0))

    def last(self, name: str) -> str | None:
        """Who has a lease, or had it last; None if nobody ever did."""
        query = sa.select(t.lease.c.holder).where(t.lease.c.name == name)
        return self._connection.scalar(query)

    def held_by_another(self, name: str, holder: str, *, seconds: float) -> bool:
        """Whether somebody else has it."""
        moment = now(self._connection, self._clock)
        of_another = sa.and_(t.lease.c.name == name, t.lease.c.holder != holder)
        held = sa.exists().where(of_another, holds(t.lease.c.until, moment, seconds))
        return bool(self._connection.scalar(sa.select(held)))
