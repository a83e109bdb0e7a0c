"""Fitting a calibration: on samples of a known law, on questions never seen, weighed by sets."""

import sys
from dataclasses import replace
from math import exp
from random import Random

import pytest

from lorepack.errors import InvalidInputError, ProviderError
from ranking.calibration import calibration_error
from ranking.fitting import Samples, fit

pytest.importorskip("sklearn", reason="the extra tune is not installed")


def drawn(
    seed: int, questions: int = 300, intercept: float = -2.0, slope: float = 5.0, name: str = "set"
) -> Samples:
    """Ten candidates a question; how right one is follows its cosine, and BM25 says nothing."""
    random = Random(seed)
    rows = [(random.random(), random.uniform(0, 30)) for _ in range(10 * questions)]
    chances = [1 / (1 + exp(-(intercept + slope * dense))) for dense, _ in rows]
    return Samples(
        signals=("standout", "wording"),
        features=rows,
        outcomes=[random.random() < chance for chance in chances],
        questions=[f"{name}{n // 10}" for n in range(len(rows))],
        sets=[name] * len(rows),
    )


def joined(one: Samples, other: Samples, **weights: float) -> Samples:
    return Samples(
        signals=one.signals,
        features=[*one.features, *other.features],
        outcomes=[*one.outcomes, *other.outcomes],
        questions=[*one.questions, *other.questions],
        sets=[*one.sets, *other.sets],
        weights=weights,
    )


@pytest.mark.parametrize("seed", range(3))
def test_the_law_behind_a_sample_is_found_in_the_signals_own_units(seed: int) -> None:
    calibration = fit(drawn(seed)).calibration
    assert calibration.intercept == pytest.approx(-2, abs=0.4)
    assert calibration.weights["standout"] == pytest.approx(5, abs=0.5)
    assert calibration.weights["wording"] == pytest.approx(0, abs=0.02)


@pytest.mark.parametrize("seed", range(3))
def test_predictions_of_what_was_never_seen_are_calibrated(seed: int) -> None:
    samples = drawn(seed)
    fitted = fit(samples)
    assert len(fitted.held_out) == len(samples.outcomes)
    assert calibration_error(fitted.held_out, samples.outcomes) < 0.04


def test_a_fit_is_the_same_every_time() -> None:
    assert fit(drawn(0, 40)) == fit(drawn(0, 40))


def test_a_row_is_not_predicted_by_a_fit_that_saw_its_question() -> None:
    """One question alone has a BM25, so that no fit without it can make anything of one."""

    def marked(mark: float) -> Samples:
        usual = drawn(1, 60)
        rows = zip(usual.features, usual.questions, strict=True)
        features = [(dense, mark if q == "set0" else 0.0) for (dense, _), q in rows]
        outcomes = zip(usual.outcomes, usual.questions, strict=True)
        return replace(usual, features=features, outcomes=[o or q == "set0" for o, q in outcomes])

    one, other = fit(marked(1)), fit(marked(50))
    assert one.calibration.weights["wording"] > 0.5
    assert one.held_out[:10] == pytest.approx(other.held_out[:10])


def test_a_set_that_weighs_more_pulls_the_fit_to_its_own_law() -> None:
    low, high = drawn(0, 100, slope=1, name="low"), drawn(0, 100, slope=9, name="high")
    weighed = [
        fit(joined(low, high, low=1, high=weight)).calibration.weights["standout"]
        for weight in (0.01, 1, 100)
    ]
    assert weighed == sorted(weighed)
    assert weighed[0] == pytest.approx(1, abs=0.6)
    assert weighed[2] == pytest.approx(9, abs=1.5)


def test_a_large_set_weighs_no_more_than_a_small_one() -> None:
    small, large = drawn(0, 100, slope=1, name="small"), drawn(1, 400, slope=9, name="large")
    twice = fit(joined(small, large)).calibration.weights["standout"]
    once = fit(joined(small, drawn(1, 100, slope=9, name="large"))).calibration.weights["standout"]
    assert twice == pytest.approx(once, abs=0.4)


def test_a_signal_that_never_changes_weighs_nothing() -> None:
    samples = drawn(0, 40)
    constant = replace(samples, features=[(dense, 3.0) for dense, _ in samples.features])
    assert fit(constant).calibration.weights["wording"] == 0


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"sets": ["a"]}, "there are 50 rows of features, 50 outcomes, 50 questions and 1 sets"),
        (
            {"signals": ("standout", "smell")},
            r"no standings \[.smell.\]; there are: behind",
        ),
        ({"signals": ("standout",)}, "each row needs 1 features"),
    ],
)
def test_columns_that_do_not_fit_are_refused(change: dict[str, object], why: str) -> None:
    with pytest.raises(InvalidInputError, match=why):
        replace(drawn(0, 5), **change)


def test_too_few_questions_for_the_folds_are_counted() -> None:
    samples = drawn(0, 3)
    with pytest.raises(InvalidInputError, match=r"3 questions have right .* 5 folds are asked"):
        fit(samples)
    with pytest.raises(InvalidInputError, match="0 questions have right candidates"):
        fit(replace(samples, outcomes=[False] * 30), folds=2)


def test_a_weight_of_nothing_is_refused() -> None:
    with pytest.raises(InvalidInputError, match="must all be above 0"):
        fit(replace(drawn(0, 5), weights={"set": 0}))


def test_without_scikit_learn_the_way_to_get_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.linear_model", None)
    with pytest.raises(ProviderError, match=r"lorepack\[tune\]"):
        fit(drawn(0, 5))
