"""The curve as a table: a line for each figure, a column for each size."""

from collections.abc import Callable, Iterator, Sequence

from benchmarks.scale.stops import Stop

MOST = 1.5
"""Times that a pack may take among other books, in those of its book alone."""
BOUND = ("pack", "preview")
"""Sorts of questions that it is promised of."""

_NAME, _CELL = 44, 24
_MEGA = 1_000_000

_LINES: dict[str, Callable[[Stop], str]] = {
    "books": lambda s: f"{s.books:,}",
    "record: snippets/s (characters/s)": lambda s: _rates(s),
    "journal drain: snippets/s": lambda s: _rate(s.grown.snippets, s.grown.drain),
    "  of it the index alone: points/s": lambda s: _rate(s.grown.snippets, s.grown.upsert),
    "  share of it that is going to disk": lambda s: _share(s.grown.flush, s.grown.drain),
    "record, MB (bytes/snippet)": lambda s: _bytes(s.disk.record, s),
    "  of it kept vectors": lambda s: _bytes(s.disk.tables.get("vector", 0), s),
    "  of it the literal index": lambda s: _bytes(s.disk.tables.get("snippet_terms", 0), s),
    "index, MB allocated (bytes/snippet)": lambda s: _bytes(s.disk.index, s),
    "index, MB apparent": lambda s: f"{s.disk.index_apparent / _MEGA:,.0f}",
    "opening, ms": lambda s: f"{s.probe.opening:,.0f}",
    "memory, MB (before opening)": lambda s: _memory(s, "resident"),
    "  of it no pages of files": lambda s: _memory(s, "own"),
}


def tables(stops: Sequence[Stop]) -> Iterator[str]:
    """Lines of all tables."""
    yield ""
    yield _line("snippets", (f"{stop.snippets:,}" for stop in stops))
    for name, cell in _LINES.items():
        yield _line(name, map(cell, stops))
    for sort in stops[-1].probe.latency:
        yield _line(f"{sort}, ms: p50 / p95 (first)", (_latency(stop, sort) for stop in stops))
    yield from _growth([stop for stop in stops if stop.growth])


def broken(stops: Sequence[Stop]) -> list[str]:
    """What is over its bound, and where."""
    return [
        f"{sort} at {stop.snippets:,} snippets: {stop.growth[sort].ratio:.2f} (at most {MOST})"
        for stop in stops
        for sort in BOUND
        if stop.growth and stop.growth[sort].ratio > MOST
    ]


def _growth(stops: Sequence[Stop]) -> Iterator[str]:
    """A book of 20,000 snippets among the others: medians beside those of the book alone."""
    if not stops:
        return
    yield ""
    yield _line("a book of 20,000, ms alone > among others", (f"{s.snippets:,}" for s in stops))
    for sort in stops[0].growth:
        grown = [stop.growth[sort] for stop in stops]
        yield _line(sort, (f"{g.alone:.1f} > {g.among:.1f}" for g in grown))
        yield _line(f"  times ({sort})", (f"{g.ratio:.2f}" for g in grown))


def _line(name: str, cells: Iterator[str]) -> str:
    return f"{name:{_NAME}}" + "".join(f"{cell:>{_CELL}}" for cell in cells)


def _rate(count: int, seconds: float) -> str:
    return f"{count / seconds:,.0f}" if seconds else "-"


def _rates(stop: Stop) -> str:
    grown = stop.grown
    return f"{_rate(grown.snippets, grown.record)} ({_rate(grown.characters, grown.record)})"


def _share(part: float, whole: float) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "-"


def _bytes(held: int, stop: Stop) -> str:
    return f"{held / _MEGA:,.0f} ({held / stop.snippets:,.0f})" if held else "-"


def _memory(stop: Stop, kind: str) -> str:
    after, before = (getattr(each, kind) for each in (stop.probe.memory, stop.probe.beside))
    return f"{after / _MEGA:,.0f} ({before / _MEGA:,.0f})"


def _latency(stop: Stop, sort: str) -> str:
    took = stop.probe.latency.get(sort)
    return f"{took.p50:.1f} / {took.p95:.1f} ({took.first:.0f})" if took else "-"
