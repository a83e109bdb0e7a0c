"""Changes and their undoing, on each database."""

from dataclasses import replace

import pytest

from lorepack.errors import ConflictError, NotFoundError
from lorepack.ports import Edition, Revision
from lorepack.records import Chapter, Scope, Status, Volume
from storage.record import SqlRecord

WRITTEN = Revision(heading="", text="字", sha256="sha", opening="", observed="")


def chapter(nth: int, order_key: int) -> Chapter:
    return Chapter(
        id=f"c{nth}",
        order_key=order_key,
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


ONE, TWO = chapter(1, 10), chapter(2, 20)


@pytest.fixture
def book(record: SqlRecord, scope: Scope) -> SqlRecord:
    """Two chapters that one change put in."""
    with record.writing() as unit:
        unit.projects.ensure(scope)
        unit.chapters.place(scope, Edition(chapters=(ONE, TWO)))
        for made in (ONE, TWO):
            unit.chapters.revise(scope, made, WRITTEN)
        unit.changes.close(scope, "import", "imported 2")
    return record


def place(book: SqlRecord, scope: Scope, what: str, *chapters: Chapter) -> int:
    with book.writing() as unit:
        unit.chapters.place(scope, Edition(chapters=chapters))
        change = unit.changes.close(scope, "move", what)
    assert change is not None
    return change.id


def undo(book: SqlRecord, scope: Scope, id: int | None = None) -> None:
    with book.writing() as unit:
        unit.changes.undo(scope, id)


def order(book: SqlRecord, scope: Scope) -> list[tuple[str, int, Status]]:
    with book.reading() as unit:
        return [(c.id, c.order_key, c.status) for c in unit.chapters.edition(scope).chapters]


def test_what_is_so_already_is_no_change(book: SqlRecord, scope: Scope) -> None:
    with book.writing() as unit:
        unit.chapters.place(scope, Edition(chapters=(ONE, TWO)))
        assert unit.changes.close(scope, "move", "nothing") is None
        assert [c.what for c in unit.changes.newest(scope, limit=9)] == ["imported 2"]


def test_two_chapters_change_places_and_back(book: SqlRecord, scope: Scope) -> None:
    """Reading order is unique at every moment, so neither may stand where the other still is."""
    before = order(book, scope)
    place(book, scope, "swapped", replace(ONE, order_key=20), replace(TWO, order_key=10))
    assert [id for id, _, _ in order(book, scope)] == ["c2", "c1"]
    undo(book, scope)
    assert order(book, scope) == before


def test_what_is_taken_back_can_be_had_again(book: SqlRecord, scope: Scope) -> None:
    made = place(book, scope, "moved", replace(ONE, order_key=30))
    undo(book, scope, made)
    with book.reading() as unit:
        newest, undone, _ = unit.changes.newest(scope, limit=9)
    assert (newest.undoes, undone.undone_by) == (made, newest.id)
    undo(book, scope, newest.id)
    assert order(book, scope)[-1][:2] == ("c1", 30)
    with book.reading() as unit:
        again = next(c for c in unit.changes.newest(scope, limit=9) if c.id == made)
    assert again.undone_by is None, "it stands again, and can be taken back again"
    undo(book, scope, made)
    assert order(book, scope)[0][:2] == ("c1", 10)


def test_new_chapters_that_are_taken_back_go_to_the_trash(book: SqlRecord, scope: Scope) -> None:
    undo(book, scope)
    assert {status for _, _, status in order(book, scope)} == {Status.TRASH}
    with book.reading() as unit:
        assert unit.chapters.outline(scope) == []


def test_a_row_that_was_changed_since_stops_the_whole_undoing(
    book: SqlRecord, scope: Scope
) -> None:
    both = place(book, scope, "moved", replace(ONE, order_key=30), replace(TWO, order_key=40))
    place(book, scope, "renamed", replace(TWO, order_key=40, label="第三章"))
    before = order(book, scope)
    with pytest.raises(
        ConflictError, match=r"change 2 \(moved\) cannot be undone: chapter '第2章'"
    ):
        undo(book, scope, both)
    assert order(book, scope) == before


def test_what_is_not_there_cannot_be_undone(book: SqlRecord, scope: Scope) -> None:
    with pytest.raises(NotFoundError, match="no change 9"):
        undo(book, scope, 9)
    undo(book, scope)
    with pytest.raises(NotFoundError, match="nothing to undo"):
        undo(book, scope)
    with pytest.raises(ConflictError, match="was undone by change 2; undo that one"):
        undo(book, scope, 1)


def test_many_rows_are_written_and_taken_back(book: SqlRecord, scope: Scope) -> None:
    """More than one query can ask for at once."""
    many = tuple(chapter(nth, nth * 10) for nth in range(3, 1_204))
    volumes = (Volume(id="v", order_key=1, title="卷", heading=""),)
    with book.writing() as unit:
        unit.chapters.place(scope, Edition(volumes=volumes, chapters=many))
        for made in many:
            unit.chapters.revise(scope, made, WRITTEN)
        unit.changes.close(scope, "import", "imported many")
    assert len(order(book, scope)) == 1_203
    undo(book, scope)
    with book.reading() as unit:
        assert len(unit.chapters.outline(scope)) == 2
        assert [v.status for v in unit.chapters.edition(scope).volumes] == [Status.TRASH]


def test_another_projects_changes_are_not_seen(book: SqlRecord, scope: Scope) -> None:
    other = Scope(project="other")
    with book.writing() as unit:
        unit.projects.ensure(other)
        assert unit.changes.newest(other, limit=9) == []
        with pytest.raises(NotFoundError, match="'other'"):
            unit.changes.undo(other, 1)
