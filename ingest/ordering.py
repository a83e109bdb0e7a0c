"""Places in reading order: gapped keys, of which as few as possible change."""

from bisect import bisect_left
from collections.abc import Sequence

GAP = 1 << 32
"""Distance of chapters that are added at the end. Two million of them stay below 2**53, up to which
the vector index compares whole numbers exactly."""

_STEP = 1 << 20
"""Distance of chapters put between two others: thousands fit one after another."""

_ROOMY = 1 << 10
"""Least distance after neighbours made room: the next ones fit without that."""


def keep_order(keys: Sequence[int | None]) -> list[int]:
    """Give each place of a sequence a rising key.

    As many keys as can be stay what they are; what is new or moved gets keys in the gap it falls
    into. Where a gap is too small, its neighbours are moved apart as well.

    Args:
        keys: The keys that chapters have, in the order that they are to have; None for new ones.
    """
    staying = longest_rising(keys)
    settled: list[int | None] = [k if at in staying else None for at, k in enumerate(keys)]
    at = 0
    while at < len(settled):
        at = at + 1 if settled[at] is not None else _settle(settled, at)
    return [_whole(key) for key in settled]


def longest_rising(keys: Sequence[int | None]) -> set[int]:
    """Places of the longest rising selection of keys: these chapters need not move."""
    ends: list[int] = []  # for each length, the key that the lowest selection ends with
    places: list[int] = []
    before: dict[int, int | None] = {}
    for at, key in enumerate(keys):
        if key is None:
            continue
        length = bisect_left(ends, key)
        ends[length : length + 1] = [key]
        before[at] = places[length - 1] if length else None
        places[length : length + 1] = [at]
    chosen: set[int] = set()
    place = places[-1] if places else None
    while place is not None:
        chosen.add(place)
        place = before[place]
    return chosen


def _settle(settled: list[int | None], at: int) -> int:
    """Fill the run of missing keys that begins at a place; returns the place behind it."""
    start = end = at
    while end < len(settled) and settled[end] is None:
        end += 1
    step = _room(settled, start, end)
    step = step if end == len(settled) else min(_STEP, step)
    if step < 1:
        start, end = _with_neighbours(settled, start, end)
        step = _room(settled, start, end)
    left = _left(settled, start)
    settled[start:end] = [left + step * (nth + 1) for nth in range(end - start)]
    return end


def _with_neighbours(settled: Sequence[int | None], start: int, end: int) -> tuple[int, int]:
    """The least wider stretch, doubled and doubled again, whose keys can be roomy."""
    while _room(settled, start, end) < _ROOMY:
        width = end - start
        start, end = max(0, start - width), min(len(settled), end + width)
        while end < len(settled) and settled[end] is None:
            end += 1
    return start, end


def _room(settled: Sequence[int | None], start: int, end: int) -> int:
    """Distance that the keys of a stretch can have between its neighbours."""
    if end == len(settled):
        return GAP
    return (_whole(settled[end]) - _left(settled, start) - 1) // (end - start)


def _left(settled: Sequence[int | None], start: int) -> int:
    return _whole(settled[start - 1]) if start else 0


def _whole(key: int | None) -> int:
    assert key is not None, "what stands before and behind a run is settled"
    return key
