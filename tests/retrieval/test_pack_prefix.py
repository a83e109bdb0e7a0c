"""The same request gives the same bytes, and neighbouring chapters share what is stable."""

import itertools
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lorepack.records import (
    ChapterCard,
    ContextPack,
    MemoryKind,
    PackFormat,
    PackRequest,
    Scope,
)
from providers.tokens import open_encoding
from retrieval.pack.prefix import shared_lines
from runtime.library import Library
from tests.strategies import author_memories, synthetic_book

pytestmark = pytest.mark.both_databases


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


@pytest.fixture
def growing(library: Library, scope: Scope) -> Library:
    """Twelve chapters, an author's rules and bible, and a pack for the next one."""
    library.import_bytes(scope, synthetic_book(12, sentences=20).manuscript())
    library.summarise(scope)
    library.remember(scope, author_memories())
    return library


def next_pack(library: Library, scope: Scope, form: PackFormat = PackFormat.TEXT) -> ContextPack:
    return library.pack(scope, PackRequest(format=form))


def put_behind(library: Library, scope: Scope) -> str:
    """One more chapter, summarised; returns its id."""
    at = len(library.chapters(scope)) + 1
    library.editor(scope).insert(f"第{at}章 新的\n" + "潮水退了三次。" * 90, at=at)
    library.summarise(scope)
    return library.chapters(scope)[-1].id


def test_nothing_broke_the_first_pack(growing: Library, scope: Scope) -> None:
    prefix = next_pack(growing, scope).prefix
    assert (prefix.shared_tokens, prefix.previous, prefix.broken_by) == (0, "", "")


@pytest.mark.parametrize("form", PackFormat)
def test_a_chapter_more_breaks_it_where_that_chapter_is_told(
    form: PackFormat, growing: Library, scope: Scope
) -> None:
    before = next_pack(growing, scope, form)
    new = put_behind(growing, scope)
    prefix = next_pack(growing, scope, form).prefix
    assert prefix.previous == before.id
    assert prefix.broken_by == f"story_so_far/{new}"


@pytest.mark.parametrize("form", PackFormat)
def test_what_broke_it_is_named(form: PackFormat, growing: Library, scope: Scope) -> None:
    next_pack(growing, scope, form)
    put_behind(growing, scope)
    rule = next(m for m in author_memories() if m.kind is MemoryKind.BAN_RULE)
    growing.remember(scope, [replace(rule, text="不得出现外来词。")])
    assert next_pack(growing, scope, form).prefix.broken_by == f"rules/{rule.id}"


def test_another_language_breaks_it_in_its_frame(library: Library, scope: Scope) -> None:
    library.import_bytes(scope, "第1章 起\n他来了，没有说话。\n".encode())
    chinese = library.pack(scope, PackRequest())
    library.editor(scope).insert("Chapter 2\nHe left the old mill before dawn.\n", at=2)
    english = library.pack(scope, PackRequest())
    assert english.prefix.broken_by == "frame"
    assert chinese.rendered.startswith("# 写作资料")


@pytest.mark.parametrize("encoding", ["o200k_base", "cl100k_base"])
@given(st.text("ab。，\n 第三章", max_size=60), st.text("ab。，\n 第三章", max_size=12))
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_of_whole_lines_every_token_is_shared(
    encoding: str, cache_dir: Path, text: str, more: str
) -> None:
    encode = open_encoding(encoding, cache_dir).encoding.encode_ordinary
    for one, other in ((text, text + more), (text + more, text), (text + more, text + "x" + more)):
        lines = shared_lines(one, other)
        shared = encode(lines)
        assert one.startswith(lines)
        assert other.startswith(lines)
        if one != other:
            assert encode(other)[: len(shared)] == shared == encode(one)[: len(shared)]


def test_a_pack_is_compared_with_one_of_its_own_form(growing: Library, scope: Scope) -> None:
    text = next_pack(growing, scope)
    document = next_pack(growing, scope, PackFormat.JSON)
    put_behind(growing, scope)
    assert next_pack(growing, scope).prefix.previous == text.id
    after = next_pack(growing, scope, PackFormat.JSON)
    assert after.prefix.previous == document.id
    assert 0 < after.prefix.shared_tokens < after.tokens
