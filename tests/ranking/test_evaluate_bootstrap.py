"""Bootstrap intervals over questions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorepack.errors import InvalidInputError
from ranking.evaluate import interval, paired_difference

values = st.lists(st.floats(0, 1), min_size=1, max_size=40)


def test_a_share_of_many_questions_has_the_interval_of_a_share() -> None:
    """Half of 400: the normal approximation is 1.96 * sqrt(0.25 / 400) = 0.049 to either side."""
    found = interval([0.0, 1.0] * 200)
    assert found.mean == 0.5
    assert found.low == pytest.approx(0.451, abs=0.006)
    assert found.high == pytest.approx(0.549, abs=0.006)


def test_the_interval_is_that_of_scipy() -> None:
    stats = pytest.importorskip("scipy.stats")
    sample = np.random.default_rng(1).beta(2, 5, 150)
    theirs = stats.bootstrap(
        (sample,), np.mean, method="percentile", n_resamples=4_000, rng=np.random.default_rng(2)
    ).confidence_interval
    ours = interval(list(sample), resamples=4_000)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=0.003)


def test_more_confidence_is_a_wider_interval() -> None:
    sample = [n / 50 for n in range(50)]
    sure, surer = interval(sample, level=0.8), interval(sample, level=0.99)
    assert surer.low < sure.low < sure.high < surer.high


def test_many_questions_are_drawn_in_rounds_that_fit_into_memory() -> None:
    found = interval([0.0, 1.0] * 10_000, resamples=500)
    assert found.low == pytest.approx(0.493, abs=0.002)


def test_a_paired_difference_is_surer_than_two_means() -> None:
    one = {f"q{n}": n % 10 / 10 + 0.05 for n in range(200)}
    other = {f"q{n}": n % 10 / 10 for n in range(200)}
    difference = paired_difference(one, other)
    assert difference.low == pytest.approx(0.05)
    assert difference.high == pytest.approx(0.05)
    assert interval(list(other.values())).high > difference.mean + difference.high


def test_pairs_go_by_question_and_not_by_order() -> None:
    one = {"a": 1.0, "b": 0.0}
    other = {"b": 0.0, "a": 1.0}
    assert paired_difference(one, other).mean == 0.0
    assert paired_difference(one, other) == interval([0.0, 0.0])


def test_what_cannot_be_compared_is_told() -> None:
    with pytest.raises(InvalidInputError, match=r"value for 'b' \(1 in all\)"):
        paired_difference({"a": 1.0, "b": 0.0}, {"a": 1.0})
    with pytest.raises(InvalidInputError, match="one question at least"):
        interval([])


@given(values)
def test_the_interval_lies_within_the_values_and_is_the_same_each_time(sample: list[float]) -> None:
    found = interval(sample, resamples=200)
    assert min(sample) - 1e-9 <= found.low <= found.high <= max(sample) + 1e-9
    assert found == interval(sample, resamples=200)


@given(values)
def test_a_system_is_no_better_than_itself(sample: list[float]) -> None:
    own = {str(n): value for n, value in enumerate(sample)}
    found = paired_difference(own, own, resamples=50)
    assert (found.mean, found.low, found.high) == (0, 0, 0)
