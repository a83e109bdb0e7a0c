"""What goes into a pack, and what calls it up."""

from pathlib import Path

import pytest

from lorepack.records import ChapterCard, ContextPack, Item, Memory, MemoryKind, PackRequest, Scope
from providers.tokens import open_counter
from retrieval.pack.plan import PLANS
from runtime.library import Library
from tests.strategies import Book, author_memories

UNSHOWN = {MemoryKind.CHAPTER_SUMMARY}
"""Kinds without a section: the story so far shows summaries."""

CARD = ChapterCard(people=("沈砚秋", "苏小满"), places=("望潮楼",), items=("铜铃", "半张海图"))


def items(pack: ContextPack, section: str) -> list[Item]:
    return [item for s in pack.sections if s.name == section for item in s.items]


@pytest.fixture(scope="module")
def absence(shelf: Library) -> Scope:
    """Somebody speaks in chapter 2, is not there for long, and chapter 15 is an empty notice."""
    speaks = "“走吧。”阮小二说道。阮小二笑道：“好。”“快些。”阮小二说道。" * 3
    bodies = ["雨下了一夜。", speaks, *("山路很长，雪下了一夜。",) * 12, ""]
    scope = Scope(project="absence")
    chapters = tuple((f"第{at}章", body) for at, body in enumerate(bodies, 1))
    shelf.import_bytes(scope, Book(chapters=chapters).manuscript())
    return scope


def test_every_kind_of_memory_has_a_section(shelf: Library, told: Scope) -> None:
    memories = author_memories()
    assert {memory.kind for memory in memories} == set(MemoryKind) - UNSHOWN
    asked = PackRequest(chapter=20, card=CARD), PackRequest(chapter=21)
    packs = [shelf.pack(told, one) for one in asked]
    shown, later = ({i.id for s in pack.sections for i in s.items} for pack in packs)
    cards = {m.id for m in memories if m.kind is MemoryKind.CHAPTER_CARD}
    assert {memory.id for memory in memories} - cards <= shown
    assert cards <= later


def test_an_event_about_an_item_does_not_hide_the_item(shelf: Library) -> None:
    scope = Scope(project="bell")
    shelf.import_bytes(scope, "第1章 铃\n铃响了。\n".encode())
    kinds = (MemoryKind.ITEM, MemoryKind.EVENT, MemoryKind.SCENE)
    shelf.remember(
        scope, [Memory(id=kind, kind=kind, subject="铜铃", text=f"{kind}：铃。") for kind in kinds]
    )
    pack = shelf.pack(scope, PackRequest(chapter=2, card=ChapterCard(items=("铜铃",))))
    assert {item.id for item in items(pack, "scenes_items")} == set(kinds)


def test_sections_stand_from_the_most_to_the_least_stable(shelf: Library, told: Scope) -> None:
    pack = shelf.pack(told, PackRequest(chapter=20, card=CARD, query="铜铃"))
    names = [section.name for section in pack.sections]
    assert names == [plan.name for plan in PLANS if plan.name in names]
    assert len(names) == len(PLANS)


def test_somebody_who_returns_is_shown_where_he_was_last_seen(
    shelf: Library, absence: Scope
) -> None:
    card = ChapterCard(people=("阮小二",))
    back = shelf.pack(absence, PackRequest(chapter=15, card=card))
    assert [item.source.chapter for item in items(back, "originals")] == [2]
    still_there = shelf.pack(absence, PackRequest(chapter=5, card=card))
    assert items(still_there, "originals") == []
    assert [item.source.chapter for item in items(still_there, "character_states")] == [2]


def test_somebody_nobody_knows_is_named_in_a_warning(shelf: Library, absence: Scope) -> None:
    pack = shelf.pack(absence, PackRequest(chapter=15, card=ChapterCard(people=("无名氏",))))
    assert [(w.code, w.at) for w in pack.warnings] == [("unknown_person", "无名氏")]


def test_spare_room_alone_calls_no_original(shelf: Library, told: Scope) -> None:
    quiet = shelf.pack(told, PackRequest(chapter=30, budget=60_000))
    assert items(quiet, "originals") == []
    asking = shelf.pack(told, PackRequest(chapter=30, budget=60_000, query="铜铃"))
    assert items(asking, "originals")


def test_a_line_that_the_card_quotes_is_brought(shelf: Library, absence: Scope) -> None:
    card = ChapterCard(goal="呼应“雨下了一夜”")
    pack = shelf.pack(absence, PackRequest(chapter=15, card=card))
    assert [item.source.chapter for item in items(pack, "originals")] == [1]


def test_an_item_cut_out_of_a_chapter_is_that_slice(shelf: Library, told: Scope) -> None:
    pack = shelf.pack(told, PackRequest(chapter=30, query="铜铃"))
    chapters = shelf.chapters(told)
    for item in (*items(pack, "originals"), *items(pack, "previous_tail")):
        source = item.source
        assert source.chapter is not None
        text = shelf.text(told, chapters[source.chapter - 1].id)[source.start : source.end]
        assert text.strip("\n") == item.text


def test_after_an_empty_chapter_the_last_words_before_it_go_on(
    shelf: Library, absence: Scope
) -> None:
    """A notice without a text ends nothing: the story went on from the chapter before it."""
    pack = shelf.pack(absence, PackRequest(chapter=16))
    assert [item.text for item in items(pack, "previous_tail")] == ["山路很长，雪下了一夜。"]


def test_the_end_of_the_chapter_before_begins_with_a_sentence(
    shelf: Library, cache_dir: Path
) -> None:
    scope = Scope(project="sentences")
    text = "".join(f"第{at}夜的雨下得比前一夜更久，渡口没有人来。" for at in range(1, 200))
    shelf.import_bytes(scope, Book(chapters=(("第1章", text),)).manuscript())
    (item,) = items(shelf.pack(scope, PackRequest()), "previous_tail")
    assert item.text.startswith("第")
    assert text.endswith(item.text)
    counted = open_counter("o200k_base", cache_dir)(item.text)
    assert 500 < counted <= 600


def test_one_endless_sentence_is_cut_all_the_same(shelf: Library, cache_dir: Path) -> None:
    scope = Scope(project="endless")
    shelf.import_bytes(scope, Book(chapters=(("第1章", "雨" * 5_000),)).manuscript())
    (item,) = items(shelf.pack(scope, PackRequest()), "previous_tail")
    assert 500 < open_counter("o200k_base", cache_dir)(item.text) <= 600
