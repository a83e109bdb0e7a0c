"""Memories in words, as a pack has them."""

from collections.abc import Sequence
from typing import Any

import pytest

from lorepack.records import (
    AUTHOR,
    Chapter,
    FieldValue,
    Memory,
    MemoryKind,
    PackRequest,
    Told,
)
from retrieval.pack.gather import gather
from retrieval.pack.memories.telling import told
from retrieval.pack.piece import Piece
from retrieval.pack.state import State
from story.so_far import tell


class Characters:
    """Counts characters as tokens."""

    def count(self, text: str) -> int:
        return len(text)

    def head(self, text: str, limit: int) -> str:
        return text[:limit]

    def tail(self, text: str, limit: int) -> str:
        return text[-limit:]


def chapter(nth: int) -> Chapter:
    return Chapter(
        id=f"c{nth}",
        order_key=nth,
        position=nth,
        volume="第一卷",
        volume_id="v",
        number=nth,
        label=f"第{nth}章",
        title="",
        revision=1,
        chars=1,
        sha256="",
    )


def state(*found: Told) -> State:
    return State(
        request=PackRequest(),
        chapter=4,
        chapters=[chapter(n) for n in (1, 2, 3)],
        so_far=tell((), {}, len),
        told=found,
        people=(),
        originals=(),
        last_chapter=None,
        last_text="",
        chinese=True,
    )


def memory(kind: MemoryKind, text: str, subject: str = "", **given: Any) -> Memory:
    fields: dict[str, FieldValue] = given.pop("fields", {})
    return Memory(
        id=f"{kind} {text}", kind=kind, text=text, subject=subject, fields=fields, **given
    )


@pytest.mark.parametrize(
    ("one", "words"),
    [
        (
            memory(
                MemoryKind.CHARACTER_STATE,
                "左手有伤。",
                "林墨",
                fields={
                    "location": "渡口",
                    "knows": ("海图是假的", "塔下有人"),
                    "condition": "有伤",
                },
            ),
            "林墨：左手有伤。（所在：渡口；知道：海图是假的、塔下有人）",
        ),
        (
            memory(MemoryKind.ITEM, "It lacks a tongue.", "the bell", fields={"holder": "Ada"}),
            "the bell: It lacks a tongue. (held by: Ada)",
        ),
        (
            memory(MemoryKind.NEXT_DUTY, "说出海图的下落。", fields={"kind": "must_not"}),
            "说出海图的下落。（不得提前写出）",
        ),
        (
            memory(
                MemoryKind.FORESHADOW,
                "Who has the tongue?",
                "F012",
                fields={"hidden_truth": "Ada", "due_to": 9, "payoffs": 2, "paid": 1},
            ),
            "F012: Who has the tongue? (due in chapters ?-9; 1/2 paid; "
            "truth (not yet known to the reader): Ada)",
        ),
        (
            memory(MemoryKind.BIBLE, "一座渡口。", fields={"world_rules": ("潮水只退三次",)}),
            "一座渡口。\n世界规则：潮水只退三次",
        ),
    ],
)
def test_fields_that_the_text_does_not_hold_are_told_behind_it(one: Memory, words: str) -> None:
    assert told(one, state()) == words


@pytest.mark.parametrize(
    ("visibility", "mark"),
    [
        (AUTHOR, ""),
        ("reader:c3", ""),
        ("reader:c4", "[not yet known to the reader] "),
        ("reader:60", "[not yet known to the reader] "),
        ("person:Ada:c3", "[known to Ada alone] "),
        ("person:Ada:c9", "[not yet known to Ada] "),
    ],
)
def test_who_does_not_know_it_yet_is_marked(visibility: str, mark: str) -> None:
    one = memory(MemoryKind.STYLE_RULE, "The key fits the mill.", visibility=visibility)
    assert told(one, state()) == f"{mark}The key fits the mill."


def pieces(section: str, *found: Told) -> Sequence[Piece]:
    return gather(state(*found), Characters()).get(section, [])


def test_the_core_of_the_bible_is_required_and_its_other_parts_are_not() -> None:
    parts = pieces(
        "bible",
        Told(memory=memory(MemoryKind.BIBLE, "总纲。", "总纲", fields={"core": "内核。"})),
        Told(memory=memory(MemoryKind.BIBLE, "货币。", "货币")),
    )
    assert [(p.required, p.forms[-1][1]) for p in parts] == [
        (True, "内核。"),
        (False, "货币：货币。"),
    ]


def test_a_duty_of_the_author_s_is_required_and_an_extracted_one_is_not() -> None:
    _, own, other = pieces(
        "chapter_card",
        Told(memory=memory(MemoryKind.NEXT_DUTY, "摘出的", origin="m", known_from="c3")),
        Told(memory=memory(MemoryKind.NEXT_DUTY, "作者的")),
    )
    assert [(p.forms[0][1], p.required) for p in (own, other)] == [
        ("作者的", True),
        ("摘出的", False),
    ]
    assert other.reason == "left open by the chapter before, extracted from the text"


def test_an_outline_is_told_by_its_volume_or_by_its_subject() -> None:
    kind = MemoryKind.VOLUME_OUTLINE
    named = Told(memory=memory(kind, "甲", "x", fields={"volume": "第一卷"}))
    titled = Told(memory=memory(kind, "乙", "第一卷"))
    other = Told(memory=memory(kind, "丙", "第二卷"))
    assert [p.forms[0][1] for p in pieces("volume_outline", other, named)] == ["x：甲"]
    assert [p.forms[0][1] for p in pieces("volume_outline", other, titled)] == ["第一卷：乙"]
