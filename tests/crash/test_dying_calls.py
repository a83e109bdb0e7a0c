"""A process dies at its n-th call of any port: what was acknowledged stays, the rest is whole."""

import json
import subprocess
import sys
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from tests.crash.rounds import ROOT
from tests.crash.scenarios import SCENARIOS
from tests.crash.trials import Trials, opened

NAMES = ("import", "edit", "delete", "undo", "purge", "index", "summarise", "rebuild")

Die = Callable[[Path, str, int], str | None]


@pytest.fixture(scope="module")
def die(cache_dir: Path) -> Generator[Die]:
    """Has a process die in a data folder, in a scenario, at its n-th call; tells which that was."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.crash.dying", str(cache_dir)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    asked, told = process.stdin, process.stdout
    assert asked is not None
    assert told is not None

    def ask(folder: Path, name: str, nth: int) -> str | None:
        asked.write(json.dumps([str(folder), name, nth]) + "\n")
        asked.flush()
        return json.loads(told.readline())

    yield ask
    process.communicate()


@pytest.mark.parametrize("name", NAMES)
def test_a_process_that_dies_at_a_call_leaves_all_or_nothing(
    name: str, die: Die, quick: Path, cache_dir: Path
) -> None:
    trials = Trials.of(SCENARIOS[name], quick, cache_dir)
    found: dict[str, list[str]] = {}
    died: list[str] = []
    for folder, call in trials.each(lambda folder, nth: die(folder, name, nth)):
        died.append(call)
        with opened(folder, cache_dir) as library:
            if wrong := trials.wrong(library):
                found[f"{len(died)} {call}"] = wrong
    assert found == {}
    assert died
