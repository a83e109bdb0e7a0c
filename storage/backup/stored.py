"""A project's rows as a database holds them, read one after the other within one snapshot."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import sqlalchemy as sa

from lorepack.records import Scope
from storage.backup.tables import REVISIONS, carried, columns, is_carried

_AT_ONCE = 50
"""Rows that the database hands over at a time: a pack's may be a megabyte."""

BackupRow = Mapping[str, Any]
"""Values by column, JSON columns as what they hold."""


class Source(Protocol):
    """A project's rows, wherever they come from."""

    @property
    def tables(self) -> Collection[str]:
        """Names of the tables that it has rows of, or might have."""
        ...

    def rows(self, table: str) -> Iterator[BackupRow]:
        """The rows of a table in order; none for a table that the source does not know."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredProject:
    """The rows of one project, within one transaction."""

    connection: sa.Connection
    metadata: sa.MetaData
    """Tables as the database has them."""
    scope: Scope
    number: int

    @property
    def tables(self) -> list[str]:
        """Names of the tables that a backup carries."""
        return [table.name for table in carried(self.metadata)]

    def counts(self) -> dict[str, int]:
        """How many rows there are of each table that a backup carries."""
        return {table.name: self._count(table) for table in carried(self.metadata)}

    def _count(self, table: sa.Table) -> int:
        query = sa.select(sa.func.count()).select_from(table).where(self._mine(table))
        return self.connection.scalar(query) or 0

    def rows(self, table: str, *, without: str | None = None) -> Iterator[BackupRow]:
        """The rows of a table in the order of its key, but for one column perhaps."""
        of = self.metadata.tables[table]
        told = [c for c in columns(of) if c.name != without]
        query = sa.select(*told).where(self._mine(of)).order_by(*of.primary_key.columns)
        yield from map(dict, self._stream(query).mappings())

    def chapters(self) -> list[sa.Row[*tuple[Any, ...]]]:
        """Id, heading, status and current revision of every chapter, the book's first, in order."""
        c = self.metadata.tables["chapter"].c
        query = sa.select(c.id, c.label, c.title, c.status, c.current_revision)
        order = (c.status != "canon", c.order_key, c.id)
        return list(self.connection.execute(query.where(c.project == self.number).order_by(*order)))

    def texts(self, chapter: str, current: int) -> Iterator[tuple[int, str]]:
        """Every text that a chapter has had, with its revision; the current one comes first."""
        c = self.metadata.tables[REVISIONS].c
        query = sa.select(c.revision, c.text).order_by(c.revision != current, c.revision)
        of_chapter = query.where(c.project == self.number, c.chapter == chapter)
        for row in self._stream(of_chapter):
            yield row.revision, row.text

    def _mine(self, table: sa.Table) -> sa.ColumnElement[bool]:
        return is_carried(table, self.scope, self.number)

    def _stream(self, query: sa.Select[*tuple[Any, ...]]) -> sa.CursorResult[*tuple[Any, ...]]:
        return self.connection.execute(query, execution_options={"yield_per": _AT_ONCE})
