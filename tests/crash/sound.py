"""What has to hold of a library at any moment, whatever died before: problems in words."""

from collections.abc import Iterator, Sequence
from hashlib import sha256

import sqlalchemy as sa

from lorepack.errors import NotFoundError
from lorepack.records import MatchMode, SearchRequest, Snippet
from runtime.library import Library
from storage import tables as t
from storage.literal_numbers import literal_numbers
from storage.record import SqlUnitOfWork
from tests.crash.state import SCOPE, digest
from tests.strategies import PEOPLE, PLACES
from text.terms import terms

_MOST_PACKS = 10_000


def database_problems(library: Library) -> Iterator[str]:
    """What SQLite itself finds wrong; PostgreSQL refuses it as it comes."""
    with library.record.reading() as unit:
        connection = _connection(unit)
        if connection.dialect.name != "sqlite":
            return
        for check in ("integrity_check", "foreign_key_check"):
            found = [tuple(row) for row in connection.exec_driver_sql(f"PRAGMA {check}")]
            if found not in ([], [("ok",)]):
                yield f"{check}: {found[:3]}"


def chapter_problems(library: Library) -> Iterator[str]:
    """Chapters that are there by half: I10."""
    try:
        chapters = library.chapters(SCOPE)
    except NotFoundError:
        return
    for chapter in chapters:
        text = library.text(SCOPE, chapter.id)
        if digest(text) != chapter.sha256:
            yield f"{chapter.id}: the text is not the one of its hash"
        with library.record.reading() as unit:
            snippets = unit.snippets.of_chapter(SCOPE, chapter.id)
            facts = _facts(unit, chapter.id)
        yield from (f"{chapter.id}: {problem}" for problem in _tiling(snippets, text))
        wrong = [f for f in facts if text[f.start : f.end] != f.text]
        if wrong or any(f.snippet not in {s.id for s in snippets} for f in facts):
            yield f"{chapter.id}: facts that are not its own words, or of no snippet of it"


def _tiling(snippets: list[Snippet], text: str) -> Iterator[str]:
    if not snippets:
        yield "it has no snippets"
        return
    ends = [0, *(s.end for s in snippets)]
    if [s.start for s in snippets] != ends[:-1] or ends[-1] != len(text):
        yield f"its snippets do not tile it: {[(s.start, s.end) for s in snippets]}"
    if [s.nth for s in snippets] != list(range(len(snippets))):
        yield "its snippets are not counted through"


def _facts(unit: SqlUnitOfWork, chapter: str) -> Sequence[sa.Row[int, int, str, str]]:
    columns = (t.fact.c.start, t.fact.c.end, t.fact.c.text, t.fact.c.snippet)
    query = sa.select(*columns).where(t.fact.c.chapter == chapter)
    return _connection(unit).execute(query).all()


def term_problems(library: Library) -> Iterator[str]:
    """Where literal search knows other terms than the snippets hold: I9."""
    with library.record.reading() as unit:
        connection = _connection(unit)
        columns = (t.snippet.c.row, t.snippet.c.project, t.snippet.c.folded)
        told = {
            (row, number)
            for row, project, folded in connection.execute(sa.select(*columns))
            for number in literal_numbers(project, terms(folded))
        }
        held = set(_held_terms(connection))
    if told != held:
        yield f"{len(told - held)} terms are missing and {len(held - told)} are nobody's"


def _held_terms(connection: sa.Connection) -> Iterator[tuple[int, int]]:
    if connection.dialect.name == "postgresql":
        for row in connection.execute(sa.select(t.snippet_terms)):
            yield from ((row.rowid, number) for number in row.terms)
        return
    connection.exec_driver_sql(
        "CREATE VIRTUAL TABLE IF NOT EXISTS temp.held "
        "USING fts5vocab('main', 'snippet_terms', 'instance')"
    )
    found = connection.exec_driver_sql("SELECT doc, term FROM temp.held")
    yield from ((doc, int(term)) for doc, term in found)


def search_problems(library: Library) -> Iterator[str]:
    """Hits whose text is not the current one: I3."""
    try:
        texts = {c.position: library.text(SCOPE, c.id) for c in library.chapters(SCOPE)}
    except NotFoundError:
        return
    for query in (f"{PEOPLE[0]}在{PLACES[0]}", "船号"):
        for match in (MatchMode.AUTO, MatchMode.SEMANTIC):
            found = library.search(SCOPE, SearchRequest(query=query, match=match, k=20))
            for hit in found.hits:
                if texts.get(hit.chapter, "")[hit.start : hit.end] != hit.text:
                    yield f"a search for {query!r} shows what chapter {hit.chapter} does not say"


def pack_problems(library: Library) -> Iterator[str]:
    """Packs whose bytes are not those that they are called by."""
    try:
        runs = library.packs(SCOPE, limit=_MOST_PACKS)
    except NotFoundError:
        return
    for run in runs:
        rendered = library.stored_pack(SCOPE, run.id).rendered
        if sha256(rendered.encode()).hexdigest()[: len(run.id)] != run.id:
            yield f"pack {run.id} is not what was handed out"


def problems(library: Library) -> list[str]:
    """Whatever does not hold."""
    checks = (database_problems, chapter_problems, term_problems, search_problems, pack_problems)
    return [problem for check in checks for problem in check(library)]


def _connection(unit: SqlUnitOfWork) -> sa.Connection:
    return unit.journal._connection  # pyright: ignore[reportPrivateUsage]
