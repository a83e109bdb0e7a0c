"""Chapters as bounds: what is known from one, holds up to one, or is a name between two."""

from collections.abc import Mapping

import sqlalchemy as sa

from lorepack.records import Scope
from storage import tables as t
from storage.changes import SqlChanges
from storage.projects import SqlProjects
from storage.rows import RowWrite

Neighbours = Mapping[str, tuple[str | None, str | None]]
"""For each chapter the one before and the one behind it."""


class Bounds:
    """The rows of a project that a chapter bounds, within one transaction."""

    def __init__(
        self, connection: sa.Connection, projects: SqlProjects, changes: SqlChanges
    ) -> None:
        self._connection = connection
        self._projects = projects
        self._changes = changes

    def follow(self, scope: Scope, chapter: str, to: str, *, gone: bool) -> None:
        """Let rows follow the end of a chapter to another one; all of them if it is gone."""
        self._move(scope, t.memory, "known_from", chapter, to)
        self._move(scope, t.memory, "valid_to", chapter, to)
        self._move(scope, t.alias, "to_chapter", chapter, to)
        if gone:
            self._move(scope, t.alias, "from_chapter", chapter, to)

    def _move(self, scope: Scope, table: sa.Table, column: str, chapter: str, to: str) -> None:
        keys = [c.name for c in table.primary_key.columns if c.name != "project"]
        query = sa.select(*(table.c[key] for key in keys)).where(
            self._at(scope, table, column, chapter)
        )
        if table is t.memory:  # what was extracted belongs to the text of its own chapter
            query = query.where(t.memory.c.made_from.is_(None))
        rows = self._connection.execute(query).mappings().all()
        self._changes.put(scope, [RowWrite(table.name, dict(row), {column: to}) for row in rows])

    def let_go(self, scope: Scope, neighbours: Neighbours) -> None:
        """Free every row of chapters that are deleted for good.

        What was known from one goes with it, and what it ended goes on; a name's range ends at
        the chapters beside it.
        """
        for chapter, (before, behind) in neighbours.items():
            self._forget_memories(scope, chapter)
            self._set(scope, t.memory, "valid_to", chapter, None)
            self._set(scope, t.entity, "known_from", chapter, before)
            self._narrow(scope, "from_chapter", chapter, behind)
            self._narrow(scope, "to_chapter", chapter, before)

    def _forget_memories(self, scope: Scope, chapter: str) -> None:
        """Delete what is known from a chapter with all that it said before."""
        known = self._at(scope, t.memory, "known_from", chapter)
        ids = sa.select(t.memory.c.id).where(known, t.memory.c.newest)
        of_project = t.memory.c.project == self._projects.number(scope)
        self._connection.execute(
            t.memory.delete().where(of_project, sa.or_(known, t.memory.c.id.in_(ids)))
        )

    def _narrow(self, scope: Scope, column: str, chapter: str, beside: str | None) -> None:
        """Let a name's range end beside a chapter; one with nothing left is no name any more."""
        if beside is not None:
            self._set(scope, t.alias, column, chapter, beside)
        else:
            gone = t.alias.delete().where(self._at(scope, t.alias, column, chapter))
            self._connection.execute(gone)

    def _set(
        self, scope: Scope, table: sa.Table, column: str, chapter: str, value: str | None
    ) -> None:
        update = table.update().where(self._at(scope, table, column, chapter))
        self._connection.execute(update.values({column: value}))

    def _at(
        self, scope: Scope, table: sa.Table, column: str, chapter: str
    ) -> sa.ColumnElement[bool]:
        return sa.and_(table.c.project == self._projects.number(scope), table.c[column] == chapter)
