"""The cut: no gap, no overlap, never over, finest near the end, and a beginning that stays."""

import zlib
from functools import cache
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lorepack.errors import BudgetError
from story.coverage import (
    USUAL as USUAL_LENGTHS,
)
from story.coverage import (
    Detail,
    Entry,
    Grove,
    Leaf,
    Lengths,
    Node,
    Sizes,
    coarsest,
    cut,
    grow,
    plant,
)
from story.coverage.run import run_of

USUAL = {Detail.FULL: 150, Detail.SHORT: 40, Detail.LINE: 16}
MOST = {Detail.FULL: 300, Detail.SHORT: 42, Detail.LINE: 18}
RICHNESS = [Detail.LINE, Detail.SHORT, Detail.FULL]
RECENT = 5
RUN_SHARE = 0.85
LENGTH = 2_000
ROOMY = 5_000
"""A budget of which the run gets enough for the longest one, all told in full."""


def usual(node: Node, form: Detail) -> int:
    return USUAL[form]


def varied(node: Node, form: Detail) -> int:
    """Sizes as they come: some full texts are shorter than another chapter's line."""
    return min(_full(node.id), MOST[form])


@cache
def _full(id: str) -> int:
    return zlib.crc32(id.encode()) % 300 + 4


def book(length: int, per_volume: int = 170) -> list[Leaf]:
    return [Leaf(id=f"c{i}", volume=str(i // per_volume), signature=str(i)) for i in range(length)]


def changed(chapters: list[Leaf], random: Random, times: int) -> list[Leaf]:
    """The book after chapters were put in, taken out and moved."""
    after = [*chapters]
    for nth in range(times):
        place, other = random.randrange(len(after)), random.randrange(len(after))
        if nth % 3 == 0:
            volume = after[place].volume
            after.insert(place, Leaf(id=f"new {nth}", volume=volume, signature=f"new {nth}"))
        elif nth % 3 == 1:
            del after[place]
        else:
            after.insert(other, after.pop(place))
    return after


@cache
def grove(edits: int = 0) -> Grove:
    """A book of two thousand chapters, after so many changes of its shape."""
    chapters = book(LENGTH)
    return grow(changed(chapters, Random(edits), edits) if edits else chapters)


def has_just_closed(forest: tuple[Node, ...]) -> bool:
    """Whether a window of chapters ends five chapters back."""
    length = forest[-1].last + 1
    return any(w.last + 1 == length - RECENT for node in forest for w in windows(node))


def windows(node: Node) -> list[Node]:
    """The windows of chapters within a node."""
    if node.level <= 1:
        return [node] if node.level else []
    return [w for child in node.children for w in windows(child)]


def breaks(planted: Grove, sizes: Sizes, budget: int) -> list[tuple[int, int]]:
    """Chapters before which the story is no longer what it was with more behind it, and places.

    A place is how many chapters are told as they were.
    """
    found: list[tuple[int, int]] = []
    entries: tuple[Entry, ...] = ()
    for before in range(1, len(planted.chapters) + 1):
        more = cut(planted.before(before), sizes, budget)
        if more[: len(entries)] != entries:
            pairs = enumerate(zip(entries, more, strict=False))
            found.append((before, next(b.node.first for _, (a, b) in pairs if a != b)))
        entries = more
    return found


def up_to(entries: tuple[Entry, ...], chapters: int) -> list[tuple[str, Detail]]:
    return [(entry.node.id, entry.form) for entry in entries if entry.node.last < chapters]


def total(entries: tuple[Entry, ...], sizes: Sizes) -> int:
    return sum(sizes(entry.node, entry.form) for entry in entries)


def told(entries: tuple[Entry, ...]) -> list[int]:
    return [i for entry in entries for i in range(entry.node.first, entry.node.last + 1)]


def assert_finest_near(entries: tuple[Entry, ...]) -> None:
    """No entry is coarser than one farther away: neither of a higher level, nor in fewer words."""
    for far, near in pairwise(entries):
        assert far.node.level >= near.node.level
        if far.node.level == near.node.level:
            assert RICHNESS.index(far.form) <= RICHNESS.index(near.form)
        if far.node.level > 1 and near.node.level == 1:
            assert RICHNESS.index(far.form) <= RICHNESS.index(near.form)


@pytest.mark.parametrize("sizes", [usual, varied])
@pytest.mark.parametrize("budget", [800, 2_000, 4_000])
@pytest.mark.parametrize("edits", [0, 90])
def test_before_every_chapter_each_is_told_once_and_finest_near(
    edits: int, budget: int, sizes: Sizes
) -> None:
    planted = grove(edits)
    for before in range(len(planted.chapters) + 1):
        entries = cut(planted.before(before), sizes, budget)
        assert told(entries) == list(range(before))
        assert total(entries, sizes) <= budget
        assert_finest_near(entries)


@pytest.mark.parametrize("budget", [12_000, 60_000, 400_000])
def test_so_it_is_where_there_is_more_room_than_a_pack_has(budget: int) -> None:
    for before in range(0, LENGTH + 1, 67):
        entries = cut(grove().before(before), varied, budget)
        assert told(entries) == list(range(before))
        assert total(entries, varied) <= budget
        assert_finest_near(entries)


@pytest.mark.parametrize("edits", [0, 90])
def test_with_room_for_the_longest_run_it_only_grows_until_a_window_closes(edits: int) -> None:
    planted = grove(edits)
    for before, _ in breaks(planted, usual, ROOMY):
        assert has_just_closed(planted.before(before))


@pytest.mark.parametrize("sizes", [usual, varied])
@pytest.mark.parametrize("budget", [1_500, 2_000, 4_000])
def test_it_only_grows_until_a_window_closes_or_no_more_fits_in_full(
    sizes: Sizes, budget: int
) -> None:
    """Where neither is so, what was told is told again to the letter."""
    for before, _ in breaks(grove(), sizes, budget):
        run = run_of(grove().before(before), sizes, budget, RUN_SHARE, USUAL_LENGTHS)
        gave_up = run.full[0].first == before - RECENT
        assert has_just_closed(grove().before(before)) or gave_up


def test_it_breaks_no_more_often_than_windows_close_and_seldom_before_the_last_of_them() -> None:
    places = [before - place for before, place in breaks(grove(), usual, 3_600)]
    closed = [w for node in grove().before(LENGTH) for w in windows(node)]
    assert len(places) <= len(closed)
    assert sum(place <= 16 + RECENT for place in places) >= 0.6 * len(places)


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
        return (tokens[RICHNESS.index(form)] * (node.first % 3)) // 2

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
        assert_finest_near(entries)


@given(st.integers(0, 300), st.sampled_from([5, 20]), st.integers(1_500, 6_000))
@settings(deadline=None)
def test_windows_of_another_length_are_cut_likewise(length: int, members: int, budget: int) -> None:
    lengths = Lengths(usual=members)
    entries = cut(plant(book(length), lengths), usual, budget, lengths)
    assert told(entries) == list(range(length))
    assert total(entries, usual) <= budget
    assert_finest_near(entries)


@pytest.mark.parametrize("before", [17, 200, 1_999])
def test_the_coarsest_form_is_the_smallest_budget_that_does(before: int) -> None:
    forest = grove().before(before)
    needed = coarsest(forest, usual)
    assert total(cut(forest, usual, needed), usual) == needed
    with pytest.raises(BudgetError, match=f"story_so_far {needed}"):
        cut(forest, usual, needed - 1)


def test_before_the_first_chapter_there_is_nothing_to_tell() -> None:
    assert cut(plant([]), usual, 0) == ()


@pytest.mark.parametrize("before", [1, 5])
def test_the_first_chapters_are_told_in_full(before: int) -> None:
    entries = cut(grove().before(before), usual, 2_000)
    assert [(entry.node.level, entry.form) for entry in entries] == [(0, Detail.FULL)] * before


@pytest.mark.parametrize("budget", [2_000, 4_000])
def test_the_last_five_chapters_are_told_in_full(budget: int) -> None:
    for before in range(RECENT, LENGTH + 1):
        entries = cut(grove().before(before), usual, budget)
        assert all(e.form is Detail.FULL and not e.node.level for e in entries[-RECENT:])


def test_where_fewer_than_five_fit_the_nearest_are_told_in_full() -> None:
    entries = cut(grove().before(60), usual, 700)
    assert [e.form for e in entries[-RECENT:]].count(Detail.FULL) in {1, 2, 3}
    assert entries[-1].form is Detail.FULL


def test_what_is_far_is_told_in_windows_of_windows() -> None:
    levels = [entry.node.level for entry in cut(grove().before(LENGTH), usual, 2_000)]
    assert levels[0] >= 2
    assert levels.count(0) >= RECENT


def test_the_number_of_entries_is_bounded_however_long_the_book() -> None:
    every = range(LENGTH + 1)
    assert max(len(cut(grove().before(before), usual, 2_000)) for before in every) <= 50


def test_the_story_of_two_thousand_chapters_is_hardly_longer_than_that_of_two_hundred() -> None:
    """Both with the last twenty told alike: before them, a few lines more."""

    def earlier(before: int) -> int:
        entries = cut(grove().before(before), usual, 4_000)
        return sum(usual(e.node, e.form) for e in entries if e.node.last < before - 20)

    assert earlier(2_000) + 20 * 150 <= 1.5 * (earlier(200) + 20 * 150)


def test_the_same_book_gives_the_same_cut() -> None:
    assert cut(plant(book(900)), varied, 2_000) == cut(plant(book(900)), varied, 2_000)
