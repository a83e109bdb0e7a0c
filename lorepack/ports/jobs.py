"""The leased job table: who works a job holds a lease on it, and renews it while at work.

A lease that runs out may be taken by anybody. The number of the attempt fences every later write:
one who lost the lease can change nothing any more.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from lorepack.records import Job, JobKind, Scope

if TYPE_CHECKING:
    from lorepack.ports.record import UnitOfWork

Clock = Callable[[], float]
"""Seconds since 1970."""

Checkpoint = Callable[["UnitOfWork", int, int], None]
"""Notes how many are done and how many there are, as the last thing in the transaction that
stores what was done: both are there after a crash, or neither."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """The right to work a job for a while."""

    scope: Scope
    job: Job
    """As it was taken up."""


class Jobs(Protocol):
    """Jobs of all projects."""

    def queue(self, scope: Scope, kind: JobKind) -> Job:
        """Ask for a job; one of this kind that is not over yet is left as it is and returned.

        The project is held until the transaction ends: a job cannot end in between, without what
        this transaction wrote.

        Raises:
            NotFoundError: There is no such project.
        """
        ...

    def waiting(self, scope: Scope | None = None) -> bool:
        """Whether there is a job to be claimed, in one project or in any."""
        ...

    def claim(
        self, worker: str, *, seconds: float, most_tries: int, scope: Scope | None = None
    ) -> Lease | None:
        """Take up the job that has waited longest, in one project or in any.

        One whose worker's lease ran out counts as waiting, and so does one whose lease begins in
        the future: the clock was put back. One that was taken up too often without coming forward
        is failed instead.

        Args:
            worker: Name for people.
            seconds: How long the lease holds.
            most_tries: How often a job may be taken up without coming forward.
            scope: The project; None for any.
        """
        ...

    def checkpoint(self, lease: Lease, *, done: int, total: int, seconds: float) -> None:
        """Note that the job came forward, and renew the lease.

        Raises:
            LeaseLostError: Somebody else has the job, or it was cancelled.
        """
        ...

    def beat(self, lease: Lease, *, seconds: float) -> None:
        """Renew the lease; raises as `checkpoint` does."""
        ...

    def finish(self, lease: Lease) -> None:
        """Say that the job is done, and forget the oldest; raises as `checkpoint` does."""
        ...

    def fail(self, lease: Lease, error: str) -> None:
        """Give the job up for good; raises as `checkpoint` does."""
        ...

    def retry(self, lease: Lease, error: str, *, after: float) -> None:
        """Put the job back for some seconds; raises as `checkpoint` does."""
        ...

    def release(self, lease: Lease) -> None:
        """Put the job back as if it had not been taken up; raises as `checkpoint` does."""
        ...

    def cancel(self, scope: Scope, id: str) -> Job:
        """End a job: whoever works it finds its lease lost.

        Raises:
            NotFoundError: There is none such.
            ConflictError: It is done or failed already.
        """
        ...

    def requeue(self, scope: Scope | None = None) -> int:
        """Put running jobs back: whoever works one finds its lease lost.

        Args:
            scope: Whose jobs; None for everybody's, where it is known that nobody works.

        Returns:
            How many there were.
        """
        ...

    def get(self, scope: Scope, id: str) -> Job:
        """Read one.

        Raises:
            NotFoundError: There is none such.
        """
        ...

    def newest(self, scope: Scope, *, limit: int) -> list[Job]:
        """Those that are not over, then the others, the last one first."""
        ...
