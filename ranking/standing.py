"""Standing: where a candidate stands within its query, as named numbers that a calibration weighs.

The evidence for a candidate says how it compares with others of the same query. Whether the best of
them is any good shows in how far it stands out from the many that are merely alike, and in how many
of the asked words it holds.
"""

from collections.abc import Callable, Mapping, Sequence
from math import log
from statistics import median
from types import MappingProxyType

from ranking.signals import Pool

Standing = Callable[[Pool, Sequence[float]], Sequence[float]]
"""One value for each candidate, in order, out of the pool and the evidence for each."""


def behind(pool: Pool, evidence: Sequence[float]) -> Sequence[float]:
    """How far the evidence falls short of the best of the query: 0 for the best, else below."""
    best = max(evidence, default=0.0)
    return [value - best for value in evidence]


def standout(pool: Pool, evidence: Sequence[float]) -> Sequence[float]:
    """How far the query's highest cosine lies above its floor, in spreads of the encoder."""
    return _for_all(pool, max(pool.rise, default=0.0))


def wording(pool: Pool, evidence: Sequence[float]) -> Sequence[float]:
    """The query's highest BM25 for each term."""
    return _for_all(pool, max(pool.lexical, default=0.0))


def length(pool: Pool, evidence: Sequence[float]) -> Sequence[float]:
    """Natural logarithm of the number of terms asked."""
    return _for_all(pool, log(pool.terms))


def phrasing(pool: Pool, evidence: Sequence[float]) -> Sequence[float]:
    """The same, times the length: that many words agree by chance is the less likely."""
    return _for_all(pool, max(pool.lexical, default=0.0) * log(pool.terms))


def margin(pool: Pool, evidence: Sequence[float]) -> Sequence[float]:
    """How far the best lies before the tenth, or the last of fewer."""
    ranked = sorted(evidence, reverse=True)[:_TENTH]
    return _for_all(pool, ranked[0] - ranked[-1] if ranked else 0.0)


def height(pool: Pool, evidence: Sequence[float]) -> Sequence[float]:
    """How far the best lies before the middle one."""
    return _for_all(pool, max(evidence) - median(evidence) if evidence else 0.0)


def size(pool: Pool, evidence: Sequence[float]) -> Sequence[float]:
    """Natural logarithm of the number of candidates: a small book has no more than it holds."""
    return _for_all(pool, log(max(len(pool.candidates), 1)))


STANDINGS: dict[str, Standing] = {
    "behind": behind,
    "standout": standout,
    "wording": wording,
    "length": length,
    "phrasing": phrasing,
    "margin": margin,
    "height": height,
    "size": size,
}
"""Everything that a calibration may weigh, by its name in a profile."""

INTERCEPT = -2.8418
CALIBRATED: Mapping[str, float] = MappingProxyType(
    {
        "behind": 0.5853,
        "standout": 0.0647,
        "wording": -0.9412,
        "length": 0.1821,
        "phrasing": 0.3327,
        "margin": 0.4392,
        "height": 0.0088,
        "size": -0.1905,
    }
)
"""The calibration that is used by default, as `python -m benchmarks.calibration` fits it."""

_TENTH = 10


def _for_all(pool: Pool, value: float) -> list[float]:
    return [value] * len(pool.candidates)
