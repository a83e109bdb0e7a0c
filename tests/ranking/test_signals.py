"""Signals: absolute, local to a chapter, and the same whatever the order of the pool."""

from dataclasses import replace

import pytest
from hypothesis import given

from lorepack.records import Candidate
from ranking.signals import SIGNALS, Pool
from tests.ranking.pools import candidate, candidate_lists, pools


@given(pools)
def test_every_signal_has_one_value_for_each_candidate(pool: Pool) -> None:
    for signal in SIGNALS.values():
        assert len(signal(pool)) == len(pool.candidates)


@given(candidate_lists)
def test_the_order_of_the_pool_does_not_matter(candidates: list[Candidate]) -> None:
    ways = (candidates, candidates[::-1])
    for signal in SIGNALS.values():
        one, other = (
            {c.id: v for c, v in zip(way, signal(Pool(candidates=way)), strict=True)}
            for way in ways
        )
        assert one == pytest.approx(other)


def test_long_questions_count_no_more_than_short_ones() -> None:
    pool = [candidate("a", lexical=12.0)]
    assert SIGNALS["lexical"](Pool(candidates=pool, terms=4)) == [3.0]


def test_a_good_neighbour_speaks_for_a_passage_and_a_far_one_does_not() -> None:
    pool = Pool(
        candidates=[
            candidate("a", 0.8, 6.0, nth=4),
            candidate("next", 0.7, nth=5),
            candidate("after", 0.7, nth=6),
            candidate("far", 0.7, nth=9),
            candidate("elsewhere", 0.7, chapter=1, nth=5),
        ]
    )
    assert SIGNALS["near_lexical"](pool) == [0.0, 6.0, 3.0, 0.0, 0.0]
    assert SIGNALS["near_dense"](pool) == pytest.approx([0.0, 0.1, 0.05, 0.0, 0.0])


def test_the_rest_of_its_chapter_speaks_for_a_passage_but_not_it_for_itself() -> None:
    values = [9.0, 6.0, 3.0, 3.0, 1.0]
    same = [candidate(f"{n}", lexical=v, nth=10 * n) for n, v in enumerate(values)]
    pool = Pool(candidates=[*same, candidate("alone", lexical=8.0, chapter=1)])
    expected = [(6 + 3 + 3) / 3, (9 + 3 + 3) / 3, (9 + 6 + 3) / 3, (9 + 6 + 3) / 3, 6.0, 0.0]
    assert SIGNALS["beside_lexical"](pool) == pytest.approx(expected)


def test_what_the_dense_pool_missed_is_no_nearer_than_its_last() -> None:
    pool = Pool(candidates=[candidate("a", 0.8), candidate("b", 0.75), candidate("c", None, 2.0)])
    assert SIGNALS["dense"](pool) == [0.8, 0.75, 0.75]


def test_where_the_query_points_is_a_signal() -> None:
    pool = Pool(
        candidates=[candidate("a"), candidate("b")], scoped={"time": {"b"}, "speaker": {"a"}}
    )
    assert SIGNALS["in_time"](pool) == [0.0, 1.0]
    assert SIGNALS["by_speaker"](pool) == [1.0, 0.0]
    assert SIGNALS["in_chapter"](pool) == [0.0, 0.0]


def test_what_people_say_counts_and_what_assistants_say_does_not() -> None:
    said = [replace(candidate(name), speakers=(name,)) for name in ("ada", "assistant", "助手")]
    assert SIGNALS["told"](Pool(candidates=[*said, candidate("prose")])) == [1.0, 0.0, 0.0, 0.0]
