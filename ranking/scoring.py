"""From pools to places: relevance as a probability, the blend, the gate, near-duplicates."""

from collections.abc import Callable, Collection, Iterable

from lorepack.records import Candidate, Score
from ranking.fusion import fuse
from ranking.importance import NOTHING_SAID, Esteem, importances
from ranking.profile import Profile
from ranking.signals import Pool


def recency(half_lives: float) -> float:
    """1 at distance 0, halved with every half-life: `2 ** -half_lives`."""
    return 2.0 ** -max(half_lives, 0.0)


def score(
    pool: Pool,
    distance: Callable[[Candidate], float],
    profile: Profile,
    *,
    literal: Collection[str] = frozenset(),
    esteem: Esteem = NOTHING_SAID,
) -> dict[str, Score]:
    """Score the candidates of one query.

    Args:
        pool: The union of both pools and the verified literal hits.
        distance: Half-lives of recency from a candidate to the reader's place.
        profile: Weights, fusion and calibration.
        literal: Ids that hold the whole query to the letter: their relevance is certain.
        esteem: What the author's memories say of the candidates.

    Returns:
        Every signal and the weighted sum of the three parts, by candidate id.
    """
    evidence = fuse(pool, profile.fusion.weights)
    relevance = profile.calibration(pool, evidence)
    importance = importances(pool.candidates, esteem, profile.importance)
    best = max(evidence, default=0.0)
    parts = zip(pool.candidates, evidence, relevance, importance, strict=True)
    return {
        c.id: _score(c, 1.0 if c.id in literal else r, i, recency(distance(c)), e - best, profile)
        for c, e, r, i in parts
    }


def _score(
    candidate: Candidate,
    relevance: float,
    importance: float,
    recency: float,
    behind: float,
    profile: Profile,
) -> Score:
    weights = profile.weights
    return Score(
        relevance=relevance,
        importance=importance,
        recency=recency,
        total=weights.relevance * relevance
        + weights.importance * importance
        + weights.recency * recency,
        dense=candidate.dense,
        lexical=candidate.lexical,
        behind=behind,
    )


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
