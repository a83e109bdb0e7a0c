"""Keeping the index up while a service runs."""

import logging
import threading
from collections.abc import Callable

from lorepack.errors import LorepackError, UnavailableError
from runtime.index.access import IndexAccess

_log = logging.getLogger(__name__)

_POLL_SECONDS = 0.5


class BackgroundIndexing:
    """Keeps names, the index and proposals up to the record while a service runs."""

    def __init__(
        self, access: IndexAccess, refresh: Callable[[], None], finish: Callable[[], None]
    ) -> None:
        self._access = access
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
                keeper = self._access.take()
                if keeper is not None and keeper.drain(self._watch):
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
