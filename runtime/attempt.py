"""One attempt at a job: its lease is kept alive beside the work, which hears of its loss."""

import logging
import threading
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from lorepack.errors import LeaseLostError, LorepackError
from lorepack.ports import Checkpoint, Lease, Progress, Record, UnitOfWork
from lorepack.records import Scope

_log = logging.getLogger(__name__)


class StoppedError(LorepackError):
    """The worker was told to end; the job goes back to the queue."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A job as whoever carries it out sees it."""

    scope: Scope
    last: bool
    """Whether it fails for good if this attempt does: better a lesser result than none."""
    progress: Progress
    """To be called between steps; raises where the work is to stop."""
    checkpoint: Checkpoint
    tried: set[str]
    """What this attempt has tried already, whether it came to anything or not."""


class Attempt:
    """Holds a lease while it is entered."""

    def __init__(
        self,
        record: Record,
        lease: Lease,
        *,
        seconds: float,
        stop: threading.Event,
        progress: Progress,
    ) -> None:
        """Begin nothing yet.

        Args:
            record: Where the job stands.
            lease: The job.
            seconds: How long a lease holds; it is renewed three times as often.
            stop: Set when the worker is to end.
            progress: Hears of the work, all attempts counted together.
        """
        self._record, self._lease, self._seconds = record, lease, seconds
        self._stop, self._progress = stop, progress
        self._tried: set[str] = set()
        self._before, self._done = lease.job.done, lease.job.done
        self._lost, self._over = threading.Event(), threading.Event()
        self._heart = threading.Thread(target=self._beat, name="heartbeat", daemon=True)

    def __enter__(self) -> Self:
        self._heart.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        self._heart.join()

    def task(self, *, last: bool) -> Task:
        """What is to be done, counted on from what is done."""
        self._before = self._done
        return Task(
            scope=self._lease.scope,
            last=last,
            progress=self._report,
            checkpoint=self._checkpoint,
            tried=self._tried,
        )

    def settle(self, seen: int) -> bool:
        """Finish the job, unless its project was written to since a revision.

        Raises:
            LeaseLostError: Somebody else has the job, or it was cancelled.
        """
        with self._record.writing() as unit:
            if unit.projects.hold(self._lease.scope).revision != seen:
                return False
            unit.jobs.finish(self._lease)
        return True

    def _report(self, what: str, done: int, total: int) -> None:
        if self._lost.is_set():
            raise LeaseLostError(f"job {self._lease.job.id} was taken over or cancelled")
        if self._stop.is_set():
            raise StoppedError("the worker was told to end")
        self._progress(what, self._before + done, self._before + total)

    def _checkpoint(self, unit: UnitOfWork, done: int, total: int) -> None:
        self._done = self._before + done
        unit.jobs.checkpoint(
            self._lease, done=self._done, total=self._before + total, seconds=self._seconds
        )

    def _beat(self) -> None:
        while not self._over.wait(self._seconds / 3):
            try:
                with self._record.writing() as unit:
                    unit.jobs.beat(self._lease, seconds=self._seconds)
            except LeaseLostError:
                self._lost.set()
                return
            except Exception:  # the database may be back before the lease runs out
                _log.exception("the lease on job %s was not renewed", self._lease.job.id)
