"""The n-th call of any port raises: nothing is lost, and what comes after is as if it had not."""

from pathlib import Path

import pytest

from tests.crash.scenarios import SCENARIOS
from tests.crash.trials import Trials, opened, run_failing


@pytest.mark.parametrize("name", list(SCENARIOS))
def test_a_call_that_fails_costs_a_retry(name: str, quick: Path, cache_dir: Path) -> None:
    trials = Trials.of(SCENARIOS[name], quick, cache_dir)
    found: dict[str, list[str]] = {}

    def go(folder: Path, nth: int) -> str | None:
        with opened(folder, cache_dir) as library:
            call = run_failing(library, trials.scenario, nth)
            if call is not None and (wrong := trials.wrong(library)):
                found[f"{nth} {call}"] = wrong
            return call

    calls = [call for _, call in trials.each(go)]
    assert found == {}
    assert "reading" in calls or "begin" in calls
