"""Rounds of writing, killing and checking: each goes on from what the last one left."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain
from json import JSONDecodeError
from pathlib import Path
from random import Random

from runtime.library import Library
from runtime.settings import Settings
from runtime.wiring import open_library
from tests.crash.deployments import Fields
from tests.crash.indexed import Difference, difference
from tests.crash.sound import problems
from tests.crash.state import STATES, State, read_state
from tests.crash.working import settle, unsettled

ROOT = Path(__file__).parents[2]
SOONEST, LATEST = 0.02, 0.7
"""Seconds until a writer is killed."""

_OPEN = 0.8
"""Share of the writers whose seconds count from when they have opened the library."""


@dataclass(slots=True, kw_only=True)
class Tally:
    """What came of all rounds."""

    kills: int = 0
    writes: Counter[str] = field(default_factory=Counter[str])
    """Acknowledged ones, by writer."""
    cut: Counter[str] = field(default_factory=Counter[str])
    """Those that the kill came in, by writer."""
    kept: int = 0
    """How many of these were there afterwards."""
    before: list[Difference] = field(default_factory=list[Difference])
    """Of the index, as it was found."""
    lost: int = 0
    """Rounds after which something acknowledged was not there, or something by half."""
    different: int = 0
    """Rounds in which the index still differed after the drain."""
    problems: list[str] = field(default_factory=list[str])
    """All of them in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What a writer said before it was killed."""

    done: State | None = None
    """What stood when it last said so."""
    writes: tuple[str, ...] = ()
    under_way: str = ""
    then: State | None = None
    """What the write under way was to make of it."""


class Writers:
    """Starts writers, one after the other, and kills them."""

    def __init__(self, fields: Fields) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.crash.driver", json.dumps(fields)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            pipesize=1 << 20,  # nobody reads before the writer is dead
        )

    def until_killed(self, seed: int, seconds: float, *, open: bool) -> Heard:
        """Let one write for so long; returns what it said.

        Args:
            seed: Of what it writes.
            seconds: How long it lives.
            open: Whether they count from when it has opened the library.

        Raises:
            AssertionError: It ended by itself.
        """
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{seed}\n")
        process.stdin.flush()
        _, writer = json.loads(process.stdout.readline())
        first = [process.stdout.readline()] if open else []
        time.sleep(seconds)
        os.kill(writer, signal.SIGKILL)
        return self._heard(chain(first, process.stdout))

    def _heard(self, lines: Iterable[str]) -> Heard:
        heard = Heard()
        for line in lines:
            match _read(line):
                case [str(what), str(name), fields]:
                    heard = _after(heard, what, name, STATES.validate_python(fields))
                case ["over", code]:
                    assert code == -signal.SIGKILL, f"the writer ended by itself: {code}"
                    return heard
                case _:  # a line that it was killed in was not said
                    pass
        raise AssertionError("the process that starts writers is gone")

    def end(self) -> None:
        """Start none any more."""
        self._process.kill()
        self._process.communicate()


def _read(line: str) -> list[object] | None:
    try:
        return json.loads(line)
    except JSONDecodeError:
        return None


def _after(heard: Heard, what: str, name: str, state: State) -> Heard:
    if what == "intent":
        return Heard(done=heard.done, writes=heard.writes, under_way=name, then=state)
    writes = heard.writes if name == "open" else (*heard.writes, name)
    return Heard(done=state, writes=writes)


def storm(fields: Fields, *, kills: int, seed: int) -> Tally:
    """Kill writers, one after the other.

    Args:
        fields: Of `Settings`, for a data folder and a database that hold nothing yet.
        kills: How many.
        seed: Of all that is left to chance but the moment that a kill comes at.
    """
    random, tally, state = Random(seed), Tally(), State()
    settings, writers = Settings.model_validate(fields), Writers(fields)
    try:
        for _ in range(kills):
            seconds, open = random.uniform(SOONEST, LATEST), random.random() < _OPEN
            heard = writers.until_killed(random.randrange(1 << 30), seconds, open=open)
            state = check(settings, heard, state, tally)
    finally:
        writers.end()
    return tally


def check(settings: Settings, heard: Heard, before: State, tally: Tally) -> State:
    """Open what a killed writer left, see that it holds, and bring all up to date.

    Returns:
        What is there.
    """
    with open_library(settings) as library:
        actual = read_state(library)
        _count(tally, heard, actual, heard.done or before)
        tally.problems += problems(library)
        tally.before.append(difference(library))
        settle(library)
        tally.problems += unsettled(library)
        _compare(tally, library, actual)
        return actual


def _count(tally: Tally, heard: Heard, actual: State, done: State) -> None:
    tally.kills += 1
    tally.writes.update(heard.writes)
    tally.cut.update([heard.under_way] if heard.under_way else [])
    kept = heard.then is not None and actual != done and actual.fits(heard.then)
    tally.kept += kept
    if not kept and not actual.fits(done):
        tally.lost += 1
        tally.problems.append(f"lost, or by half: {actual.differences(done)}")


def _compare(tally: Tally, library: Library, actual: State) -> None:
    """See that the index is the record's, and that bringing it up to date changed nothing else."""
    left = difference(library)
    if left.total:
        tally.different += 1
        tally.problems.append(f"after the drain the index differs: {left}")
    if read_state(library) != actual:
        changed = read_state(library).differences(actual)
        tally.problems.append(f"bringing it up to date changed the book: {changed}")
