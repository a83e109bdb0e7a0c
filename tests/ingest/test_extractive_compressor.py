"""Without a model: the chapter's own words, and what they plainly claim, marked as such."""

import pytest

from ingest.structure import book
from lorepack.ports import Summary
from lorepack.records import Alias, FactKind, Memory, MemoryKind, Scope
from runtime.library import Library
from runtime.registry import registry_of
from story.entries import chapter_key
from tests.ingest.accounts import OPENING, STORY

pytestmark = pytest.mark.both_databases

ENDING = """第三章 城东
林墨进了当铺，掌柜的先开了口。他把铜钥匙交给了周先生，周先生点了点头。
苏晚晴没有来。三天之后，林墨听人说起江上的事。
苏晚晴死于箭伤。周先生是苏晚晴的父亲。
"""
ENGLISH = """CHAPTER I
Mira Vance came down to the ferry at noon. Orlin Hale was waiting for her with the brass key.
"They say Tobias Reed is dead," said Orlin. "I do not believe it."
Orlin Hale died that night.
"""


@pytest.fixture
def told(library: Library, scope: Scope) -> Scope:
    library.import_bytes(scope, (OPENING + STORY + ENDING).encode())
    registry = registry_of(library, scope)
    for name in ("林墨", "苏晚晴", "周先生"):
        if not any(e.name == name for e in registry.entities()):
            registry.add(name, FactKind.PERSON, [Alias(text=name, confirmed=True)])
    registry.add("铜钥匙", FactKind.OBJECT)
    registry.add("青石镇", FactKind.PLACE)
    registry.add_alias("林墨", Alias(text="墨哥"))
    library.summarise(scope)
    return scope


def memories(library: Library, scope: Scope, chapter: int) -> list[Memory]:
    with library.record.reading() as unit:
        id = book(unit.chapters.edition(scope))[chapter - 1].id
        return [m for m in unit.memories.live(scope, before=1 << 60) if m.known_from == id]


def of_kind(library: Library, scope: Scope, chapter: int, kind: MemoryKind) -> list[Memory]:
    return [m for m in memories(library, scope, chapter) if m.kind is kind]


def list_of(memory: Memory, field: str) -> list[str]:
    value = memory.fields[field]
    assert not isinstance(value, str | int)
    return list(value)


def test_who_where_and_when_are_read_off_the_chapter(library: Library, told: Scope) -> None:
    (summary,) = of_kind(library, told, 2, MemoryKind.CHAPTER_SUMMARY)
    assert summary.origin == "extractive"
    assert list_of(summary, "people") == ["苏晚晴", "林墨", "周先生"]
    assert list_of(summary, "places") == ["青石镇"]
    assert (summary.fields["story_start"], summary.fields["story_end"]) == ("初八夜里", "初九中午")
    text = library.text(told, "2")
    assert all(fact in text for fact in summary.facts)


def test_a_death_that_the_narrator_states_is_a_state(library: Library, told: Scope) -> None:
    (state,) = of_kind(library, told, 3, MemoryKind.CHARACTER_STATE)
    assert (state.subject, state.fields["condition"]) == ("苏晚晴", "dead")
    assert state.text == "苏晚晴死于箭伤。"
    (source,) = state.sources
    assert library.text(told, "3")[source.start : source.end].strip() == state.text


def test_what_somebody_says_of_a_death_is_no_state(library: Library, scope: Scope) -> None:
    library.import_bytes(scope, ENGLISH.encode())
    registry = registry_of(library, scope)
    known = {e.name for e in registry.entities()}
    for name in {"Orlin Hale", "Tobias Reed"} - known:
        registry.add(name, FactKind.PERSON)
    library.summarise(scope)
    states = of_kind(library, scope, 1, MemoryKind.CHARACTER_STATE)
    assert [(m.subject, m.text) for m in states] == [("Orlin Hale", "Orlin Hale died that night.")]


def test_an_item_that_changes_hands_is_with_whoever_got_it(library: Library, told: Scope) -> None:
    item = of_kind(library, told, 3, MemoryKind.ITEM)[-1]
    assert (item.subject, item.fields["holder"]) == ("铜钥匙", "周先生")


def test_kinship_is_a_relationship(library: Library, told: Scope) -> None:
    (tie,) = of_kind(library, told, 3, MemoryKind.RELATIONSHIP)
    assert set(tie.subject.split("/")) == {"周先生", "苏晚晴"}
    assert tie.fields["nature"] == "father"


def test_another_name_for_somebody_makes_them_known_where_it_stands(
    library: Library, told: Scope
) -> None:
    library.editor(told).edit("3", ENDING + "“墨哥，”船家说，“走吧。”\n")
    library.summarise(told)
    (summary,) = of_kind(library, told, 3, MemoryKind.CHAPTER_SUMMARY)[-1:]
    assert "林墨（墨哥）" in list_of(summary, "people")


def test_a_name_registered_later_is_read_in_the_chapters_that_have_it(
    library: Library, told: Scope
) -> None:
    (summary,) = of_kind(library, told, 2, MemoryKind.CHAPTER_SUMMARY)
    assert "船家" not in str(summary.fields["people"])
    before = standing_of(library, told)
    registry_of(library, told).add("芦苇荡", FactKind.PLACE)
    library.summarise(told)
    (again,) = of_kind(library, told, 2, MemoryKind.CHAPTER_SUMMARY)
    assert list_of(again, "places") == ["青石镇", "芦苇荡"]
    changed = [was != now for was, now in zip(before, standing_of(library, told), strict=True)]
    assert changed == [False, True, False], "the others have no such name"


def standing_of(library: Library, scope: Scope) -> list[Summary]:
    with library.record.reading() as unit:
        keys = [chapter_key(c) for c in book(unit.chapters.edition(scope))]
        found = unit.summaries.some(scope, keys)
    return [found[key] for key in keys]


def test_what_is_read_out_of_a_chapter_does_not_depend_on_later_ones(
    library: Library, scope: Scope
) -> None:
    """A name that only a later chapter makes known is nobody's in the chapters before it."""
    early = "第一章 雨\n阮小二死于箭伤。\n"
    late = "第二章 船\n" + "阮小二道：“走罢。”阮小二笑道：“来了。”阮小二说：“开船！”\n" * 3
    library.import_bytes(scope, (early + late).encode())
    library.summarise(scope)
    (found,) = registry_of(library, scope).entities()
    assert (found.name, found.known_from) == ("阮小二", 2)
    with_later = memories(library, scope, 1)
    other = Scope(project="alone")
    library.import_bytes(other, early.encode())
    library.summarise(other)
    alone = memories(library, other, 1)
    assert [(m.kind, m.subject, m.fields) for m in with_later] == [
        (m.kind, m.subject, m.fields) for m in alone
    ]
