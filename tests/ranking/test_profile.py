"""A profile: its defaults, what it refuses, and the logistic map inside it."""

import re
from collections.abc import Callable
from math import exp

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorepack.errors import InvalidInputError
from ranking.fusion import fuse
from ranking.profile import Calibration, Fusion, Profile, Weights
from ranking.signals import Pool
from ranking.standing import STANDINGS
from tests.ranking.pools import candidate, pools

standings = st.dictionaries(st.sampled_from(list(STANDINGS)), st.floats(-1e6, 1e6))


@given(pools, st.floats(-1e6, 1e6), standings)
def test_relevance_is_a_probability_whatever_the_weights(
    pool: Pool, intercept: float, weights: dict[str, float]
) -> None:
    found = Calibration(intercept=intercept, weights=weights)(pool, fuse(pool))
    assert len(found) == len(pool.candidates)
    assert all(0 <= relevance <= 1 for relevance in found)


def test_the_map_is_the_logistic_one() -> None:
    pool = Pool(candidates=[candidate("a", 0.9), candidate("b", 0.7)])
    calibration = Calibration(intercept=-1, weights={"behind": 0.5, "standout": 10})
    expected = [1 / (1 + exp(1 - 0.5 * behind - 10 * 0.2)) for behind in (0.0, -4.0)]
    assert calibration(pool, [9.0, 5.0]) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Weights(recency=0.2), "weights: they sum to 1.1; change them"),
        (lambda: Weights(relevance=1.2, importance=-0.3), "weights.relevance: 1.2 is out of range"),
        (lambda: Fusion(weights={"dense": float("nan")}), "fusion.weights.dense: nan is out"),
        (lambda: Calibration(weights={"cosine": 1.0}), "calibration.weights.cosine: there is no"),
        (lambda: Calibration(weights={"behind": float("inf")}), "calibration.weights.behind: inf"),
        (lambda: Profile(threshold=35), "threshold: 35 is out of range; give a number from 0 to 1"),
        (lambda: Profile(half_life_days=0), "half_life_days: 0 is out of range"),
        (lambda: Profile(recall_k=0), "recall_k: 0 is out of range"),
        (lambda: Profile(name="two\nlines"), "name: 'two\\nlines'"),
        (lambda: Profile(importance={"a b": 1}), "importance.a b: there is no such name"),
    ],
)  # fmt: skip
def test_what_a_profile_may_not_hold_is_named(make: Callable[[], object], words: str) -> None:
    with pytest.raises(InvalidInputError, match=re.escape(words)):
        make()


def test_the_numbers_of_a_profile_cannot_be_changed() -> None:
    given_weights = {"behind": 6.0}
    calibration = Calibration(weights=given_weights)
    given_weights["behind"] = 0.0
    assert calibration.weights["behind"] == 6
    with pytest.raises(TypeError):
        calibration.weights["behind"] = 0  # pyright: ignore[reportIndexIssue]
