"""The same request gives the same bytes, and neighbouring chapters share what is stable."""

import itertools
from collections import Counter

import pytest

from lorepack.records import ChapterCard, ContextPack, PackRequest, Scope
from runtime.library import Library


def pack(library: Library, scope: Scope, chapter: int, query: str = "") -> ContextPack:
    return library.pack(scope, PackRequest(chapter=chapter, budget=8_000, query=query))


def story(built: ContextPack) -> list[tuple[str, str]]:
    (section,) = (s for s in built.sections if s.name == "story_so_far")
    return [(item.id, item.text) for item in section.items]


def test_the_same_request_gives_the_same_bytes(shelf: Library, told: Scope) -> None:
    first, second = pack(shelf, told, 40, "铜铃在哪里"), pack(shelf, told, 40, "铜铃在哪里")
    assert first == second


def test_a_pack_is_replayed_as_it_was_handed_out(shelf: Library, told: Scope) -> None:
    built = pack(shelf, told, 33)
    assert shelf.stored_pack(told, built.id) == built


def test_the_query_does_not_touch_the_stable_part(shelf: Library, told: Scope) -> None:
    quiet, asking = pack(shelf, told, 50), pack(shelf, told, 50, "望潮楼的灯")
    assert quiet.messages[0] == asking.messages[0]
    assert quiet.prefix.hash == asking.prefix.hash


@pytest.mark.parametrize("budget", range(1_000, 12_001, 1_000))
def test_neither_query_nor_card_touches_it_at_any_budget(
    budget: int, shelf: Library, told: Scope
) -> None:
    card = ChapterCard(goal="封门之前找到海图", people=("沈砚秋", "苏小满"), items=("铜铃",))
    quiet = PackRequest(chapter=40, budget=budget)
    asking = PackRequest(chapter=40, budget=budget, card=card, query="三千二百两在谁手里")
    assert shelf.pack(told, quiet).messages[0] == shelf.pack(told, asking).messages[0]


def test_the_story_changes_only_at_its_end_until_a_window_closes(
    shelf: Library, told: Scope
) -> None:
    """Of 58 steps, a few close a window; all others keep every planned entry."""
    packs = [pack(shelf, told, chapter) for chapter in range(2, 60)]
    kept = Counter(
        planned(before) == planned(after)[: len(planned(before))]
        for before, after in itertools.pairwise(packs)
    )
    assert kept[True] >= 45


def planned(built: ContextPack) -> list[tuple[str, str]]:
    """The entries before the end of the last window; the chapters after it may change form."""
    levels = [entry.level for entry in built.coverage]
    last = max((at for at, level in enumerate(levels) if level), default=-1)
    return story(built)[: last + 1]


def test_what_is_shared_with_the_last_pack_is_counted(shelf: Library, told: Scope) -> None:
    pack(shelf, told, 44)
    after = pack(shelf, told, 45)
    assert 100 < after.prefix.shared_tokens <= after.tokens
    assert after.prefix.tokens <= after.tokens
