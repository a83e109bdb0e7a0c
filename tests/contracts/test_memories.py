"""Memories with all their versions, on each database."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier
from typing import Any

import pytest

from ingest.memories import MemoryEditor
from lorepack.errors import StaleError
from lorepack.ports import Edition, Revision
from lorepack.records import (
    AUTHOR,
    EXTRACTIVE,
    Chapter,
    Memory,
    MemoryDraft,
    MemoryEdit,
    MemoryKind,
    Scope,
    Status,
)
from storage.record import SqlRecord

WRITTEN = Revision(heading="", text="字", sha256="sha", opening="", observed="")


def chapter(nth: int) -> Chapter:
    return Chapter(
        id=f"c{nth}",
        order_key=nth * 100,
        position=nth,
        volume=None,
        volume_id=None,
        number=nth,
        label=f"第{nth}章",
        title="",
        revision=1,
        chars=1,
        sha256="sha",
    )


@pytest.fixture
def book(record: SqlRecord, scope: Scope) -> SqlRecord:
    """Three chapters, at the order keys 100, 200 and 300."""
    chapters = tuple(chapter(nth) for nth in (1, 2, 3))
    with record.writing() as unit:
        unit.projects.ensure(scope)
        unit.chapters.place(scope, Edition(chapters=chapters))
        for one in chapters:
            unit.chapters.revise(scope, one, WRITTEN)
        unit.changes.close(scope, "import", "three chapters")
    return record


def memory(id: str, **given: Any) -> Memory:
    whole: dict[str, Any] = {"kind": MemoryKind.NOTE, "text": id, **given}
    return Memory(id=id, **whole)


def write(book: SqlRecord, scope: Scope, *memories: Memory, retired: bool = False) -> None:
    with book.writing() as unit:
        unit.memories.hold(scope)
        unit.memories.write(scope, memories, retired=retired)
        unit.changes.close(scope, "memory", "written")


def extract(book: SqlRecord, scope: Scope, source: str, *memories: Memory) -> None:
    with book.writing() as unit:
        unit.memories.replace_extracted(scope, "c1", source, memories)


def live(
    book: SqlRecord, scope: Scope, before: int = 400, **made_from: str
) -> list[tuple[str, int]]:
    with book.reading() as unit:
        found = unit.memories.live(scope, before=before, made_from=made_from)
    return [(m.id, m.version) for m in found]


def put_away(book: SqlRecord, scope: Scope, nth: int) -> None:
    with book.writing() as unit:
        unit.chapters.place(scope, Edition(chapters=(replace(chapter(nth), status=Status.TRASH),)))
        unit.changes.close(scope, "delete", "put away")


def undo(book: SqlRecord, scope: Scope) -> None:
    with book.writing() as unit:
        unit.changes.undo(scope, None)


def test_memories_live_between_their_chapters(book: SqlRecord, scope: Scope) -> None:
    kept = [
        memory("b", known_from="c2", fields={"topic": "x"}, facts=("三年",)),
        memory("planned"),
        memory("a", known_from="c1", valid_to="c2"),
    ]
    write(book, scope, *kept)
    found = {at: [id for id, _ in live(book, scope, at)] for at in (100, 200, 300)}
    assert found == {100: ["planned"], 200: ["planned", "a"], 300: ["planned", "b"]}
    with book.reading() as unit:
        assert unit.memories.live(scope, before=300) == [kept[1], kept[0]]


def test_the_newest_version_holds_and_all_of_them_are_kept(book: SqlRecord, scope: Scope) -> None:
    write(book, scope, memory("a"), memory("z"))
    write(book, scope, memory("a", text="anew", version=2))
    assert live(book, scope) == [("a", 2), ("z", 1)], "at its first place in the order"
    write(book, scope, memory("a", text="anew", version=3), retired=True)
    assert live(book, scope) == [("z", 1)]
    with book.reading() as unit:
        told = unit.memories.history(scope, "a")
        assert [(v.memory.text, v.retired) for v in told] == [
            ("a", False),
            ("anew", False),
            ("anew", True),
        ]
        assert unit.memories.history(scope, "nobody's") == []


def test_a_written_version_is_taken_back_and_had_again(book: SqlRecord, scope: Scope) -> None:
    write(book, scope, memory("a"))
    write(book, scope, memory("a", version=2))
    undo(book, scope)
    assert live(book, scope) == [("a", 1)]
    undo(book, scope)
    assert live(book, scope) == []
    write(book, scope, memory("a"))
    assert live(book, scope) == [("a", 1)]


def test_a_chapter_outside_the_book_establishes_and_ends_nothing(
    book: SqlRecord, scope: Scope
) -> None:
    write(book, scope, memory("known", known_from="c1"), memory("ended", valid_to="c1"))
    assert live(book, scope) == [("known", 1)]
    put_away(book, scope, 1)
    assert live(book, scope) == [("ended", 1)]
    undo(book, scope)
    assert live(book, scope) == [("known", 1)]


def test_one_that_takes_the_place_of_another_does_so_from_its_chapter_on(
    book: SqlRecord, scope: Scope
) -> None:
    write(book, scope, memory("old"), memory("new", known_from="c2", supersedes="old"))
    assert live(book, scope, 200) == [("old", 1)]
    assert live(book, scope, 300) == [("new", 1)]
    write(book, scope, memory("new", known_from="c2", supersedes="old", version=2), retired=True)
    assert live(book, scope, 300) == [("old", 1)], "and gives it back when it is taken away"


def test_what_is_extracted_holds_beside_the_summary_of_the_same_text(
    book: SqlRecord, scope: Scope
) -> None:
    extract(book, scope, "rain", memory("x", origin=EXTRACTIVE), memory("y", origin="m"))
    extract(book, scope, "snow", memory("x", origin=EXTRACTIVE, text="snow"))
    assert live(book, scope) == []
    with book.reading() as unit:
        whatever = unit.memories.live(scope, before=400)
    assert [(m.id, m.version) for m in whatever] == [("y", 1), ("x", 2)]
    assert live(book, scope, c1="rain") == [("x", 1), ("y", 1)]
    assert live(book, scope, c1="snow") == [("x", 2)]
    assert live(book, scope, 100, c1="snow") == []
    extract(book, scope, "snow")
    assert live(book, scope, c1="snow") == []
    assert live(book, scope, c1="rain") == [("x", 1), ("y", 1)], "the former text may come back"


def test_extracting_the_same_again_changes_nothing(book: SqlRecord, scope: Scope) -> None:
    extract(book, scope, "rain", memory("x", origin=EXTRACTIVE))
    with book.reading() as unit:
        before = unit.memories.history(scope, "x")
    extract(book, scope, "rain", memory("x", origin=EXTRACTIVE))
    with book.reading() as unit:
        assert unit.memories.history(scope, "x") == before
    extract(book, scope, "rain", memory("x", origin=EXTRACTIVE, text="told otherwise"))
    assert live(book, scope, c1="rain") == [("x", 2)], "another wording is another version"
    with book.reading() as unit:
        assert [c.kind for c in unit.changes.newest(scope, limit=9)] == ["import"]


def test_an_extracted_one_that_was_taken_away_stays_away(book: SqlRecord, scope: Scope) -> None:
    extract(book, scope, "rain", memory("x", origin=EXTRACTIVE))
    gone = memory("mine", origin=AUTHOR, known_from="c1", supersedes="x")
    write(book, scope, gone, retired=True)
    assert live(book, scope, c1="rain") == []
    extract(book, scope, "snow", memory("x", origin=EXTRACTIVE))
    assert live(book, scope, c1="snow") == []
    undo(book, scope)
    assert live(book, scope, c1="snow") == [("x", 2)]


def test_only_what_the_present_texts_gave_is_kept(book: SqlRecord, scope: Scope) -> None:
    extract(book, scope, "rain", memory("x", origin=EXTRACTIVE))
    extract(book, scope, "snow", memory("x", origin=EXTRACTIVE))
    write(book, scope, memory("mine", known_from="c1"))
    with book.writing() as unit:
        unit.memories.keep_extracted(scope, {"c1": "snow"})
    assert live(book, scope, c1="rain") == [("mine", 1)]
    assert set(live(book, scope, c1="snow")) == {("mine", 1), ("x", 2)}


def test_what_follows_a_chapter_leaves_extracted_ones_behind(book: SqlRecord, scope: Scope) -> None:
    """They belong to the text of their own chapter, which is another one now."""
    extract(book, scope, "rain", memory("x", origin=EXTRACTIVE))
    write(book, scope, memory("mine", known_from="c1"))
    with book.writing() as unit:
        unit.chapters.follow(scope, "c1", "c2", gone=False)
        unit.changes.close(scope, "split", "split")
    assert live(book, scope, 200, c1="rain") == [("x", 1)]
    assert ("mine", 1) in live(book, scope, 300)
    extract(book, scope, "rain")
    undo(book, scope)
    assert live(book, scope, 200) == [("mine", 1)]


def test_a_purged_chapter_takes_all_versions_with_it(book: SqlRecord, scope: Scope) -> None:
    write(book, scope, memory("a", known_from="c2"), memory("b", known_from="c1"))
    write(book, scope, memory("a", known_from="c1", version=2))
    put_away(book, scope, 1)
    with book.writing() as unit:
        unit.chapters.purge(scope, {"c1": (None, "c2")})
        unit.changes.forget(scope, ["c1"])
    with book.reading() as unit:
        assert unit.memories.standing(scope) == []
        assert unit.memories.history(scope, "a") == []
        assert [c.kind for c in unit.changes.newest(scope, limit=9)] == []


def test_every_subject_ever_used_is_remembered(book: SqlRecord, scope: Scope) -> None:
    given: dict[str, Any] = {"kind": MemoryKind.FORESHADOW}
    write(book, scope, memory("a", subject="F001", **given))
    write(book, scope, memory("a", subject="F001", version=2, **given), retired=True)
    write(book, scope, memory("b", subject="林墨"))
    with book.reading() as unit:
        assert unit.memories.subjects(scope, MemoryKind.FORESHADOW) == {"F001"}


def test_only_what_is_about_somebody_is_asked_for(book: SqlRecord, scope: Scope) -> None:
    def about(id: str, kind: MemoryKind, subject: str) -> Memory:
        return memory(id, kind=kind, subject=subject)

    write(
        book,
        scope,
        about("a", MemoryKind.CHARACTER_STATE, "林墨"),
        about("b", MemoryKind.CHARACTER_STATE, "苏小满"),
        about("c", MemoryKind.RELATIONSHIP, "苏小满/林墨"),
        about("d", MemoryKind.RELATIONSHIP, "林墨/顾长庚"),
        about("e", MemoryKind.BAN_RULE, "顾长庚"),
        about("f", MemoryKind.EVENT, ""),
        about("g", MemoryKind.NOTE, "顾长庚"),
        about("h", MemoryKind.CHAPTER_CARD, "林墨"),
    )
    with book.reading() as unit:
        found = {
            names: [m.id for m in unit.memories.live(scope, before=400, about=names)]
            for names in ((), ("林墨",), ("林墨", "苏小满"))
        }
    assert found == {
        (): ["e", "g"],
        ("林墨",): ["a", "e", "g"],
        ("林墨", "苏小满"): ["a", "b", "c", "e", "g"],
    }


def test_cards_are_asked_for_by_their_chapter(book: SqlRecord, scope: Scope) -> None:
    def card(id: str, chapter_no: int, **given: Any) -> Memory:
        fields = {"chapter_no": chapter_no}
        return memory(id, kind=MemoryKind.CHAPTER_CARD, fields=fields, **given)

    write(book, scope, card("a", 2), card("b", 2, known_from="c1"), card("c", 3), memory("d"))
    write(book, scope, card("e", 2), card("f", 3, supersedes="e"), card("g", 2, known_from="c3"))
    with book.reading() as unit:
        found = {n: unit.memories.cards(scope, n, before=300) for n in (2, 3, 4)}
    assert {n: [m.id for m in cards] for n, cards in found.items()} == {
        2: ["a", "b"],
        3: ["c", "f"],
        4: [],
    }


def test_of_two_writers_on_one_version_one_is_refused(book: SqlRecord, scope: Scope) -> None:
    editor = MemoryEditor(record=book, scope=scope)
    (made,) = editor.add([MemoryDraft(kind=MemoryKind.NOTE, text="一")])
    together = Barrier(2)

    def edit(text: str) -> str:
        together.wait()
        try:
            return editor.edit(made.id, MemoryEdit(text=text), based_on=1).text
        except StaleError:
            return "refused"

    with ThreadPoolExecutor(2) as pool:
        done = list(pool.map(edit, ("甲", "乙")))
    (written,) = {"甲", "乙"} & set(done)
    assert sorted(done) == sorted([written, "refused"])
    assert [v.text for v in editor.history(made.id)] == ["一", written]


def test_projects_keep_their_memories_apart(book: SqlRecord, scope: Scope) -> None:
    write(book, scope, memory("a"))
    other = Scope(project="other")
    with book.writing() as unit:
        unit.projects.ensure(other)
        assert unit.memories.standing(other) == []
        assert unit.memories.history(other, "a") == []


def test_what_chapters_establish_is_told_with_their_place(book: SqlRecord, scope: Scope) -> None:
    said = [
        memory("note", known_from="c1"),
        memory("later", known_from="c3"),
        memory("laid", kind=MemoryKind.FORESHADOW, known_from="c2", made_from="sha"),
        memory("read", known_from="c2", made_from="sha"),
        memory("planned"),
    ]
    with book.writing() as unit:
        unit.memories.write(scope, said)
        unit.changes.close(scope, "memory", "five")
        unit.memories.write(scope, [memory("note", known_from="c1", version=2, importance=0.9)])
        unit.changes.close(scope, "memory", "one again")
    with book.reading() as unit:
        told = unit.memories.established(scope, [100, 200])
        assert unit.memories.established(scope, []) == []
    assert [(key, m.id, m.importance) for key, m in told] == [
        (100, "note", 0.9),
        (200, "laid", 0.5),
    ]
