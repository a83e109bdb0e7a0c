"""Signals: what speaks for a candidate, as named numbers that a profile weighs and adds up.

Each is absolute: it says the same of a candidate whatever else was found. None is stretched to the
best of its query, since the best of a question about nothing would then look like an answer. Where
an encoder hardly tells passages apart, its cosines lie close together and the words decide.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from lorepack.records import Candidate

_NEIGHBOURS = {-2: 0.5, -1: 1.0, 1: 1.0, 2: 0.5}
"""What a neighbour's evidence counts, by its distance in snippets."""

_BESIDE = 3
"""Other candidates of the same chapter that speak for one."""


@dataclass(frozen=True, kw_only=True)
class Pool:
    """All candidates of one query, and what the query says of them."""

    candidates: Sequence[Candidate]
    terms: int = 1
    """Distinct terms of the query, 1 at the least."""
    spread: float = 1.0
    """Of the encoder's cosines where nothing has to do with anything: they are measured in it."""
    scoped: Mapping[str, Collection[str]] = field(default_factory=dict[str, Collection[str]])
    """Ids of the candidates that lie where the query points, by `chapter`, `time`, `speaker`."""

    @cached_property
    def floor(self) -> float:
        """Least of `dense`, 0 without any: what is not known to be nearer."""
        cosines = [c.dense for c in self.candidates if c.dense is not None]
        return min(cosines, default=0.0) / self.spread

    @cached_property
    def dense(self) -> list[float]:
        """Cosine of each, in spreads; the floor for what no cosine is known of."""
        return [self.floor if c.dense is None else c.dense / self.spread for c in self.candidates]

    @cached_property
    def lexical(self) -> list[float]:
        """BM25 of each, for each term asked: long queries weigh no more than short ones."""
        return [(c.lexical or 0.0) / self.terms for c in self.candidates]

    @cached_property
    def rise(self) -> list[float]:
        """How far each lies above the floor, in spreads."""
        return [value - self.floor for value in self.dense]

    @cached_property
    def neighbours(self) -> list[list[tuple[int, float]]]:
        """For each, the candidates next to it in its chapter, with what they count."""
        at = {(c.order_key, c.nth): n for n, c in enumerate(self.candidates)}
        return [
            [
                (at[place], weight)
                for step, weight in _NEIGHBOURS.items()
                if (place := (c.order_key, c.nth + step)) in at
            ]
            for c in self.candidates
        ]

    @cached_property
    def chapters(self) -> dict[int, list[int]]:
        """The candidates of each chapter, by its order key."""
        found: dict[int, list[int]] = defaultdict(list)
        for n, candidate in enumerate(self.candidates):
            found[candidate.order_key].append(n)
        return found


Signal = Callable[[Pool], Sequence[float]]
"""One value for each candidate of a pool, in its order."""


def dense(pool: Pool) -> Sequence[float]:
    """Cosine of query and snippet, in spreads of the encoder."""
    return pool.dense


def lexical(pool: Pool) -> Sequence[float]:
    """BM25 for each term of the query, 0 or more."""
    return pool.lexical


def near_dense(pool: Pool) -> Sequence[float]:
    """How far the cosines of the neighbours rise above the floor, nearer ones counting more."""
    return _of_neighbours(pool, pool.rise)


def near_lexical(pool: Pool) -> Sequence[float]:
    """BM25 of the neighbours for each term, nearer ones counting more."""
    return _of_neighbours(pool, pool.lexical)


def beside_dense(pool: Pool) -> Sequence[float]:
    """Mean rise of the three best others of the chapter."""
    return _of_chapter(pool, pool.rise)


def beside_lexical(pool: Pool) -> Sequence[float]:
    """Mean BM25 for each term of the three best others of the chapter."""
    return _of_chapter(pool, pool.lexical)


def in_chapter(pool: Pool) -> Sequence[float]:
    """1 where the query names the chapter."""
    return _scoped(pool, "chapter")


def in_time(pool: Pool) -> Sequence[float]:
    """1 where the query names a time and the message is of it."""
    return _scoped(pool, "time")


def by_speaker(pool: Pool) -> Sequence[float]:
    """1 where the query asks what somebody said, and the words are theirs."""
    return _scoped(pool, "speaker")


def told(pool: Pool) -> Sequence[float]:
    """1 where a person said it: what an assistant says can be said again."""
    return [float(is_told(c)) for c in pool.candidates]


def is_told(candidate: Candidate) -> bool:
    """Whether a message is a person's, and not an assistant's."""
    return bool(candidate.speakers) and _MACHINES.isdisjoint(candidate.speakers)


_MACHINES = frozenset({"assistant", "ai", "system", "tool", "助手", "助理"})
"""Folded names of speakers who only answer."""

SIGNALS: dict[str, Signal] = {
    "dense": dense,
    "lexical": lexical,
    "near_dense": near_dense,
    "near_lexical": near_lexical,
    "beside_dense": beside_dense,
    "beside_lexical": beside_lexical,
    "in_chapter": in_chapter,
    "in_time": in_time,
    "by_speaker": by_speaker,
    "told": told,
}
"""Every signal that a fusion may weigh, by its name in a profile."""


def _of_neighbours(pool: Pool, values: Sequence[float]) -> list[float]:
    return [sum(weight * values[n] for n, weight in near) for near in pool.neighbours]


def _of_chapter(pool: Pool, values: Sequence[float]) -> list[float]:
    found = [0.0] * len(values)
    for members in pool.chapters.values():
        best = sorted((values[n] for n in members), reverse=True)[: _BESIDE + 1]
        for n in members:
            others = sum(best) - values[n] if values[n] >= best[-1] else sum(best[:_BESIDE])
            found[n] = max(others, 0.0) / _BESIDE if len(members) > 1 else 0.0
    return found


def _scoped(pool: Pool, scope: str) -> list[float]:
    ids = pool.scoped.get(scope, ())
    return [float(c.id in ids) for c in pool.candidates]
