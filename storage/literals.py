"""Literal search: which snippets hold the terms asked for.

SQLite answers from a full-text table, PostgreSQL from an index over arrays. Both hold the numbers
of the terms rather than the terms, so that no database's idea of a word comes in between and no
query can be anything but terms.
"""

from collections import Counter
from collections.abc import Sequence

import sqlalchemy as sa

from lorepack.ports import LiteralRow
from lorepack.records import Scope
from storage import tables as t
from storage.projects import SqlProjects
from text.terms import term_number


class SqlLiteralIndex:
    """Finds snippets by their terms, within one transaction."""

    def __init__(self, connection: sa.Connection, projects: SqlProjects) -> None:
        self._connection = connection
        self._projects = projects

    def holding_all(
        self, scope: Scope, terms: Sequence[str], *, before: int | None, limit: int | None = None
    ) -> list[LiteralRow]:
        """Snippets that hold every term, they or the words just after them."""
        return self._holding(scope, terms, " AND ", before, limit)

    def holding_any(
        self, scope: Scope, terms: Sequence[str], *, before: int | None
    ) -> list[LiteralRow]:
        """Snippets that hold at least one of the terms."""
        return self._holding(scope, terms, " OR ", before)

    def holding_value(
        self, scope: Scope, values: Sequence[str], *, before: int | None
    ) -> list[LiteralRow]:
        """Snippets with a fact of one of these normalised values, once for each such fact."""
        if not values:
            return []
        of_project = t.fact.c.project == self._projects.number(scope)
        asked = sa.and_(of_project, t.fact.c.value.in_(values))
        ids = list(self._connection.scalars(sa.select(t.fact.c.snippet).where(asked)))
        rows = self._where(scope, t.snippet.c.id.in_(set(ids)), before)
        counted = Counter(ids)
        return [row for row in rows for _ in range(counted[row.id])]

    def count(self, scope: Scope, *, before: int | None) -> int:
        """Snippets in range."""
        query = (
            sa.select(sa.func.count())
            .select_from(_snippets())
            .where(t.snippet.c.project == self._projects.number(scope), _before(before))
        )
        return self._connection.scalar(query) or 0

    def _holding(
        self,
        scope: Scope,
        terms: Sequence[str],
        joiner: str,
        before: int | None,
        limit: int | None = None,
    ) -> list[LiteralRow]:
        if not terms:
            return []
        return self._where(scope, t.snippet.c.row.in_(self._rows(terms, joiner)), before, limit)

    def _where(
        self,
        scope: Scope,
        wanted: sa.ColumnElement[bool],
        before: int | None,
        limit: int | None = None,
    ) -> list[LiteralRow]:
        query = (
            sa.select(
                t.snippet.c.id,
                t.snippet.c.chapter,
                t.chapter.c.order_key,
                t.snippet.c.start,
                t.snippet.c.folded,
                t.snippet.c.own,
                t.snippet.c.importance,
                t.snippet.c.speakers,
                t.snippet.c.at,
            )
            .select_from(_snippets())
            .where(t.snippet.c.project == self._projects.number(scope))
            .where(wanted, _before(before))
            .order_by(t.chapter.c.order_key, t.snippet.c.nth)
            .limit(limit)
        )
        return [LiteralRow._make(row) for row in self._connection.execute(query).all()]

    def _rows(self, terms: Sequence[str], joiner: str) -> sa.Select[int]:
        column = t.snippet_terms.c.terms
        numbers = [term_number(term) for term in terms]
        if self._connection.dialect.name == "postgresql":
            asked = sa.cast(numbers, column.type)
            held = column.contains(asked) if joiner == " AND " else column.overlap(asked)
            return sa.select(t.snippet_terms.c.rowid).where(held)
        table = sa.literal_column("snippet_terms", sa.Text())
        asked_for = joiner.join(map(str, numbers))
        return sa.select(t.snippet_terms.c.rowid).where(table.op("MATCH")(asked_for))


def _snippets() -> sa.Join:
    in_chapter = sa.and_(
        t.chapter.c.project == t.snippet.c.project,
        t.chapter.c.id == t.snippet.c.chapter,
        t.chapter.c.status == "canon",
        t.chapter.c.current_revision == t.snippet.c.revision,
    )
    return t.snippet.join(t.chapter, in_chapter)


def _before(order_key: int | None) -> sa.ColumnElement[bool]:
    return sa.true() if order_key is None else t.chapter.c.order_key < order_key
