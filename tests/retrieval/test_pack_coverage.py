"""No gap: every chapter before the one to be written is told of exactly once."""

import pytest

from lorepack.errors import BudgetError
from lorepack.records import ContextPack, PackRequest, Scope
from runtime.library import Library
from tests.strategies import synthetic_book

ROOMY = (2_500, 12_000, 60_000)


def assert_covers(pack: ContextPack) -> None:
    told = [at for entry in pack.coverage for at in range(entry.first, entry.last + 1)]
    assert told == list(range(1, pack.chapter))
    assert all(entry.first == entry.last for entry in pack.coverage if entry.level == 0)
    items = [item for s in pack.sections if s.name == "story_so_far" for item in s.items]
    assert [item.id for item in items] == [entry.id for entry in pack.coverage]


def smallest(library: Library, scope: Scope, chapter: int) -> int:
    with pytest.raises(BudgetError) as refused:
        library.pack(scope, PackRequest(chapter=chapter, budget=0))
    return refused.value.smallest


def test_every_chapter_is_covered_once_at_any_budget(shelf: Library, told: Scope) -> None:
    for chapter in range(1, 62):
        for budget in (smallest(shelf, told, chapter), *ROOMY):
            assert_covers(shelf.pack(told, PackRequest(chapter=chapter, budget=budget)))


def test_every_chapter_is_covered_before_there_is_any_summary(
    shelf: Library, untold: Scope
) -> None:
    for chapter in range(1, 62):
        assert_covers(shelf.pack(untold, PackRequest(chapter=chapter)))


def test_a_long_book_is_covered_before_and_after_its_summaries(shelf: Library) -> None:
    scope = Scope(project="long")
    shelf.import_bytes(scope, synthetic_book(300, seed=11, sentences=4).manuscript())
    for chapter in (2, 99, 301):
        assert_covers(shelf.pack(scope, PackRequest(chapter=chapter)))
    shelf.summarise(scope)
    for chapter in (1, 2, 7, 26, 51, 99, 150, 233, 287, 300, 301):
        for budget in (smallest(shelf, scope, chapter), *ROOMY):
            assert_covers(shelf.pack(scope, PackRequest(chapter=chapter, budget=budget)))


def test_the_origin_tells_a_summary_from_a_placeholder(
    shelf: Library, told: Scope, untold: Scope
) -> None:
    early = shelf.pack(untold, PackRequest(chapter=20))
    late = shelf.pack(told, PackRequest(chapter=20))
    assert {c.origin for c in early.coverage} == {"opening"}
    assert {c.origin for c in late.coverage} == {"text"}, "its chapters are short"


def test_a_pack_does_not_grow_with_the_book(shelf: Library, told: Scope) -> None:
    budget = 3_000
    sizes = [shelf.pack(told, PackRequest(chapter=n, budget=budget)).tokens for n in (20, 40, 61)]
    assert max(sizes) <= budget
    assert max(sizes) - min(sizes) < 0.4 * budget


def test_the_last_five_chapters_are_told_in_full(shelf: Library, told: Scope) -> None:
    for chapter in (12, 31, 47, 61):
        pack = shelf.pack(told, PackRequest(chapter=chapter, budget=12_000))
        assert [c.form for c in pack.coverage[-5:]] == ["full"] * 5
        assert [c.last for c in pack.coverage[-5:]] == list(range(chapter - 5, chapter))
