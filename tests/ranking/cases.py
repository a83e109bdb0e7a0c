"""Small labelled queries."""

from collections.abc import Sequence

from lorepack.records import Candidate
from ranking.importance import NOTHING_SAID
from ranking.profile import Calibration, Fusion, Profile
from ranking.signals import Pool
from ranking.tuning import Case

OPEN = Profile(
    fusion=Fusion(weights={"dense": 10}),
    calibration=Calibration(intercept=2, weights={"behind": 1}),
    threshold=0,
    floor=0,
)
"""Shows everything; the best has a relevance of 0.88, and one 0.4 less alike of 0.12."""


def case(
    dense: Sequence[float],
    right: str = "a",
    *,
    name: str = "1",
    answerable: bool = True,
    distances: Sequence[float] = (),
) -> Case:
    """Candidates a, b, c … of these cosines."""
    candidates = tuple(
        Candidate(id=chr(ord("a") + n), order_key=n, importance=0.5, dense=cosine)
        for n, cosine in enumerate(dense)
    )
    far = distances or [0.0] * len(dense)
    return Case(
        query="q",
        name=name,
        set="book",
        answerable=answerable,
        pool=Pool(candidates=candidates),
        esteem=NOTHING_SAID,
        distances={c.id: d for c, d in zip(candidates, far, strict=True)},
        whole=frozenset(),
        literal=frozenset(),
        right=frozenset(right),
    )
