"""Tuning: what a profile is worth on labelled queries."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorepack.errors import InvalidInputError
from lorepack.records import Candidate
from ranking.profile import Calibration, Fusion, Profile, Weights
from ranking.tuning import (
    Case,
    best,
    best_relevance,
    cross_validated,
    grid,
    hit_at,
    mean_value,
    place,
    ranked,
    samples_of,
    value,
)

OPEN = Profile(threshold=0)


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
        candidates=candidates,
        distances={c.id: d for c, d in zip(candidates, far, strict=True)},
        whole=frozenset(),
        literal=frozenset(),
        right=frozenset(right),
    )


def test_candidates_are_shown_best_first_down_to_the_threshold() -> None:
    asked = case([0.1, 0.9, 0.5])
    assert ranked(asked, OPEN) == ["b", "c", "a"]
    assert ranked(asked, Profile(threshold=0.1)) == ["b", "c"]
    assert ranked(replace(asked, literal=frozenset("a")), Profile(threshold=0.1)) == ["b", "c", "a"]
    assert ranked(replace(asked, whole=frozenset("a")), OPEN) == ["a", "b", "c"]


def test_recency_counts_from_each_candidates_own_place() -> None:
    asked = case([0.5, 0.6], distances=[0, 90])
    near = Profile(weights=Weights(relevance=0.1, importance=0, recency=0.9), threshold=0)
    assert ranked(asked, OPEN) == ["b", "a"]
    assert ranked(asked, near) == ["a", "b"]


def test_a_place_is_that_of_the_first_right_one_that_is_shown() -> None:
    asked = case([0.1, 0.9, 0.5], right="ac")
    assert place(asked, OPEN) == 2
    assert place(asked, Profile(threshold=0.99)) is None
    assert (value(asked, OPEN), value(asked, Profile(threshold=0.99))) == (0.5, 0)


def test_where_nothing_answers_silence_is_right() -> None:
    nothing = case([0.1, 0.9], right="", answerable=False)
    assert (value(nothing, OPEN), value(nothing, Profile(threshold=1))) == (0, 1)


def test_an_answer_that_no_pool_brought_up_is_a_miss_and_not_silence() -> None:
    missed = case([0.1], right="")
    assert value(missed, Profile(threshold=1)) == 0
    assert hit_at([missed], OPEN, 10) == 0


def test_hits_are_a_share_of_what_has_an_answer() -> None:
    cases = [case([0.9, 0.1]), case([0.1, 0.9]), case([0.5], right="", answerable=False)]
    assert [hit_at(cases, OPEN, k) for k in (1, 2)] == [0.5, 1]
    assert mean_value(cases, OPEN) == pytest.approx((1 + 0.5 + 0) / 3)
    with pytest.raises(InvalidInputError, match="none of the queries has an answer"):
        hit_at(cases[2:], OPEN, 1)


def test_a_threshold_has_to_tell_these_apart() -> None:
    certain = Profile(calibration=Calibration(intercept=0, weights={"dense": 1}))
    cases = [case([0.0, 5.0], right="a"), case([0.0], right="", answerable=False), case([1.0], "")]
    assert best_relevance(cases, certain) == ([0.5, 0], [0.5])


@given(st.integers(1, 8), st.integers(1, 3), st.integers(1, 3))
def test_a_grid_holds_every_share_once(steps: int, lives: int, shares: int) -> None:
    base = Profile(name="base", threshold=0.2)
    profiles = grid(base, steps, range(1, lives + 1), [n / 4 for n in range(shares)])
    assert len(profiles) == steps * (steps + 1) // 2 * lives * shares
    points = {(repr(p.weights), p.half_life_chapters, p.fusion.dense) for p in profiles}
    assert len(points) == len(profiles)
    assert {(p.name, p.threshold) for p in profiles} == {("base", 0.2)}
    assert all(p.weights.relevance > 0 for p in profiles)


def test_the_best_profile_is_found() -> None:
    near = case([0.5, 0.6], distances=[0, 90])
    profiles = grid(OPEN, 4, [10], [0.5])
    assert mean_value([near], OPEN) == 0.5
    assert mean_value([near], best([near], profiles)) == 1


def test_each_case_is_judged_by_a_profile_that_was_chosen_without_it() -> None:
    cases = [case([0.9], name=str(n)) for n in range(7)]
    seen: list[set[str]] = []

    def choose(given_cases: Sequence[Case]) -> Profile:
        seen.append({case.name for case in given_cases})
        # A profile that is good on what it was chosen by, and bad on the rest.
        return Profile(threshold=1)

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
    return best(cases, [OPEN, Profile()])


def test_rows_for_a_fit_are_the_candidates_that_are_not_certain() -> None:
    asked = replace(case([0.25, 0.75, 0.5], right="bc"), whole=frozenset("c"))
    samples = samples_of([asked], ["dense", "fused"])
    assert samples.signals == ("dense", "fused")
    assert samples.features == [[0.25, 0.0], [0.75, 0.5]]
    assert (samples.outcomes, samples.questions) == ([False, True], ["1", "1"])
    assert samples.sets == ["book", "book"]
    alone = samples_of([asked], ["fused"], Fusion(dense=1))
    assert alone.features == [[0.0], [1.0]]
