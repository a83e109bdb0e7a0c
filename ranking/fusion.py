"""Fusion: the evidence for a candidate, a weighted sum of its signals.

A sum of absolute signals over the union of both pools. Reciprocal ranks and values stretched to the
best and worst of each query, which are the usual ways (Cormack et al. 2009; Bruch, Gai & Ingber
2023), forget how good the best is, and rank no better here: see docs/adr/0014.
"""

from collections.abc import Mapping
from types import MappingProxyType

from ranking.signals import SIGNALS, Pool

WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "dense": 1.0,
        "lexical": 4.0,
        "near_dense": 0.05,
        "near_lexical": 0.4,
        "beside_dense": 0.1,
        "beside_lexical": 0.6,
        "in_chapter": 3.0,
        "in_time": 4.0,
        "by_speaker": 0.5,
        "told": 1.5,
    }
)
"""By the names of `SIGNALS`, tuned on questions about novels, chats and records."""


def fuse(pool: Pool, weights: Mapping[str, float] = WEIGHTS) -> list[float]:
    """Evidence for each candidate of a pool, in its order; any number, the higher the better.

    Without any vectors there is no dense evidence, and the words alone decide.

    Args:
        pool: The candidates of one query.
        weights: By the names of `SIGNALS`; a signal that is not named weighs nothing.
    """
    parts = [[weight * value for value in SIGNALS[name](pool)] for name, weight in weights.items()]
    return [sum(values) for values in zip(*parts, strict=True)] or [0.0] * len(pool.candidates)
