"""From pools to places: relevance as a probability, the blend, the gate, near-duplicates."""

from collections.abc import Callable, Collection, Iterable, Sequence

from lorepack.records import Candidate, Score
from ranking.fusion import fuse
from ranking.profile import Profile
from ranking.signals import Evidence, measure


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
    fused = fuse(candidates, profile.fusion.dense)
    weights, calibration = profile.weights, profile.calibration
    scores: dict[str, Score] = {}
    for candidate in candidates:
        value = fused[candidate.id]
        signals = measure(Evidence(candidate=candidate, fused=value), calibration.weights)
        relevance = 1.0 if candidate.id in literal else calibration(signals)
        near = recency(distance(candidate.order_key), profile.half_life_chapters)
        scores[candidate.id] = Score(
            relevance=relevance,
            importance=candidate.importance,
            recency=near,
            total=weights.relevance * relevance
            + weights.importance * candidate.importance
            + weights.recency * near,
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
