"""Fusion: the sum of weighed signals."""

import pytest
from hypothesis import given

from ranking.fusion import WEIGHTS, fuse
from ranking.signals import Pool
from tests.ranking.pools import candidate, pools


@given(pools)
def test_evidence_is_the_weighted_sum_of_the_signals(pool: Pool) -> None:
    only = fuse(pool, {"dense": 50.0, "lexical": 4.0})
    assert only == pytest.approx(
        [50 * d + 4 * w for d, w in zip(pool.dense, pool.lexical, strict=True)]
    )
    assert len(fuse(pool)) == len(pool.candidates)


def test_nothing_weighs_nothing() -> None:
    assert fuse(Pool(candidates=[candidate("a", 0.9, 3.0)]), {}) == [0.0]


def test_a_better_candidate_has_more_evidence_whatever_else_was_found() -> None:
    good, poor = candidate("a", 0.85, 9.0), candidate("b", 0.8, 2.0, chapter=1)
    alone = fuse(Pool(candidates=[good], terms=3))[0]
    beside = fuse(Pool(candidates=[good, poor], terms=3))
    assert beside[0] > beside[1]
    assert beside[0] == pytest.approx(alone)


def test_without_vectors_the_words_alone_decide() -> None:
    pool = Pool(candidates=[candidate("a", None, 8.0), candidate("b", None, 2.0, chapter=1)])
    assert fuse(pool) == [8 * WEIGHTS["lexical"], 2 * WEIGHTS["lexical"]]
