"""A profile: its defaults, what it refuses, and the logistic map inside it."""

import re
from collections.abc import Callable
from math import exp

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorepack.errors import InvalidInputError
from lorepack.records import Candidate
from ranking.profile import Calibration, Fusion, Profile, Weights
from ranking.signals import SIGNALS, Evidence, measure

signals = st.fixed_dictionaries(dict.fromkeys(SIGNALS, st.floats(-100, 100)))


@given(st.floats(0, 1))
def test_the_default_calibration_weighs_the_fused_value_alone(fused: float) -> None:
    got = Calibration()({"fused": fused})
    assert got == pytest.approx(1 / (1 + exp(3 - 6 * fused)), abs=1e-12)


@given(
    signals,
    st.floats(-1e6, 1e6),
    st.dictionaries(st.sampled_from(list(SIGNALS)), st.floats(-1e6, 1e6)),
)
def test_relevance_is_a_probability_whatever_the_weights(
    values: dict[str, float], intercept: float, weights: dict[str, float]
) -> None:
    assert 0 <= Calibration(intercept=intercept, weights=weights)(values) <= 1


@given(signals, st.floats(0, 100))
def test_a_signal_of_positive_weight_never_lowers_relevance(
    values: dict[str, float], more: float
) -> None:
    calibration = Calibration(weights={"dense": 2.0, "lexical": 0.1})
    raised = values | {"dense": values["dense"] + more}
    assert calibration(raised) >= calibration(values)


def test_signals_are_measured_by_name() -> None:
    candidate = Candidate(id="a", order_key=0, importance=0.5, dense=0.8)
    evidence = Evidence(candidate=candidate, fused=0.25)
    assert measure(evidence, ["lexical", "dense", "fused"]) == {
        "lexical": 0.0,
        "dense": 0.8,
        "fused": 0.25,
    }


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Weights(recency=0.2), "weights: they sum to 1.1; change them"),
        (lambda: Weights(relevance=1.2, importance=-0.3), "weights.relevance: 1.2 is out of range"),
        (lambda: Fusion(dense=float("nan")), "fusion.dense: nan is out of range"),
        (lambda: Calibration(weights={"cosine": 1.0}), "calibration.weights.cosine: there is no"),
        (lambda: Calibration(weights={"dense": float("inf")}), "calibration.weights.dense: inf"),
        (lambda: Profile(threshold=35), "threshold: 35 is out of range; give a number from 0 to 1"),
        (lambda: Profile(half_life_days=0), "half_life_days: 0 is out of range"),
        (lambda: Profile(recall_k=0), "recall_k: 0 is out of range"),
        (lambda: Profile(name="two\nlines"), "name: 'two\\nlines'"),
        (lambda: Profile(importance={"a b": 1}), "importance.a b: a name has"),
    ],
)  # fmt: skip
def test_what_a_profile_may_not_hold_is_named(make: Callable[[], object], words: str) -> None:
    with pytest.raises(InvalidInputError, match=re.escape(words)):
        make()


def test_the_numbers_of_a_profile_cannot_be_changed() -> None:
    given_weights = {"fused": 6.0}
    calibration = Calibration(weights=given_weights)
    given_weights["fused"] = 0.0
    assert calibration.weights["fused"] == 6
    with pytest.raises(TypeError):
        calibration.weights["fused"] = 0  # pyright: ignore[reportIndexIssue]
