"""What memories add up to just before a chapter."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorepack.records import (
    AUTHOR,
    EXTRACTIVE,
    Alias,
    AliasKind,
    Entity,
    FactKind,
    Memory,
    MemoryKind,
    Told,
)
from story.memories import fold, same_in

POSITIONS = {f"c{n}": n for n in range(1, 10)}
ORDER = {id: position - 1 for id, position in POSITIONS.items()}


def said(
    at: int, text: str, subject: str = "林墨", *, origin: str = AUTHOR, **given: Any
) -> Memory:
    whole: dict[str, Any] = {"kind": MemoryKind.CHARACTER_STATE, **given}
    return Memory(
        id=f"{at} {text}",
        subject=subject,
        text=text,
        known_from=f"c{at}" if at else None,
        origin=origin,
        **whole,
    )


def words(told: Sequence[Told]) -> list[tuple[str, str | None]]:
    return [(one.memory.text, one.since.text if one.since else None) for one in told]


def test_the_newest_word_on_a_subject_holds() -> None:
    rows = [said(1, "左手有伤"), said(2, "在渡口", "苏小满"), said(3, "伤好了")]
    assert words(fold(rows, POSITIONS)) == [("在渡口", None), ("伤好了", None)]


def test_what_the_newest_word_leaves_unsaid_is_as_it_was() -> None:
    rows = [
        said(1, "来了", fields={"condition": "活着", "location": "渡口"}),
        said(3, "走了", fields={"location": "山上"}),
    ]
    (told,) = fold(rows, POSITIONS)
    assert told.memory.fields == {"condition": "活着", "location": "山上"}


def test_an_author_s_word_outranks_what_was_extracted_up_to_it() -> None:
    rows = [
        said(1, "死了", origin=EXTRACTIVE, fields={"condition": "dead"}),
        said(4, "还活着"),
        said(4, "死了没有", origin=EXTRACTIVE),
    ]
    (told,) = fold(rows, POSITIONS)
    assert (told.memory.text, told.since, told.memory.fields) == ("还活着", None, {})


def test_what_was_extracted_later_stands_beside_it_and_never_instead() -> None:
    rows = [said(0, "守塔人"), said(2, "受伤", origin="m"), said(5, "痊愈", origin="m")]
    assert words(fold(rows, POSITIONS)) == [("守塔人", "痊愈")]
    assert words(fold(rows[1:], POSITIONS)) == [("痊愈", None)]


@pytest.mark.parametrize(
    "kind", [MemoryKind.BAN_RULE, MemoryKind.EVENT, MemoryKind.DECISION, MemoryKind.NOTE]
)
def test_rules_events_and_decisions_each_stand_for_themselves(kind: MemoryKind) -> None:
    rows = [said(1, "其一", kind=kind), said(2, "其二", kind=kind)]
    assert words(fold(rows, POSITIONS)) == [("其一", None), ("其二", None)]


def test_a_preference_reversed_leaves_the_new_one_alone() -> None:  # M2
    prefers: dict[str, Any] = {"kind": MemoryKind.PREFERENCE}
    rows = [said(1, "要长句", "句子", **prefers), said(3, "要短句", "句子", **prefers)]
    assert words(fold(rows, POSITIONS)) == [("要短句", None)]
    without_subject = [said(1, "少用形容词", "", **prefers), said(2, "多写声音", "", **prefers)]
    assert len(fold(without_subject, POSITIONS)) == 2


def person(id: str, *aliases: Alias) -> Entity:
    return Entity(id=id, kind=FactKind.PERSON, name=aliases[0].text, aliases=aliases)


def test_names_of_one_person_are_one_subject() -> None:
    known = [person("e1", Alias(text="林墨"), Alias(text="林先生", kind=AliasKind.TITLE))]
    rows = [said(1, "左手有伤", "林墨"), said(3, "伤好了", "林先生")]
    assert words(fold(rows, POSITIONS, same_in(known, ORDER))) == [("伤好了", None)]
    between: dict[str, Any] = {"kind": MemoryKind.RELATIONSHIP}
    rows = [said(1, "同门", "林墨/苏小满", **between), said(2, "反目", "苏小满/林先生", **between)]
    assert words(fold(rows, POSITIONS, same_in(known, ORDER))) == [("反目", None)]


def test_a_title_means_whoever_bore_it_in_the_chapter() -> None:
    role: dict[str, Any] = {"text": "掌柜", "kind": AliasKind.ROLE, "confirmed": True}
    known = [
        person("e1", Alias(text="钱四"), Alias(**role, to_chapter="c4")),
        person("e2", Alias(text="孙五"), Alias(**role, from_chapter="c5")),
    ]
    rows = [said(1, "老了", "钱四"), said(2, "病了", "掌柜"), said(6, "新来的", "掌柜")]
    assert words(fold(rows, POSITIONS, same_in(known, ORDER))) == [
        ("病了", None),
        ("新来的", None),
    ]


def duty(at: int, text: str, *, origin: str = AUTHOR, subject: str = "", **given: Any) -> Memory:
    return said(at, text, subject, origin=origin, kind=MemoryKind.NEXT_DUTY, fields=given)


def test_an_author_s_duty_stays_until_it_is_met() -> None:
    rows = [duty(2, "交代铜铃", subject="铜铃"), duty(3, "写到雨停")]
    assert words(fold(rows, POSITIONS)) == [("交代铜铃", None), ("写到雨停", None)]
    met = [*rows, duty(5, "交代过了", subject="铜铃", met=True)]
    assert words(fold(met, POSITIONS)) == [("写到雨停", None)]
    assert fold([duty(3, "写到雨停", met=True)], POSITIONS) == []


def test_an_extracted_duty_is_for_the_next_chapter_alone() -> None:
    rows = [duty(8, "旧的", origin=EXTRACTIVE), duty(9, "新的", origin=EXTRACTIVE)]
    assert words(fold(rows, POSITIONS)) == [("新的", None)]


@given(st.lists(st.tuples(st.integers(0, 9), st.sampled_from(["林墨", "苏小满"]), st.booleans())))
def test_each_subject_has_one_state_and_no_author_s_last_word_is_lost(
    drawn: list[tuple[int, str, bool]],
) -> None:
    rows = [
        said(at, f"{n}", subject, origin=AUTHOR if own else EXTRACTIVE)
        for n, (at, subject, own) in enumerate(sorted(drawn))
    ]
    told = {one.memory.subject: one for one in fold(rows, POSITIONS)}
    assert set(told) == {row.subject for row in rows}
    for subject, one in told.items():
        of_subject = [row for row in rows if row.subject == subject]
        own = [row for row in of_subject if row.origin == AUTHOR]
        assert one.memory.text == (own or of_subject)[-1].text
        if one.since is not None:
            assert own
            assert POSITIONS[one.since.known_from or ""] > POSITIONS.get(
                own[-1].known_from or "", 0
            )
