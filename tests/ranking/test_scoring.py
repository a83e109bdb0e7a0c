"""Scores: relevance, importance and recency, blended, gated and freed of repeats."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorepack.records import Candidate
from ranking.profile import Profile
from ranking.scoring import order, recency, score, without_duplicates

units = st.floats(0, 1)
candidates = st.lists(
    st.tuples(st.none() | st.floats(-1, 1), st.none() | st.floats(0, 40), units), max_size=10
).map(
    lambda rows: [
        Candidate(id=f"{n:02}", order_key=n, importance=i, dense=d, lexical=b)
        for n, (d, b, i) in enumerate(rows)
    ]
)


@given(candidates)
def test_every_signal_and_every_score_lies_in_the_unit_interval(pool: list[Candidate]) -> None:
    scores = score(pool, lambda key: 10 - key, Profile())
    for s in scores.values():
        assert 0 <= s.relevance <= 1
        assert 0 <= s.recency <= 1
        assert 0 <= s.total <= 1 + 1e-9


@given(candidates)
def test_scores_fall_along_the_order_and_ties_go_by_id(pool: list[Candidate]) -> None:
    scores = score(pool, lambda key: 10 - key, Profile())
    ranked = order(scores)
    keys = [(-scores[id].total, id) for id in ranked]
    assert keys == sorted(keys)


@given(candidates)
def test_calibration_never_reorders_a_pool(pool: list[Candidate]) -> None:
    scores = score(pool, lambda _: 0, Profile())
    for a in scores.values():
        for b in scores.values():
            assert not (a.fused > b.fused and a.relevance < b.relevance)


def test_the_total_is_the_weighted_sum_that_the_profile_says() -> None:
    pool = [Candidate(id="a", order_key=0, importance=0.5, dense=0.9, lexical=3.0)]
    (s,) = score(pool, lambda _: 30, Profile(half_life_chapters=30)).values()
    assert s.recency == 0.5
    assert s.total == pytest.approx(0.6 * s.relevance + 0.3 * 0.5 + 0.1 * 0.5)


def test_a_literal_hit_of_the_whole_query_is_certain() -> None:
    pool = [
        Candidate(id="a", order_key=0, importance=0.5, dense=0.9, lexical=3.0),
        Candidate(id="b", order_key=1, importance=0.5),
    ]
    scores = score(pool, lambda _: 0, Profile(), literal={"b"})
    assert scores["b"].relevance == 1
    assert order(scores) == ["b", "a"]


def test_recency_halves_with_every_half_life() -> None:
    assert [recency(d, 30) for d in (-5, 0, 30, 60)] == [1, 1, 0.5, 0.25]


@given(st.floats(0, 1e4), st.floats(0, 1e4), st.floats(1, 1e3))
def test_recency_falls_with_distance(near: float, far: float, half_life: float) -> None:
    near, far = sorted((near, far))
    assert recency(near, half_life) >= recency(far, half_life)


def test_near_repeats_give_way_to_the_better_ranked() -> None:
    long = frozenset(map(str, range(20)))
    ranked = [
        ("a", long),
        ("b", long - {"0"}),
        ("c", frozenset("xyz")),
        ("d", long - {"1", "2", "3"}),
    ]
    assert without_duplicates(ranked, 9) == ["a", "c", "d"]
    assert without_duplicates(ranked, 2) == ["a", "c"]


def test_empty_texts_are_no_repeats_of_each_other() -> None:
    assert without_duplicates([("a", frozenset()), ("b", frozenset())], 9) == ["a", "b"]
