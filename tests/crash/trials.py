"""A scenario once without a failure, and then with one at each of its calls in turn."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from lorepack.errors import LorepackError
from runtime.library import Library
from runtime.settings import Settings
from runtime.wiring import open_library
from tests.crash.dump import differing, dump
from tests.crash.faults import Fault, failing, raises
from tests.crash.indexed import difference
from tests.crash.scenarios import Scenario, filled
from tests.crash.sound import problems
from tests.crash.state import State, read_state
from tests.crash.working import settle, unsettled


@dataclass(frozen=True, slots=True, kw_only=True)
class Trials:
    """Tries one scenario, again and again from the same state."""

    scenario: Scenario
    folder: Path
    cache_dir: Path
    before: State
    after: State
    final: dict[str, list[str]]
    """All rows once the work that follows is done too."""

    @classmethod
    def of(cls, scenario: Scenario, folder: Path, cache_dir: Path) -> "Trials":
        """Prepare, and see what comes of it where nothing fails."""
        with opened(folder / "base", cache_dir) as library:
            filled(library)
            scenario.prepare(library)
            before = read_state(library)
        shutil.copytree(folder / "base", folder / "good")
        with opened(folder / "good", cache_dir) as library:
            scenario.run(library)
            after = read_state(library)
            settle(library)
            final = dump(library)
        return cls(
            scenario=scenario,
            folder=folder,
            cache_dir=cache_dir,
            before=before,
            after=after,
            final=final,
        )

    def each(self, go: Callable[[Path, int], str | None]) -> Iterator[tuple[Path, str]]:
        """Data folders after a run in which the n-th call fails, for every n.

        Args:
            go: Does so in a folder; returns which call that was, None if there were fewer.
        """
        for nth in count(1):
            tried = self.folder / f"{nth}"
            shutil.copytree(self.folder / "base", tried)
            call = go(tried, nth)
            if call is None:
                return
            yield tried, call
            shutil.rmtree(tried)

    def wrong(self, library: Library) -> list[str]:
        """What does not hold after a failure, once the scenario was run again where it failed."""
        found = read_state(library)
        done = found.fits(self.after) and self.after != self.before
        if not done and not found.fits(self.before):
            return [f"by half: {found.differences(self.before)}"]
        wrong = problems(library)
        if not done:
            self.scenario.run(library)
        settle(library)
        wrong += unsettled(library)
        left, rows = difference(library), differing(dump(library), self.final)
        return wrong + [f"index: {left}"] * bool(left.total) + [f"rows: {rows}"] * bool(rows)


def opened(folder: Path, cache_dir: Path) -> Library:
    """A data folder, with the tiny encoder."""
    return open_library(Settings(data_dir=folder, cache_dir=cache_dir, embedder="hashing:64"))


def run_failing(library: Library, scenario: Scenario, nth: int) -> str | None:
    """Run a scenario with its n-th call failing; returns which that was, if there were as many."""
    fault = Fault(nth=nth, act=raises)
    with failing(library, fault) as broken, suppress(LorepackError):
        scenario.run(broken)
    return None if fault.over else fault.calls[nth - 1]
