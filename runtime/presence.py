"""Whether another worker lives on a data folder: a lock that dies with its process."""

import fcntl
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def at_work(folder: Path, alone: Callable[[], object]) -> Generator[None]:
    """Count as a worker of a data folder.

    Workers share the lock. Whoever has it to itself for a moment is the only one that lives, so
    that whatever a worker left behind is nobody's.

    Args:
        folder: The data folder.
        alone: Called first if no other worker lives; it may be called by several in turn, before
            any of them works.
    """
    with (folder / "worker.lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            pass  # somebody is at work, or just beginning
        else:
            alone()
        fcntl.flock(file, fcntl.LOCK_SH)
        yield
