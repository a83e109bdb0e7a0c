"""Processes that write until they are killed, forked from one that has loaded all they need.

    python -m tests.crash.driver SETTINGS

`SETTINGS` are fields of `Settings` as JSON. For each seed on a line of its input it forks a writer
and tells its process id. That one says before each write what the project is to be, and after it
what the project is; once it is dead, its exit code is told. All in lines of JSON.
"""

import json
import os
import sys
import traceback
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import patch

from lorepack.errors import ConflictError
from runtime.library import Library
from runtime.settings import Settings
from runtime.wiring import open_library
from tests.crash.state import STATES, State, read_state
from tests.crash.working import LEASE_SECONDS, beside
from tests.crash.writers import WRITERS, Author, Plan


def tell(*said: object) -> None:
    """Say something to whoever started this."""
    sys.stdout.write(json.dumps(said, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def tell_state(what: str, name: str, state: State) -> None:
    """Say what is to be, or what is."""
    tell(what, name, STATES.dump_python(state, mode="json"))


def write(library: Library, random: Random) -> None:
    """Write at random, for ever."""
    author = Author(library=library, random=random, state=read_state(library))
    tell_state("done", "open", author.state)
    while True:
        name = random.choice(list(WRITERS))
        plan = WRITERS[name](author)
        if plan is not None:
            carry_out(author, name, plan)


def carry_out(author: Author, name: str, plan: Plan) -> None:
    """Do one write, say what has come of it, and remember what can be taken back."""
    tell_state("intent", name, plan.then)
    before = author.state
    try:
        plan.write()
    except ConflictError:  # the worker or the indexing wrote meanwhile: nothing was written
        plan = Plan(then=before, write=plan.write, undoable=False)
    author.state = read_state(author.library)
    if not author.state.fits(plan.then):
        raise AssertionError(f"after {name}: {author.state.differences(plan.then)}")
    tell_state("done", name, author.state)
    author.remember(plan, before)


def warm(settings: Settings) -> None:
    """Load what takes a second, by writing once: deaths are to come while something is written.

    No index is opened: its threads would not live on in a fork.
    """
    with TemporaryDirectory() as folder:
        elsewhere = Settings(data_dir=Path(folder), cache_dir=settings.cache_dir)
        with open_library(elsewhere) as library:
            author = Author(library=library, random=Random(0), state=State())
            for name in ("import", "edit", "register", "remember", "summarise"):
                plan = WRITERS[name](author)
                assert plan is not None
                plan.write()
                author.state = read_state(library)


def live(settings: Settings, seed: int) -> None:
    """Be a writer until killed; one that fails by itself says why and ends."""
    hasty = patch("ingest.indexing.indexer.CLAIM_SECONDS", LEASE_SECONDS)
    try:
        with hasty, open_library(settings) as library, beside(library):
            write(library, Random(seed))
    finally:
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)


def main(fields: str) -> None:
    """Fork a writer for each seed."""
    settings = Settings(**json.loads(fields))
    warm(settings)
    for seed in sys.stdin:
        child = os.fork()
        if child == 0:
            live(settings, int(seed))
        tell("writer", child)
        _, status = os.waitpid(child, 0)
        sys.stdout.write("\n")  # the last line may lack its end
        tell("over", os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main(*sys.argv[1:])
