"""Two data folders on one database: one keeps the vectors at a time, and none lacks any."""

from collections.abc import Generator
from pathlib import Path

import pytest

from lorepack.errors import UnavailableError
from lorepack.records import Scope, SearchRequest, SearchResult
from runtime.care import Care
from runtime.index.folder_lease import FolderLease
from runtime.library import Library
from runtime.settings import Settings
from runtime.wiring import open_library
from storage.record import SqlRecord
from tests.clocks import HandClock, timed
from tests.statements import statements
from tests.strategies import synthetic_book


@pytest.fixture
def folders(database_url: str, tmp_path: Path, cache_dir: Path) -> list[Settings]:
    return [
        Settings(
            data_dir=tmp_path / name,
            cache_dir=cache_dir,
            embedder="hashing:64",
            database_url=database_url,
        )
        for name in ("one", "other")
    ]


@pytest.fixture
def one(folders: list[Settings], scope: Scope) -> Generator[Library]:
    """A library of the first folder, which keeps the vectors of a book."""
    with open_library(folders[0]) as library:
        library.import_bytes(scope, synthetic_book(4).manuscript())
        library.index(scope)
        yield library


def searched(library: Library, scope: Scope) -> SearchResult:
    return library.search(scope, SearchRequest(query="沈砚秋在青石渡"))


def test_a_second_folder_is_told_and_answers_by_words(
    one: Library, folders: list[Settings], scope: Scope
) -> None:
    with open_library(folders[1]) as other:
        result = searched(other, scope)
        assert (result.degraded, bool(result.hits)) == (("vector",), True)
        with pytest.raises(UnavailableError, match=r"another data folder.*LOREPACK_QDRANT_URL"):
            other.index(scope)
    assert searched(one, scope).degraded == ()
    assert Care(library=one).doctor(scope).ok


def test_a_folder_that_takes_over_begins_anew(
    one: Library, folders: list[Settings], scope: Scope
) -> None:
    one.editor(scope).insert("第九章 尾声\n段玉笙在岸上站了一夜。\n")
    one.index(scope)
    one.close()
    with open_library(folders[1]) as other:
        assert searched(other, scope).degraded == ("vector",), "it has none of them yet"
        other.index(scope)
        assert Care(library=other).doctor(scope).ok
        other.editor(scope).delete(["1"])
        other.index(scope)
    with open_library(folders[0]) as again:
        again.index(scope)
        assert Care(library=again).doctor_all().ok, "nothing of what it held before is left"


def test_a_folder_whose_process_has_died_is_waited_for_and_then_not(
    record: SqlRecord, tmp_path: Path
) -> None:
    clock, seconds = HandClock(), HandClock()
    opened = timed(record, clock)
    dead, alive = (FolderLease(record=opened, file=tmp_path / name, clock=seconds) for name in "ab")
    assert dead.take()
    with pytest.raises(UnavailableError, match="another data folder"):
        alive.take()
    clock.now += 100
    seconds.now += 100
    dead.renew()
    clock.now += 100
    with pytest.raises(UnavailableError, match="another data folder"):
        alive.take()
    clock.now += 100
    assert not alive.take(), "the journal was kept for another folder"
    assert alive.take()
    seconds.now += 100
    with pytest.raises(UnavailableError, match="another data folder"):
        dead.renew()
    alive.end()
    assert not dead.take()


def test_holding_on_to_it_writes_only_now_and_then(record: SqlRecord, tmp_path: Path) -> None:
    seconds = HandClock()
    lease = FolderLease(record=record, file=tmp_path / "id", clock=seconds)
    assert lease.take()
    seconds.now += 29
    with statements() as asked:
        lease.renew()
        assert asked == []
        seconds.now += 2
        lease.renew()
        assert any("lease" in statement for statement, _ in asked)
