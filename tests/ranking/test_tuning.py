"""Tuning: what a profile is worth on labelled queries."""

from dataclasses import replace

import pytest

from lorepack.errors import InvalidInputError
from ranking.profile import Calibration, Fusion, Weights
from ranking.tuning import (
    best_relevance,
    hit_at,
    mean_value,
    place,
    probabilities,
    ranked,
    samples_of,
    value,
)
from tests.ranking.cases import OPEN, case


def test_candidates_are_shown_best_first_down_to_the_floor() -> None:
    asked = case([0.1, 0.9, 0.5])
    floored = replace(OPEN, floor=0.1)
    assert ranked(asked, OPEN) == ["b", "c", "a"]
    assert ranked(asked, floored) == ["b", "c"]
    assert ranked(replace(asked, literal=frozenset("a")), floored) == ["b", "c", "a"]
    assert ranked(replace(asked, whole=frozenset("a")), OPEN) == ["a", "b", "c"]


def test_nothing_is_shown_where_the_best_stays_below_the_threshold() -> None:
    asked = case([0.1, 0.9])
    assert ranked(asked, replace(OPEN, threshold=0.8)) == ["b", "a"]
    assert ranked(asked, replace(OPEN, threshold=0.9)) == []
    assert ranked(replace(asked, literal=frozenset("a")), replace(OPEN, threshold=0.9)) == ["a"]


def test_recency_counts_from_each_candidates_own_place() -> None:
    asked = case([0.5, 0.6], distances=[0, 90])
    weights = Weights(relevance=0.1, importance=0, recency=0.9)
    near = replace(OPEN, weights=weights, half_life_chapters=30)
    assert ranked(asked, OPEN) == ["b", "a"]
    assert ranked(asked, near) == ["a", "b"]
    assert ranked(asked, replace(near, half_life_chapters=1e5)) == ["b", "a"]


def test_a_place_is_that_of_the_first_right_one_that_is_shown() -> None:
    asked = case([0.1, 0.9, 0.5], right="ac")
    assert place(asked, OPEN) == 2
    assert place(asked, replace(OPEN, threshold=0.99)) is None
    assert (value(asked, OPEN), value(asked, replace(OPEN, threshold=0.99))) == (0.5, 0)


def test_where_nothing_answers_silence_is_right() -> None:
    nothing = case([0.1, 0.9], right="", answerable=False)
    assert (value(nothing, OPEN), value(nothing, replace(OPEN, threshold=1))) == (0, 1)


def test_an_answer_that_no_pool_brought_up_is_a_miss_and_not_silence() -> None:
    missed = case([0.1], right="")
    assert value(missed, replace(OPEN, threshold=1)) == 0
    assert hit_at([missed], OPEN, 10) == 0


def test_hits_are_a_share_of_what_has_an_answer() -> None:
    cases = [case([0.9, 0.1]), case([0.1, 0.9]), case([0.5], right="", answerable=False)]
    assert [hit_at(cases, OPEN, k) for k in (1, 2)] == [0.5, 1]
    assert mean_value(cases, OPEN) == pytest.approx((1 + 0.5 + 0) / 3)
    with pytest.raises(InvalidInputError, match="none of the queries has an answer"):
        hit_at(cases[2:], OPEN, 1)


def test_a_threshold_has_to_tell_these_apart() -> None:
    standing = replace(OPEN, calibration=Calibration(intercept=-1, weights={"standout": 2}))
    cases = [case([0.0, 0.5]), case([0.25], right="", answerable=False), case([])]
    right, wrong = best_relevance(cases, standing)
    assert right == [0.5, 0]
    assert wrong == [pytest.approx(0.269, abs=0.001)]


def test_probabilities_are_those_of_candidates_that_are_not_certain() -> None:
    flat = replace(OPEN, calibration=Calibration(intercept=0, weights={}))
    asked = replace(case([0.1, 0.2, 0.3], right="bc"), whole=frozenset("c"))
    assert probabilities([asked, asked], flat) == ([0.5] * 4, [False, True] * 2)


def test_rows_for_a_fit_are_the_candidates_that_are_not_certain() -> None:
    asked = replace(case([0.25, 0.75, 0.5], right="bc"), whole=frozenset("c"))
    samples = samples_of([asked], ["behind", "standout"], OPEN.fusion)
    assert samples.signals == ("behind", "standout")
    assert samples.features == [(0, 0.5), (-5, 0.5)]
    assert (samples.outcomes, samples.questions) == ([True, False], ["1", "1"])
    assert samples.sets == ["book", "book"]
    other = samples_of([asked], ["behind"], Fusion(weights={"dense": 2}))
    assert other.features == [(0,), (-1,)]
    assert samples_of([asked], ["behind"], depth=1).features == [(0,)]
