"""From pools to places: relevance as a probability, the blend, the gate, near-duplicates."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from math import exp

from lorepack.records import Candidate, Score
from ranking.fusion import DENSE_WEIGHT, fuse


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """A logistic map from fused value to relevance (Platt 1999): monotone, not yet fitted.

    A fused value is relative to the best of its own query, so this map cannot tell a question
    about nothing from a good one; a fit on labelled questions can take further signals in.
    """

    intercept: float = -3.0
    fused: float = 6.0

    def __call__(self, fused: float) -> float:
        """Relevance in [0, 1] of a candidate with this fused value."""
        return 1 / (1 + exp(-(self.intercept + self.fused * fused)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Everything about ranking that may be tuned."""

    relevance: float = 0.6
    importance: float = 0.3
    recency: float = 0.1
    half_life: float = 30.0
    """Chapters after which recency has halved."""
    threshold: float = 0.35
    """Relevance below which a candidate is no answer."""
    dense_weight: float = DENSE_WEIGHT
    calibration: Calibration = field(default_factory=Calibration)


def recency(distance: float, half_life: float) -> float:
    """1 at distance 0, halved with every half-life: `2 ** (-distance / half_life)`."""
    return 2.0 ** (-max(distance, 0.0) / half_life)


def score(
    candidates: Sequence[Candidate],
    distance: Callable[[int], float],
    profile: Profile,
    *,
    literal: Collection[str] = frozenset(),
) -> dict[str, Score]:
    """Score candidates of one query.

    Args:
        candidates: The union of both pools and the verified literal hits.
        distance: Chapters from an order key to the reader's place.
        profile: Weights, half-life and calibration.
        literal: Ids that hold the whole query to the letter: their relevance is certain.

    Returns:
        Every signal and their weighted sum, by candidate id.
    """
    fused = fuse(candidates, profile.dense_weight)
    scores: dict[str, Score] = {}
    for candidate in candidates:
        value = fused[candidate.id]
        relevance = 1.0 if candidate.id in literal else profile.calibration(value)
        near = recency(distance(candidate.order_key), profile.half_life)
        scores[candidate.id] = Score(
            relevance=relevance,
            importance=candidate.importance,
            recency=near,
            total=profile.relevance * relevance
            + profile.importance * candidate.importance
            + profile.recency * near,
            dense=candidate.dense,
            lexical=candidate.lexical,
            fused=value,
        )
    return scores


def order(scores: dict[str, Score]) -> list[str]:
    """Ids from best to worst; equal scores by id, so that ties never change places."""
    return sorted(scores, key=lambda id: (-scores[id].total, id))


NEAR_DUPLICATE = 0.9
"""Jaccard similarity of two texts' terms from which one of them adds nothing."""


def without_duplicates(ranked: Iterable[tuple[str, frozenset[str]]], limit: int) -> list[str]:
    """Drop what nearly repeats something ranked better.

    Args:
        ranked: Ids from best to worst, each with its set of terms; read no further than needed.
        limit: How many ids are wanted at the most.

    Returns:
        The ids kept, in the same order.
    """
    kept: list[tuple[str, frozenset[str]]] = []
    for id, own in ranked:
        if all(_jaccard(own, other) < NEAR_DUPLICATE for _, other in kept):
            kept.append((id, own))
        if len(kept) == limit:
            break
    return [id for id, _ in kept]


def _jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / (len(one | other) or 1)
