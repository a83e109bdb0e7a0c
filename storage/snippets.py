"""Snippets, the facts in them and the terms they are found by."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from lorepack.ports import ChapterContent, Place
from lorepack.records import Chapter, Passage, Scope, Snippet
from storage import tables as t
from storage.literal_numbers import literal_numbers
from storage.projects import SqlProjects
from storage.within import SNIPPETS
from text.terms import terms

_PAGE = 500
"""Snippets read at a time."""


class SqlSnippets:
    """Snippets of the current revisions, within one transaction."""

    def __init__(self, connection: sa.Connection, projects: SqlProjects) -> None:
        self._connection = connection
        self._projects = projects

    def of_chapter(self, scope: Scope, chapter_id: str) -> list[Snippet]:
        """The chapter's snippets in order."""
        query = (
            sa.select(t.snippet)
            .where(t.snippet.c.project == self._projects.number(scope))
            .where(t.snippet.c.chapter == chapter_id)
            .order_by(t.snippet.c.nth)
        )
        return [_snippet(row) for row in self._connection.execute(query)]

    def passages(self, scope: Scope, ids: Sequence[str], *, beyond: int = 0) -> list[Passage]:
        """Those of the ids that are current, with their texts; others are left out."""
        project = self._projects.number(scope)
        asked = {"project": project, "ids": list(ids), "beyond": beyond}
        return [_passage(row) for row in self._connection.execute(_PASSAGES, asked)]

    def around(self, scope: Scope, places: Sequence[Place]) -> list[Passage]:
        """The snippets in which these places begin, in reading order."""
        if not places:
            return []
        # Which snippets these are is told apart here: a condition for each place would take the
        # database longer than all spans of these chapters, and it bounds how many there may be.
        begins: dict[str, list[int]] = defaultdict(list)
        for place in places:
            begins[place.chapter_id].append(place.start)
        asked = {"project": self._projects.number(scope), "chapters": sorted(begins)}
        rows = self._connection.execute(_SPANS, asked)
        ids = [r.id for r in rows if any(r.start <= at < r.end for at in begins[r.chapter])]
        return self.passages(scope, ids)


def _slice(start: sa.ColumnElement[int], end: sa.ColumnElement[int]) -> sa.Function[str]:
    """Words cut out of the chapter by the database, which counts characters as Python does."""
    return sa.func.substr(t.chapter_revision.c.text, start + 1, end - start, type_=sa.Text())


def _larger(column: sa.ColumnElement[int], value: sa.ColumnElement[int]) -> sa.ColumnElement[int]:
    return sa.case((column > value, column), else_=value)


_C = t.snippet.c
_OF_PROJECT = _C.project == sa.bindparam("project")
_SPANS = (
    sa.select(_C.id, _C.chapter, _C.start, _C.end)
    .select_from(SNIPPETS)
    .where(_OF_PROJECT, _C.chapter.in_(sa.bindparam("chapters", expanding=True)))
)
_IN_REVISION = sa.and_(
    t.chapter_revision.c.project == t.snippet.c.project,
    t.chapter_revision.c.chapter == t.snippet.c.chapter,
    t.chapter_revision.c.revision == t.snippet.c.revision,
)
_FOLLOWING = _larger(_C.lead, sa.bindparam("beyond", type_=sa.Integer))
_PASSAGES = (
    sa.select(
        _C.id,
        _C.chapter,
        _C.start,
        _C.end,
        _C.importance,
        _C.speakers,
        _C.at,
        t.chapter.c.order_key,
        _slice(_C.start, _C.end + _FOLLOWING).label("words"),
    )
    .select_from(SNIPPETS.join(t.chapter_revision, _IN_REVISION))
    .where(_OF_PROJECT, _C.id.in_(sa.bindparam("ids", expanding=True)))
    .order_by(t.chapter.c.order_key, _C.nth)
)
"""Snippets of the book with the words that they were cut from and those that follow: to cut, the
database counts from the chapter's beginning, so it had better do so once for each."""


def _passage(row: sa.Row[*tuple[Any, ...]]) -> Passage:
    length = row.end - row.start
    return Passage(
        id=row.id,
        chapter_id=row.chapter,
        order_key=row.order_key,
        start=row.start,
        end=row.end,
        text=row.words[:length],
        following=row.words[length:],
        importance=row.importance,
        speakers=tuple(row.speakers),
        at=row.at,
    )


def write_content(
    connection: sa.Connection, number: int, chapter: Chapter, content: ChapterContent
) -> None:
    """Put snippets and facts of the current text in place of those read before."""
    place = {"project": number, "chapter": chapter.id, "revision": chapter.revision}
    forget_content(connection, number, chapter.id)
    for table, rows in (
        (t.snippet, [_snippet_row(s) for s in content.snippets]),
        (t.fact, _fact_rows(content)),
    ):
        if rows:
            connection.execute(table.insert(), [place | row for row in rows])
    _index_terms(connection, number, content.snippets)


def forget_content(connection: sa.Connection, number: int, chapter_id: str) -> None:
    """Delete a chapter's snippets, their terms and its facts."""

    def of_chapter(table: sa.Table) -> sa.ColumnElement[bool]:
        return sa.and_(table.c.project == number, table.c.chapter == chapter_id)

    rows = connection.scalars(sa.select(t.snippet.c.row).where(of_chapter(t.snippet))).all()
    if not rows:  # a new chapter, and most are: looking for its terms would take longer than this
        return
    connection.execute(t.snippet_terms.delete().where(t.snippet_terms.c.rowid.in_(rows)))
    connection.execute(t.snippet.delete().where(of_chapter(t.snippet)))
    connection.execute(t.fact.delete().where(of_chapter(t.fact)))


def index_project(connection: sa.Connection, number: int) -> None:
    """Write the terms of all of a project's snippets, of which there are none yet."""
    last = -1
    query = sa.select(_C.row, _C.folded).where(_OF_PROJECT, _C.row > sa.bindparam("last"))
    page = query.order_by(_C.row).limit(_PAGE)
    while rows := connection.execute(page, {"project": number, "last": last}).all():
        _write_terms(connection, number, {row.row: row.folded for row in rows})
        last = rows[-1].row


def _index_terms(connection: sa.Connection, number: int, snippets: Sequence[Snippet]) -> None:
    if not snippets:
        return
    query = sa.select(t.snippet.c.id, t.snippet.c.row).where(
        t.snippet.c.project == number, t.snippet.c.id.in_([s.id for s in snippets])
    )
    rows = {row.id: row.row for row in connection.execute(query)}
    _write_terms(connection, number, {rows[s.id]: s.folded for s in snippets})


def _write_terms(connection: sa.Connection, number: int, folded: Mapping[int, str]) -> None:
    """Write the terms of a project's snippets, by their row numbers."""
    as_array = connection.dialect.name == "postgresql"
    indexed: list[dict[str, Any]] = []
    for row, words in folded.items():
        numbers = literal_numbers(number, terms(words))
        held = numbers if as_array else " ".join(map(str, numbers))
        indexed.append({"rowid": row, "terms": held})
    connection.execute(t.snippet_terms.insert(), indexed)


def _snippet_row(snippet: Snippet) -> dict[str, Any]:
    return {
        "id": snippet.id,
        "nth": snippet.nth,
        "start": snippet.start,
        "end": snippet.end,
        "sha256": snippet.sha256,
        "folded": snippet.folded,
        "own": snippet.own,
        "lead": snippet.lead,
        "importance": snippet.importance,
        "people": list(snippet.people),
        "speakers": list(snippet.speakers),
        "at": snippet.at,
    }


def _fact_rows(content: ChapterContent) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    snippets = iter(content.snippets)
    snippet = next(snippets, None)
    for fact in content.facts:  # both in reading order
        while snippet is not None and snippet.end <= fact.start:
            snippet = next(snippets, None)
        if snippet is None:
            break
        rows.append(
            {
                "snippet": snippet.id,
                "kind": fact.kind.value,
                "text": fact.text,
                "start": fact.start,
                "end": fact.end,
                "value": fact.value,
            }
        )
    return rows


def _snippet(row: sa.Row[*tuple[Any, ...]]) -> Snippet:
    return Snippet(
        id=row.id,
        chapter_id=row.chapter,
        nth=row.nth,
        start=row.start,
        end=row.end,
        sha256=row.sha256,
        folded=row.folded,
        own=row.own,
        lead=row.lead,
        importance=row.importance,
        people=tuple(row.people),
        speakers=tuple(row.speakers),
        at=row.at,
    )
