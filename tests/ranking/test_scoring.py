"""Scores: relevance, importance and recency, blended, gated and freed of repeats."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorepack.records import Candidate
from ranking.importance import Esteem
from ranking.profile import Profile, Weights
from ranking.scoring import dealt, order, recency, score, without_duplicates
from ranking.signals import Pool
from tests.ranking.pools import candidate, pools


def behind_its_chapter(c: Candidate) -> float:
    return (2 - c.order_key) / 3


@given(pools)
def test_every_part_and_every_total_lies_in_the_unit_interval(pool: Pool) -> None:
    for s in score(pool, behind_its_chapter, Profile()).values():
        assert 0 <= s.relevance <= 1
        assert 0 <= s.importance <= 1
        assert 0 <= s.recency <= 1
        assert 0 <= s.total <= 1 + 1e-9


@given(pools)
def test_scores_fall_along_the_order_and_ties_go_by_id(pool: Pool) -> None:
    scores = score(pool, behind_its_chapter, Profile())
    keys = [(-scores[id].total, id) for id in order(scores)]
    assert keys == sorted(keys)


@given(pools)
def test_calibration_never_reorders_a_pool(pool: Pool) -> None:
    scores = score(pool, lambda _: 0, Profile())
    for a in scores.values():
        for b in scores.values():
            assert not (a.behind > b.behind and a.relevance < b.relevance)


@given(pools)
def test_the_total_is_the_weighted_sum_that_the_profile_says(pool: Pool) -> None:
    profile = Profile(weights=Weights(relevance=0.5, importance=0.2, recency=0.3))
    for s in score(pool, behind_its_chapter, profile).values():
        assert s.total == pytest.approx(0.5 * s.relevance + 0.2 * s.importance + 0.3 * s.recency)


def test_a_literal_hit_of_the_whole_query_is_certain() -> None:
    pool = Pool(candidates=[candidate("a", 0.9, 3.0), candidate("b", chapter=1)])
    scores = score(pool, lambda _: 0, Profile(), literal={"b"})
    assert scores["b"].relevance == 1
    assert order(scores) == ["b", "a"]


def test_a_question_about_nothing_has_no_relevant_candidate() -> None:
    """Its best is the best of its own query, as any best is: that must not make it an answer."""
    flat = [candidate(f"{n:03}", 0.8 + n / 50_000, 2.0, chapter=n) for n in range(100)]
    found = candidate("here", 0.9, 40.0, chapter=200)
    nothing = score(Pool(candidates=flat, terms=12), lambda _: 0, Profile())
    something = score(Pool(candidates=[*flat, found], terms=12), lambda _: 0, Profile())
    assert max(s.relevance for s in nothing.values()) < 0.1
    assert something["here"].relevance > 0.5


@given(pools)
def test_importance_and_recency_count_as_far_as_a_candidate_is_relevant(pool: Pool) -> None:
    open_gate, closed = Profile(gate=0.001), Profile(gate=1)
    full = score(pool, behind_its_chapter, open_gate)
    for id, s in score(pool, behind_its_chapter, closed).items():
        assert s.importance <= s.relevance + 1e-9
        assert s.importance <= full[id].importance + 1e-9
        assert s.recency <= min(s.relevance, full[id].recency) + 1e-9


def test_a_matter_of_weight_does_not_come_before_an_answer() -> None:
    pool = Pool(candidates=[candidate("a", 0.9, 9.0), candidate("b", 0.7, chapter=1)], terms=3)
    scores = score(pool, lambda _: 0, Profile(), esteem=Esteem(author={"b": 1.0}))
    assert order(scores) == ["a", "b"]


def test_what_is_new_does_not_come_before_an_answer() -> None:
    pool = Pool(candidates=[candidate("a", 0.9, 9.0), candidate("b", 0.7, chapter=1)], terms=3)
    scores = score(pool, lambda c: 9.0 * (c.id == "a"), Profile())
    assert order(scores) == ["a", "b"]
    assert scores["b"].recency < 0.5


def test_recency_halves_with_every_half_life() -> None:
    assert [recency(d) for d in (-1, 0, 1, 2)] == [1, 1, 0.5, 0.25]


@given(st.floats(0, 1e3), st.floats(0, 1e3))
def test_recency_falls_with_distance(one: float, other: float) -> None:
    near, far = sorted((one, other))
    assert recency(near) >= recency(far)


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


@given(pools, st.dictionaries(st.sampled_from([f"{n:02}" for n in range(12)]), st.floats(0, 1)))
def test_a_model_deals_out_the_same_relevances_by_its_own_order(
    pool: Pool, liked: dict[str, float]
) -> None:
    before = score(pool, behind_its_chapter, Profile())
    liked = {id: value for id, value in liked.items() if id in before}
    after = dealt(before, liked, Profile())
    assert sorted(s.relevance for s in after.values()) == sorted(
        s.relevance for s in before.values()
    )
    for one in liked:
        for other in liked:
            assert not (liked[one] > liked[other] and after[one].relevance < after[other].relevance)
    for id, s in after.items():
        assert id in liked or s == before[id]
        assert s.total == pytest.approx(0.6 * s.relevance + 0.3 * s.importance + 0.1 * s.recency)


def test_what_a_model_likes_alike_keeps_its_order() -> None:
    pool = Pool(candidates=[candidate("a", 0.9, 9.0), candidate("b", 0.8, 1.0, chapter=1)])
    before = score(pool, lambda _: 0, Profile())
    assert dealt(before, {"a": 0.5, "b": 0.5}, Profile()) == before


def test_who_is_dealt_more_relevance_counts_for_more() -> None:
    pool = Pool(candidates=[candidate("a", 0.9, 9.0), candidate("b", 0.7, 0.5, chapter=1)], terms=3)
    before = score(pool, lambda _: 0, Profile(gate=1))
    after = dealt(before, {"b": 1.0, "a": 0.0}, Profile(gate=1))
    assert order(after) == ["b", "a"]
    assert after["b"].recency == pytest.approx(before["a"].recency)
