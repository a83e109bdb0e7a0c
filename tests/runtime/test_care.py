"""Record and index agree, what does not is found and put right, and made anew it is the same."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

import pytest
import sqlalchemy as sa

from lorepack.errors import NotFoundError
from lorepack.ports import Point
from lorepack.records import DoctorReport, Fault, FaultCode, PackRequest, Scope, SearchRequest
from runtime.care import Care
from runtime.index.keeper import Keeper
from runtime.library import Library
from runtime.wiring import open_library
from runtime.worker import quiet
from storage.audits import SqlAudits
from storage.edge_index import EdgeIndex
from tests.ingest.test_editing import change_at_random
from tests.strategies import synthetic_book

pytestmark = pytest.mark.both_databases


@dataclass
class Reported:
    """Progress that is written down."""

    what: list[str]

    def __call__(self, what: str, done: int, total: int) -> None:
        self.what.append(what)


@pytest.fixture
def book(library: Library, scope: Scope) -> Library:
    library.import_bytes(scope, synthetic_book(9).manuscript())
    library.summarise(scope)
    library.index(scope)
    return library


def care(library: Library) -> Care:
    return Care(library=library)


def keeper(library: Library) -> Keeper:
    found = library.ownership.take()
    assert found is not None
    return found


def points(library: Library, scope: Scope) -> list[Point]:
    return list(keeper(library).index.points(scope))


def packs(library: Library, scope: Scope) -> list[str]:
    request = PackRequest(query="沈砚秋在渡口等谁？")
    return [library.pack(scope, request).rendered for request in (request, PackRequest(chapter=4))]


def codes(report: DoctorReport) -> set[FaultCode]:
    return {fault.code for fault in report.problems}


@pytest.mark.parametrize("seed", range(5))
def test_a_book_is_sound_however_it_was_changed(book: Library, scope: Scope, seed: int) -> None:
    random = Random(seed)
    for _ in range(8):
        change_at_random(random, book, scope)
    waiting = care(book).doctor(scope)
    assert waiting.ok, waiting.problems
    assert waiting.index["pending"] > 0
    book.index(scope)
    report = care(book).doctor(scope)
    assert (report.ok, report.problems, report.index["pending"]) == (True, (), 0)
    assert report.index["points"] == report.index["snippets"] > 0


@pytest.mark.parametrize("seed", range(3))
def test_made_anew_from_its_texts_it_is_the_same(book: Library, scope: Scope, seed: int) -> None:
    random = Random(seed)
    for _ in range(6):
        change_at_random(random, book, scope)
    book.summarise(scope)
    book.index(scope)
    before, told = points(book, scope), packs(book, scope)
    for remake in (lambda: care(book).rebuild(scope), care(book).rebuild_all):
        assert remake().ok
        after = points(book, scope)
        assert [p.id for p in after] == [p.id for p in before]
        for one, other in zip(before, after, strict=True):
            assert (one.dense == other.dense).all()
            assert known(one) == known(other)
        assert packs(book, scope) == told


def known(point: Point) -> object:
    fields = (point.id, point.chapter_id, point.order_key, point.nth, point.importance)
    terms = dict(zip(point.sparse.indices, point.sparse.values, strict=True))
    return (*fields, point.people, point.speakers, point.at, terms)


def test_a_project_that_is_not_there_is_named(book: Library) -> None:
    with pytest.raises(NotFoundError, match="nowhere"):
        care(book).doctor(Scope(project="nowhere"))
    with pytest.raises(NotFoundError, match="nowhere"):
        care(book).rebuild(Scope(project="nowhere"))


def lose_a_point(library: Library, scope: Scope) -> None:
    keeper(library).index.drop(scope, [points(library, scope)[0].id])


def keep_one_too_many(library: Library, scope: Scope) -> None:
    first = points(library, scope)[0]
    stray = replace(first, id="00000000-0000-0000-0000-000000000001", chapter_id="no-chapter")
    keeper(library).index.upsert(scope, [stray])


def bend_a_vector(library: Library, scope: Scope) -> None:
    first = points(library, scope)[0]
    keeper(library).index.upsert(scope, [replace(first, dense=-first.dense)])


def misplace_a_point(library: Library, scope: Scope) -> None:
    first = points(library, scope)[0]
    keeper(library).index.upsert(scope, [replace(first, order_key=first.order_key + 1)])


def lose_a_vector(library: Library, scope: Scope) -> None:
    execute(library, "DELETE FROM vector WHERE sha256 = (SELECT min(sha256) FROM vector)")


def untile(library: Library, scope: Scope) -> None:
    execute(library, 'UPDATE snippet SET "end" = "end" - 1 WHERE nth = 0')


def bend_a_fact(library: Library, scope: Scope) -> None:
    execute(library, 'UPDATE fact SET text = \'九千\' WHERE "row" = (SELECT min("row") FROM fact)')


def misfile_a_snippet(library: Library, scope: Scope) -> None:
    row = '(SELECT min("row") FROM snippet)'
    execute(library, f"DELETE FROM snippet_terms WHERE rowid = {row}")


def file_it_under_another_word_too(library: Library, scope: Scope) -> None:
    misfile_a_snippet(library, scope)
    number = (1 << 32) + 5
    row = '(SELECT min("row") FROM snippet)'
    postgresql = library.record._writing.dialect.name == "postgresql"  # pyright: ignore[reportPrivateUsage]
    held = f"ARRAY[{number}]" if postgresql else f"'{number}'"
    execute(library, f"INSERT INTO snippet_terms (rowid, terms) VALUES ({row}, {held})")


def execute(library: Library, statement: str) -> None:
    engine = library.record._writing  # pyright: ignore[reportPrivateUsage]
    with engine.begin() as connection:
        connection.execute(sa.text(statement))


@pytest.mark.parametrize(
    ("harm", "code"),
    [
        (lose_a_point, FaultCode.MISSING),
        (keep_one_too_many, FaultCode.ORPHAN),
        (bend_a_vector, FaultCode.STALE),
        (misplace_a_point, FaultCode.STALE),
        (lose_a_vector, FaultCode.UNPROVEN),
        (untile, FaultCode.SNIPPETS),
        (bend_a_fact, FaultCode.FACTS),
        (misfile_a_snippet, FaultCode.TERMS),
        (file_it_under_another_word_too, FaultCode.TERMS),
    ],
)
def test_each_fault_is_found_and_put_right(
    book: Library, scope: Scope, harm: Callable[[Library, Scope], None], code: FaultCode
) -> None:
    before = packs(book, scope)
    harm(book, scope)
    found = care(book).doctor(scope)
    assert not found.ok
    assert code in codes(found)
    told = {FaultCode.MISSING: found.missing, FaultCode.ORPHAN: found.orphan}
    assert told.get(code, 1) >= 1
    repaired = care(book).doctor(scope, repair=True)
    assert (repaired.ok, repaired.problems) == (True, ())
    assert repaired.repaired == len(found.problems)
    assert packs(book, scope) == before


def test_a_text_that_is_not_what_was_handed_in_is_told_and_left(
    book: Library, scope: Scope
) -> None:
    execute(book, "UPDATE chapter_revision SET sha256 = 'other' WHERE revision = 1")
    found = care(book).doctor(scope, repair=True)
    assert not found.ok
    assert codes(found) == {FaultCode.TEXT}
    assert found.repaired == 0
    assert isinstance(found.problems[0], Fault)


def test_points_of_a_project_that_is_gone_are_found_and_taken_out(
    book: Library, scope: Scope
) -> None:
    gone = Scope(tenant="another", project="gone")
    keeper(book).index.upsert(gone, points(book, scope)[:2])
    report = care(book).doctor_all()
    assert (report.ok, report.strays) == (False, (gone,))
    assert care(book).doctor_all(repair=True).ok
    assert keeper(book).index.scopes() == {scope}
    assert care(book).doctor_all().strays == ()


def test_a_process_that_does_not_own_the_index_has_it_looked_after(
    book: Library, scope: Scope
) -> None:
    keeper(book)
    with open_library(book.settings) as other:
        assert other.ownership.take() is None
        assert care(other).doctor(scope).ok
        lose_a_point(book, scope)
        assert care(other).doctor(scope).missing == 1
        reported: list[str] = []
        remade = Care(library=other, progress=Reported(reported)).rebuild_all()
        assert remade.ok
        assert "vectors" in reported
        with pytest.raises(NotFoundError, match="nowhere"):
            other.ownership.audit(Scope(project="nowhere"), quiet)


def test_what_is_written_while_the_index_is_remade_is_in_the_new_one(
    book: Library, scope: Scope
) -> None:
    other = Scope(project="other")
    book.import_bytes(other, synthetic_book(3, seed=2).manuscript())
    done: list[int] = []

    def write_once(what: str, count: int, total: int) -> None:
        if not done:
            done.append(count)
            book.editor(scope).insert("番外 雪\n段玉笙在岸上站了一夜。\n")
            book.editor(scope).delete(["2"])
            found = book.search(scope, SearchRequest(query="沈砚秋在青石渡"))
            assert found.degraded == (), "the index in use goes on answering"

    keeper(book).rebuild(write_once)
    assert done
    book.index(scope)
    book.index(other)
    assert care(book).doctor_all().ok


def test_an_index_that_could_not_be_remade_stays(book: Library, scope: Scope) -> None:
    before = points(book, scope)

    def fail(what: str, done: int, total: int) -> None:
        raise OSError("no space left")

    with pytest.raises(OSError, match="no space"):
        keeper(book).rebuild(fail)
    assert [p.id for p in points(book, scope)] == [p.id for p in before]
    assert care(book).doctor(scope).ok
    assert care(book).rebuild_all().ok


def test_a_purge_that_was_broken_off_is_told_and_finished(book: Library) -> None:
    left = book.settings.data_dir / "purge-abc.due"
    left.touch()
    report = care(book).doctor_all()
    assert (report.ok, report.purge_due) == (False, True)
    assert care(book).doctor_all(repair=True).ok
    assert not left.exists()


def test_a_rebuild_brings_each_snippet_in_once(
    book: Library, scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    brought: list[str] = []
    upsert = EdgeIndex.upsert

    def counted(index: EdgeIndex, of: Scope, some: Sequence[Point]) -> None:
        brought.extend(point.id for point in some)
        upsert(index, of, some)

    monkeypatch.setattr(EdgeIndex, "upsert", counted)
    report = care(book).rebuild_all()
    assert report.ok
    assert sorted(brought) == sorted(point.id for point in points(book, scope))


def test_the_database_is_checked_once_for_all_projects(
    book: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    book.import_bytes(Scope(project="other"), synthetic_book(2, seed=3).manuscript())
    asked: list[int] = []

    def damaged(audits: SqlAudits) -> list[str]:
        asked.append(1)
        return ["row 7 is missing from an index"]

    monkeypatch.setattr(SqlAudits, "damage", damaged)
    report = care(book).doctor_all()
    assert (report.ok, len(asked), [fault.code for fault in report.problems]) == (
        *(False, 1),
        [FaultCode.DAMAGED],
    )
    alone = care(book).doctor(Scope(project="other"))
    assert (alone.ok, codes(alone)) == (False, {FaultCode.DAMAGED})
