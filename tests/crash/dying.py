"""Processes that die at their n-th call that writes, forked from one that has loaded all they need.

    python -m tests.crash.dying CACHE_DIR

Each line of its input is a data folder, a scenario and n, as JSON; it answers with the call that
the process died at, null if there were fewer.
"""

import json
import os
import sys
import traceback
from pathlib import Path

from lorepack.errors import LorepackError
from runtime.settings import Settings
from tests.crash.driver import warm
from tests.crash.faults import Fault, failing
from tests.crash.scenarios import SCENARIOS
from tests.crash.trials import opened

_DEAD = 137
"""As a shell tells of a process that was killed."""


def die(folder: Path, cache_dir: Path, name: str, nth: int) -> None:
    """Run a scenario and die at a call, with nothing closed and nothing flushed."""
    fault = Fault(nth=nth, act=lambda _: None, writes_only=True)

    def act(error: LorepackError) -> None:
        (folder / "died").write_text(fault.calls[-1], encoding="utf-8")
        os._exit(_DEAD)

    fault.act = act
    try:
        with opened(folder, cache_dir) as library, failing(library, fault) as counted:
            SCENARIOS[name].run(counted)
        os._exit(0)
    finally:
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)


def main(cache_dir: str) -> None:
    """Fork a process for each line."""
    warm(Settings(cache_dir=Path(cache_dir)))
    for line in sys.stdin:
        folder, name, nth = json.loads(line)
        child = os.fork()
        if child == 0:
            die(Path(folder), Path(cache_dir), name, nth)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert code in {0, _DEAD}, f"it ended with {code}"
        call = Path(folder, "died").read_text(encoding="utf-8") if code else None
        sys.stdout.write(json.dumps(call) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
