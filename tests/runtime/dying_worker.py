"""A worker that is killed with its n-th checkpoint written and not yet committed.

    python -m tests.runtime.dying_worker DATA_DIR CACHE_DIR LOG N [DATABASE_URL LEASE_SECONDS]

Each chapter that it is about to store a summary of is told in the log, a signature a line.
"""

import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from lorepack.ports import Lease, Summary
from lorepack.records import Scope
from runtime.jobs import worker_of
from runtime.settings import Settings
from runtime.wiring import open_library
from storage.jobs import SqlJobs
from storage.summaries import SqlSummaries


def die_at(nth: int) -> None:
    """Let this process be killed in the transaction of its n-th checkpoint."""
    checkpoint, calls = SqlJobs.checkpoint, iter(range(1, 10_000))

    def fatal(self: SqlJobs, lease: Lease, *, done: int, total: int, seconds: float) -> None:
        checkpoint(self, lease, done=done, total=total, seconds=seconds)
        if next(calls) == nth:
            os.kill(os.getpid(), signal.SIGKILL)

    SqlJobs.checkpoint = fatal


def log_to(file: Path) -> None:
    """Tell what is stored."""
    add = SqlSummaries.add

    def telling(self: SqlSummaries, scope: Scope, summaries: Sequence[Summary]) -> None:
        with file.open("a", encoding="utf-8") as log:
            log.writelines(f"{s.signature}\n" for s in summaries if s.level == 0)
        add(self, scope, summaries)

    SqlSummaries.add = telling


def main(
    data_dir: str, cache_dir: str, log: str, nth: str, url: str | None = None, lease: str = "60"
) -> None:
    """Work what is due, as far as it goes."""
    die_at(int(nth))
    log_to(Path(log))
    settings = Settings(
        data_dir=Path(data_dir),
        cache_dir=Path(cache_dir),
        database_url=url,
        embedder="hashing:64",
    )
    with open_library(settings) as library:
        worker = worker_of(library)
        worker.lease_seconds = float(lease)
        worker.run_once()


if __name__ == "__main__":
    main(*sys.argv[1:])
