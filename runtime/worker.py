"""The worker: takes up jobs, one after the other, and sees each through or puts it back."""

import logging
import random
import threading
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path

from lorepack.errors import LeaseLostError, LorepackError, RateLimitedError
from lorepack.ports import Lease, Progress, Record
from lorepack.records import JobKind, Scope
from runtime.attempt import Attempt, StoppedError, Task
from runtime.presence import at_work
from runtime.processes import name_of_this_process

_log = logging.getLogger(__name__)

LEASE_SECONDS = 60.0
MOST_TRIES = 5
"""How often a job is taken up without coming forward."""

_POLL_SECONDS = 0.5
_LONGEST_WAIT_SECONDS = 300.0

Handler = Callable[[Task], object]
"""Does what there is to do for a project; one that finds nothing left writes nothing."""


def quiet(what: str, done: int, total: int) -> None:
    """Hear of progress and say nothing."""


def back_off(tries: int) -> float:
    """Seconds to wait after some tries that failed: twice as long each time, give or take half."""
    return min(_LONGEST_WAIT_SECONDS, 2.0**tries) * random.uniform(0.5, 1.5)


@dataclass(slots=True, kw_only=True)
class Worker:
    """Works the jobs of all projects, one at a time."""

    record: Record
    handlers: Mapping[JobKind, Handler]
    folder: Path | None
    """The data folder, where whoever works this record does so on it; None if others may too."""
    wait: Callable[[int], float] = back_off
    lease_seconds: float = LEASE_SECONDS
    stopped: threading.Event = field(default_factory=threading.Event)
    at_hand: Lease | None = None
    """The job that is being worked, if one is."""

    def present(self) -> AbstractContextManager[None]:
        """Count as a living worker; what dead ones left is put back at once if that is known."""
        return nullcontext() if self.folder is None else at_work(self.folder, self._put_back)

    def _put_back(self) -> None:
        with self.record.writing() as unit:
            left = unit.jobs.requeue()
        if left:
            _log.info("%d jobs of workers that are gone were put back", left)

    def run(self) -> None:
        """Work until told to stop."""
        while not self.stopped.is_set():
            try:
                with self.present():
                    self._run()
            except Exception:  # the database is away: it is asked again
                _log.exception("no job could be taken up")
                self.stopped.wait(_POLL_SECONDS)

    def _run(self) -> None:
        while not self.stopped.is_set():
            if not self.work_one():
                self.stopped.wait(_POLL_SECONDS)

    def run_once(self) -> None:
        """Work what is due now, then leave."""
        with self.present():
            while not self.stopped.is_set() and self.work_one():
                pass

    def work_one(self, scope: Scope | None = None, progress: Progress = quiet) -> bool:
        """Take up one job, of one project or of any.

        Args:
            scope: The project; None for any.
            progress: Hears of the work.

        Returns:
            Whether there was one.
        """
        lease = self._claim(scope)
        if lease is None:
            return False
        self.at_hand = lease
        try:
            self._work(lease, progress)
        except LeaseLostError as error:
            _log.info("%s; what was stored stays", error)
        finally:
            self.at_hand = None
        return True

    def _claim(self, scope: Scope | None) -> Lease | None:
        with self.record.reading() as unit:  # looking takes no lock
            if not unit.jobs.waiting(scope):
                return None
        with self.record.writing() as unit:
            return unit.jobs.claim(
                name_of_this_process(),
                seconds=self.lease_seconds,
                most_tries=MOST_TRIES,
                scope=scope,
            )

    def _work(self, lease: Lease, progress: Progress) -> None:
        try:
            self._see_through(lease, progress)
        except LeaseLostError:
            raise
        except StoppedError:
            self.release(lease)
        except Exception as error:
            self._failed(lease, error)
        except BaseException:
            self.release(lease)
            raise

    def _see_through(self, lease: Lease, progress: Progress) -> None:
        """Work until the project was not written to since it was last looked at."""
        attempt = Attempt(
            self.record, lease, seconds=self.lease_seconds, stop=self.stopped, progress=progress
        )
        with attempt:
            settled = False
            while not settled:
                with self.record.reading() as unit:
                    seen = unit.projects.get(lease.scope).revision
                last = lease.job.tries >= MOST_TRIES
                self.handlers[lease.job.kind](attempt.task(last=last))
                settled = attempt.settle(seen)
        _log.info("job %s of project %r is done", lease.job.id, lease.scope.project)

    def release(self, lease: Lease) -> None:
        """Put a job back as if it had not been taken up, unless it is somebody else's by now."""
        with suppress(LeaseLostError), self.record.writing() as unit:
            unit.jobs.release(lease)

    def _failed(self, lease: Lease, error: Exception) -> None:
        foreseen = isinstance(error, LorepackError)
        _log.warning("job %s: %s", lease.job.id, _told(error), exc_info=None if foreseen else error)
        with self.record.writing() as unit:
            tries = unit.jobs.get(lease.scope, lease.job.id).tries
            if tries >= MOST_TRIES:
                unit.jobs.fail(lease, _told(error))
            else:
                unit.jobs.retry(lease, _told(error), after=self._wait_after(error, tries))

    def _wait_after(self, error: Exception, tries: int) -> float:
        asked = error.retry_after if isinstance(error, RateLimitedError) else None
        return self.wait(tries) if asked is None else max(asked, self.wait(tries))


def _told(error: Exception) -> str:
    """An error in words for people; one of our own making may hold anything and is only named."""
    if isinstance(error, LorepackError):
        return f"{type(error).__name__}: {error}"
    return f"{type(error).__name__}: this should not have happened; the worker's log tells more"
