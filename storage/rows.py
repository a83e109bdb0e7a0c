"""Rows of a project by table and key: written in batches, and read back as they were."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, islice
from operator import attrgetter
from typing import Any, NamedTuple

import sqlalchemy as sa

from lorepack.records import RowChange
from storage import tables as t

_TABLES = {
    table.name: table
    for table in (t.volume, t.chapter, t.entity, t.alias, t.memory, t.exemption, t.written)
}
"""Tables whose rows may be taken back."""

_BATCH = 500
"""Rows asked for by one query."""

_Place = tuple[Any, ...]


class RowWrite(NamedTuple):
    """A row as it is to be."""

    table: str
    key: Mapping[str, Any]
    """Values of its key columns, the project's aside; the same columns for the whole table."""
    values: Mapping[str, Any] | None
    """Columns to be set; None to delete it."""


class Rows:
    """The rows of one project."""

    def __init__(self, connection: sa.Connection, project: int) -> None:
        self._connection = connection
        self._project = project

    def put(self, rows: Sequence[RowWrite]) -> list[RowChange]:
        """Write rows, each once at the most.

        Returns:
            What was changed by it, in the order of writing.
        """
        changes = [
            change
            for row, before in zip(rows, self.read(rows), strict=True)
            if (change := _change(row, before)) is not None
        ]
        self._make_way(changes)
        for change in changes:
            self._write(change)
        return self._as_stored(changes)

    def read(self, rows: Sequence[RowWrite]) -> list[Mapping[str, Any] | None]:
        """Columns of each row beside its key; None for one that is not there."""
        found: dict[tuple[str, _Place], Mapping[str, Any]] = {}
        for table, of_table in groupby(sorted(rows, key=attrgetter("table")), attrgetter("table")):
            for batch in _batches(of_table):
                found |= {(table, place): row for place, row in self._read(table, batch)}
        return [found.get((row.table, _place(row.key))) for row in rows]

    def _read(
        self, table: str, rows: Sequence[RowWrite]
    ) -> Iterator[tuple[_Place, Mapping[str, Any]]]:
        names = sorted(rows[0].key)
        columns = _TABLES[table].c
        asked = sa.tuple_(*(columns[name] for name in names)).in_([_place(r.key) for r in rows])
        query = sa.select(_TABLES[table]).where(columns.project == self._project, asked)
        for row in self._connection.execute(query).mappings():
            values = {k: v for k, v in row.items() if k != "project" and k not in names}
            yield tuple(row[name] for name in names), values

    def _as_stored(self, changes: list[RowChange]) -> list[RowChange]:
        """Changes with what the database itself put into new rows."""
        new = [RowWrite(c.table, c.key, None) for c in changes if c.before is None]
        stored = iter(self.read(new))
        return [replace(c, after=next(stored)) if c.before is None else c for c in changes]

    def _make_way(self, changes: Sequence[RowChange]) -> None:
        """Take rows that change places out of each other's way: two never stand at one."""
        for change in changes:
            if change.before and change.after and _order(change.before) != _order(change.after):
                columns = _TABLES[change.table].c
                aside = _TABLES[change.table].update().values(order_key=-columns.order_key)
                self._connection.execute(aside.where(self._at(change)))

    def _write(self, change: RowChange) -> None:
        table = _TABLES[change.table]
        if change.before is None:
            assert change.after is not None, "a row that is not there cannot go"
            whole = {"project": self._project, **change.key, **change.after}
            self._connection.execute(table.insert().values(whole))
        elif change.after is None:
            self._connection.execute(table.delete().where(self._at(change)))
        else:
            changed = {k: v for k, v in change.after.items() if change.before[k] != v}
            self._connection.execute(table.update().where(self._at(change)).values(changed))

    def _at(self, change: RowChange) -> sa.ColumnElement[bool]:
        columns = _TABLES[change.table].c
        return sa.and_(
            columns.project == self._project,
            *(columns[name] == value for name, value in change.key.items()),
        )


def _change(row: RowWrite, before: Mapping[str, Any] | None) -> RowChange | None:
    after = None if row.values is None else {**(before or {}), **row.values}
    if before == after:
        return None
    return RowChange(table=row.table, key=dict(row.key), before=before, after=after)


def _place(key: Mapping[str, Any]) -> _Place:
    return tuple(key[name] for name in sorted(key))


def _order(values: Mapping[str, Any]) -> int | None:
    return values.get("order_key")


def _batches(rows: Iterable[RowWrite]) -> Iterator[list[RowWrite]]:
    left = iter(rows)
    while batch := list(islice(left, _BATCH)):
        yield batch
