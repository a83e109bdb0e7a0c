"""The owner of a data folder: the one process that has the embedded index open.

Whoever needs the index first takes the lock, opens index and encoder, and answers the others on
its socket until it ends. The lock goes with the process, however that dies, and the next one that
needs the index takes over.
"""

import logging
import shutil
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from pydantic import TypeAdapter

from lorepack.errors import ProviderError, UnavailableError
from lorepack.ports import Embedder, Pooled, Pooling, Progress, Record
from lorepack.records import IndexAudit, Scope
from runtime.index.asking import AnsweringServer, Verb, ask
from runtime.index.folder import FolderHome
from runtime.index.folder_lease import FolderLease
from runtime.index.keeper import Keeper

_log = logging.getLogger(__name__)

_SCOPE, _POOLING = TypeAdapter(Scope), TypeAdapter(Pooling)
_SCOPES = TypeAdapter(list[Scope])
_POOLED, _AUDIT = TypeAdapter(Pooled), TypeAdapter(IndexAudit)
_OWNER = "owner"
"""Who claims the journal here: nobody else may while the data folder is owned."""

_CARE_SECONDS = 600.0
"""How long an owner may be silent while it takes care of the index."""


class Owner(Keeper):
    """This process while it owns the data folder."""

    def __init__(self, data_dir: Path, lock: FileLock, embedder: Embedder, record: Record) -> None:
        self._lock = lock
        self._address_file = _address_file(data_dir)
        self._home_folder = FolderHome(folder=data_dir / "index", embedder=embedder, record=record)
        self._lease = FolderLease(record=record, file=data_dir / "folder.id")
        with ExitStack() as opened:
            if not self._lease.take():
                self._home_folder.forget()
            opened.callback(self._lease.end)
            super().__init__(record, embedder, self._home_folder, _OWNER)
            opened.callback(self._home_folder.close)
            with record.writing() as unit:
                unit.journal.release()  # claims of a former owner
            self._server = AnsweringServer(self._verbs).start()
            opened.callback(self._server.close)
            self._address_file.write_text(str(self._server.address), encoding="utf-8")
            opened.pop_all()

    @property
    def _verbs(self) -> dict[str, Verb]:
        return {
            "search": self._search,
            "audit": self._audit,
            "strays": self._strays,
            "rebuild": self._rebuild,
        }

    def search(self, scope: Scope, query: str, pooling: Pooling) -> Pooled:
        """Candidates for a query from both pools.

        Raises:
            UnavailableError: Index or encoder failed, or the index has just begun anew.
        """
        self._lease.renew()
        if self._home_folder.lacks_untold:  # whoever asks may have read the journal before
            raise UnavailableError("the index has begun anew and is yet to be made")
        return super().search(scope, query, pooling)

    def drain(self, progress: Progress) -> int:
        """Bring the index up to the record; returns how many journal entries that took."""

        def watched(what: str, done: int, total: int) -> None:
            self._lease.renew()
            progress(what, done, total)

        with self._writing:
            self._lease.renew()
            if not self._home_folder.is_there:  # somebody has deleted it
                self._home_folder.close()
                self._index = self._home_folder.open()
            drained = super().drain(watched)
            self._home_folder.lacks_untold = False
        return drained

    def _search(self, asked: Any, _: Progress) -> object:  # noqa: ANN401  JSON
        scope, pooling = _SCOPE.validate_python(asked[0]), _POOLING.validate_python(asked[2])
        return _POOLED.dump_python(self.search(scope, asked[1], pooling), mode="json")

    def _audit(self, asked: Any, _: Progress) -> object:  # noqa: ANN401  JSON
        return _AUDIT.dump_python(self.audit(_SCOPE.validate_python(asked)), mode="json")

    def _strays(self, _: object, __: Progress) -> object:
        return _SCOPES.dump_python(self.strays(), mode="json")

    def _rebuild(self, _: object, progress: Progress) -> object:
        return self.rebuild(progress)

    def close(self) -> None:
        """Give the data folder up."""
        self._address_file.unlink(missing_ok=True)
        self._server.close()
        try:
            super().close()
        except UnavailableError as error:  # what the journal forgot is on disk already
            _log.warning("%s; what it lacks is brought in again", error)
        finally:
            self._home_folder.close()
            self._lease.end()
            self._lock.release()


def _address_file(data_dir: Path) -> Path:
    return data_dir / "owner.address"


class Ownership:
    """The way to an embedded index: as its owner, or by asking the owner."""

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
            return owner.search(scope, query, pooling)
        asked = [
            _SCOPE.dump_python(scope, mode="json"),
            query,
            _POOLING.dump_python(pooling, mode="json"),
        ]
        return _POOLED.validate_python(self._ask("search", asked))

    def audit(self, scope: Scope, progress: Progress) -> IndexAudit:
        """Compare a project's points with the record."""
        owner = self.take()
        if owner is not None:
            return owner.audit(scope)
        asked = _SCOPE.dump_python(scope, mode="json")
        found = self._ask("audit", asked, progress=progress, seconds=_CARE_SECONDS)
        return _AUDIT.validate_python(found)

    def rebuild(self, progress: Progress) -> int:
        """Make the whole index anew; returns how many chapters it holds."""
        owner = self.take()
        if owner is not None:
            return owner.rebuild(progress)
        return int(self._ask("rebuild", None, progress=progress, seconds=_CARE_SECONDS))

    def strays(self, progress: Progress) -> list[Scope]:
        """Projects that the index holds points of and that the record has none of."""
        owner = self.take()
        if owner is not None:
            return owner.strays()
        found = self._ask("strays", None, progress=progress, seconds=_CARE_SECONDS)
        return _SCOPES.validate_python(found)

    def _ask(self, verb: str, asked: object, **how: Any) -> Any:  # noqa: ANN401  JSON
        try:
            address = Path(_address_file(self._data_dir).read_text(encoding="utf-8"))
            return ask(address, verb, asked, **how)
        except (FileNotFoundError, ConnectionError) as error:
            # It is just starting or just ending: what the record alone knows will do.
            raise UnavailableError("the owner of the index is not answering yet") from error

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
        except OSError as error:
            raise self._unwritten(error) from error
        try:
            return Owner(self._data_dir, lock, self._open_embedder(), self._record)
        except ProviderError as error:
            lock.release()
            raise UnavailableError(str(error)) from error
        except OSError as error:
            lock.release()
            raise self._unwritten(error) from error
        except BaseException:
            lock.release()
            raise

    def _unwritten(self, error: OSError) -> UnavailableError:
        return UnavailableError(
            f"the index in {self._data_dir} cannot be opened, since nothing can be written there: "
            f"{error.strerror}"
        )

    def discard(self) -> None:
        """Delete the index, which whoever owns the data folder next makes anew from the record."""
        with self._guard:
            self._give_up()
            try:
                with FileLock(self._data_dir / "owner.lock", blocking=False):
                    shutil.rmtree(self._data_dir / "index", ignore_errors=True)
            except Timeout as error:
                raise UnavailableError("another process has the index open") from error
            with self._record.writing() as unit:
                unit.journal.forget_purged(list(unit.journal.purged()))

    def close(self) -> None:
        """Give the data folder up if it is owned here."""
        with self._guard:
            self._give_up()

    def _give_up(self) -> None:
        if self._owner is not None:
            self._owner.close()
            self._owner = None
