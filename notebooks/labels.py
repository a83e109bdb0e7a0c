"""Labelled queries: read from a CSV file, and searched for once."""

import csv
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cli.demo import BOOKS
from lorepack.errors import InvalidInputError
from lorepack.records import Passage, Scope, Where
from ranking.profile import Profile
from ranking.tuning import Case
from retrieval.search import Found, Searcher
from runtime.library import Library
from story.positions import order_key_at

COLUMNS = ("query", "chapter", "quote", "as_of")


SAMPLE_QUERIES = tuple(Path(__file__).parent / "samples" / f"queries_{book}.csv" for book in BOOKS)
"""Labelled queries of the sample books, in their order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """A query, and the words of the book that answer it."""

    line: int
    """Of its file."""
    query: str
    chapter: int | None
    """Position of the chapter that holds the quote; None where nothing in the book answers it."""
    quote: str
    """Words of that chapter, to the letter; empty likewise."""
    as_of: int | None
    """The reader has read the chapters before this position; None for the whole book."""


def read_queries(path: Path | str) -> list[Labelled]:
    """Read a CSV file with the columns `query`, `chapter`, `quote` and, if wished, `as_of`.

    Raises:
        InvalidInputError: A column or a value is missing or none; the text names file and line.
    """
    with Path(path).open(encoding="utf-8-sig", newline="") as file:
        reader = csv.DictReader(file)
        missing = [name for name in COLUMNS[:3] if name not in (reader.fieldnames or ())]
        if missing:
            raise InvalidInputError(
                f"{path}: the first line must name the columns {', '.join(COLUMNS)}; "
                f"{', '.join(missing)} is missing"
            )
        return [_labelled(row, path, reader.line_num) for row in reader]


def cases_of(library: Library, books: Mapping[str, Path | str]) -> list[Case]:
    """Search for every labelled query once, and keep all that comes up.

    Args:
        library: It holds the books, with their vectors.
        books: A file of queries by project.

    Returns:
        The cases of all books by turns, so that folds of them are alike.

    Raises:
        InvalidInputError: A label does not fit its book; the text names file and line.
    """
    of_books = [
        [_case(library, Scope(project=project), query, path) for query in read_queries(path)]
        for project, path in books.items()
    ]
    longest = max(map(len, of_books), default=0)
    return [own[at] for at in range(longest) for own in of_books if at < len(own)]


def _labelled(row: Mapping[str, str | None], path: Path | str, line: int) -> Labelled:
    place = f"{path}, line {line}"
    query, quote = ((row.get(name) or "").strip() for name in ("query", "quote"))
    chapter, as_of = (_position(row.get(name), name, place) for name in ("chapter", "as_of"))
    if not query:
        raise InvalidInputError(f"{place}: the query is empty")
    if (chapter is None) is not (not quote):
        raise InvalidInputError(
            f"{place}: give a chapter and words of it, or neither where the book has no answer"
        )
    if chapter is not None and as_of is not None and as_of <= chapter:
        raise InvalidInputError(
            f"{place}: the answer stands in chapter {chapter}, which nobody has read as of {as_of}"
        )
    return Labelled(line=line, query=query, chapter=chapter, quote=quote, as_of=as_of)


def _position(value: str | None, name: str, place: str) -> int | None:
    if not (value or "").strip():
        return None
    try:
        return int(value or "")
    except ValueError as error:
        raise InvalidInputError(f"{place}: the {name} {value!r} is no number") from error


def _case(library: Library, scope: Scope, asked: Labelled, path: Path | str) -> Case:
    place = f"{path}, line {asked.line}"
    searcher = Searcher(record=library.record, pools=library.ownership, profile=Profile())
    with library.record.reading() as unit:
        places = unit.chapters.reading_order(scope)
        keys = [key for key, _ in places]
        before = None if asked.as_of is None else order_key_at(places, asked.as_of)
        read = [key for key in keys if before is None or key < before]
        found = searcher.find(unit, scope, asked.query, Where(before=before), read)
        passages = unit.snippets.passages(scope, [c.id for c in found.pool.candidates])
    if found.degraded or found.lag:
        raise InvalidInputError(
            f"project {scope.project!r} is not indexed: `lorepack import` or `serve` does it"
        )
    span = _span(library, scope, asked, place)
    return Case(
        query=asked.query,
        name=f"{scope.project}:{asked.line}",
        set=scope.project,
        answerable=span is not None,
        pool=found.pool,
        esteem=found.esteem,
        distances=_distances(found, None if before is None else read),
        whole=frozenset(found.literal.whole),
        literal=frozenset(found.literal.rows.keys() | found.near.keys()),
        right=frozenset() if span is None else _right(passages, keys, asked.chapter, span),
    )


def _span(library: Library, scope: Scope, asked: Labelled, place: str) -> tuple[int, int] | None:
    """Where the quote stands in its chapter; None where there is none."""
    if asked.chapter is None:
        return None
    start = library.text(scope, str(asked.chapter)).find(asked.quote)
    if start < 0:
        raise InvalidInputError(
            f"{place}: chapter {asked.chapter} of project {scope.project!r} does not hold the "
            f"words {asked.quote!r}"
        )
    return start, start + len(asked.quote)


def _distances(found: Found, read: Sequence[int] | None) -> dict[str, float]:
    """Chapters from each candidate to the last one that was read; 0 for who stands nowhere."""
    if read is None:
        return {candidate.id: 0.0 for candidate in found.pool.candidates}
    last = len(read) - 1
    return {c.id: float(last - bisect_left(read, c.order_key)) for c in found.pool.candidates}


def _right(
    passages: Sequence[Passage], keys: Sequence[int], chapter: int | None, span: tuple[int, int]
) -> frozenset[str]:
    """Snippets of the chapter that hold half of the span or more."""
    start, end = span
    return frozenset(
        p.id
        for p in passages
        if bisect_left(keys, p.order_key) + 1 == chapter
        and min(p.end, end) - max(p.start, start) >= (end - start) / 2
    )
