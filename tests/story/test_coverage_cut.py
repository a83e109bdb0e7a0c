"""The cut: no gap, no overlap, never over, and a prefix that stays."""

import zlib
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lorepack.errors import BudgetError
from story.coverage import Detail, Entry, Leaf, Node, Sizes, coarsest, cut, plant

USUAL = {Detail.FULL: 150, Detail.SHORT: 40, Detail.LINE: 16}
MOST = {Detail.FULL: 300, Detail.SHORT: 42, Detail.LINE: 18}


def usual(node: Node, form: Detail) -> int:
    return USUAL[form]


def varied(node: Node, form: Detail) -> int:
    """Sizes as they come: some full texts are shorter than another chapter's line."""
    return min(zlib.crc32(node.id.encode()) % 300 + 4, MOST[form])


def book(length: int, per_volume: int = 170) -> list[Leaf]:
    return [Leaf(id=f"c{i}", volume=str(i // per_volume), signature=str(i)) for i in range(length)]


BOOK = book(2_000)
EVERY = [*range(300), *range(300, 2_001, 83)]


def planned_chapters(forest: tuple[Node, ...]) -> int:
    """Chapters up to the end of the last closed window."""
    return max((node.last + 1 for node in forest if node.level), default=0)


def up_to(entries: tuple[Entry, ...], chapters: int) -> list[tuple[str, Detail]]:
    return [(entry.node.id, entry.form) for entry in entries if entry.node.last < chapters]


def total(entries: tuple[Entry, ...], sizes: Sizes) -> int:
    return sum(sizes(entry.node, entry.form) for entry in entries)


def told(entries: tuple[Entry, ...]) -> list[int]:
    return [i for entry in entries for i in range(entry.node.first, entry.node.last + 1)]


@pytest.mark.parametrize("sizes", [usual, varied])
@pytest.mark.parametrize("budget", [700, 1_000, 2_000, 5_000, 40_000])
def test_every_chapter_is_told_once_within_the_budget(sizes: Sizes, budget: int) -> None:
    for before in EVERY:
        entries = cut(plant(BOOK[:before]), sizes, budget)
        assert told(entries) == list(range(before))
        assert total(entries, sizes) <= budget


@given(
    st.integers(0, 400),
    st.integers(1, 60),
    st.integers(0, 3_000),
    st.tuples(st.integers(0, 20), st.integers(0, 50), st.integers(0, 400)),
)
@settings(deadline=None)
def test_a_budget_either_holds_the_story_or_is_below_its_coarsest_form(
    length: int, per_volume: int, budget: int, tokens: tuple[int, int, int]
) -> None:
    def sizes(node: Node, form: Detail) -> int:
        return (tokens[list(Detail)[::-1].index(form)] * (node.first % 3)) // 2

    forest = plant(book(length, per_volume))
    needed = coarsest(forest, sizes)
    if budget < needed:
        with pytest.raises(BudgetError) as refused:
            cut(forest, sizes, budget)
        assert refused.value.smallest == needed
    else:
        entries = cut(forest, sizes, budget)
        assert told(entries) == list(range(length))
        assert total(entries, sizes) <= budget


@pytest.mark.parametrize("before", [17, 200, 1_999])
def test_the_coarsest_form_is_the_smallest_budget_that_does(before: int) -> None:
    forest = plant(BOOK[:before])
    needed = coarsest(forest, usual)
    assert total(cut(forest, usual, needed), usual) == needed
    with pytest.raises(BudgetError, match=f"story_so_far {needed}"):
        cut(forest, usual, needed - 1)


def test_before_the_first_chapter_there_is_nothing_to_tell() -> None:
    assert cut(plant([]), usual, 0) == ()


@pytest.mark.parametrize("before", [1, 5])
def test_the_first_chapters_are_told_in_full(before: int) -> None:
    entries = cut(plant(BOOK[:before]), usual, 2_000)
    assert [(entry.node.level, entry.form) for entry in entries] == [(0, Detail.FULL)] * before


@pytest.mark.parametrize("budget", [2_000, 4_000])
def test_the_last_five_chapters_are_told_in_full_where_they_fit(budget: int) -> None:
    full = [
        all(entry.form is Detail.FULL and entry.node.level == 0 for entry in entries[-5:])
        for entries in (cut(plant(BOOK[:before]), usual, budget) for before in EVERY[5:])
    ]
    assert sum(full) >= (0.9 if budget == 2_000 else 1) * len(full)


def test_what_is_nearer_is_told_in_chapters_and_what_is_far_in_windows() -> None:
    levels = [entry.node.level for entry in cut(plant(BOOK), usual, 2_000)]
    assert levels == sorted(levels, reverse=True)
    assert levels[0] >= 2
    assert levels.count(0) >= 10


@pytest.mark.parametrize("sizes", [usual, varied])
@pytest.mark.parametrize("budget", [1_000, 2_000, 8_000])
def test_the_text_only_grows_at_its_end_until_a_window_closes(sizes: Sizes, budget: int) -> None:
    forests = [plant(BOOK[:before]) for before in range(100, 400)]
    for forest, later in pairwise(forests):
        if planned_chapters(forest) == planned_chapters(later):
            settled = max(planned_chapters(forest), later[-1].last - 5)
            entries, next_entries = (cut(f, sizes, budget) for f in (forest, later))
            assert up_to(entries, settled) == up_to(next_entries, settled)


def test_the_planned_part_moves_no_more_often_than_windows_close() -> None:
    moves = 0
    before: list[tuple[str, Detail]] = []
    for length in range(401):
        forest = plant(BOOK[:length])
        planned = up_to(cut(forest, usual, 2_000), planned_chapters(forest))
        moves += planned != before
        before = planned
    assert moves <= 400 / 6


def test_the_number_of_entries_is_bounded_however_long_the_book() -> None:
    counts = [len(cut(plant(BOOK[:before]), usual, 2_000)) for before in EVERY]
    assert max(counts) <= 48


@pytest.mark.parametrize("place", [0, 250, 499])
def test_an_insert_a_deletion_and_a_move_leave_no_gap(place: int) -> None:
    chapters = BOOK[:500]
    new = Leaf(id="new", volume=chapters[place].volume, signature="")
    inserted = [*chapters[:place], new, *chapters[place:]]
    deleted = [*chapters[:place], *chapters[place + 1 :]]
    moved = [*deleted[:3], chapters[place], *deleted[3:]]
    for changed in (inserted, deleted, moved):
        entries = cut(plant(changed), varied, 2_000)
        assert told(entries) == list(range(len(changed)))


def test_the_same_book_gives_the_same_cut() -> None:
    assert cut(plant(book(900)), varied, 2_000) == cut(plant(book(900)), varied, 2_000)
