"""Commands that are told to end in the middle of their work."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from lorepack.records import Scope, SummaryState
from runtime.library import Library
from runtime.settings import Settings
from runtime.wiring import open_library
from tests.cli.processes import Shell
from tests.strategies import synthetic_book

CHAPTERS = 30
_END_SECONDS = 10
BOOK = Scope(project="book")


@pytest.fixture
def shell(tmp_path: Path, cache_dir: Path) -> Shell:
    return Shell(data_dir=tmp_path / "data", cache_dir=cache_dir)


def there(library: Library) -> bool:
    """The chapters are stored, and nothing is made from them yet."""
    return library.projects() == ["book"]


def indexing(library: Library) -> bool:
    """Some vectors are in the index."""
    with library.record.reading() as unit:
        return there(library) and unit.journal.lag(BOOK) < CHAPTERS


def summarising(library: Library) -> bool:
    """Some summaries are made: a job is under way."""
    states = [c.summary for c in library.chapters(BOOK)] if there(library) else []
    return SummaryState.READY in states


@pytest.mark.parametrize("moment", [there, indexing, summarising], ids=lambda m: m.__name__)
def test_an_import_told_to_end_leaves_soon_and_leaves_no_job_running(
    moment: Callable[[Library], bool], shell: Shell, tmp_path: Path
) -> None:
    file = tmp_path / "book.txt"
    file.write_bytes(synthetic_book(CHAPTERS, sentences=60).manuscript())
    command = [sys.executable, "-m", "lorepack", "import", str(file), "--project", "book"]
    importing = subprocess.Popen(
        command, env=shell.environment, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    )
    settings = Settings(data_dir=shell.data_dir, cache_dir=shell.cache_dir, embedder="hashing:64")
    with open_library(settings) as library:
        wait_for(lambda: moment(library) or importing.poll() is not None)
        importing.send_signal(signal.SIGTERM)
        _, told = importing.communicate(timeout=_END_SECONDS)
        assert importing.returncode in {128 + signal.SIGTERM, 0}, told
        assert "Traceback" not in told
        assert [j for j in library.jobs(BOOK) if j.state == "running"] == []
        assert not (shell.data_dir / "owner.address").exists()
    finished = shell.run("import", file, "--project", "book", "--json")
    assert finished.returncode == 0, finished.stderr
    report = json.loads(finished.stdout)
    assert [c["summary"] for c in report["chapters"]] == ["ready"] * CHAPTERS


def wait_for(true: Callable[[], bool]) -> None:
    for _ in range(6_000):
        if true():
            return
        time.sleep(0.01)
    pytest.fail("it did not come about")
