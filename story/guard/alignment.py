"""Which clauses of the source an output's clauses tell."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log

import numpy as np
from numpy.typing import NDArray

from story.guard.reading import Clause, Reading

_SLACK = 3
"""Clauses of the source that may be left out inside what a sentence tells."""
_TOGETHER = 0.7
"""Share of their words that clauses of one sentence must find side by side to be one stretch."""
_TELLS = 0.5
"""Share of its words that a stretch must find in the source to be held against it."""
_EQUAL = 0.02
_MOST_PLACES = 6

_LAST_LATIN = "\u2e7f"
_FATES = frozenset({"dead", "killed"})

Found = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """Clauses of one sentence of the output, and where the source may tell the same."""

    clauses: tuple[Clause, ...]
    places: tuple[tuple[Clause, ...], ...]
    """Alternatives, equally close; empty if nothing in the source is close."""


class Ground:
    """The clauses of a source, ready to be found."""

    def __init__(self, source: Reading) -> None:
        self._source = source
        self._holders: dict[str, list[int]] = defaultdict(list)
        for place, clause in enumerate(source.clauses):
            for term in _terms(clause):
                self._holders[term].append(place)
        count = len(source.clauses)
        self._rarities = [log(1 + count / max(1, holders)) for holders in range(count + 1)]

    def rarity(self, term: str) -> float:
        """How much a term tells: the natural logarithm of clauses by clauses that hold it."""
        return self._rarities[len(self._holders.get(term, ()))]

    def stretches(self, clauses: Sequence[Clause]) -> list[Stretch]:
        """Part the clauses of a sentence into stretches that the source tells in one place."""
        if not (clauses and self._source.clauses):
            return []
        weights = [self._weight(_terms(clause)) for clause in clauses]
        scores = [self._scores(clause) for clause in clauses]
        bounds = [0]
        for end in range(1, len(clauses)):
            if not self._belongs(scores[bounds[-1] : end + 1], weights[bounds[-1] : end + 1]):
                bounds.append(end)
        return [
            Stretch(
                clauses=tuple(clauses[start:end]),
                places=tuple(self._places(scores[start:end], sum(weights[start:end]))),
            )
            for start, end in pairwise([*bounds, len(clauses)])
        ]

    def told(self, clauses: Sequence[Clause], place: Sequence[Clause]) -> list[Clause]:
        """The clauses of a place that hold half of the words of one of the clauses."""
        wanted = [_terms(clause) for clause in clauses]
        return [other for other in place if any(self._tells(other, terms) for terms in wanted)]

    def _tells(self, other: Clause, terms: set[str]) -> bool:
        shared = sum(map(self.rarity, terms & _terms(other)))
        return shared > 0 and shared >= _TELLS * self._weight(terms)

    def _weight(self, terms: set[str]) -> float:
        # A word of life or death helps to find a place, and is not missed where it was changed.
        return sum(map(self.rarity, terms - _FATES))

    def _scores(self, clause: Clause) -> Found:
        """How much of a clause's words each clause of the source holds."""
        found = np.zeros(len(self._source.clauses))
        for term in _terms(clause):
            holders = self._holders.get(term)
            if holders:
                found[holders] += self.rarity(term)
        return found

    def _belongs(self, scores: Sequence[Found], weights: Sequence[float]) -> bool:
        """Whether the last clause is told near the ones before it."""
        return float(_together(scores).max()) >= _TOGETHER * sum(weights)

    def _places(self, scores: Sequence[Found], weight: float) -> Iterable[tuple[Clause, ...]]:
        together = _together(scores)
        best = float(together.max())
        if weight <= 0 or best < _TELLS * weight:
            return
        clauses, length = self._source.clauses, len(scores) + _SLACK
        close = np.flatnonzero(together >= best - _EQUAL * weight).tolist()
        for first, last in _runs(close)[:_MOST_PLACES]:
            # What all the windows of a run share holds the words; a run of repeats shares nothing.
            start, end = (last, first + length) if first + length > last else (first, last + length)
            yield clauses[max(0, start - 1) : end + 1]


def _together(scores: Sequence[Found]) -> Found:
    """For each clause of the source, what it and those after it hold of all the scored ones."""
    length = len(scores) + _SLACK
    total = np.zeros_like(scores[0])
    for found in scores:
        best = found.copy()
        for shift in range(1, min(length, len(found))):
            np.maximum(best[:-shift], found[shift:], out=best[:-shift])
        total += best
    return total


def _runs(places: Sequence[int]) -> list[tuple[int, int]]:
    """Neighbouring places as one: the first and the last of each run."""
    runs: list[tuple[int, int]] = []
    for place in places:
        if runs and place == runs[-1][1] + 1:
            runs[-1] = runs[-1][0], place
        else:
            runs.append((place, place))
    return runs


def _terms(clause: Clause) -> set[str]:
    """The plain words of a clause and, for Chinese, their pairs; what may be changed is no term."""
    words = [t for t in clause.tokens if t.content and (not t.fate or t.key in _FATES)]
    keys = {word.key for word in words}
    for one, other in pairwise(words):
        if one.end == other.start and one.key > _LAST_LATIN and other.key > _LAST_LATIN:
            keys.add(one.key + other.key)
    return keys
