"""An import that is killed leaves nothing half done, and importing again finishes the work."""

import json
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from tests.cli.processes import Shell
from tests.strategies import synthetic_book

CHAPTERS = 30


@pytest.fixture
def shell(tmp_path: Path, cache_dir: Path) -> Shell:
    return Shell(data_dir=tmp_path / "data", cache_dir=cache_dir)


def kill_during_import(shell: Shell, file: Path, seconds: float) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "lorepack", "import", str(file), "--project", "book"],
        env=shell.environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    time.sleep(seconds)
    process.kill()
    process.wait()


def test_it_is_all_or_nothing_and_goes_on_where_it_stopped(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "book.txt"
    file.write_bytes(synthetic_book(CHAPTERS, sentences=60).manuscript())
    random = Random(3)
    for _ in range(6):
        kill_during_import(shell, file, random.uniform(0.4, 2.5))
        listed = shell.run("chapters", "book", "--json")
        there = len(json.loads(listed.stdout)) if listed.returncode == 0 else 0
        assert there in (0, CHAPTERS), "a book is never half there"
    finished = shell.run("import", file, "--project", "book", "--json")
    assert finished.returncode == 0, finished.stderr
    report = json.loads(finished.stdout)
    assert [c["summary"] for c in report["chapters"]] == ["ready"] * CHAPTERS
    found = json.loads(shell.run("search", "book", "铜铃", "--json").stdout)
    assert (found["index_lag"], bool(found["hits"])) == (0, True)
