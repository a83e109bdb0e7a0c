"""What is asked of a book, and how long the answers take."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from benchmarks.scale.growing import chapters_of
from benchmarks.scale.opening import book_scope
from benchmarks.scale.texts import cast, sentence, vocabulary
from lorepack.records import ChapterCard, MatchMode, PackRequest, SearchRequest
from runtime.library import Library

ROUNDS = 40
"""Timed calls of each sort, after one that is not."""
VARIETY = 20
"""Different questions of each sort, in turns."""

Ask = Callable[[Library, int], object]
"""Asks a library one question, the one of this number."""


def asked(book: int) -> dict[str, Ask]:
    """Sorts of questions about a book, by name."""
    scope = book_scope(book)

    def search(library: Library, nth: int) -> object:
        return library.search(scope, SearchRequest(query=_query(book, nth)))

    def common(library: Library, nth: int) -> object:
        words = "".join(vocabulary().words[: 1 + nth % 3])
        return library.search(scope, SearchRequest(query=words, match=MatchMode.LITERAL))

    def pack(library: Library, nth: int) -> object:
        return library.pack(scope, _request(book, nth))

    def preview(library: Library, nth: int) -> object:
        return library.pack(scope, _request(book, nth, preview=True))

    return {"search": search, "literal": common, "pack": pack, "preview": preview}


def elsewhere(books: Sequence[int]) -> Ask:
    """Packs of other books in turns: none is on the shelf any more when its turn comes again."""
    turns = [asked(book)["pack"] for book in books]
    return lambda library, nth: turns[nth % len(turns)](library, nth)


def _query(book: int, nth: int) -> str:
    """Words of the kind that the book is full of, and somebody who is in it."""
    random = Random(nth % VARIETY)
    return cast(book)[nth % 3] + sentence(random, cast(book))[:20]


def _request(book: int, nth: int, *, preview: bool = False) -> PackRequest:
    return PackRequest(
        chapter=chapters_of(book) + 1 - nth % 2,
        query=_query(book, nth),
        card=ChapterCard(people=cast(book)[:3]),
        preview=preview,
    )


def timed(works: Mapping[str, Callable[[int], object]], rounds: int) -> dict[str, list[float]]:
    """Seconds of each call by what was called; they take turns, and so does who is first."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for nth in range(rounds):
        turn = list(works.items())
        for name, work in reversed(turn) if nth % 2 else turn:
            start = time.perf_counter()
            work(nth)
            times[name].append(time.perf_counter() - start)
    return times


@dataclass(frozen=True, slots=True, kw_only=True)
class Latency:
    """Milliseconds of calls."""

    first: float
    """Of the first of them, in a process that has just opened the library."""
    p50: float
    p95: float


def latency(first: float, warm: list[float]) -> Latency:
    """What the seconds of some calls come to."""
    return Latency(
        first=1000 * first, p50=1000 * quantile(warm, 0.5), p95=1000 * quantile(warm, 0.95)
    )


def quantile(values: list[float], share: float) -> float:
    """The least value that at least this share of the values do not exceed (nearest rank)."""
    ranked = sorted(values)
    return ranked[max(-(-len(ranked) * round(share * 100) // 100) - 1, 0)]
