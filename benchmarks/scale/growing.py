"""Growing a library book by book, through the very ways that an import goes."""

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import chain, count
from unittest.mock import patch

from benchmarks.scale.opening import book_scope
from benchmarks.scale.texts import manuscript
from benchmarks.speed import Stopwatch
from lorepack.records import EVERYWHERE, Scope
from runtime.library import Library
from storage.edge_index import EdgeIndex

BOOK_CHAPTERS = 310
"""Chapters of a book: some 4,930 snippets."""
HALF_A_BOOK = 2_500
"""Snippets."""
PROBED = 1
"""Number of the book that the curve is measured on: it is there from the first stop on."""
LARGE = 0
"""Number of the book that growth is measured on."""
LARGE_CHAPTERS = 1_258
"""Its chapters: some 20,000 snippets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grown:
    """What putting some books into a library took."""

    books: int
    chapters: int
    characters: int
    snippets: int
    record: float
    """Seconds until the texts, snippets, facts, names and terms were durable in SQL."""
    drain: float
    """Seconds in which the journal was then worked off: vectors made, kept, and indexed."""
    upsert: float
    """Of these, seconds in which the index took points in."""
    flush: float
    """Of these, seconds in which it went to disk."""


NOTHING = Grown(books=0, chapters=0, characters=0, snippets=0, record=0, drain=0, upsert=0, flush=0)


def plus(one: Grown, other: Grown) -> Grown:
    """Both together."""
    names = Grown.__dataclass_fields__
    return Grown(**{name: getattr(one, name) + getattr(other, name) for name in names})


def grow(library: Library, size: int, tell: Callable[[str], None]) -> Grown:
    """Add books until the library is as near to so many snippets as whole books come."""
    grown, held = NOTHING, snippets(library)
    for book in in_turn():
        if held + HALF_A_BOOK > size:
            return grown
        if book_scope(book).project not in library.projects():
            added = add(library, book)
            grown, held = plus(grown, added), held + added.snippets
            tell(f"{held:,} of {size:,} snippets")
    return grown


def in_turn() -> Iterator[int]:
    """Numbers of the books in the order in which they are put in: the large one as the third."""
    return chain((PROBED, PROBED + 1, LARGE), count(PROBED + 2))


def chapters_of(book: int) -> int:
    """How long a book is."""
    return LARGE_CHAPTERS if book == LARGE else BOOK_CHAPTERS


def add(library: Library, book: int) -> Grown:
    """Import a book and index it."""
    scope, text = book_scope(book), manuscript(book, chapters_of(book))
    record = _seconds(lambda: library.import_bytes(scope, text))
    with _timed() as watch:
        drain = _seconds(lambda: library.index(scope))
    return Grown(
        books=1,
        chapters=len(library.chapters(scope)),
        characters=len(text.decode()),
        snippets=_held(library, scope),
        record=record,
        drain=drain,
        upsert=sum(watch.times["upsert"]),
        flush=sum(watch.times["flush"]),
    )


def snippets(library: Library) -> int:
    """Snippets of all projects."""
    return sum(_held(library, Scope(project=name)) for name in library.projects())


def _held(library: Library, scope: Scope) -> int:
    with library.record.reading() as unit:
        return unit.literals.count(scope, where=EVERYWHERE)


@contextmanager
def _timed() -> Generator[Stopwatch]:
    """Time what the index does within a drain."""
    watch = Stopwatch()
    with ExitStack() as stack:
        for name in ("upsert", "flush"):
            work = watch.timed(name, getattr(EdgeIndex, name))
            stack.enter_context(patch.object(EdgeIndex, name, work))
        yield watch


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
