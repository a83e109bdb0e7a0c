"""What a hostile draft costs: never more than in proportion to its length."""

from time import process_time

import pytest

from lorepack.records import ChapterCard
from story.claims import read_claims
from story.continuity import check
from tests.story.told import NAMES

CARD = ChapterCard(must_happen=("沈砚秋在望潮楼烧掉账册",), must_not=("沈砚秋不得打开铁匣",))
RUNS = [
    *'\n 　a他。“"-7一有走',
    "\n　",
    "早已",
    "只有",
    "这，",
    "当年\n",
    "梦见\n",
    "the a is ",
    "7,",
    "12 days ",
    "Day 1 ",
    "沈砚秋。",
    "沈砚秋拿着铜铃。",
    "沈砚秋突破。沈砚秋是筑基。",
]
"""What broke a pattern once, or could: marks, words that run on, claims in rows."""
SHORT = 3_000  # characters
TIMES = 4
MOST = 9
"""Times the cost of a text `TIMES` as long: a square of it would be 16."""


def seconds(text: str) -> float:
    """CPU seconds that a check of a text takes, at the best of two."""
    taken: list[float] = []
    for _ in range(2):
        started = process_time()
        check(text, 1, NAMES, [], card=CARD)
        taken.append(process_time() - started)
    return min(taken)


@pytest.mark.parametrize("run", RUNS)
def test_a_draft_costs_in_proportion_to_its_length(run: str) -> None:
    long = (run * SHORT * TIMES)[: SHORT * TIMES]
    seconds("\n")  # compiles what is compiled once
    assert seconds(long) <= MOST * seconds(long[:SHORT])


@pytest.mark.parametrize(
    "run", ["早已", "也就", "只有", "这，", "很", "祖传"], ids=lambda run: f"{run} again and again"
)
@pytest.mark.parametrize(
    "start", ["沈砚秋", "沈砚秋的俸禄", "三月初八", "沈砚秋把"], ids=lambda start: f"after {start}"
)
def test_words_that_can_be_parted_in_two_ways_do_not_double_the_cost(start: str, run: str) -> None:
    """Each could double the ways to read a row of them: a row of 60 would never end."""
    assert len(read_claims(start + run * 60, NAMES)) <= 1


@pytest.mark.parametrize("mark", [*"\n 　a他。“7"])
def test_two_hundred_thousand_of_a_mark_are_read(mark: str) -> None:
    assert read_claims(mark * 200_000, NAMES) == ()
