"""Which clauses of the source an output's clauses tell."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from story.guard.reading import Clause, Reading, Token

_SLACK = 3
"""Clauses of the source that may be left out inside what a sentence tells."""
_TOGETHER = 0.7
"""Share of their words that clauses of one sentence must find side by side to be one stretch."""
_TELLS = 0.5
"""Share of its words that a stretch must find in the source to be held against it."""
_AS_WELL = 0.8
"""Share of what a clause finds anywhere that it must find beside the others of its stretch."""
_EQUAL = 0.02
"""Share of a stretch's weight by which places may differ and be equally close."""
_MOST_PLACES = 12

_LAST_LATIN = "\u2e7f"
_FATES = frozenset({"dead", "killed"})
"""Keys of words that help to find a place and are not missed where they were changed."""

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

    def weight(self, tokens: Iterable[Token]) -> float:
        """How much words in a row tell."""
        return sum(self.rarity(token.key) for token in tokens if token.is_term)

    def stretches(self, clauses: Sequence[Clause]) -> list[Stretch]:
        """Part the clauses of a sentence into stretches that the source tells in one place."""
        if not self._source.clauses:
            return []
        parts: list[list[_Scored]] = []
        for scored in map(self._scored, clauses):
            if parts and _belongs([*parts[-1], scored]):
                parts[-1].append(scored)
            else:
                parts.append([scored])
        return [self._stretch(part) for part in _attached(parts)]

    def _stretch(self, part: "_Part") -> Stretch:
        members = [*part.before, *part.told, *part.after]
        return Stretch(
            clauses=tuple(scored.clause for scored in members),
            places=tuple(self._places(part)) if _is_told(part.told) else (),
        )

    def told(self, clauses: Sequence[Clause], place: Sequence[Clause]) -> list[Clause]:
        """The clauses of a place that hold half of the words of one of the clauses."""
        wanted = [_terms(clause) for clause in clauses]
        return [other for other in place if any(self._tells(other, terms) for terms in wanted)]

    def _tells(self, other: Clause, terms: set[str]) -> bool:
        shared = sum(map(self.rarity, terms & _terms(other)))
        return shared > 0 and shared >= _TELLS * self._weight(terms)

    def _weight(self, terms: set[str]) -> float:
        return sum(map(self.rarity, terms - _FATES))

    def _scored(self, clause: Clause) -> "_Scored":
        found, terms = np.zeros(len(self._source.clauses)), _terms(clause)
        for term in terms:
            holders = self._holders.get(term)
            if holders:
                found[holders] += self.rarity(term)
        return _Scored(clause=clause, weight=self._weight(terms), found=found)

    def _places(self, part: "_Part") -> Iterator[tuple[Clause, ...]]:
        together = _together(part.told)
        least = float(together.max()) - _EQUAL * _weight(part.told)
        clauses, length = self._source.clauses, len(part.told) + _SLACK
        for first, last in _runs(np.flatnonzero(together >= least).tolist())[:_MOST_PLACES]:
            # What all the windows of a run share holds the words; a run of repeats shares nothing.
            start, end = (last, first + length) if first + length > last else (first, last + length)
            yield clauses[max(0, start - 1 - len(part.before)) : end + 1 + len(part.after)]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scored:
    """A clause, and how much of its words each clause of the source holds."""

    clause: Clause
    weight: float
    """What a clause that holds them all would score."""
    found: Found


class _Part(NamedTuple):
    """Clauses that a place tells, and those beside them that no place tells."""

    before: list[_Scored]
    told: list[_Scored]
    after: list[_Scored]


def _belongs(members: Sequence[_Scored]) -> bool:
    """Whether one place tells them all, each about as well as any other place does."""
    together = _together(members)
    best = int(together.argmax())
    window = slice(best, best + len(members) + _SLACK)
    return bool(together[best] >= _TOGETHER * _weight(members)) and all(
        float(scored.found[window].max()) >= _AS_WELL * float(scored.found.max())
        for scored in members
    )


def _is_told(members: Sequence[_Scored]) -> bool:
    weight = _weight(members)
    return weight > 0 and float(_together(members).max()) >= _TELLS * weight


def _weight(members: Sequence[_Scored]) -> float:
    return sum(scored.weight for scored in members)


def _attached(parts: Sequence[list[_Scored]]) -> list[_Part]:
    """Give what no place tells to the part that follows, or else to the one before."""
    found: list[_Part] = []
    waiting: list[_Scored] = []
    for part in parts:
        if _is_told(part):
            found.append(_Part(waiting, part, []))
            waiting = []
        else:
            waiting = [*waiting, *part]
    if waiting and found:
        found[-1].after.extend(waiting)
    return found


def _together(members: Sequence[_Scored]) -> Found:
    """For each clause of the source, what it and those after it hold of all the members."""
    length = len(members) + _SLACK
    total = np.zeros_like(members[0].found)
    for scored in members:
        best = scored.found.copy()
        for shift in range(1, min(length, len(best))):
            np.maximum(best[:-shift], scored.found[shift:], out=best[:-shift])
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
    words = [t for t in clause.tokens if t.is_term]
    keys = {word.key for word in words}
    for one, other in pairwise(words):
        if one.end == other.start and one.key > _LAST_LATIN and other.key > _LAST_LATIN:
            keys.add(one.key + other.key)
    return keys
