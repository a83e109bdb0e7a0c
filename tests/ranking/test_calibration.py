"""How far probabilities can be believed: measures on samples whose truth is known."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorepack.errors import InvalidInputError
from ranking.calibration import (
    brier_score,
    brier_skill,
    calibration_error,
    gate,
    reliability_curve,
)

pairs = st.lists(
    st.tuples(st.floats(0, 1) | st.sampled_from([0.0, 0.25, 1.0]), st.booleans()),
    min_size=1,
    max_size=60,
)
values = st.lists(st.floats(0, 1), min_size=1, max_size=40)


def drawn(seed: int, count: int = 4000) -> tuple[list[float], list[bool]]:
    """Probabilities, and outcomes drawn from them."""
    random = Random(seed)
    predicted = [random.random() for _ in range(count)]
    return predicted, [random.random() < p for p in predicted]


@pytest.mark.parametrize("seed", range(5))
def test_probabilities_that_keep_their_word_have_a_small_error(seed: int) -> None:
    predicted, outcomes = drawn(seed)
    assert calibration_error(predicted, outcomes) < 0.4 * (10 / 4000) ** 0.5 * 2
    assert brier_score(predicted, outcomes) == pytest.approx(1 / 6, abs=0.01)
    assert brier_skill(predicted, outcomes) == pytest.approx(1 / 3, abs=0.04)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("power", [0.4, 3.0])
def test_probabilities_that_are_shifted_have_a_large_one(seed: int, power: float) -> None:
    predicted, outcomes = drawn(seed)
    shifted = [p**power for p in predicted]
    # The mean of |p ** power - p| over [0, 1] is |1 / (power + 1) - 1 / 2|.
    assert calibration_error(shifted, outcomes) == pytest.approx(
        abs(1 / (power + 1) - 0.5), abs=0.03
    )
    assert brier_score(shifted, outcomes) > brier_score(predicted, outcomes) + 0.02


@given(pairs, st.integers(1, 15), st.randoms(use_true_random=False))
def test_no_measure_depends_on_the_order_of_the_pairs(
    sample: list[tuple[float, bool]], bins: int, random: Random
) -> None:
    shuffled = random.sample(sample, len(sample))
    one, other = zip(*sample, strict=True), zip(*shuffled, strict=True)
    (p, o), (q, u) = map(list, one), map(list, other)
    assert reliability_curve(p, o, bins) == reliability_curve(q, u, bins)
    assert calibration_error(p, o, bins) == calibration_error(q, u, bins)
    assert brier_score(p, o) == brier_score(q, u)


@given(pairs, st.integers(1, 15))
def test_bins_hold_everything_once_and_equal_predictions_together(
    sample: list[tuple[float, bool]], bins: int
) -> None:
    predicted, outcomes = map(list, zip(*sample, strict=True))
    curve = reliability_curve(predicted, outcomes, bins)
    assert sum(bin.count for bin in curve) == len(sample)
    assert 1 <= len(curve) <= bins
    assert [bin.predicted for bin in curve] == sorted(bin.predicted for bin in curve)
    right = sum(bin.observed * bin.count for bin in curve)
    assert right == pytest.approx(sum(outcomes))


@given(st.integers(1, 12), st.integers(1, 8))
def test_bins_without_ties_are_of_equal_mass(bins: int, mass: int) -> None:
    count = bins * mass
    curve = reliability_curve([n / count for n in range(count)], [True] * count, bins)
    assert [bin.count for bin in curve] == [mass] * bins


@given(pairs)
def test_errors_lie_in_the_unit_interval_and_certainty_that_is_right_has_none(
    sample: list[tuple[float, bool]],
) -> None:
    predicted, outcomes = map(list, zip(*sample, strict=True))
    assert 0 <= calibration_error(predicted, outcomes) <= 1 + 1e-12
    assert 0 <= brier_score(predicted, outcomes) <= 1 + 1e-12
    certain = [float(outcome) for outcome in outcomes]
    assert calibration_error(certain, outcomes) == brier_score(certain, outcomes) == 0


def test_figures_worked_out_by_hand() -> None:
    predicted, outcomes = [0.1, 0.3, 0.6, 0.8], [False, True, True, True]
    assert brier_score(predicted, outcomes) == pytest.approx((0.01 + 0.49 + 0.16 + 0.04) / 4)
    assert calibration_error(predicted, outcomes, 2) == pytest.approx((0.3 + 0.3) / 2)
    assert brier_skill(predicted, outcomes) == pytest.approx(1 - 0.175 / 0.1875)
    assert brier_skill([0.75] * 4, outcomes) == pytest.approx(0)


def test_a_gate_keeps_what_it_is_told_to_and_counts_what_is_wrong() -> None:
    right = [n / 20 for n in range(1, 21)]
    found = gate(right, [0.0, 0.09, 0.1, 0.5])
    assert (found.threshold, found.kept, found.false) == (0.1, 0.95, 0.5)


@given(values, values, st.floats(0.01, 1))
def test_a_gate_is_the_highest_that_keeps_enough(
    right: list[float], wrong: list[float], keep: float
) -> None:
    found = gate(right, wrong, keep)
    assert found.kept >= keep - 1e-9
    higher = [value for value in right if value > found.threshold]
    assert len(higher) / len(right) < keep
    assert found.false == sum(value >= found.threshold for value in wrong) / len(wrong)


@pytest.mark.parametrize(
    ("predicted", "outcomes", "why"),
    [
        ([], [], "one is needed at least"),
        ([0.5], [True, False], "there are 1 predictions and 2 outcomes"),
        ([0.5, 1.5], [True, False], "1.5 is no probability"),
        ([float("nan")], [True], "nan is no probability"),
    ],
)
def test_what_are_no_probabilities_is_refused(
    predicted: list[float], outcomes: list[bool], why: str
) -> None:
    for measure in (reliability_curve, calibration_error, brier_score, brier_skill):
        with pytest.raises(InvalidInputError, match=why):
            measure(predicted, outcomes)


def test_skill_needs_both_outcomes_and_a_gate_both_sides() -> None:
    with pytest.raises(InvalidInputError, match="all 2 outcomes are True"):
        brier_skill([0.5, 0.6], [True, True])
    with pytest.raises(InvalidInputError, match=r"0 and 1, and the share is 0\.95"):
        gate([], [0.5])
    with pytest.raises(InvalidInputError, match="the share is 0"):
        gate([0.5], [0.5], keep=0)
