"""All rows of a record, but for what time and tries leave in them."""

import re

import sqlalchemy as sa

from runtime.library import Library
from storage import tables as t

_LEFT_OUT = {"job", "journal", "usage", "lease", "run"}
"""Tables that tell of how the work went; packs are looked at one by one."""

_VOLATILE = {
    "project": {"revision", "told"},
    "snippet": {"row"},
    "fact": {"row"},
    "change": {"at"},
    "memory": {"at"},
    "exemption": {"at"},
}

_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+\+00:00")


def dump(library: Library) -> dict[str, list[str]]:
    """Rows by table, in an order of their own."""
    with library.record.reading() as unit:
        connection = unit.journal._connection  # pyright: ignore[reportPrivateUsage]
        return {
            table.name: sorted(_rows(connection, table))
            for table in t.metadata.tables.values()
            if table.name not in _LEFT_OUT
        }


def _rows(connection: sa.Connection, table: sa.Table) -> list[str]:
    left_out = _VOLATILE.get(table.name, set[str]())
    columns = [column for column in table.c if column.name not in left_out]
    found = connection.execute(sa.select(*columns))
    return [_MOMENT.sub("then", repr(tuple(row))) for row in found]


def differing(one: dict[str, list[str]], other: dict[str, list[str]]) -> dict[str, list[str]]:
    """Rows that only one of two records holds, by table."""
    return {
        name: sorted(set(one[name]) ^ set(other[name])) for name in one if one[name] != other[name]
    }
