"""Understanding a query, and saying a card in words."""

from dataclasses import replace

import pytest

from lorepack.errors import InvalidInputError
from lorepack.records import (
    Alias,
    AliasKind,
    ChapterCard,
    Entity,
    FactKind,
    PackRequest,
    Scope,
    SearchRequest,
)
from retrieval.pack.cards.words import card_text, words
from retrieval.query import quoted, understand
from runtime.library import Library

SHEN = Entity(
    id="e",
    kind=FactKind.PERSON,
    name="沈砚秋",
    aliases=(Alias(text="沈砚秋"), Alias(text="砚秋", kind=AliasKind.SHORT)),
)
LIU = replace(SHEN, id="f", name="柳砚秋", aliases=(Alias(text="柳砚秋"), Alias(text="砚秋")))


@pytest.mark.parametrize(
    "text", ["他说“不必再找”了", "他说「不必再找」了", "他说『不必再找』了", '他说"不必再找"了']
)
def test_quotes_of_every_kind_are_found(text: str) -> None:
    assert quoted(text) == ["不必再找"]
    assert understand(text, []).quotes == ("不必再找",)


def test_names_codes_and_numbers_are_told_apart() -> None:
    asked = understand("砚秋的F012值三千二百两吗？", [SHEN])
    assert asked.names == ("砚秋", "f012")
    assert asked.values == ("3200",)
    assert not asked.numeric
    assert asked.needles[0] == asked.folded


def test_a_name_that_two_bear_is_looked_for_and_told_to_be_ambiguous() -> None:
    asked = understand("砚秋去哪了，柳砚秋呢", [SHEN, LIU])
    assert set(asked.names) == {"砚秋", "柳砚秋"}
    assert asked.ambiguous == {"砚秋": ("沈砚秋", "柳砚秋")}
    assert understand("砚秋去哪了", [SHEN]).ambiguous == {}


@pytest.mark.parametrize("query", ["3200", "三千二百", "３，２００", "三千二百两"])
def test_a_lone_number_is_known_as_one(query: str) -> None:
    asked = understand(query, [])
    assert (asked.numeric, asked.values) == (True, ("3200",))


def test_a_query_without_words_has_no_needle() -> None:
    assert understand("？！……", []).needles == ()


def test_a_needle_is_looked_for_once() -> None:
    assert understand("“砚秋”", [SHEN]).needles == ("砚秋",)


def test_a_card_says_what_is_filled_in_and_nothing_else() -> None:
    card = ChapterCard(title="雪夜", must_happen=("开门", "点灯"), people=("沈砚秋",))
    assert card_text(card, 12, chinese=True) == (
        "第12章（全书顺序）\n标题：雪夜\n必须发生：开门；点灯\n出场人物：沈砚秋"
    )
    assert card_text(card, 12, chinese=False) == (
        "Chapter 12 in reading order\nTitle: 雪夜\nMust happen: 开门; 点灯\nPeople: 沈砚秋"
    )
    assert "沈砚秋" in words(card)
    assert words(ChapterCard()) == ""


def test_half_a_character_is_refused_with_its_place(library: Library, scope: Scope) -> None:
    library.import_bytes(scope, "第一章 雨\n他来了。\n".encode())
    with pytest.raises(InvalidInputError, match="character 1 is half of one"):
        library.search(scope, SearchRequest(query="他\ud800来"))
    card = ChapterCard(goal="\udfff")
    with pytest.raises(InvalidInputError, match="half of one"):
        library.pack(scope, PackRequest(chapter=2, card=card))


@pytest.mark.parametrize(
    ("query", "number"),
    [
        ("the light seen at eleven-twenty", "eleven twenty"),
        ("谁付了两三百两银子", "两三百两银子"),
        ("more than forty men at the gate", "more than forty men"),
    ],
)
def test_a_number_without_a_value_is_looked_for_to_the_letter(query: str, number: str) -> None:
    assert number in understand(query, []).needles


def test_a_clock_time_that_is_asked_for_is_among_the_hits(library: Library, scope: Scope) -> None:
    line = "Nobody spoke of the boats, and the harbour lay grey under the rain. "
    book = f"Chapter 1\n\n{line * 30}\n\nChapter 2\n\n{line * 9}It was eleven-twenty. {line * 9}\n"
    library.import_bytes(scope, book.encode())
    library.index(scope)
    hits = library.search(scope, SearchRequest(query="the light seen at eleven-twenty")).hits
    assert any("eleven-twenty" in hit.text and hit.spans for hit in hits)
