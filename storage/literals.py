"""Literal search: which snippets hold the terms asked for.

SQLite answers from a full-text table, PostgreSQL from an index over arrays. Both hold the numbers
of the terms rather than the terms, so that no database's idea of a word comes in between and no
query can be anything but terms; each tells its project, so that no other one's matches are read.
"""

import json
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from lorepack.ports import LiteralRow
from lorepack.records import EVERYWHERE, Scope, Where
from storage import tables as t
from storage.literal_numbers import literal_numbers
from storage.projects import SqlProjects
from storage.within import SNIPPETS, inside


class SqlLiteralIndex:
    """Finds snippets by their terms, within one transaction."""

    def __init__(self, connection: sa.Connection, projects: SqlProjects) -> None:
        self._connection = connection
        self._projects = projects

    def holding_all(
        self, scope: Scope, terms: Sequence[str], *, where: Where, limit: int | None = None
    ) -> list[LiteralRow]:
        """Snippets that hold every term, they or the words just after them."""
        return self._holding(scope, [terms], where, limit)

    def holding_any(self, scope: Scope, terms: Sequence[str], *, where: Where) -> list[LiteralRow]:
        """Snippets that hold at least one of the terms."""
        return self._holding(scope, [[term] for term in terms], where)

    def holding_each(
        self, scope: Scope, groups: Sequence[Sequence[str]], *, where: Where
    ) -> list[LiteralRow]:
        """Snippets that hold every term of at least one group."""
        return self._holding(scope, groups, where)

    def holding_value(
        self, scope: Scope, values: Sequence[str], *, where: Where
    ) -> list[LiteralRow]:
        """Snippets with a fact of one of these normalised values, once for each such fact."""
        if not values:
            return []
        of_project = t.fact.c.project == self._projects.number(scope)
        asked = sa.and_(of_project, t.fact.c.value.in_(values))
        ids = list(self._connection.scalars(sa.select(t.fact.c.snippet).where(asked)))
        rows = self._of_ids(scope, ids, where)
        counted = Counter(ids)
        return [row for row in rows for _ in range(counted[row.id])]

    def rows(self, scope: Scope, ids: Sequence[str]) -> list[LiteralRow]:
        """Those of the ids that are current, in reading order."""
        return self._of_ids(scope, ids, EVERYWHERE)

    def speakers(self, scope: Scope, *, where: Where) -> list[str]:
        """Folded names of all who speak in it, sorted."""
        named = sa.cast(t.snippet.c.speakers, sa.Text)
        query = sa.select(named).distinct().select_from(SNIPPETS).where(named != "[]")
        found = self._connection.scalars(self._in(query, scope, where))
        return sorted({name for names in found for name in json.loads(names)})

    def latest(self, scope: Scope, *, where: Where) -> int | None:
        """The last moment at which anything in it was said, in seconds since 1970."""
        query = sa.select(sa.func.max(t.snippet.c.at)).select_from(SNIPPETS)
        return self._connection.scalar(self._in(query, scope, where))

    def count(self, scope: Scope, *, where: Where) -> int:
        """Snippets in it."""
        query = sa.select(sa.func.count()).select_from(SNIPPETS)
        return self._connection.scalar(self._in(query, scope, where)) or 0

    def _in(
        self, query: sa.Select[*tuple[Any, ...]], scope: Scope, where: Where
    ) -> sa.Select[*tuple[Any, ...]]:
        return query.where(self._of_project(scope), *inside(where))

    def _of_project(self, scope: Scope) -> sa.ColumnElement[bool]:
        return t.snippet.c.project == self._projects.number(scope)

    def _of_ids(self, scope: Scope, ids: Collection[str], where: Where) -> list[LiteralRow]:
        wanted = t.snippet.c.id.in_(sorted(ids))
        return self._where(self._of_project(scope), wanted, where)

    def _holding(
        self,
        scope: Scope,
        groups: Sequence[Sequence[str]],
        where: Where,
        limit: int | None = None,
    ) -> list[LiteralRow]:
        project = self._projects.number(scope)
        numbers = [literal_numbers(project, group) for group in groups if group]
        if not numbers:
            return []
        held = self._rows(numbers)
        if self._connection.dialect.name == "postgresql":
            return self._of_rows(project, list(self._connection.scalars(held)), where, limit)
        return self._where(_by_row(project), t.snippet.c.row.in_(held), where, limit)

    def _of_rows(
        self, project: int, rows: Sequence[int], where: Where, limit: int | None
    ) -> list[LiteralRow]:
        """Those of the rows that are current, named one by one.

        PostgreSQL cannot tell beforehand how many snippets of a project hold some terms, and with
        a wrong guess goes through a whole book, or library. How many rows a list names it knows.
        """
        if not rows:
            return []
        wanted = t.snippet.c.row == sa.any_(sa.cast(rows, _ROW_LIST))
        return self._where(t.snippet.c.project == project, wanted, where, limit)

    def _where(
        self,
        of_project: sa.ColumnElement[bool],
        wanted: sa.ColumnElement[bool],
        where: Where,
        limit: int | None = None,
    ) -> list[LiteralRow]:
        query = _ROWS.where(of_project, wanted, *inside(where)).limit(limit)
        return [LiteralRow._make(row) for row in self._connection.execute(query)]

    def _rows(self, groups: Sequence[Sequence[int]]) -> sa.Select[int]:
        """Rows whose terms hold every number of one of the groups."""
        column = t.snippet_terms.c.terms
        if self._connection.dialect.name == "postgresql":
            if all(len(group) == 1 for group in groups):
                asked = [number for group in groups for number in group]
                held = column.overlap(sa.cast(asked, column.type))
            else:
                held = sa.or_(*(column.contains(sa.cast(g, column.type)) for g in groups))
            return sa.select(t.snippet_terms.c.rowid).where(held)
        table = sa.literal_column("snippet_terms", sa.Text())
        asked_for = " OR ".join(f"({' AND '.join(map(str, group))})" for group in groups)
        return sa.select(t.snippet_terms.c.rowid).where(table.op("MATCH")(asked_for))


def _by_row(project: int) -> sa.ColumnElement[bool]:
    """That a row is of a project, said so that no index answers it.

    Without statistics SQLite takes the index over projects, and goes through a whole book for the
    few rows that a full-text table has named already.
    """
    return t.snippet.c.project + 0 == project


_ROW_LIST = postgresql.ARRAY(sa.BigInteger)

_ROWS = (
    sa.select(
        t.snippet.c.id,
        t.snippet.c.chapter,
        t.chapter.c.order_key,
        t.snippet.c.nth,
        t.snippet.c.start,
        t.snippet.c.folded,
        t.snippet.c.own,
        t.snippet.c.importance,
        t.snippet.c.speakers,
        t.snippet.c.at,
    )
    .select_from(SNIPPETS)
    .order_by(t.chapter.c.order_key, t.snippet.c.nth)
)
"""Put together once: that takes longer than many a search in it."""
