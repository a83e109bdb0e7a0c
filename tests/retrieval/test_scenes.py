"""What is filed under something of a chapter, and the notes that speak of it."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from lorepack.records import (
    Alias,
    ChapterCard,
    Entity,
    FactKind,
    Memory,
    MemoryDraft,
    MemoryKind,
    PackRequest,
    Scope,
    Told,
)
from retrieval.pack.cards.subjects import finder, subjects_of
from retrieval.pack.gather import gather
from retrieval.pack.memories.scenes import scenes_items
from retrieval.pack.piece import Piece
from retrieval.pack.state import Person
from runtime.library import Library
from runtime.registry import registry_of
from tests.retrieval.test_telling import Characters, memory, state
from tests.strategies import Book
from text.aliases import AliasMatcher


def thing(name: str, *others: str, kind: FactKind = FactKind.OBJECT) -> Entity:
    return Entity(
        id=name, kind=kind, name=name, aliases=tuple(Alias(text=t) for t in (name, *others))
    )


BELL = thing("铜铃", "那只铃")
TOWER = thing("望潮楼", "木楼", kind=FactKind.PLACE)
MILL = thing("the old mill", "Vale's mill", kind=FactKind.PLACE)


def subjects(asked: PackRequest, known: Sequence[Entity], filed: Sequence[str] = ()) -> set[str]:
    return set(subjects_of(asked, known, AliasMatcher(known), filed))


def request(query: str = "", **card: object) -> PackRequest:
    return PackRequest(chapter=4, query=query, card=ChapterCard(**card))  # pyright: ignore


def test_what_card_and_query_mention_counts_under_all_its_names() -> None:
    asked = request("那只铃在哪", goal="到木楼去")
    assert subjects(asked, [BELL, TOWER, MILL]) == {"铜铃", "那只铃", "望潮楼", "木楼"}
    assert subjects(request("He left Vale's mill."), [MILL]) == {"the old mill", "Vale's mill"}


def test_a_name_that_several_bear_and_one_inside_a_word_are_nobodys() -> None:
    other = thing("银铃", "那只铃")
    assert subjects(request("那只铃在哪"), [BELL, other]) == set()
    assert subjects(request("Annual rites"), [thing("Ann")], filed=["Ann", "rite"]) == set()


def test_what_memories_are_filed_under_is_found_though_nobody_registered_it() -> None:
    asked = request(text="他把铜铃铛放回半张海图旁边。", items=("灯",))
    filed = ["铜铃", "铜铃铛", "半张海图", "海", "刀", ""]
    assert subjects(asked, [], filed) == {"铜铃", "铜铃铛", "半张海图", "灯"}


def test_names_are_found_as_they_stand_and_not_inside_words() -> None:
    assert finder(["Ada", "铜铃"])("Ada saw Adamant, ＡＤＡ and 銅鈴") == ["Ada", "銅鈴"]
    assert finder([])("Ada") == []


def shown(asked: PackRequest, *memories: Memory, known: Sequence[Entity] = ()) -> list[Piece]:
    told = state(*(Told(memory=m) for m in memories))
    named = subjects(asked, known, [m.subject for m in memories])
    people = [Person(name=n, entity=None, last=None) for n in (asked.card or ChapterCard()).people]
    return scenes_items(replace(told, request=asked, subjects=frozenset(named), people=people))


def test_a_scene_is_called_up_by_another_name_of_its_place() -> None:
    scene = memory(MemoryKind.SCENE, "三层木楼，临水。", "望潮楼")
    (piece,) = shown(request(goal="到木楼去"), scene, known=[TOWER])
    assert piece.reason == "card or query mention '望潮楼'"
    (piece,) = shown(request(places=("望潮楼",)), scene)
    assert piece.reason == "the card names '望潮楼'"
    assert shown(request(goal="回家"), scene, known=[TOWER]) == []


def test_events_of_a_person_of_the_chapter_come_the_newest_first() -> None:
    events = [memory(MemoryKind.EVENT, f"第{n}次过江。", "林墨") for n in (1, 2, 3)]
    raised = replace(events[0], importance=0.9)
    found = shown(request(people=("林墨",)), raised, *events[1:])
    assert [piece.forms[0][1][4] for piece in found] == ["1", "3", "2"]


@pytest.mark.parametrize(
    ("kind", "text", "fields", "reason"),
    [
        (MemoryKind.NOTE, "林墨的笔迹像她母亲。", {}, "it names '林墨'"),
        (MemoryKind.NOTE, "字要小。", {"topic": "铜铃"}, "it names '铜铃'"),
        (MemoryKind.NOTE, "f012 要再埋一次。", {}, "it names 'F012'"),
        (MemoryKind.TASK_RESULT, "潮水查过了。", {}, "it shares words with the query"),
        (MemoryKind.SESSION_SUMMARY, "谈过。", {"concerns": ("铜铃",)}, "it names '铜铃'"),
        (MemoryKind.SESSION_SUMMARY, "The tides were settled.", {}, "it shares words"),
        (MemoryKind.NOTE, "别的什么都没有。", {}, ""),
    ],
)
def test_a_note_is_called_up_by_what_it_names_or_by_words_of_the_query(
    kind: MemoryKind, text: str, fields: dict[str, str], reason: str
) -> None:
    asked = request(
        "请问潮水什么时候退, and the tide?",
        people=("林墨",),
        items=("铜铃",),
        foreshadow_codes=("F012",),
    )
    found = shown(asked, memory(kind, text, fields=fields))
    assert [piece.reason.startswith(reason) for piece in found] == ([True] if reason else [])


def test_decisions_and_preferences_stand_behind_the_rules_and_are_not_required() -> None:
    asked = state(
        Told(memory=memory(MemoryKind.PREFERENCE, "对话要短。", fields={"whose": "作者"})),
        Told(memory=memory(MemoryKind.DECISION, "The map stays torn.", fields={"whose": "Ada"})),
        Told(memory=memory(MemoryKind.DECISION, "海图不补。", fields={"reasons": ("缺角好",)})),
        Told(memory=memory(MemoryKind.BAN_RULE, "不得出现现代词语。")),
    )
    rules = gather(asked, Characters())["rules"]
    assert [(piece.forms[0][1], piece.required) for piece in rules] == [
        ("不得出现现代词语。", True),
        ("The map stays torn. (decided by Ada)", False),
        ("海图不补。（缘由：缺角好；已定）", False),
        ("对话要短。（作者的偏好）", False),
    ]


def test_a_pack_brings_what_its_card_mentions_under_any_name(shelf: Library) -> None:
    scope = Scope(project="mentioned")
    bodies = ["沈砚秋上了望潮楼。", "木楼里没有灯。", "雨停了。"]
    chapters = tuple((f"第{at}章", body) for at, body in enumerate(bodies, 1))
    shelf.import_bytes(scope, Book(chapters=chapters).manuscript())
    registry_of(shelf, scope).add("望潮楼", FactKind.PLACE, [Alias(text="木楼")])
    drafts = [
        MemoryDraft(kind=MemoryKind.SCENE, subject="望潮楼", text="三层，临水。"),
        MemoryDraft(kind=MemoryKind.ITEM, subject="旧灯", text="缺了灯罩。"),
        MemoryDraft(kind=MemoryKind.NOTE, text="木楼的灯不能亮。"),
        MemoryDraft(kind=MemoryKind.NOTE, text="与此无关。"),
        MemoryDraft(kind=MemoryKind.DECISION, text="不写鬼。"),
    ]
    shelf.memories(scope).add(drafts)
    card = ChapterCard(text="夜里有人在木楼上点起旧灯。")
    pack = shelf.pack(scope, PackRequest(chapter=4, card=card))
    items = {s.name: [item.text for item in s.items] for s in pack.sections}
    assert items["scenes_items"] == ["望潮楼：三层，临水。", "旧灯：缺了灯罩。", "木楼的灯不能亮。"]
    assert items["rules"] == ["不写鬼。（已定）"]


@pytest.mark.parametrize("gone", [False, True])
def test_what_is_filed_only_later_or_no_longer_calls_up_no_note(shelf: Library, gone: bool) -> None:
    """A thing that chapter 2 makes known, or that was taken away, is nothing yet for chapter 2."""
    scope = Scope(project=f"filed later {gone}")
    chapters = tuple((f"第{at}章", "雨停了。") for at in range(1, 4))
    shelf.import_bytes(scope, Book(chapters=chapters).manuscript())
    shelf.memories(scope).add([MemoryDraft(kind=MemoryKind.NOTE, text="旧灯不能点。")])
    asked = PackRequest(chapter=2, card=ChapterCard(goal="点起旧灯"))
    before = shelf.pack(scope, asked)
    filed = MemoryDraft(kind=MemoryKind.ITEM, subject="旧灯", text="缺灯罩。", known_from=2)
    (view,) = shelf.memories(scope).add([filed])
    if gone:
        shelf.memories(scope).remove(view.id)
    assert shelf.pack(scope, asked).id == before.id
