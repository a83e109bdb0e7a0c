"""Typed fields: what a kind may say, and what is refused."""

from dataclasses import fields, is_dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorepack.errors import InvalidInputError
from lorepack.records import (
    MEMORY_FIELDS,
    CharacterStateFields,
    ForeshadowFields,
    ForeshadowStatus,
    Memory,
    MemoryKind,
)
from story.memories import (
    as_typed,
    codes_in,
    next_code,
    read_fields,
    read_visibility,
    usual_code,
)


def test_every_kind_has_its_fields() -> None:
    assert set(MEMORY_FIELDS) == set(MemoryKind)
    for record in MEMORY_FIELDS.values():
        assert is_dataclass(record)
        assert all(type(field.default) in {str, tuple, type(None)} for field in fields(record))


def test_values_get_the_types_of_their_fields() -> None:
    given = {"due_from": "50", "due_to": 60, "people": "林墨、苏小满; Ada", "status": "paid"}
    assert read_fields(MemoryKind.FORESHADOW, given) == {
        "due_from": 50,
        "due_to": 60,
        "people": ("林墨", "苏小满", "Ada"),
        "status": ForeshadowStatus.PAID,
    }
    assert read_fields(MemoryKind.NEXT_DUTY, {"met": "true"}) == {"met": True}


def test_what_must_happen_is_parted_by_semicolons_alone() -> None:
    given = {"chapter_no": "7", "must_happen": "甲、乙对峙；丙走", "people": "甲、乙"}
    assert read_fields(MemoryKind.CHAPTER_CARD, given) == {
        "chapter_no": 7,
        "must_happen": ("甲、乙对峙", "丙走"),
        "people": ("甲", "乙"),
    }


def test_what_says_nothing_is_left_out() -> None:
    empty: dict[str, object] = {"condition": " ", "knows": "", "last_seen": None, "conceals": []}
    assert read_fields(MemoryKind.CHARACTER_STATE, empty) == {}


@pytest.mark.parametrize(
    ("kind", "given", "why"),
    [
        (MemoryKind.ITEM, {"owner": "x"}, "item has no field 'owner'; it has: holder, place"),
        (MemoryKind.FORESHADOW, {"due_to": "soon"}, "'due_to' of foreshadow cannot be 'soon'"),
        (MemoryKind.FORESHADOW, {"due_to": "²"}, "cannot be '²'"),
        (MemoryKind.FORESHADOW, {"status": "lost"}, "'planned', 'planted', 'hinted'"),
        (MemoryKind.FORESHADOW, {"paid": 1}, "no field 'paid'"),
        (MemoryKind.ITEM, {"holder": ["a"]}, "cannot be"),
        (MemoryKind.CHARACTER_STATE, {"knows": [1]}, "cannot be"),
        (MemoryKind.ITEM, {"holder": "x" * 20_001}, "20,001 characters; at most 20,000"),
    ],
)
def test_what_cannot_be_is_refused(kind: MemoryKind, given: dict[str, object], why: str) -> None:
    with pytest.raises(InvalidInputError) as error:
        read_fields(kind, given)
    assert why in str(error.value)


def test_what_an_older_version_stored_and_cannot_be_read_says_nothing() -> None:
    stored = Memory(
        id="a",
        kind=MemoryKind.FORESHADOW,
        text="x",
        fields={"due_to": "soon", "due_from": "3", "unknown": "y"},
    )
    assert as_typed(stored, ForeshadowFields) == ForeshadowFields(due_from=3)


@given(st.text(max_size=30), st.lists(st.text(max_size=9), max_size=3))
def test_what_was_read_reads_the_same_again(location: str, knows: list[str]) -> None:
    read = read_fields(MemoryKind.CHARACTER_STATE, {"location": location, "knows": knows})
    assert read_fields(MemoryKind.CHARACTER_STATE, read) == read
    memory = Memory(id="a", kind=MemoryKind.CHARACTER_STATE, text="x", fields=read)
    assert as_typed(memory, CharacterStateFields).location == location.strip()


def test_codes_are_read_out_of_any_words_in_the_spelling_of_the_book() -> None:
    assert codes_in("回应F012，f12与Ｆ３；F1000 stays") == ["F012", "F003", "F1000"]
    assert codes_in("f5, F5.6, aF3, F3b, half.F3") == []
    assert [usual_code(c) for c in ("f5", "F0012", "铃舌", "F5b")] == [
        "F005",
        "F012",
        "铃舌",
        "F5b",
    ]


def test_codes_go_on_from_the_highest_one() -> None:
    assert next_code([]) == "F001"
    assert next_code(["F002", "F010", "铃舌", "f999", "F1x"]) == "F011"
    assert next_code(["F999"]) == "F1000"


@pytest.mark.parametrize("written", ["author", "reader:c7", "person:林墨:c7", "person:A:B:c7"])
def test_who_may_know_is_read_and_written(written: str) -> None:
    assert str(read_visibility(written)) == written


@pytest.mark.parametrize(
    "written", ["", "reader", "reader:", "person:c7", "person::c7", "everybody", "author:c7"]
)
def test_anything_else_is_nobody(written: str) -> None:
    with pytest.raises(InvalidInputError, match="none of author, reader:CHAPTER"):
        read_visibility(written)
