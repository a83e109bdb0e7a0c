"""Measuring a library in a process of its own, so that no growing has warmed or bloated it."""

import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import islice
from multiprocessing import get_context
from typing import TypeVar

from benchmarks.scale.asking import ROUNDS, Latency, asked, elsewhere, latency, quantile, timed
from benchmarks.scale.growing import LARGE, PROBED, in_turn
from benchmarks.scale.opening import Place, book_scope, opened
from benchmarks.scale.sizes import Memory, memory
from retrieval.pack.shelf import KEPT
from runtime.library import Library

MANY = 3 * KEPT
"""Books that take turns, the measured ones aside."""

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """What a library that was just opened does."""

    opening: float
    """Milliseconds until record and index are open."""
    memory: Memory
    """In use after all was asked."""
    beside: Memory
    """Of it, what was in use before anything was opened: interpreter and modules."""
    latency: dict[str, Latency]


def probe(place: Place) -> Probe:
    """Open a library and ask it about its first book."""
    return apart(partial(_probe, place))


def _probe(place: Place) -> Probe:
    beside, start = memory(), time.perf_counter()
    with opened(place) as library:
        library.ownership.take()
        opening = 1000 * (time.perf_counter() - start)
        works = bound(library, PROBED) | _elsewhere(library)
        first = timed(works, 1)
        warm = timed(works, ROUNDS)
        return Probe(
            opening=opening,
            memory=memory(),
            beside=beside,
            latency={name: latency(first[name][0], warm[name]) for name in works},
        )


def bound(library: Library, book: int) -> dict[str, Callable[[int], object]]:
    """The sorts of questions, put to a library."""
    return {name: partial(ask, library) for name, ask in asked(book).items()}


def _elsewhere(library: Library) -> dict[str, Callable[[int], object]]:
    """Packs of more books than are kept between packs, where there are so many."""
    books = [book for book in islice(in_turn(), MANY) if book not in {PROBED, LARGE}]
    there = set(library.projects())
    if any(book_scope(book).project not in there for book in books):
        return {}
    return {"elsewhere": partial(elsewhere(books), library)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """Milliseconds of one book's calls, alone in a library and among others: medians."""

    alone: float
    among: float
    alone_p95: float
    among_p95: float

    @property
    def ratio(self) -> float:
        """How many times as long it takes among the others."""
        return self.among / self.alone


def growth(alone: Place, among: Place) -> dict[str, Growth]:
    """Ask two libraries about the book that both hold, in turns."""
    return apart(partial(_growth, alone, among))


def _growth(alone: Place, among: Place) -> dict[str, Growth]:
    with opened(alone) as one, opened(among) as all:
        works = {
            (name, where): work
            for where, library in (("alone", one), ("among", all))
            for name, work in bound(library, LARGE).items()
        }
        paired = {f"{name} {where}": work for (name, where), work in sorted(works.items())}
        timed(paired, 3)
        times = timed(paired, ROUNDS)
    return {name: _grown(times[f"{name} alone"], times[f"{name} among"]) for name in asked(LARGE)}


def _grown(alone: list[float], among: list[float]) -> Growth:
    return Growth(
        alone=1000 * quantile(alone, 0.5),
        among=1000 * quantile(among, 0.5),
        alone_p95=1000 * quantile(alone, 0.95),
        among_p95=1000 * quantile(among, 0.95),
    )


def apart(work: Callable[[], _T]) -> _T:
    """Do it in a process that was just begun."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(work).result()
