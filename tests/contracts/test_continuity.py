"""Claims that are kept and findings that are let stand, on each database."""

import pytest

from lorepack.errors import NotFoundError
from lorepack.ports import Edition, KeptClaims, Revision
from lorepack.records import Chapter, Scope
from storage.record import SqlRecord

WRITTEN = Revision(heading="", text="字", sha256="sha", opening="", observed="")
OLD, NEW = (KeptClaims(signature=s, claims=f'[["{s}"]]') for s in ("old", "new"))
ID, OTHER_ID = "0123456789abcdef", "fedcba9876543210"


def chapter(nth: int) -> Chapter:
    return Chapter(
        id=f"c{nth}",
        order_key=nth * 10,
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
    """Two chapters."""
    chapters = chapter(1), chapter(2)
    with record.writing() as unit:
        unit.projects.ensure(scope)
        unit.chapters.place(scope, Edition(chapters=chapters))
        for made in chapters:
            unit.chapters.revise(scope, made, WRITTEN)
        unit.changes.close(scope, "import", "imported 2")
    return record


def put(book: SqlRecord, scope: Scope, **claims: KeptClaims) -> None:
    with book.writing() as unit:
        unit.claims.put(scope, claims)


def kept(book: SqlRecord, scope: Scope) -> dict[str, KeptClaims]:
    with book.reading() as unit:
        return unit.claims.get(scope, ["c1", "c2", "c9"])


def exempt(book: SqlRecord, scope: Scope, finding: str, reason: str = "") -> None:
    with book.writing() as unit:
        unit.exemptions.put(scope, finding, reason)
        unit.changes.close(scope, "exempt", finding)


def reasons(book: SqlRecord, scope: Scope) -> dict[str, str]:
    with book.reading() as unit:
        return {e.finding: e.reason for e in unit.exemptions.all(scope)}


def test_claims_are_kept_until_others_take_their_place(book: SqlRecord, scope: Scope) -> None:
    assert kept(book, scope) == {}
    put(book, scope, c1=OLD, c2=OLD)
    put(book, scope, c2=NEW)
    put(book, scope)
    assert kept(book, scope) == {"c1": OLD, "c2": NEW}


def test_claims_of_a_chapter_that_is_gone_are_not_kept(book: SqlRecord, scope: Scope) -> None:
    put(book, scope, c1=OLD, c9=OLD)
    assert kept(book, scope) == {"c1": OLD}
    with book.writing() as unit:
        unit.chapters.purge(scope, {"c1": (None, "c2")})
    assert kept(book, scope) == {}


def test_another_project_has_neither(book: SqlRecord, scope: Scope) -> None:
    put(book, scope, c1=OLD)
    exempt(book, scope, ID)
    other = Scope(project="other")
    with book.writing() as unit:
        unit.projects.ensure(other)
    put(book, other, c1=NEW)
    assert (kept(book, other), reasons(book, other)) == ({}, {})
    assert kept(book, scope) == {"c1": OLD}


def test_an_exemption_stands_with_the_last_reason_given(book: SqlRecord, scope: Scope) -> None:
    exempt(book, scope, ID, "他谎报了年纪")
    exempt(book, scope, OTHER_ID)
    exempt(book, scope, ID, "a namesake")
    assert reasons(book, scope) == {ID: "a namesake", OTHER_ID: ""}


def test_an_exemption_is_taken_away_once(book: SqlRecord, scope: Scope) -> None:
    exempt(book, scope, ID)
    with book.writing() as unit:
        unit.exemptions.delete(scope, ID)
    assert reasons(book, scope) == {}
    with book.writing() as unit, pytest.raises(NotFoundError, match=f"'{ID}' is not exempt"):
        unit.exemptions.delete(scope, ID)


def test_an_exemption_can_be_undone(book: SqlRecord, scope: Scope) -> None:
    exempt(book, scope, ID, "first")
    exempt(book, scope, ID, "second")
    for left in ({ID: "first"}, {}):
        with book.writing() as unit:
            unit.changes.undo(scope, None)
        assert reasons(book, scope) == left


def test_an_unknown_project_is_named(record: SqlRecord, scope: Scope) -> None:
    for what in (kept, reasons):
        with pytest.raises(NotFoundError, match="'book'"):
            what(record, scope)
