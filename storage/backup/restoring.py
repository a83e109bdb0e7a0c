"""Putting a project's rows into a database: in the order of their keys, and numbered anew."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError

from lorepack.errors import InvalidInputError
from lorepack.ports import Progress
from lorepack.records import Scope
from storage.backup.stored import BackupRow, Source
from storage.backup.tables import PROJECT, carried, columns, owner

_ROWS = 500
_CHARACTERS = 4 << 20
"""Rows, and characters in them, that are written at once."""

_TAKEN: Mapping[type, tuple[type, ...]] = {
    bool: (bool,),
    int: (int,),
    float: (int, float),
    str: (str,),
}
"""What JSON may hold for a column of each type."""


def put_project(
    connection: sa.Connection,
    metadata: sa.MetaData,
    scope: Scope,
    source: Source,
    progress: Progress,
) -> int:
    """Write a project that is not there yet.

    Args:
        connection: In a transaction.
        metadata: Tables as the database has them.
        scope: Whose it is to be.
        source: Its rows, of the same schema.
        progress: Hears of it, in tables.

    Returns:
        The number that the project has got.

    Raises:
        InvalidInputError: The rows do not go together, or are none of these tables.
    """
    if odd := set(source.tables) - set(metadata.tables):
        raise InvalidInputError(f"there is no table {min(odd)!r}, and nothing was restored")
    number = 0
    tables = carried(metadata)
    for done, table in enumerate(tables):
        progress("restore", done, len(tables))
        _put(connection, table, source, owner(table, scope, number))
        if table.name == PROJECT:
            number = _number(connection, table, scope)
    return number


def _put(
    connection: sa.Connection, table: sa.Table, source: Source, whose: Mapping[str, Any]
) -> None:
    rows = (_checked(table, row) for row in source.rows(table.name))
    if table.name == "usage":
        rows = _unknown(connection, table, rows, whose)
    for batch in _batches(rows):
        _insert(connection, table, [{**row, **whose} for row in batch])


def _insert(connection: sa.Connection, table: sa.Table, rows: list[dict[str, Any]]) -> None:
    try:
        connection.execute(table.insert(), rows)
    except (IntegrityError, DataError, OverflowError, UnicodeError) as error:
        why = error.orig if isinstance(error, DBAPIError) else error
        raise InvalidInputError(
            f"rows of {table.name} do not go together, and nothing was restored: "
            f"{' '.join(str(why).split())}"
        ) from error


def _number(connection: sa.Connection, table: sa.Table, scope: Scope) -> int:
    named = sa.and_(table.c.tenant == scope.tenant, table.c.name == scope.project)
    found = connection.scalar(sa.select(table.c.id).where(named))
    if found is None:
        raise InvalidInputError("the backup holds no row of a project, and nothing was restored")
    return found


def _checked(table: sa.Table, row: BackupRow) -> BackupRow:
    """A row, if it is one of the table: SQLite would take words for a number."""
    told = {column.name: column for column in columns(table)}
    if told.keys() != row.keys():
        odd = ", ".join(sorted(told.keys() ^ row.keys()))
        raise InvalidInputError(f"a row of {table.name} has too many or too few values: {odd}")
    for name, value in row.items():
        if not _fits(told[name], value):
            raise InvalidInputError(f"{name} of a row of {table.name} cannot be {value!r:.60}")
    return row


def _fits(column: sa.Column[Any], value: object) -> bool:
    if isinstance(column.type, sa.JSON):
        return True
    if value is None:
        return bool(column.nullable)
    kind = column.type.python_type
    return isinstance(value, _TAKEN[kind]) and (kind is bool or not isinstance(value, bool))


def _unknown(
    connection: sa.Connection,
    table: sa.Table,
    rows: Iterable[BackupRow],
    whose: Mapping[str, Any],
) -> Iterator[BackupRow]:
    """Rows but for those that are there: the ledger outlives its project, and counts it once."""
    told = columns(table)
    mine = [table.c[name] == value for name, value in whose.items()]
    known = Counter(tuple(row) for row in connection.execute(sa.select(*told).where(*mine)))
    for row in rows:
        values = tuple(row[column.name] for column in told)
        if known[values]:
            known[values] -= 1
        else:
            yield row


def _batches(rows: Iterable[BackupRow]) -> Iterator[list[BackupRow]]:
    batch: list[BackupRow] = []
    characters = 0
    for row in rows:
        batch.append(row)
        characters += sum(len(value) for value in row.values() if isinstance(value, str))
        if len(batch) == _ROWS or characters > _CHARACTERS:
            yield batch
            batch, characters = [], 0
    if batch:
        yield batch
