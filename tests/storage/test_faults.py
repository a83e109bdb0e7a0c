"""A SQLite file that is full, locked, read-only, cut short or written over: nothing is lost."""

import random
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import pytest
from sqlalchemy import event
from sqlalchemy.engine.interfaces import DBAPIConnection

from lorepack.errors import (
    InvalidInputError,
    ReadOnlyError,
    UnavailableError,
)
from lorepack.records import PackRequest, Scope, SearchRequest
from runtime.library import Library
from runtime.settings import Settings
from runtime.wiring import open_library
from storage.engines import open_engines, sqlite_url
from storage.migrate import migrate
from storage.record import SqlRecord
from tests.disks import remount_read_only
from tests.strategies import synthetic_book

SCOPE = Scope(project="book")
OTHER = Scope(project="other")
ROOT = Path(__file__).parents[2]
T = TypeVar("T")


def pages(library: Library) -> int:
    return pragma(library, "page_count")


def pragma(library: Library, name: str) -> int:
    record = library.record
    assert isinstance(record, SqlRecord)
    with record._writing.connect() as connection:  # pyright: ignore[reportPrivateUsage]
        return connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()


def have_room(library: Library, most: int) -> None:
    """Let the file have so many pages and no more."""
    assert pragma(library, f"max_page_count = {most}") == most


def sound(library: Library) -> bool:
    with library.record.reading() as unit:
        return unit.audits.damage() == []


def texts(library: Library, scope: Scope) -> list[str]:
    with library.record.reading() as unit:
        order = unit.chapters.reading_order(scope)
        return [unit.chapters.text(scope, id) for _, id in order]


def everything(library: Library) -> None:
    """Each step a transaction or several; each one is acknowledged when it returns."""
    library.import_bytes(OTHER, synthetic_book(3, sentences=20).manuscript())
    library.editor(SCOPE).edit("1", "换了一章。" * 300)
    library.summarise(SCOPE)
    library.pack(SCOPE, PackRequest(budget=4000))


def test_a_disk_that_fills_up_anywhere_loses_nothing_and_all_works_with_more_room(
    library: Library,
) -> None:
    library.import_bytes(SCOPE, synthetic_book(3, sentences=20).manuscript())
    acknowledged = texts(library, SCOPE)
    full = 0
    for room in range(pages(library), 100_000):
        have_room(library, max(room, pages(library)))
        if (complaint := complaint_of(everything, library)) is None:
            break
        assert "the disk is full" in complaint
        assert "Nothing of this write was stored" in complaint
        full += 1
        assert sound(library)
        assert texts(library, SCOPE) in (acknowledged, edited(acknowledged))
        if OTHER.project in library.projects():
            assert len(library.chapters(OTHER)) == 3, "all of it or nothing"
    assert full > 5, "it was full at many places"
    assert texts(library, SCOPE) == edited(acknowledged)
    assert len(library.chapters(OTHER)) == 3
    assert sound(library)


def complaint_of(use: Callable[[T], object], of: T) -> str | None:
    """What is said of why something cannot be done; None if it was."""
    try:
        use(of)
    except UnavailableError as error:
        return str(error)
    return None


def edited(before: list[str]) -> list[str]:
    return ["换了一章。" * 300, *before[1:]]


def test_a_write_that_another_process_keeps_waiting_is_given_up(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "lorepack.db")
    first, second = SqlRecord.open(url), SqlRecord.open(url)
    engine = second._writing  # pyright: ignore[reportPrivateUsage]
    engine.dispose()
    event.listen(engine, "connect", be_impatient)
    with first.writing() as unit:
        unit.projects.ensure(SCOPE)
        with pytest.raises(UnavailableError, match="written by somebody else for too long"):
            touch(second)
        with second.reading() as reading:
            assert reading.projects.names("local") == [], "reading waits for nobody"
        SqlRecord.open(url).close()
    touch(second)
    first.close()
    second.close()


def be_impatient(connection: DBAPIConnection, _: object) -> None:
    connection.cursor().execute("PRAGMA busy_timeout=20")


def touch(record: SqlRecord) -> None:
    with record.writing() as unit:
        unit.projects.ensure(SCOPE)
        unit.projects.touch(SCOPE)


def test_two_processes_that_write_at_once_both_succeed(tmp_path: Path) -> None:
    file, rounds = tmp_path / "lorepack.db", 40
    code = (
        "import sys; from storage.record import SqlRecord; from lorepack.records import Scope\n"
        "record, scope = SqlRecord.open(sys.argv[1]), Scope(project='book')\n"
        f"for _ in range({rounds}):\n"
        "    with record.writing() as unit:\n"
        "        unit.projects.ensure(scope); unit.projects.touch(scope)\n"
    )

    def run(_: int) -> int:
        command = [sys.executable, "-c", code, sqlite_url(file)]
        return subprocess.run(command, cwd=ROOT, timeout=120, check=False).returncode

    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(run, range(2))) == [0, 0]
    record = SqlRecord.open(sqlite_url(file))
    with record.reading() as unit:
        assert unit.projects.get(SCOPE).revision == 2 * rounds
    record.close()


@pytest.fixture
def book(tmp_path: Path, cache_dir: Path) -> Settings:
    """A folder with a book of thirty chapters, closed."""
    settings = Settings(data_dir=tmp_path / "data", cache_dir=cache_dir, embedder="hashing:64")
    with open_library(settings) as library:
        library.import_bytes(SCOPE, synthetic_book(30).manuscript())
        library.summarise(SCOPE)
    return settings


@pytest.mark.parametrize("part", [0.0, 0.001, 0.01, 0.2, 0.5, 0.9, 0.99])
def test_a_file_that_was_cut_short_is_named_and_left_as_it_is(book: Settings, part: float) -> None:
    file = book.data_dir / "lorepack.db"
    cut = file.read_bytes()[: int(file.stat().st_size * part)]
    file.write_bytes(cut)
    with pytest.raises(UnavailableError, match=r"lorepack\.db is (damaged|empty).*from a backup"):
        use(book)
    assert file.read_bytes() == cut


def use(settings: Settings) -> list[str]:
    with open_library(settings) as library:
        found = texts(library, SCOPE)
        library.search(SCOPE, SearchRequest(query=found[0][:12]))
        library.pack(SCOPE, PackRequest(budget=4000, preview=True))
        return found


@pytest.mark.parametrize("seed", range(8))
def test_a_file_written_over_in_its_middle_is_told_and_left_as_it_is(
    book: Settings, seed: int
) -> None:
    """A page of other bytes is found when it is read: an answer that is given is right."""
    whole = use(book)
    file, chance = book.data_dir / "lorepack.db", random.Random(seed)
    data = bytearray(file.read_bytes())
    for _ in range(6):
        start = 4096 * chance.randrange(1, len(data) // 4096)
        data[start : start + 4096] = chance.randbytes(4096)
    file.write_bytes(data)
    if (complaint := complaint_of(use, book)) is None:
        assert use(book) == whole
    else:
        assert "lorepack.db is damaged" in complaint
        assert "from a backup" in complaint
    assert file.read_bytes() == data


@pytest.fixture
def locked(small_disk: Callable[[int], Path], cache_dir: Path) -> Settings:
    """A book on a disk that cannot be written any more."""
    folder = small_disk(160_000_000)
    settings = Settings(data_dir=folder / "data", cache_dir=cache_dir, embedder="hashing:64")
    with open_library(settings) as library:
        library.import_bytes(SCOPE, synthetic_book(12).manuscript())
        library.index(SCOPE)
        library.summarise(SCOPE)
    remount_read_only(folder)
    return settings


def test_a_folder_that_cannot_be_written_is_read(locked: Settings) -> None:
    with open_library(locked) as library:
        (first, *_) = texts(library, SCOPE)
        found = library.search(SCOPE, SearchRequest(query=first[20:32]))
        assert found.hits
        assert found.degraded == ("vector",)
        pack = library.pack(SCOPE, PackRequest(budget=4000))
        assert pack.degraded[-1:] == ("run",), "it could not be kept"
        assert library.pack(SCOPE, PackRequest(budget=4000, preview=True)).id == pack.id


def test_writes_to_it_are_refused_and_say_why(locked: Settings) -> None:
    with open_library(locked) as library:
        before = texts(library, SCOPE)
        for write in (
            lambda: library.import_bytes(OTHER, synthetic_book(2).manuscript()),
            lambda: library.editor(SCOPE).edit("1", "换了。" * 300),
            lambda: library.undo(SCOPE),
        ):
            with pytest.raises(ReadOnlyError, match=r"lorepack\.db cannot be written.*read-only"):
                write()
        assert texts(library, SCOPE) == before


def test_a_folder_of_another_schema_that_cannot_be_written_is_told(
    small_disk: Callable[[int], Path],
) -> None:
    folder = small_disk(8_000_000)
    url = sqlite_url(folder / "lorepack.db")
    for engine in (engines := open_engines(url)):
        engine.dispose()
    migrate(engines[1], "0008")
    engines[1].dispose()
    remount_read_only(folder)
    with pytest.raises(ReadOnlyError, match="cannot be written"):
        SqlRecord.open(url)


def test_changes_that_only_a_writer_can_take_in_are_told(
    small_disk: Callable[[int], Path],
) -> None:
    """A process that was killed has left its log; without its index nobody can read it there."""
    folder = small_disk(8_000_000)
    url = sqlite_url(folder / "lorepack.db")
    killed = (
        "import os, sys; from storage.record import SqlRecord; from lorepack.records import Scope\n"
        "record = SqlRecord.open(sys.argv[1])\n"
        "with record.writing() as unit: unit.projects.ensure(Scope(project='book'))\n"
        "os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", killed, url], cwd=ROOT, timeout=60, check=True)
    (folder / "lorepack.db-shm").unlink()
    remount_read_only(folder)
    with pytest.raises(UnavailableError, match="open it once where it can be written"):
        SqlRecord.open(url)


def test_no_password_is_in_any_text() -> None:
    for url in (
        "postgresql+nosuch://me:hidden@here/book",
        "postgresql+psycopg://me:hidden@127.0.0.1:1/book?password=hidden",
        "nonsense://me:hidden@here",
        "no address:hidden@",
    ):
        with pytest.raises((InvalidInputError, UnavailableError)) as refused:
            SqlRecord.open(url)
        assert "hidden" not in str(refused.value).replace("address:hidden", "")


def test_a_folder_of_any_name_holds_its_file(tmp_path: Path) -> None:
    folder = tmp_path / "a book? #1 100%25"
    folder.mkdir()
    record = SqlRecord.open(sqlite_url(folder / "lorepack.db"))
    with suppress(FileNotFoundError):
        touch(record)
    record.close()
    assert [path.name for path in folder.iterdir()] == ["lorepack.db"]
