"""The grove: the forest before any chapter is read off a book that was gathered once."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from story.coverage import Leaf, Lengths, grow, plant

rows = st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 3)), max_size=150, unique=True)


def book(of: list[tuple[int, int]]) -> list[Leaf]:
    return [Leaf(id=f"第{n}", volume=str(volume), signature=f"s{n}") for n, volume in of]


@given(rows)
@settings(deadline=None)
def test_the_forest_before_a_chapter_knows_nothing_of_it_or_of_later_ones(
    of: list[tuple[int, int]],
) -> None:
    chapters = book(of)
    grove = grow(chapters)
    for before in range(len(chapters) + 1):
        assert grove.before(before) == plant(chapters[:before])


@given(rows, rows, st.integers(0, 150))
@settings(deadline=None)
def test_what_is_taken_over_from_a_former_book_changes_nothing(
    old: list[tuple[int, int]], new: list[tuple[int, int]], shared: int
) -> None:
    former = grow(book([*old[:shared], *new]))
    chapters = book(old)
    assert grow(chapters, former=former) == grow(chapters)


def test_it_is_so_through_a_book_s_whole_life() -> None:
    random = Random(5)
    chapters = book([(n, n // 40) for n in range(30)])
    grove = grow(chapters)
    for nth in range(200):
        place = random.randrange(len(chapters) + 1)
        if random.random() < 0.7:
            place = len(chapters)
        chapters.insert(place, Leaf(id=f"n{nth}", volume=str(place // 40), signature=str(nth)))
        if random.random() < 0.2:
            chapters.pop(random.randrange(len(chapters)))
        grove = grow(chapters, former=grove)
        assert grove == grow(chapters)


def test_a_chapter_behind_the_book_leaves_every_window_as_it_is() -> None:
    chapters = book([(n, 0) for n in range(400)])
    former = grow(chapters[:-1])
    grown = grow(chapters, former=former)
    for layer, before in zip(grown.layers, former.layers, strict=True):
        kept = layer.nodes[: len(before.nodes)]
        assert all(one is other for one, other in zip(kept, before.nodes, strict=True))


def test_other_lengths_take_nothing_over() -> None:
    chapters = book([(n, 0) for n in range(200)])
    lengths = Lengths(usual=5)
    assert grow(chapters, lengths, grow(chapters)) == grow(chapters, lengths)
