"""Choosing a profile by labelled queries."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorepack.errors import InvalidInputError
from ranking.choosing import best, calibrated, cross_validated, grid, shares_of_vectors, suggested
from ranking.profile import Calibration, Fusion, Profile, Weights
from ranking.tuning import Case, mean_value
from tests.ranking.cases import OPEN, case


@given(st.integers(1, 8), st.integers(1, 3))
def test_a_grid_holds_every_share_once(steps: int, lives: int) -> None:
    base = Profile(name="base", threshold=0.2)
    profiles = grid(base, steps, range(1, lives + 1))
    assert len(profiles) == steps * (steps + 1) // 2 * lives
    points = {(repr(p.weights), p.half_life_chapters) for p in profiles}
    assert len(points) == len(profiles)
    assert {(p.name, p.threshold) for p in profiles} == {("base", 0.2)}
    assert all(p.weights.relevance > 0 for p in profiles)


def test_vectors_and_words_share_what_both_have_in_the_base() -> None:
    base = Profile(
        name="base", fusion=Fusion(weights={"dense": 8, "near_lexical": 4, "in_time": 3})
    )
    profiles = shares_of_vectors(base, [0, 0.25, 0.5, 1])
    assert [dict(p.fusion.weights) for p in profiles] == [
        {"dense": 0, "near_lexical": 8, "in_time": 3},
        {"dense": 4, "near_lexical": 6, "in_time": 3},
        {"dense": 8, "near_lexical": 4, "in_time": 3},
        {"dense": 16, "near_lexical": 0, "in_time": 3},
    ]
    assert {p.name for p in profiles} == {"base"}


def test_the_best_profile_is_found() -> None:
    near = case([0.5, 0.6], distances=[0, 90])
    profiles = grid(OPEN, 4, [10])
    assert mean_value([near], OPEN) == 0.5
    assert mean_value([near], best([near], profiles)) == 1


def test_each_case_is_judged_by_a_profile_that_was_chosen_without_it() -> None:
    cases = [case([0.9], name=str(n)) for n in range(7)]
    seen: list[set[str]] = []

    def choose(given_cases: Sequence[Case]) -> Profile:
        seen.append({case.name for case in given_cases})
        # A profile that is good on what it was chosen by, and bad on the rest.
        return replace(OPEN, threshold=1)

    values = cross_validated(cases, choose, folds=3)
    assert values == {str(n): 0.0 for n in range(7)}
    assert [sorted({"0", "1", "2", "3", "4", "5", "6"} - names) for names in seen] == [
        ["0", "3", "6"],
        ["1", "4"],
        ["2", "5"],
    ]


@pytest.mark.parametrize("folds", [1, 4])
def test_folds_need_a_case_each(folds: int) -> None:
    with pytest.raises(InvalidInputError, match=f"3 queries cannot be parted into {folds} folds"):
        cross_validated([case([0.9])] * 3, best_of_two, folds)


def best_of_two(cases: Sequence[Case]) -> Profile:
    return best(cases, [OPEN, replace(OPEN, threshold=1)])


class Suggesting:
    """Suggests a point of each range, from 0 for its low end to 1 for its high end."""

    def __init__(self, at: float) -> None:
        self._at = at
        self.names: list[str] = []

    def suggest_float(self, name: str, low: float, high: float, *, log: bool = False) -> float:
        self.names.append(name)
        return low * (high / low) ** self._at if log else low + self._at * (high - low)


@given(st.floats(0, 1))
def test_whatever_a_trial_suggests_is_a_profile(at: float) -> None:
    trial = Suggesting(at)
    profile = suggested(trial, Profile(name="base", recall_k=7))
    assert (profile.name, profile.recall_k) == ("base", 7)
    assert len(set(trial.names)) == len(trial.names) == 5


def test_a_trial_can_suggest_either_end() -> None:
    low, high = suggested(Suggesting(0), Profile()), suggested(Suggesting(1), Profile())
    assert low.weights == Weights(relevance=0.2, importance=0, recency=0.8)
    assert high.weights == Weights(relevance=1, importance=0, recency=0)
    assert (low.half_life_chapters, low.threshold, low.fusion.weights["dense"]) == (2, 0, 0)
    assert (high.half_life_chapters, high.threshold) == (500, 1)
    assert high.fusion.weights["lexical"] == 0


def answered(name: int) -> Case:
    """One right candidate of a high cosine among others."""
    return case([0.9, 0.3, 0.2 + name / 100], name=f"a{name}")


def unanswered(name: int) -> Case:
    return case([0.4, 0.3, 0.2 + name / 100], right="", name=f"u{name}", answerable=False)


def test_a_fit_tells_questions_about_nothing_from_good_ones() -> None:
    pytest.importorskip("sklearn", reason="the extra tune is not installed")
    cases = [make(n) for n in range(12) for make in (answered, unanswered)]
    assert mean_value(cases, OPEN) == pytest.approx(0.5)
    # A dozen questions are too few for everything that the default calibration weighs.
    base = Profile(name="base", calibration=Calibration(weights={"behind": 1, "standout": 1}))
    fitted = calibrated(cases, base)
    assert mean_value(cases, fitted) == 1
    assert fitted.name == "base"
    # What was chosen by some of them holds for the others.
    assert set(cross_validated(cases, lambda seen: calibrated(seen, base)).values()) == {1.0}


def test_a_fit_needs_both_kinds_of_queries() -> None:
    pytest.importorskip("sklearn", reason="the extra tune is not installed")
    with pytest.raises(InvalidInputError, match="there are 12 and 0"):
        calibrated([answered(n) for n in range(12)], Profile())
