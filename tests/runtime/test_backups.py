"""Backups: whatever a project has become, the restored one is the same to the byte."""

import threading
from collections.abc import Generator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from random import Random

import pytest

from lorepack.errors import ConflictError, InvalidInputError, NotFoundError, UnavailableError
from lorepack.records import (
    Outcome,
    PackFormat,
    PackRequest,
    Scope,
    SearchRequest,
    Status,
    Usage,
)
from runtime.library import Library
from tests.backups import another_library, members_of, rows_in
from tests.ingest.memories.test_histories import change_at_random as remember_at_random
from tests.ingest.memories.test_histories import compress
from tests.ingest.test_editing import change_at_random
from tests.strategies import author_memories, synthetic_book

QUERIES = ("铜铃", "“你不必再找”", "三千二百", "the brass key")


@pytest.fixture(
    params=[("sqlite", "sqlite"), ("sqlite", "postgresql"), ("postgresql", "sqlite")],
    ids="-".join,
)
def kinds(request: pytest.FixtureRequest) -> tuple[str, str]:
    """Databases that are written and restored."""
    return request.param


@pytest.fixture
def here(kinds: tuple[str, str], tmp_path: Path, cache_dir: Path) -> Generator[Library]:
    with another_library(tmp_path, cache_dir, kinds[0]) as library:
        yield library


@pytest.fixture
def there(kinds: tuple[str, str], tmp_path: Path, cache_dir: Path) -> Generator[Library]:
    with another_library(tmp_path, cache_dir, kinds[1]) as library:
        yield library


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "book.zip"


def made_up(library: Library, scope: Scope, seed: int, changes: int = 10) -> None:
    """A book with all that a book can have, and changes of every kind."""
    random = Random(seed)
    library.import_bytes(scope, synthetic_book(7, seed=seed, sentences=6).manuscript())
    library.remember(scope, author_memories())
    library.summarise(scope)
    compress(library, scope)
    for _ in range(changes):
        random.choice((change_at_random, remember_at_random))(random, library, scope)
        if random.random() < 0.3:
            library.pack(scope, PackRequest(chapter=1, budget=2_000, query=random.choice(QUERIES)))
    with library.record.writing() as unit:
        unit.ledger.add(charged(scope))


def charged(scope: Scope) -> Usage:
    return Usage(
        tenant=scope.tenant,
        project=scope.project,
        session="",
        at="2026-01-01T00:00:00+00:00",
        model="m",
        route="pack",
        stage="memory",
        input_tokens=3,
        cached_tokens=1,
        output_tokens=2,
        estimated=False,
        cost=Decimal("0.5"),
        outcome=Outcome.ANSWERED,
    )


def answers(library: Library, scope: Scope) -> object:
    """All that a project gives to those who ask."""
    chapters = library.chapters(scope, everything=True)
    places = range(1, len(library.chapters(scope)) + 2)
    return (
        [
            library.pack(scope, PackRequest(chapter=n, budget=b, query=q, format=f)).rendered
            for n in places
            for b, q, f in ((1_500, "铜铃", PackFormat.TEXT), (4_000, "", PackFormat.JSON))
        ],
        [library.search(scope, SearchRequest(query=query)) for query in QUERIES],
        chapters,
        library.volumes(scope),
        [library.revisions(scope, c.id) for c in chapters if c.status is not Status.TRASH],
        [library.text(scope, c.id) for c in chapters if c.status is not Status.TRASH],
        # When they were made is another moment for those that come after.
        [[replace(m, at="") for m in library.memories(scope).as_of(n)] for n in places],
        [replace(m, at="") for m in library.memories(scope).listed()],
        [replace(change, at="") for change in library.changes(scope, limit=500)],
        [replace(pack, at="") for pack in library.packs(scope, limit=500)],
    )


def settled(library: Library, scope: Scope) -> None:
    """See through whatever a change left to be done."""
    library.refresh_names(scope)
    library.summarise(scope)
    library.index(scope)


def restored(here: Library, there: Library, scope: Scope, file: Path) -> None:
    here.export(scope, file, force=True)
    there.restore(file)


@pytest.mark.parametrize("seed", range(2))
def test_a_restored_project_answers_as_the_one_it_was(
    here: Library, there: Library, scope: Scope, file: Path, seed: int
) -> None:
    made_up(here, scope, seed)
    settled(here, scope)
    restored(here, there, scope, file)
    again = file.with_name("again.zip")
    there.export(scope, again)
    assert rows_in(again) == rows_in(file)
    with there.record.reading() as unit:
        chapters = len(unit.chapters.edition(scope).chapters)
        assert unit.journal.lag(scope) == chapters, "the index is told of every chapter"
        assert unit.jobs.waiting(scope)
    settled(there, scope)
    assert answers(there, scope) == answers(here, scope)


@pytest.mark.parametrize("seed", range(2))
def test_what_was_changed_before_is_taken_back_after(
    here: Library, there: Library, scope: Scope, file: Path, seed: int
) -> None:
    made_up(here, scope, seed, changes=6)
    restored(here, there, scope, file)
    for library in (here, there):
        while any(not (c.undone_by or c.undoes) for c in library.changes(scope, limit=500)[:-1]):
            library.undo(scope)
        settled(library, scope)
    assert [c.what for c in there.changes(scope)] == [c.what for c in here.changes(scope)]
    packs = [
        [
            library.pack(scope, PackRequest(chapter=n, budget=3_000)).rendered
            for n in range(1, len(library.chapters(scope)) + 2)
        ]
        for library in (here, there)
    ]
    assert packs[0] == packs[1]


def test_a_restored_project_is_written_to_as_before(
    here: Library, there: Library, scope: Scope, file: Path
) -> None:
    made_up(here, scope, 5, changes=3)
    restored(here, there, scope, file)
    for library in (here, there):  # rows that the database numbers itself are among these
        library.editor(scope).insert("第九章 电\n沈砚秋在渡口等了三千二百天。\n")
        library.pack(scope, PackRequest(budget=2_500))
        with library.record.writing() as unit:
            unit.ledger.add(charged(scope))
        settled(library, scope)
    assert answers(there, scope) == answers(here, scope)
    with here.record.reading() as unit, there.record.reading() as other:
        assert len(unit.ledger.entries(scope.tenant, limit=99)) == 2
        assert other.ledger.entries(scope.tenant, limit=99) == unit.ledger.entries(
            scope.tenant, limit=99
        )


def test_another_project_of_the_same_database_is_left_alone(
    here: Library, there: Library, scope: Scope, file: Path
) -> None:
    other = Scope(project="other")
    made_up(there, other, 8, changes=2)
    settled(there, other)
    before = answers(there, other)
    made_up(here, scope, 9, changes=2)
    restored(here, there, scope, file)
    settled(there, scope)
    settled(here, scope)
    assert answers(there, other) == before
    assert answers(there, scope) == answers(here, scope)


def test_a_project_is_restored_under_another_name(
    here: Library, there: Library, scope: Scope, file: Path
) -> None:
    made_up(here, scope, 3)
    made_up(there, scope, 4)
    here.export(scope, file)
    with pytest.raises(ConflictError, match="there is a project 'book' already"):
        there.restore(file)
    assert there.restore(file, name="copy").project == "copy"
    copy = Scope(project="copy")
    texts = [
        [lib.text(s, c.id) for c in lib.chapters(s)] for lib, s in ((here, scope), (there, copy))
    ]
    assert texts[0] == texts[1]
    there.undo(copy)
    inserted = there.editor(copy).insert("第九章 电\n门开了。\n").chapters[0].id
    assert inserted not in {c.id for c in there.chapters(scope, everything=True)}
    with there.record.reading() as unit:
        assert len(unit.ledger.entries("local", project="copy", limit=9)) == 1


def test_two_copies_of_one_book_do_not_share_a_library(
    library: Library, scope: Scope, file: Path
) -> None:
    made_up(library, scope, 3, changes=2)
    library.export(scope, file)
    with pytest.raises(ConflictError, match="the same book already, as project 'book'"):
        library.restore(file, name="copy")
    assert library.projects() == ["book"]
    with pytest.raises(ConflictError, match="the same book already, and nothing"):
        library.restore(file, tenant="other")


def test_the_ledger_counts_a_call_once(
    here: Library, there: Library, scope: Scope, file: Path
) -> None:
    """It outlives its project: a restored one finds the calls that it brings."""
    made_up(here, scope, 3, changes=1)
    with here.record.writing() as unit:
        unit.ledger.add(charged(scope))
    here.export(scope, file)
    with there.record.writing() as unit:
        unit.ledger.add(charged(scope))
    there.restore(file)
    with there.record.reading() as unit:
        assert len(unit.ledger.entries(scope.tenant, limit=9)) == 2


def test_an_export_is_one_moment_of_a_book_that_is_being_written(
    library: Library, tmp_path: Path, cache_dir: Path, scope: Scope, file: Path
) -> None:
    library.import_bytes(scope, synthetic_book(6).manuscript())

    def state(library: Library) -> tuple[str, ...]:
        return tuple(library.text(scope, c.id) for c in library.chapters(scope))

    states = {state(library)}
    written = threading.Event()

    def write() -> None:
        for n in range(4):
            library.editor(scope).edit("1", f"第{n}次改写。", as_is=True)
            states.add(state(library))
            library.import_bytes(scope, synthetic_book(6 + n % 3, seed=n).manuscript())
            states.add(state(library))
            written.set()

    writer = threading.Thread(target=write)
    writer.start()
    exported = 0
    while writer.is_alive() or not exported:
        written.wait()
        library.export(scope, tmp_path / f"{exported}.zip")
        exported += 1
    writer.join()
    found: set[tuple[str, ...]] = set()
    for n in range(exported):
        with another_library(tmp_path, cache_dir) as there:
            there.restore(tmp_path / f"{n}.zip")
            found.add(state(there))
    assert found <= states
    assert len(found) > 1, "the writer wrote meanwhile"


def test_what_is_written_during_an_export_is_not_in_it(
    here: Library, tmp_path: Path, cache_dir: Path, scope: Scope, file: Path
) -> None:
    made_up(here, scope, 1, changes=3)
    here.export(scope, file)

    def meddle(what: str, done: int, total: int) -> None:
        if what == "export":
            here.editor(scope).insert("第九章 乱\n此时又写了一章。\n")

    meddled = file.with_name("meddled.zip")
    here.export(scope, meddled, progress=meddle)
    assert rows_in(meddled) == rows_in(file)


def test_an_interrupted_export_leaves_nothing(library: Library, scope: Scope, file: Path) -> None:
    library.import_bytes(scope, synthetic_book(2).manuscript())

    def stop(what: str, done: int, total: int) -> None:
        if what == "check":
            raise KeyboardInterrupt

    before = sorted(file.parent.iterdir())
    with pytest.raises(KeyboardInterrupt):
        library.export(scope, file, progress=stop)
    with pytest.raises(NotFoundError):
        library.export(Scope(project="nix"), file)
    assert sorted(file.parent.iterdir()) == before
    file.write_bytes(b"precious")
    with pytest.raises(KeyboardInterrupt):
        library.export(scope, file, force=True, progress=stop)
    assert file.read_bytes() == b"precious"


def test_a_text_that_a_chapter_came_back_to_is_there_once(
    library: Library, scope: Scope, file: Path
) -> None:
    library.import_bytes(scope, "第一章 雨/夜\n雨下了一夜。\n第二章 雪\n雪停了。\n".encode())
    editor = library.editor(scope)
    for text in ("又改了。", "雨下了一夜。"):
        editor.edit("1", text)
    editor.delete(["2"])
    library.export(scope, file)
    texts = {path: data.decode() for path, data in members_of(file).items() if ".txt" in path}
    assert texts == {
        "texts/0001 第一章 雨 夜.txt": "雨下了一夜。",
        "former/0001 第一章 雨 夜 r2.txt": "又改了。",
        "trash/0002 第二章 雪.txt": "雪停了。",
    }


def test_a_book_that_packs_like_a_bomb_is_restored(
    library: Library, tmp_path: Path, cache_dir: Path, scope: Scope, file: Path
) -> None:
    """What a reader would refuse is never written."""
    text = "雨下了一夜。\n" * 600_000
    library.import_bytes(scope, "第一章 雨\n雨。\n".encode())
    with library.record._writing.begin() as connection:  # pyright: ignore[reportPrivateUsage]
        connection.exec_driver_sql("UPDATE chapter_revision SET text = ?", (text,))
    library.export(scope, file)
    with another_library(tmp_path, cache_dir) as there:
        there.restore(file)
        assert there.text(scope, "1") == text


def test_a_restore_is_all_or_nothing(
    library: Library, tmp_path: Path, cache_dir: Path, scope: Scope, file: Path
) -> None:
    made_up(library, scope, 1, changes=1)
    library.export(scope, file)

    def stop(what: str, done: int, total: int) -> None:
        if what == "restore" and done > total // 2:
            raise InterruptedError

    with another_library(tmp_path, cache_dir) as there:
        with pytest.raises(InterruptedError):
            there.restore(file, progress=stop)
        assert there.projects() == []
        there.restore(file)
        assert there.projects() == ["book"]


def test_a_newer_database_is_not_backed_up(library: Library, scope: Scope, file: Path) -> None:
    library.import_bytes(scope, synthetic_book(2).manuscript())
    with library.record._writing.begin() as connection:  # pyright: ignore[reportPrivateUsage]
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(UnavailableError, match="schema 9999 by now"):
        library.export(scope, file)
    with pytest.raises(InvalidInputError, match="is a folder"):
        library.export(scope, file.parent)
