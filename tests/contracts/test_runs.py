"""Packs handed out, and what was written from them, on each database."""

from dataclasses import replace

import pytest
from sqlalchemy import event

from lorepack.errors import ConflictError, NotFoundError
from lorepack.ports import Edition, Revision
from lorepack.records import (
    Chapter,
    ChatMessage,
    ContextPack,
    PackFormat,
    PackRequest,
    Prefix,
    Scope,
    Status,
    WrittenChapter,
)
from storage.record import SqlRecord
from tests.clocks import HandClock, timed


def pack(id: str, *, chapter: int = 2, rendered: str = "# 写作资料 §abc123\n雨。𠮷") -> ContextPack:
    return ContextPack(
        id=id,
        project="book",
        chapter=chapter,
        budget=2_000,
        tokens=9,
        encoding="o200k_base",
        rendered=rendered,
        messages=(ChatMessage(role="system", content=rendered),),
        sections=(),
        dropped=(),
        coverage=(),
        prefix=Prefix(hash="h", tokens=3, shared_tokens=0),
        profile="f1",
        format=PackFormat.MESSAGES,
    )


def chapter(nth: int, *, revision: int = 1, sha256: str = "") -> Chapter:
    return Chapter(
        id=f"c{nth}",
        order_key=10 * nth,
        position=nth,
        volume=None,
        volume_id=None,
        number=nth,
        label=f"第{nth}章",
        title="",
        revision=revision,
        chars=1,
        sha256=sha256 or f"sha{nth}",
    )


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def book(record: SqlRecord, scope: Scope, clock: HandClock) -> SqlRecord:
    """A project with one chapter, its time set by hand."""
    book = timed(record, clock)
    with book.writing() as unit:
        unit.projects.ensure(scope)
    write(book, scope, chapter(1))
    return book


def hand_out(book: SqlRecord, scope: Scope, *packs: ContextPack, query: str = "") -> None:
    for one in packs:
        with book.writing() as unit:
            unit.runs.add(scope, PackRequest(chapter=one.chapter, query=query), one)


def write(book: SqlRecord, scope: Scope, written: Chapter, *, from_pack: str = "") -> None:
    """Give a chapter a text, as one change, and say from which pack it was written."""
    text = Revision(heading="", text="字", sha256=written.sha256, opening="", observed="")
    with book.writing() as unit:
        unit.chapters.place(scope, Edition(chapters=(written,)))
        unit.chapters.revise(scope, written, text)
        if from_pack:
            unit.runs.link(scope, from_pack, [written])
        unit.changes.close(scope, "edit", "edited")


def undo(book: SqlRecord, scope: Scope, change: int | None = None) -> None:
    with book.writing() as unit:
        unit.changes.undo(scope, change)


def ids(book: SqlRecord, scope: Scope, **chosen: int | str) -> list[str]:
    with book.reading() as unit:
        return [run.id for run in unit.runs.newest(scope, **{"limit": 9, **chosen})]  # pyright: ignore[reportArgumentType]


def linked(book: SqlRecord, scope: Scope, id: str = "p1") -> tuple[WrittenChapter, ...]:
    with book.reading() as unit:
        return next(run.written for run in unit.runs.newest(scope, limit=9) if run.id == id)


def test_a_run_keeps_what_was_handed_out_and_when(
    book: SqlRecord, scope: Scope, clock: HandClock
) -> None:
    hand_out(book, scope, pack("p1"), query="谁敲了钟？")
    with book.reading() as unit:
        assert unit.runs.get(scope, "p1") == pack("p1")
        (run,) = unit.runs.newest(scope, limit=9)
    assert run.at == "2023-11-14T22:13:20+00:00"
    assert (run.id, run.chapter, run.budget, run.tokens) == ("p1", 2, 2_000, 9)
    assert run.format is PackFormat.MESSAGES
    assert (run.encoding, run.profile, run.query) == ("o200k_base", "f1", "谁敲了钟？")
    assert run.written == ()


def test_the_same_pack_again_changes_nothing(
    book: SqlRecord, scope: Scope, clock: HandClock
) -> None:
    hand_out(book, scope, pack("p1"), pack("p2"))
    with book.reading() as unit:
        before = unit.runs.newest(scope, limit=9)
    clock.now += 60
    hand_out(book, scope, pack("p1"), query="another")
    with book.reading() as unit:
        assert unit.runs.newest(scope, limit=9) == before


def test_packs_are_listed_newest_first_and_page_by_page(book: SqlRecord, scope: Scope) -> None:
    hand_out(book, scope, *(pack(f"p{n}", chapter=1 + n % 2) for n in range(5)))
    assert ids(book, scope) == ["p4", "p3", "p2", "p1", "p0"]
    assert ids(book, scope, limit=2) == ["p4", "p3"]
    assert ids(book, scope, limit=2, before="p3") == ["p2", "p1"]
    assert ids(book, scope, before="p0") == []
    assert ids(book, scope, chapter=1) == ["p4", "p2", "p0"]
    assert ids(book, scope, chapter=1, before="p3") == ["p2", "p0"]
    assert ids(book, scope, chapter=7) == []
    with book.reading() as unit, pytest.raises(NotFoundError, match="handed out no pack 'p9'"):
        unit.runs.newest(scope, limit=9, before="p9")


def test_projects_see_their_own_packs_alone(book: SqlRecord, scope: Scope) -> None:
    other = Scope(project="other")
    with book.writing() as unit:
        unit.projects.ensure(other)
    hand_out(book, scope, pack("p1"))
    hand_out(book, other, pack("p1"), pack("p2"))
    assert (ids(book, scope), ids(book, other)) == (["p1"], ["p2", "p1"])
    with book.writing() as unit, pytest.raises(NotFoundError, match="handed out no pack 'p2'"):
        unit.runs.link(scope, "p2", [chapter(1)])


def test_what_was_written_from_a_pack_is_listed_with_it(book: SqlRecord, scope: Scope) -> None:
    hand_out(book, scope, pack("p1"), pack("p2"))
    write(book, scope, chapter(3), from_pack="p1")
    write(book, scope, chapter(2), from_pack="p1")
    assert linked(book, scope) == (
        WrittenChapter(id="c2", position=2, revision=1, sha256="sha2", current=True),
        WrittenChapter(id="c3", position=3, revision=1, sha256="sha3", current=True),
    )
    assert linked(book, scope, "p2") == ()
    write(book, scope, replace(chapter(2, revision=2), sha256="later"), from_pack="p2")
    write(book, scope, replace(chapter(3), revision=2, status=Status.TRASH))
    assert linked(book, scope) == (
        WrittenChapter(id="c2", position=2, revision=1, sha256="sha2", current=False),
        WrittenChapter(id="c3", position=None, revision=1, sha256="sha3", current=True),
    )
    (written,) = linked(book, scope, "p2")
    assert (written.revision, written.sha256, written.current) == (2, "later", True)


def test_a_text_of_no_known_pack_is_not_written(book: SqlRecord, scope: Scope) -> None:
    with pytest.raises(NotFoundError, match="handed out no pack 'p9'"):
        write(book, scope, chapter(2), from_pack="p9")
    with book.reading() as unit:
        assert [c.id for c in unit.chapters.edition(scope).chapters] == ["c1"]
        assert len(unit.changes.newest(scope, limit=9)) == 1


def test_undoing_a_text_takes_the_note_back_and_doing_it_again_brings_it_again(
    book: SqlRecord, scope: Scope
) -> None:
    hand_out(book, scope, pack("p1"))
    write(book, scope, chapter(1, revision=2, sha256="new"), from_pack="p1")
    before = linked(book, scope)
    assert [w.revision for w in before] == [2]
    undo(book, scope)
    assert linked(book, scope) == ()
    undo(book, scope, 3)
    assert linked(book, scope) == before


def test_the_same_note_again_is_no_change_and_another_one_stands_in_its_place(
    book: SqlRecord, scope: Scope
) -> None:
    hand_out(book, scope, pack("p1"), pack("p2"))
    write(book, scope, chapter(2), from_pack="p1")
    with book.writing() as unit:
        unit.runs.link(scope, "p1", [chapter(2)])
        assert unit.changes.close(scope, "edit", "again") is None
        unit.runs.link(scope, "p2", [chapter(2)])
        assert unit.changes.close(scope, "edit", "another") is not None
    assert (len(linked(book, scope)), len(linked(book, scope, "p2"))) == (0, 1)
    with pytest.raises(ConflictError, match="written 'p1' was changed since"):
        undo(book, scope, 2)


def test_a_purge_takes_packs_and_leaves_changes_of_what_stays(
    book: SqlRecord, scope: Scope
) -> None:
    hand_out(book, scope, pack("p1"))
    write(book, scope, chapter(1, revision=2, sha256="new"), from_pack="p1")
    with book.writing() as unit:
        unit.runs.forget(scope)
    assert ids(book, scope) == []
    with book.reading() as unit, pytest.raises(NotFoundError):
        unit.runs.get(scope, "p1")
    undo(book, scope)
    with book.reading() as unit:
        assert [c.revision for c in unit.chapters.edition(scope).chapters] == [1]


def test_notes_go_with_a_purged_chapter_and_so_do_their_changes(
    book: SqlRecord, scope: Scope
) -> None:
    hand_out(book, scope, pack("p1"))
    write(book, scope, chapter(2))
    with book.writing() as unit:
        unit.runs.link(scope, "p1", [chapter(2)])
        unit.changes.close(scope, "edit", "told later")
    with book.writing() as unit:
        unit.chapters.purge(scope, {"c2": ("c1", None)})
        unit.changes.forget(scope, ["c2"])
        assert [change.id for change in unit.changes.newest(scope, limit=9)] == [1]
    assert linked(book, scope) == ()


def test_a_list_takes_as_many_queries_as_it_takes_for_one_pack(
    book: SqlRecord, scope: Scope
) -> None:
    hand_out(book, scope, *(pack(f"p{n}") for n in range(9)))
    for n in range(9):
        write(book, scope, chapter(2 + n), from_pack=f"p{n}")
    engine = book._reading  # pyright: ignore[reportPrivateUsage]
    asked: list[str] = []

    def note(*said: object) -> None:
        asked.append(str(said[2]))

    event.listen(engine, "before_cursor_execute", note)
    with book.reading() as unit:
        assert len(unit.runs.newest(scope, limit=9)) == 9
    event.remove(engine, "before_cursor_execute", note)
    selects = [statement for statement in asked if "SELECT" in statement]
    assert len(selects) == 3, "the project, the packs, what was written from them"
    assert not any("run.pack" in s or "run.rendered" in s for s in selects)
