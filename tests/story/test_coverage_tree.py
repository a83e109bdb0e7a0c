"""The forest: what is closed, what changes with the book, and what does not."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from story.coverage import Leaf, Lengths, Node, plant, walk

PER_VOLUME = 180


def book(length: int, seed: int = 1) -> list[Leaf]:
    names = Random(seed)
    return [chapter(f"{names.getrandbits(64):x}", i // PER_VOLUME) for i in range(length)]


def chapter(name: str, volume: int = 0) -> Leaf:
    return Leaf(id=name, volume=f"volume {volume}", signature=f"signed {name}")


def windows(chapters: list[Leaf]) -> dict[str, Node]:
    return {node.id: node for node in walk(plant(chapters)) if node.level}


books = st.lists(st.tuples(st.integers(0, 10_000), st.booleans()), max_size=120, unique=True).map(
    lambda rows: [chapter(f"第{name}", volume=int(later)) for name, later in rows]
)


@given(books)
@settings(deadline=None)
def test_a_forest_covers_every_chapter_once_in_order(chapters: list[Leaf]) -> None:
    covered = [i for node in plant(chapters) for i in range(node.first, node.last + 1)]
    assert covered == list(range(len(chapters)))


@given(books, st.integers(0, 120))
@settings(deadline=None)
def test_what_is_closed_before_a_chapter_stays_closed_in_the_whole_book(
    chapters: list[Leaf], before: int
) -> None:
    assert windows(chapters[:before]).keys() <= windows(chapters).keys()


@given(books)
@settings(deadline=None)
def test_windows_tile_their_stretch_and_hold_six_to_sixteen_members(chapters: list[Leaf]) -> None:
    for window in windows(chapters).values():
        stretch = [(child.first, child.last) for child in window.children]
        assert (stretch[0][0], stretch[-1][1]) == (window.first, window.last)
        assert all(a[1] + 1 == b[0] for a, b in pairwise(stretch))
        assert {child.level for child in window.children} == {window.level - 1}
        assert len(window.children) <= 16
        assert len(window.children) >= 6 or ends_a_volume(window, chapters)


def ends_a_volume(window: Node, chapters: list[Leaf]) -> bool:
    after = window.last + 1
    return window.level == 1 and chapters[window.last].volume != chapters[after].volume


@given(books)
@settings(deadline=None)
def test_no_window_of_chapters_crosses_a_volume_border(chapters: list[Leaf]) -> None:
    for window in windows(chapters).values():
        if window.level == 1:
            assert len({c.volume for c in chapters[window.first : window.last + 1]}) == 1


def test_a_volumes_last_window_closes_only_once_the_next_volume_is_seen() -> None:
    chapters = [chapter(f"a{i}") for i in range(3)]
    assert [node.level for node in plant(chapters)] == [0, 0, 0]
    assert [node.level for node in plant([*chapters, chapter("b", volume=1)])] == [1, 0]


def test_few_chapters_stand_as_themselves() -> None:
    assert plant([]) == ()
    forest = plant([chapter("a"), chapter("b")])
    assert [(node.id, node.level, node.signature) for node in forest] == [
        ("a", 0, "signed a"),
        ("b", 0, "signed b"),
    ]


def test_a_new_signature_renews_the_windows_that_hold_the_chapter_and_no_other() -> None:
    chapters = book(400)
    rewritten = [*chapters]
    rewritten[37] = Leaf(id=chapters[37].id, volume=chapters[37].volume, signature="another")
    before, after = windows(chapters), windows(rewritten)
    assert before.keys() == after.keys()
    for name, window in before.items():
        holds = window.first <= 37 <= window.last
        assert (window.signature != after[name].signature) == holds


def test_an_insert_redoes_few_windows_of_two_thousand_chapters() -> None:
    chapters = book(2_000)
    known = windows(chapters).keys()
    names = Random(2)
    at_the_start = [
        len(windows([chapter(f"new {n}"), *chapters]).keys() - known) for n in range(40)
    ]
    anywhere = [
        len(windows(inserted(chapters, names.randrange(2_000), f"new {n}")).keys() - known)
        for n in range(60)
    ]
    for redone in (at_the_start, anywhere):
        assert sum(redone) / len(redone) <= 4
        assert max(redone) <= 16


def inserted(chapters: list[Leaf], place: int, name: str) -> list[Leaf]:
    new = Leaf(id=name, volume=chapters[place].volume, signature="")
    return [*chapters[:place], new, *chapters[place:]]


def test_a_deletion_or_a_move_redoes_few_windows() -> None:
    chapters = book(2_000)
    known = windows(chapters).keys()
    deleted = chapters[1:]
    moved = [*chapters[:2], chapters[499], *chapters[2:499], *chapters[500:]]
    assert len(windows(deleted).keys() - known) <= 16
    assert len(windows(moved).keys() - known) <= 2 * 16


def test_roots_and_tails_stay_few_however_long_the_book() -> None:
    chapters = book(2_000)
    assert max(len(plant(chapters[:n])) for n in range(0, 2_001, 20)) <= 41


@pytest.mark.parametrize("usual", [5, 10, 20, 50])
def test_windows_have_about_as_many_members_as_is_set(usual: int) -> None:
    lengths = Lengths(usual=usual)
    of_one_volume = [replace(leaf, volume=None) for leaf in book(2_000)]
    closed = [node for node in walk(plant(of_one_volume, lengths)) if node.level == 1]
    sizes = [len(node.children) for node in closed]
    assert lengths.shortest <= min(sizes)
    assert max(sizes) <= lengths.longest
    assert 0.75 * usual <= sum(sizes) / len(sizes) <= 1.35 * usual
