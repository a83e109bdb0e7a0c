"""Cards that an author stored for chapters ahead."""

from collections.abc import Mapping

import pytest

from lorepack.errors import InvalidInputError
from lorepack.records import (
    ChapterCard,
    ContextPack,
    Item,
    MemoryDraft,
    MemoryEdit,
    MemoryKind,
    PackRequest,
    Scope,
)
from runtime.library import Library
from tests.strategies import Book

CARD = MemoryKind.CHAPTER_CARD


@pytest.fixture(scope="module")
def planned(shelf: Library) -> Scope:
    """Three chapters, and cards for the third and the fourth."""
    scope = Scope(project="planned")
    bodies = ["沈砚秋来了。", "雨停了。", "苏小满走了。"]
    chapters = tuple((f"第{at}章", body) for at, body in enumerate(bodies, 1))
    shelf.import_bytes(scope, Book(chapters=chapters).manuscript())
    shelf.memories(scope).add(
        [
            MemoryDraft(kind=CARD, text="第三章的旧卡。", fields={"chapter_no": 3}),
            MemoryDraft(
                kind=CARD,
                text="过江。本章出场人物：苏小满",
                fields={"chapter_no": 3, "goal": "到对岸"},
                known_from=1,
            ),
            MemoryDraft(kind=CARD, text="封门。", id="fourth", fields={"chapter_no": "4"}),
        ]
    )
    return scope


def card_of(pack: ContextPack) -> Item:
    return next(s.items[0] for s in pack.sections if s.name == "chapter_card")


def test_without_a_card_the_newest_one_stored_for_the_chapter_is_taken(
    shelf: Library, planned: Scope
) -> None:
    item = card_of(shelf.pack(planned, PackRequest(chapter=3)))
    assert item.text == ("第3章（全书顺序）\n目标：到对岸\n说明：过江。本章出场人物：苏小满")
    assert item.reason == "the card stored for chapter 3"
    assert card_of(shelf.pack(planned, PackRequest(chapter=4))).id == "fourth"


def test_one_known_from_a_later_chapter_and_one_for_another_are_not_shown(
    shelf: Library, planned: Scope
) -> None:
    shelf.memories(planned).add(
        [MemoryDraft(kind=CARD, text="泄露。", known_from=3, fields={"chapter_no": 2})]
    )
    pack = shelf.pack(planned, PackRequest(chapter=2, query="封门 过江"))
    assert card_of(pack).text == "第2章（全书顺序）"
    assert card_of(pack).id == "card"
    assert "封门。" not in pack.rendered
    assert "泄露" not in pack.rendered


def test_a_card_that_is_asked_with_goes_before_a_stored_one(shelf: Library, planned: Scope) -> None:
    asked = PackRequest(chapter=4, card=ChapterCard(goal="回家"))
    assert card_of(shelf.pack(planned, asked)).text == "第4章（全书顺序）\n目标：回家"
    empty = PackRequest(chapter=4, card=ChapterCard())
    assert card_of(shelf.pack(planned, empty)).id == "fourth"


def test_a_stored_card_names_people_as_one_asked_with_does(shelf: Library, planned: Scope) -> None:
    stored = shelf.pack(planned, PackRequest(chapter=3))
    asked = PackRequest(
        chapter=3, card=ChapterCard(goal="到对岸", text="过江。本章出场人物：苏小满")
    )
    assert stored.rendered == shelf.pack(planned, asked).rendered
    assert [(w.code, w.at) for w in stored.warnings] == [("unknown_person", "苏小满")]


@pytest.mark.parametrize(
    "said", [{}, {"chapter_no": 0}, {"chapter_no": "-1"}, {"goal": "回家"}], ids=str
)
def test_a_card_for_no_chapter_is_refused(
    shelf: Library, planned: Scope, said: Mapping[str, object]
) -> None:
    with pytest.raises(InvalidInputError, match="give as its field chapter_no the position"):
        shelf.memories(planned).add([MemoryDraft(kind=CARD, text="卡。", fields=said)])
    with pytest.raises(InvalidInputError, match="chapter_no"):
        shelf.memories(planned).edit("fourth", MemoryEdit(fields={"chapter_no": ""}))


def test_a_number_that_is_none_is_named(shelf: Library, planned: Scope) -> None:
    draft = MemoryDraft(kind=CARD, text="卡。", fields={"chapter_no": "soon"})
    with pytest.raises(InvalidInputError, match="'chapter_no' of chapter_card cannot be 'soon'"):
        shelf.memories(planned).add([draft])
