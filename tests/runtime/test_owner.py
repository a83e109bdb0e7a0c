"""Several processes on one data folder: one owns the index, the others ask it or do without."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from pathlib import Path

import pytest

from lorepack.records import Scope, SearchRequest, SearchResult, SummaryState
from runtime.library import Library
from runtime.services import in_background
from runtime.settings import Settings
from runtime.wiring import open_library
from tests.strategies import synthetic_book

ROOT = Path(__file__).parents[2]
OWNING = """
import sys, time
from pathlib import Path
from runtime.services import in_background
from runtime.settings import Settings
from runtime.wiring import open_library
library = open_library(
    Settings(data_dir=Path(sys.argv[1]), cache_dir=Path(sys.argv[2]), embedder="hashing:64")
)
assert library.ownership.take() is not None
print("owner", flush=True)
time.sleep(60)
"""


@pytest.fixture
def folder(tmp_path: Path, cache_dir: Path, scope: Scope) -> Path:
    """A data folder with an indexed book and no owner."""
    with opened(tmp_path / "data", cache_dir) as library:
        library.import_bytes(scope, synthetic_book(12).manuscript())
        library.index(scope)
    return tmp_path / "data"


def opened(folder: Path, cache_dir: Path) -> Library:
    return open_library(Settings(data_dir=folder, cache_dir=cache_dir, embedder="hashing:64"))


@pytest.fixture
def owner(folder: Path, cache_dir: Path) -> Generator[subprocess.Popen[str]]:
    """Another process that owns the folder."""
    command = [sys.executable, "-c", OWNING, str(folder), str(cache_dir)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "owner\n"
    yield process
    process.kill()
    process.communicate(timeout=10)


def searched(library: Library, scope: Scope) -> SearchResult:
    return library.search(scope, SearchRequest(query="沈砚秋在青石渡"))


def dense(result: SearchResult) -> bool:
    return any(hit.score.dense is not None for hit in result.hits)


def test_the_owner_is_asked(
    owner: subprocess.Popen[str], folder: Path, cache_dir: Path, scope: Scope
) -> None:
    with opened(folder, cache_dir) as library:
        result = searched(library, scope)
        assert library.ownership.take() is None
    assert (dense(result), result.degraded) == (True, ())


def test_both_ways_find_the_same(folder: Path, cache_dir: Path, scope: Scope) -> None:
    with opened(folder, cache_dir) as owning, opened(folder, cache_dir) as asking:
        assert owning.ownership.take() is not None
        assert searched(asking, scope) == searched(owning, scope)


def test_an_owner_that_hangs_is_done_without(
    owner: subprocess.Popen[str], folder: Path, cache_dir: Path, scope: Scope
) -> None:
    os.kill(owner.pid, signal.SIGSTOP)
    with opened(folder, cache_dir) as library:
        start = time.monotonic()
        result = searched(library, scope)
        waited = time.monotonic() - start
    assert waited < 30  # it gives up by itself, however slow the machine
    assert result.degraded == ("vector",)
    assert result.hits
    assert not dense(result)


def test_when_the_owner_is_killed_the_next_takes_over(
    owner: subprocess.Popen[str], folder: Path, cache_dir: Path, scope: Scope
) -> None:
    owner.kill()
    owner.wait(timeout=10)
    with opened(folder, cache_dir) as library:
        result = searched(library, scope)
        assert library.ownership.take() is not None
    assert (dense(result), result.degraded) == (True, ())


def test_words_imported_beside_an_owner_are_found_before_their_vectors(
    owner: subprocess.Popen[str], folder: Path, cache_dir: Path, scope: Scope
) -> None:
    with opened(folder, cache_dir) as library:
        added = "\n第13章 尾声\n段玉笙在岸上站了一夜。".encode()
        library.import_bytes(scope, synthetic_book(12).manuscript() + added)
        result = library.search(scope, SearchRequest(query="段玉笙"))
    assert result.index_lag >= 1
    assert "段玉笙" in result.hits[0].text


def test_a_service_indexes_what_others_write(folder: Path, cache_dir: Path, scope: Scope) -> None:
    with opened(folder, cache_dir) as serving, opened(folder, cache_dir) as writing:
        assert serving.ownership.take() is not None
        added = "\n第13章 尾声\n段玉笙在岸上站了一夜。".encode()
        with in_background(serving):
            writing.import_bytes(scope, synthetic_book(12).manuscript() + added)
            writing.index(scope)
            assert searched(writing, scope).index_lag == 0
            assert summarised(writing, scope)


def summarised(library: Library, scope: Scope) -> bool:
    """Whether every chapter comes to have its summary within a bounded time."""
    for _ in range(100):
        if all(c.summary is SummaryState.READY for c in library.chapters(scope)):
            return True
        time.sleep(0.1)
    return False
