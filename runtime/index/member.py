"""The way to an index on a server: every process that shares it is equal."""

import threading
import time
from collections.abc import Callable
from typing import TypeVar

from lorepack.errors import ProviderError, UnavailableError
from lorepack.ports import Embedder, Pooled, Pooling, Progress, Record
from lorepack.records import IndexAudit, Scope
from runtime.index.keeper import Keeper
from runtime.processes import is_gone, new_holder
from storage.qdrant.options import Options

_REST_SECONDS = 5.0
"""How long a server that failed is left alone: answers come from the record alone meanwhile."""

_T = TypeVar("_T")


class Member:
    """One of the processes that share an index."""

    def __init__(
        self,
        options: Options,
        open_embedder: Callable[[], Embedder],
        record: Record,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Know the way; nothing is opened before somebody goes it.

        Args:
            options: The server.
            open_embedder: Opens the encoder.
            record: What the index is brought up to.
            clock: Seconds that only go on.
        """
        self._options, self._open_embedder, self._record = options, open_embedder, record
        self._clock = clock
        self._keeper: Keeper | None = None
        self._guard = threading.Lock()
        self._rests_until = 0.0
        self._why = ""

    def search(self, scope: Scope, query: str, pooling: Pooling) -> Pooled:
        """Candidates for a query from both pools.

        Raises:
            UnavailableError: Server or encoder failed, now or a moment ago.
        """
        return self._rested(lambda: self.take().search(scope, query, pooling))

    def take(self) -> Keeper:
        """The keeper in this process.

        Raises:
            UnavailableError: There is no encoder, the server does not answer, or its index is of
                another encoder.
        """
        with self._guard:
            if self._keeper is None:
                self._keeper = self._opened()
            return self._keeper

    def audit(self, scope: Scope, progress: Progress) -> IndexAudit:
        """Compare a project's points with the record."""
        return self.take().audit(scope)

    def strays(self, progress: Progress) -> list[Scope]:
        """Projects that the index holds points of and that the record has none of."""
        return self.take().strays()

    def rebuild(self, progress: Progress) -> int:
        """Make the whole index anew, by the encoder that is set; returns how many chapters."""
        with self._guard:
            keeper = self._keeper or self._opened(changing=True)
        rebuilt = keeper.rebuild(progress)
        with self._guard:
            self._keeper, self._rests_until = keeper, 0.0
        return rebuilt

    def discard(self) -> None:
        """Others may be at an index on a server: it is written anew, or it stays."""
        raise UnavailableError("an index on a server stays until it and its encoder answer")

    def _opened(self, *, changing: bool = False) -> Keeper:
        try:
            embedder = self._open_embedder()
        except ProviderError as error:
            raise UnavailableError(str(error)) from error
        from runtime.index.collection import CollectionHome  # its client takes a second to load

        home = CollectionHome(
            options=self._options, embedder=embedder, record=self._record, changing=changing
        )
        keeper = Keeper(self._record, embedder, home, new_holder())
        self._release_dead()
        return keeper

    def _release_dead(self) -> None:
        """Give back what processes of this machine held when they died."""
        with self._record.writing() as unit:
            for holder in filter(is_gone, unit.journal.holders()):
                unit.journal.release(holder)

    def _rested(self, search: Callable[[], _T]) -> _T:
        """Ask a server that has just failed no more for a while: nobody is to wait for it."""
        if self._clock() < self._rests_until:
            raise UnavailableError(self._why)
        try:
            return search()
        except UnavailableError as error:
            self._rests_until, self._why = self._clock() + _REST_SECONDS, str(error)
            raise

    def close(self) -> None:
        """Let go of the index."""
        with self._guard:
            if self._keeper is not None:
                self._keeper.close()
                self._keeper = None
