"""From pools to places: relevance as a probability, the blend, the gate, near-duplicates."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace

from lorepack.records import Candidate, Score
from ranking.fusion import fuse
from ranking.importance import NOTHING_SAID, Esteem, importances
from ranking.profile import Profile, Weights
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


def dealt(
    scores: dict[str, Score], liked: Mapping[str, float], profile: Profile
) -> dict[str, Score]:
    """Deal the relevances of some candidates out anew, the highest to the one liked best.

    A cross-encoder's values are no probabilities that compare with others, but its order is good:
    so the probabilities stay, and change hands.

    Args:
        scores: By candidate id.
        liked: What a model thinks of some of them; equals keep the order that they had.
        profile: Weights and gate.
    """
    before = [id for id in order(scores) if id in liked]
    after = sorted(before, key=lambda id: -liked[id])
    values = sorted((scores[id].relevance for id in before), reverse=True)
    return scores | {
        id: _with_relevance(scores[id], value, profile)
        for id, value in zip(after, values, strict=True)
    }


def _with_relevance(score: Score, relevance: float, profile: Profile) -> Score:
    """The same candidate at another relevance, by which the other two parts count anew."""
    before = _counted(score.relevance, profile)
    factor = _counted(relevance, profile) / before if before else 0.0
    importance, recency = factor * score.importance, factor * score.recency
    total = _total(relevance, importance, recency, profile.weights)
    return replace(score, relevance=relevance, importance=importance, recency=recency, total=total)


def _counted(relevance: float, profile: Profile) -> float:
    """The share of importance and recency that counts at a relevance."""
    return min(relevance / profile.gate, 1.0)


def _total(relevance: float, importance: float, recency: float, weights: Weights) -> float:
    return (
        weights.relevance * relevance + weights.importance * importance + weights.recency * recency
    )


def _score(
    candidate: Candidate,
    relevance: float,
    importance: float,
    recency: float,
    behind: float,
    profile: Profile,
) -> Score:
    counted = _counted(relevance, profile)
    importance, recency = counted * importance, counted * recency
    return Score(
        relevance=relevance,
        importance=importance,
        recency=recency,
        total=_total(relevance, importance, recency, profile.weights),
        dense=candidate.dense,
        lexical=candidate.lexical,
        behind=behind,
    )


def order(scores: dict[str, Score]) -> list[str]:
    """Ids from best to worst; equal scores by id, so that ties never change places."""
    return sorted(scores, key=lambda id: (-scores[id].total, id))


def relevant(scores: Mapping[str, Score], profile: Profile) -> set[str]:
    """Ids over the floor, if the best is good enough for the question to be answered at all."""
    best = max((score.relevance for score in scores.values()), default=0.0)
    if best < profile.threshold:
        return set()
    return {id for id, score in scores.items() if score.relevance >= profile.floor}


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
