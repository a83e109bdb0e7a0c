"""Choosing among overlapping finds: the longest span wins."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from lorepack.records import FactKind

Pattern = tuple[FactKind | None, re.Pattern[str]]
"""What a regular expression finds; None for idioms, which only keep others away."""


class Candidate(NamedTuple):
    """A span that may become a fact."""

    start: int
    end: int
    kind: FactKind | None
    rank: int
    """Place of its pattern in its grammar; the smaller wins among equal spans."""


def find(patterns: Sequence[Pattern], text: str) -> Iterator[Candidate]:
    """Every match of every pattern, overlapping between patterns."""
    return find_within(patterns, text, [(0, len(text))])


def find_within(
    patterns: Sequence[Pattern], text: str, stretches: Sequence[tuple[int, int]]
) -> Iterator[Candidate]:
    """Every match inside the stretches, which do not overlap."""
    for rank, (kind, pattern) in enumerate(patterns):
        for start, end in stretches:
            for match in pattern.finditer(text, start, end):
                yield Candidate(*match.span(), kind, rank)


def find_at(patterns: Sequence[Pattern], text: str, offsets: Sequence[int]) -> Iterator[Candidate]:
    """Every match that begins at one of the offsets."""
    for rank, (kind, pattern) in enumerate(patterns):
        for offset in offsets:
            match = pattern.match(text, offset)
            if match:
                yield Candidate(*match.span(), kind, rank)


def lines_with(sign: re.Pattern[str], text: str) -> Iterator[tuple[int, int]]:
    """Spans of the lines that hold the sign."""
    end = -1
    for match in sign.finditer(text):
        if match.start() > end:
            start, end = text.rfind("\n", 0, match.start()) + 1, text.find("\n", match.end())
            end = end if end >= 0 else len(text)
            yield start, end


def longest(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Drop every candidate that overlaps a longer one; sorted by start.

    Idioms compete like facts, so 万一 loses to 三万一千, and are left out of the result.
    """
    kept: list[Candidate] = []
    for cluster in _clusters(sorted(candidates, key=_place)):
        kept.extend(c for c in _longest_of(cluster) if c.kind is not None)
    return kept


def _clusters(ordered: list[Candidate]) -> Iterator[list[Candidate]]:
    """Split candidates sorted by start into groups that do not touch one another."""
    cluster: list[Candidate] = []
    end = 0
    for candidate in ordered:
        if candidate.start >= end and cluster:
            yield cluster
            cluster = []
        cluster.append(candidate)
        end = max(end, candidate.end)
    if cluster:
        yield cluster


def _longest_of(cluster: list[Candidate]) -> list[Candidate]:
    if len(cluster) == 1:
        return cluster
    kept: list[Candidate] = []
    for candidate in sorted(cluster, key=_precedence):
        place = bisect_left(kept, candidate.start, key=_start)
        before, after = kept[max(0, place - 1) : place], kept[place : place + 1]
        if all(k.end <= candidate.start for k in before) and all(
            candidate.end <= k.start for k in after
        ):
            kept.insert(place, candidate)
    return kept


def _start(candidate: Candidate) -> int:
    return candidate.start


def _place(candidate: Candidate) -> tuple[int, int]:
    return candidate.start, candidate.end


def _precedence(candidate: Candidate) -> tuple[int, bool, int, int]:
    length = candidate.end - candidate.start
    return -length, candidate.kind is not None, candidate.rank, candidate.start
