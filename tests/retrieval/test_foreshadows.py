"""Open foreshadows: the most urgent first, the settled ones not at all."""

from dataclasses import replace

import pytest

from lorepack.records import ChapterCard, FieldValue, Memory, MemoryKind, PackRequest
from retrieval.pack.memories.foreshadows import Urgency, foreshadows, urgency
from retrieval.pack.state import Person, State
from story.memories import fold
from story.so_far import tell


def memory(code: str, **fields: FieldValue) -> Memory:
    return Memory(
        id=f"{code} {fields.get('status', '')}".strip(),
        kind=MemoryKind.FORESHADOW,
        subject=code,
        text="铜铃响过三次",
        fields=fields,
    )


def state(*memories: Memory, chapter: int = 60, card: ChapterCard | None = None) -> State:
    return State(
        request=PackRequest(card=card),
        chapter=chapter,
        chapters=(),
        so_far=tell((), {}, len),
        told=fold(memories, {}),
        people=(Person(name="沈砚秋", entity=None, last=None),),
        originals=(),
        last_chapter=None,
        last_text="",
        chinese=True,
    )


@pytest.mark.parametrize(
    ("chapter", "expected"),
    [(49, Urgency.OPEN), (50, Urgency.DUE), (60, Urgency.DUE), (61, Urgency.OVERDUE)],
)
def test_a_due_window_includes_both_its_ends(chapter: int, expected: Urgency) -> None:
    due = memory("F012", due_from=50, due_to=60)
    assert urgency(due, state(due, chapter=chapter)) is expected


def test_without_a_window_card_and_people_decide() -> None:
    named, about, other = memory("F1"), memory("F2", people=("沈砚秋", "林动")), memory("F3")
    now = state(card=ChapterCard(foreshadow_codes=("F1",)))
    assert [urgency(m, now) for m in (named, about, other)] == [
        Urgency.NAMED,
        Urgency.PERSON,
        Urgency.OPEN,
    ]


@pytest.mark.parametrize(
    ("card", "query"),
    [
        (ChapterCard(foreshadow_codes=("f012",)), ""),
        (ChapterCard(foreshadow_codes=("铜铃",)), ""),
        (ChapterCard(goal="回应F12。"), ""),
        (ChapterCard(), "F012到哪一步了"),
    ],
    ids=str,
)
def test_a_foreshadow_is_named_by_its_code_in_any_spelling_or_by_its_title(
    card: ChapterCard, query: str
) -> None:
    now = state(card=card)
    now = replace(now, request=replace(now.request, query=query))
    found = [
        urgency(memory(code, title=title), now) for code, title in (("F012", "铜铃"), ("F1", ""))
    ]
    assert found == [Urgency.NAMED, Urgency.OPEN]


def test_overdue_and_due_come_first_and_settled_ones_not_at_all() -> None:
    told = state(
        memory("F3"),
        memory("F2", due_from=55, due_to=65, title="铜铃"),
        memory("F1", due_to=40),
        memory("F4", status="paid", due_to=40),
        memory("F5", status="retired"),
    )
    pieces = foreshadows(told)
    assert [piece.id for piece in pieces] == ["F1", "F2", "F3"]
    assert pieces[0].reason == "overdue since chapter 40"
    assert pieces[1].reason == "due in chapters 55 to 65"
    assert pieces[1].forms[0][1] == "F2 铜铃：铜铃响过三次（应在第55-65章揭晓）"


def test_the_newest_word_on_a_foreshadow_counts() -> None:
    assert foreshadows(state(memory("F1", due_to=40), memory("F1", status="paid"))) == []


def test_a_window_that_is_no_number_is_no_window() -> None:
    odd = memory("F1", due_to="soon", due_from="²")
    assert urgency(odd, state(odd)) is Urgency.OPEN
