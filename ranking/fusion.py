"""Fusion: one ranking out of the dense and the lexical pool."""

from collections.abc import Sequence

from lorepack.records import Candidate

DENSE_WEIGHT = 0.5
"""Share of the dense pool; the lexical pool has the rest (see docs/adr/0005)."""


def fuse(candidates: Sequence[Candidate], dense_weight: float = DENSE_WEIGHT) -> dict[str, float]:
    """Combine both pools convexly, each brought to [0, 1] over the candidates at hand.

    Cosines are spread by min-max, since an encoder's cosines may all lie close together; BM25 is
    divided by its largest value, since its zero means something. What a pool missed counts as
    that pool's worst. (Bruch, Gai & Ingber 2023: convex combination against rank fusion.)

    Returns:
        A value in [0, 1] by candidate id.
    """
    cosines = [c.dense for c in candidates if c.dense is not None]
    low, high = (min(cosines), max(cosines)) if cosines else (0.0, 0.0)
    top = max((c.lexical for c in candidates if c.lexical is not None), default=0.0)
    lexical_weight = 1 - dense_weight if cosines else 1.0
    return {
        c.id: (1 - lexical_weight) * _spread(c.dense, low, high)
        + lexical_weight * _share(c.lexical, top)
        for c in candidates
    }


def _spread(value: float | None, low: float, high: float) -> float:
    if value is None:
        return 0.0
    return (value - low) / (high - low) if high > low else 1.0


def _share(value: float | None, top: float) -> float:
    return value / top if value is not None and top > 0 else 0.0
