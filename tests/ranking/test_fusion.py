"""Fusion: a value in [0, 1] that depends on the candidates, never on their order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorepack.records import Candidate
from ranking.fusion import fuse

maybe_cosine = st.none() | st.floats(-1, 1)
maybe_bm25 = st.none() | st.floats(0, 40)
pools = st.lists(st.tuples(maybe_cosine, maybe_bm25), max_size=12).map(
    lambda pairs: [
        Candidate(id=str(n), order_key=n, importance=0.5, dense=dense, lexical=lexical)
        for n, (dense, lexical) in enumerate(pairs)
    ]
)


def candidate(id: str, dense: float | None, lexical: float | None) -> Candidate:
    return Candidate(id=id, order_key=0, importance=0.5, dense=dense, lexical=lexical)


@given(pools, st.floats(0, 1))
def test_values_lie_between_nothing_and_everything(pool: list[Candidate], weight: float) -> None:
    fused = fuse(pool, weight)
    assert fused.keys() == {c.id for c in pool}
    assert all(0 <= value <= 1 + 1e-9 for value in fused.values())


@given(pools)
def test_the_order_of_the_pool_does_not_matter(pool: list[Candidate]) -> None:
    assert fuse(pool) == fuse(pool[::-1])


def test_the_best_of_both_pools_is_the_best() -> None:
    pool = [candidate("a", 0.9, 7.0), candidate("b", 0.8, 3.0), candidate("c", 0.85, None)]
    fused = fuse(pool, 0.7)
    assert fused["a"] == pytest.approx(1)
    assert fused["b"] == pytest.approx(0.3 * 3 / 7)
    assert fused["c"] == pytest.approx(0.7 * 0.5)


def test_without_vectors_the_words_alone_decide() -> None:
    fused = fuse([candidate("a", None, 8.0), candidate("b", None, 2.0)])
    assert fused == {"a": 1.0, "b": 0.25}
