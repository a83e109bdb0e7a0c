"""The keeper of an index: searches it, brings it up to the record, compares and remakes it."""

import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from typing import Protocol, TypeVar

from ingest.indexing import CLAIM_SECONDS, Auditor, Indexer
from lorepack.errors import IndexGoneError, NotFoundError, ProviderError, UnavailableError
from lorepack.ports import (
    WHOLE_JOURNAL,
    Embedder,
    JournalEntry,
    Pooled,
    Pooling,
    Progress,
    Record,
    VectorIndex,
)
from lorepack.records import IndexAudit, Scope
from runtime.index.pools import LocalPools

_WAIT_SECONDS = 0.1
_REBUILDING = "rebuild"
"""Name of the lease of whoever makes the index anew."""

_FORGOTTEN = 500
"""Entries that are forgotten at a time."""

_T = TypeVar("_T")


class IndexHome(Protocol):
    """Where the indexes of one encoder live: in a folder, or on a server."""

    def open(self) -> VectorIndex:
        """Open the one that is current."""
        ...

    def begin(self) -> VectorIndex:
        """Begin another one beside it."""
        ...

    def switch(self) -> VectorIndex:
        """Have the one begun last be the current one; returns it as it is to be used.

        The former one is gone for good.
        """
        ...


class Keeper:
    """Has index and encoder open, in a process that may write to the index."""

    def __init__(self, record: Record, embedder: Embedder, home: IndexHome, holder: str) -> None:
        """Open the index.

        Args:
            record: What the index is brought up to.
            embedder: What its vectors are made by.
            home: Where it lives.
            holder: This process's name among those that share the journal.

        Raises:
            UnavailableError: The index cannot be opened.
        """
        self._record, self._home = record, home
        self.embedder = embedder
        self._holder = holder
        self._index = home.open()
        self._writing = threading.RLock()  # one at a time drains, compares or rebuilds
        self._pools = LocalPools(embedder=embedder, index=lambda: self._index)

    @property
    def index(self) -> VectorIndex:
        """The index as it is now."""
        return self._index

    def search(self, scope: Scope, query: str, pooling: Pooling) -> Pooled:
        """Candidates for a query from both pools.

        Raises:
            UnavailableError: Index or encoder failed.
        """
        try:
            return self._now(lambda: self._pools.search(scope, query, pooling))
        except ProviderError as error:
            raise UnavailableError(str(error)) from error

    def drain(self, progress: Progress) -> int:
        """Bring the index up to the record, but for what other processes are at.

        Returns:
            How many journal entries that took.

        Raises:
            UnavailableError: Index or encoder failed; what was made is kept.
        """
        with self._writing:
            return self._drain(progress)

    def audit(self, scope: Scope) -> IndexAudit:
        """Compare a project's points with the record.

        Raises:
            NotFoundError: There is no such project.
            UnavailableError: The index failed.
        """
        with self._writing:
            return self._now(lambda: self._auditor().run(scope))

    def strays(self) -> list[Scope]:
        """Projects that the index holds points of and that the record has none of."""
        with self._writing:
            held = self._now(lambda: self._index.scopes())
            with self._record.reading() as unit:
                known = unit.projects.revisions().keys() | set(unit.journal.purged().values())
        return sorted(held - known, key=lambda scope: (scope.tenant, scope.project))

    def rebuild(self, progress: Progress) -> int:
        """Make the whole index anew, from the record, and have it take the place of this one.

        It goes on being searched meanwhile, and what is written meanwhile is in the new one too.

        Returns:
            How many chapters it holds.

        Raises:
            UnavailableError: Index or encoder failed, or another process is rebuilding; nothing
                has taken the place of anything.
        """
        with self._writing, self._alone_rebuilding(progress) as watched:
            with suppress(UnavailableError):  # the new one is not to hear their names
                self._indexer(self._index, watched).drop_purged()
            seen, pending = self._revisions(), self._pending()
            begun = self._home.begin()
            filled = sum(self._fill(begun, scope, watched) for scope in seen)
            self._seize()
            try:
                changed = self._leave_out_changed(begun, seen)
                self._index = self._home.switch()
                self._forget([entry for entry in pending if entry.scope not in changed])
            finally:
                with self._record.writing() as unit:
                    unit.leases.end(WHOLE_JOURNAL, self._holder)
            self._drain(progress)
        return filled

    def _drain(self, progress: Progress) -> int:
        try:
            return self._now(lambda: self._indexer(self._index, progress).drain())
        except ProviderError as error:
            self._give_back()
            raise UnavailableError(str(error)) from error
        except BaseException:
            self._give_back()
            raise

    def _give_back(self) -> None:
        """Leave to others what a round that broke off had claimed."""
        # If the record is away too, they wait until the claim runs out: the first error tells.
        with suppress(Exception), self._record.writing() as unit:
            unit.journal.release(self._holder)

    def _now(self, use: Callable[[], _T]) -> _T:
        """Use the index, and where another one has taken its place, that one."""
        used = self._index
        try:
            return use()
        except UnavailableError as error:
            if self._index is used:
                if not isinstance(error, IndexGoneError):
                    raise
                self._index = self._home.open()
                used.close()
            return use()

    def _auditor(self) -> Auditor:
        fingerprint = self.embedder.fingerprint
        return Auditor(record=self._record, index=self._index, fingerprint=fingerprint)

    def _indexer(self, index: VectorIndex, progress: Progress) -> Indexer:
        return Indexer(
            record=self._record,
            index=index,
            embedder=self.embedder,
            progress=progress,
            holder=self._holder,
        )

    def _revisions(self) -> dict[Scope, tuple[str, int]]:
        with self._record.reading() as unit:
            return unit.projects.revisions()

    def _fill(self, begun: VectorIndex, scope: Scope, progress: Progress) -> int:
        try:
            return self._indexer(begun, progress).fill(scope)
        except NotFoundError:  # purged meanwhile, which is seen to below
            return 0
        except ProviderError as error:
            raise UnavailableError(str(error)) from error

    def _pending(self) -> list[JournalEntry]:
        """What the journal tells of now: an index that is filled from now on holds it."""
        with self._record.reading() as unit:
            return unit.journal.pending(unit.journal.length())

    def _forget(self, entries: list[JournalEntry]) -> None:
        """Have nobody bring in again what the new index holds."""
        for start in range(0, len(entries), _FORGOTTEN):
            with self._record.writing() as unit:
                unit.journal.strike(entries[start : start + _FORGOTTEN])

    def _leave_out_changed(
        self, begun: VectorIndex, seen: dict[Scope, tuple[str, int]]
    ) -> set[Scope]:
        """Take projects out again that were written to since, and note all that they hold now.

        Nobody drains the journal here, so that none of it can go to the index that is left.

        Returns:
            These projects.
        """
        present = self._revisions()
        changed = {s for s in seen.keys() | present.keys() if seen.get(s) != present.get(s)}
        for scope in changed:
            begun.drop(scope)
        begun.flush()
        with self._record.writing() as unit:
            for scope in changed & present.keys():
                edition = unit.chapters.edition(scope)
                unit.journal.note(scope, [chapter.id for chapter in edition.chapters])
        return changed

    @contextmanager
    def _alone_rebuilding(self, progress: Progress) -> Generator[Progress]:
        """Be the only one who makes an index anew; gives progress that holds on to that."""

        def watched(what: str, done: int, total: int) -> None:
            self._take(_REBUILDING)
            progress(what, done, total)

        self._take(_REBUILDING)
        try:
            yield watched
        finally:
            with self._record.writing() as unit:
                unit.leases.end(_REBUILDING, self._holder)

    def _take(self, lease: str) -> None:
        with self._record.writing() as unit:
            if not unit.leases.take(lease, self._holder, seconds=CLAIM_SECONDS):
                raise UnavailableError("another process is making the index anew; wait for it")

    def _seize(self) -> None:
        """Have the journal alone, once nobody else is at any of it."""
        deadline = time.monotonic() + 2 * CLAIM_SECONDS
        while time.monotonic() < deadline:
            self._take(WHOLE_JOURNAL)
            with self._record.reading() as unit:
                if not unit.journal.claimed(but=self._holder, seconds=CLAIM_SECONDS):
                    return
            time.sleep(_WAIT_SECONDS)
        raise UnavailableError("other processes are still at the index; rebuild it later")

    def close(self) -> None:
        """Give back what is claimed, and let go of the index."""
        with self._writing:
            self._index.close()
