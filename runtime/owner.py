"""The owner of a data folder: the one process that has the embedded index open.

Whoever needs the index first takes the lock, opens index and encoder, and answers the others on
its socket until it ends. The lock goes with the process, however that dies, and the next one that
needs the index takes over.
"""

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path

from filelock import FileLock, Timeout

from ingest.indexer import Indexer
from lorepack.errors import LorepackError, ProviderError, UnavailableError
from lorepack.ports import Embedder, Pooled, Pooling, Progress, Record
from lorepack.records import Scope
from runtime.current_index import current_index
from runtime.pools import AskedPools, LocalPools, PoolsServer
from storage.edge_index import EdgeIndex

_log = logging.getLogger(__name__)

_POLL_SECONDS = 0.5
_FOLLOW_SECONDS = 0.3


class Owner:
    """This process while it owns the data folder."""

    def __init__(self, data_dir: Path, lock: FileLock, embedder: Embedder, record: Record) -> None:
        self._lock = lock
        self._address_file = _address_file(data_dir)
        self._embedder = embedder
        folder, self.lacks_untold = current_index(data_dir, embedder, record)
        self._index = EdgeIndex.open(folder, embedder.dim)
        self.pools = LocalPools(embedder=embedder, index=self._index)
        self._server = PoolsServer(self.pools).start()
        self._address_file.write_text(str(self._server.address), encoding="utf-8")

    def drain(self, record: Record, progress: Progress) -> int:
        """Bring the index up to the record; returns how many journal entries that took."""
        drained = Indexer(
            record=record, index=self._index, embedder=self._embedder, progress=progress
        ).drain()
        self.lacks_untold = False
        return drained

    def close(self) -> None:
        """Give the data folder up."""
        self._address_file.unlink(missing_ok=True)
        self._server.close()
        self._index.close()
        self._lock.release()


def _address_file(data_dir: Path) -> Path:
    return data_dir / "owner.address"


class Ownership:
    """The way to the index from this process: as its owner, or by asking the owner."""

    def __init__(
        self, data_dir: Path, open_embedder: Callable[[], Embedder], record: Record
    ) -> None:
        """Know the way; nothing is opened before somebody goes it.

        Args:
            data_dir: The data folder.
            open_embedder: Opens the encoder, which only an owner needs.
            record: The data folder's; its journal is told when an index begins anew.
        """
        self._data_dir = data_dir
        self._record = record
        self._open_embedder = open_embedder
        self._owner: Owner | None = None
        self._guard = threading.Lock()

    def search(self, scope: Scope, query: str, pooling: Pooling) -> Pooled:
        """Candidates for a query from both pools.

        Raises:
            UnavailableError: The owner did not answer in time, there is no encoder, or its index
                has just begun anew.
        """
        owner = self.take()
        if owner is not None:
            if owner.lacks_untold:  # whoever asks may have looked into the journal before
                raise UnavailableError("another encoder than before: its index is yet to be made")
            try:
                return owner.pools.search(scope, query, pooling)
            except ProviderError as error:
                raise UnavailableError(str(error)) from error
        try:
            address = Path(_address_file(self._data_dir).read_text(encoding="utf-8"))
            return AskedPools(address=address).search(scope, query, pooling)
        except (FileNotFoundError, ConnectionError) as error:
            # It is just starting or just ending: what the record alone knows will do.
            raise UnavailableError("the owner of the index is not answering yet") from error

    def catch_up(self, record: Record, scope: Scope, progress: Progress) -> None:
        """Wait until the index is up to the record, bringing it there if nobody else does.

        Raises:
            UnavailableError: There is no encoder, or it failed; what it has made is kept.
        """
        self.take()  # only an encoder that is there can tell that it is another than before
        while lag := _lag(record, scope):
            owner = self.take()
            if owner is not None:
                _drain(owner, record, progress)
            else:
                progress("vectors", 0, lag)
                time.sleep(_FOLLOW_SECONDS)

    def take(self) -> Owner | None:
        """Become the owner unless another process is it.

        Raises:
            UnavailableError: There is no encoder, or the index cannot be opened.
        """
        with self._guard:
            if self._owner is None:
                self._owner = self._claim()
            return self._owner

    def _claim(self) -> Owner | None:
        lock = FileLock(self._data_dir / "owner.lock")
        try:
            lock.acquire(blocking=False)
        except Timeout:
            return None
        try:
            return Owner(self._data_dir, lock, self._open_embedder(), self._record)
        except ProviderError as error:
            lock.release()
            raise UnavailableError(str(error)) from error
        except BaseException:
            lock.release()
            raise

    def close(self) -> None:
        """Give the data folder up if it is owned here."""
        with self._guard:
            if self._owner is not None:
                self._owner.close()
                self._owner = None


def _drain(owner: Owner, record: Record, progress: Progress) -> None:
    try:
        owner.drain(record, progress)
    except ProviderError as error:
        raise UnavailableError(str(error)) from error


def _lag(record: Record, scope: Scope) -> int:
    with record.reading() as unit:
        return unit.journal.lag(scope)


class BackgroundIndexing:
    """Keeps names, the index and proposals up to the record while a service runs."""

    def __init__(
        self,
        ownership: Ownership,
        record: Record,
        refresh: Callable[[], None],
        finish: Callable[[], None],
    ) -> None:
        self._ownership = ownership
        self._record = record
        self._refresh = refresh
        self._finish = finish
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="indexing", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def _run(self) -> None:
        while not self._stop.wait(_POLL_SECONDS):
            try:
                self._refresh()
                owner = self._ownership.take()
                if owner is not None and owner.drain(self._record, self._watch):
                    self._finish()
            except LorepackError:
                if not self._stop.is_set():
                    _log.exception("indexing failed; it is tried again")

    def _watch(self, what: str, done: int, total: int) -> None:
        if self._stop.is_set():
            raise UnavailableError("indexing was stopped; the journal keeps what is left")

    def close(self) -> None:
        """Stop after the batch at hand."""
        self._stop.set()
        self._thread.join()
