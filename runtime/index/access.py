"""The way to the index from this process, whoever has it open."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from lorepack.ports import Pooled, Pooling, Progress, Record, UnitOfWork
from lorepack.records import IndexAudit, Scope
from runtime.index.keeper import Keeper

_FOLLOW_SECONDS = 0.3


class IndexAccess(Protocol):
    """Searches the index and has it kept, here or by asking who keeps it."""

    def search(self, scope: Scope, query: str, pooling: Pooling) -> Pooled:
        """Candidates for a query from both pools.

        Raises:
            UnavailableError: Nobody answered in time, or there is no encoder.
        """
        ...

    def take(self) -> Keeper | None:
        """The keeper in this process; None if another process alone may write to the index.

        Raises:
            UnavailableError: There is no encoder, or the index cannot be opened.
        """
        ...

    def audit(self, scope: Scope, progress: Progress) -> IndexAudit:
        """Compare a project's points with the record.

        Raises:
            NotFoundError: There is no such project.
            UnavailableError: The index cannot be read.
        """
        ...

    def rebuild(self, progress: Progress) -> int:
        """Make the whole index anew; returns how many chapters it holds.

        Raises:
            UnavailableError: It could not be made; the former one stays.
        """
        ...

    def strays(self, progress: Progress) -> list[Scope]:
        """Projects that the index holds points of and that the record has none of.

        Raises:
            UnavailableError: The index cannot be read.
        """
        ...

    def close(self) -> None:
        """Let go of the index."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Following:
    """Waits for the index, and brings it up to the record where nobody else does."""

    access: IndexAccess
    record: Record

    def catch_up(self, scope: Scope, progress: Progress) -> None:
        """Wait until the index is up to a project.

        Raises:
            UnavailableError: There is no encoder, or it failed; what it has made is kept.
        """
        self._wait(lambda unit: unit.journal.lag(scope), progress)

    def settle(self, progress: Progress) -> None:
        """Wait until the index is up to every project, those that are gone among them.

        Raises:
            UnavailableError: There is no encoder, or it failed; what it has made is kept.
        """
        self._wait(lambda unit: unit.journal.length(), progress)

    def _wait(self, lag_of: Callable[[UnitOfWork], int], progress: Progress) -> None:
        self.access.take()  # only an encoder that is there can tell that it is another than before
        while lag := self._lag(lag_of):
            keeper = self.access.take()
            if keeper is None or not keeper.drain(progress):
                progress("vectors", 0, lag)
                time.sleep(_FOLLOW_SECONDS)

    def _lag(self, lag_of: Callable[[UnitOfWork], int]) -> int:
        with self.record.reading() as unit:
            return lag_of(unit)
