"""The n-th call of any port fails: calls of the main thread count, whichever port they are of."""

import threading
import time
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from typing import Any
from unittest.mock import patch

from lorepack.errors import LorepackError, ProviderDownError, UnavailableError
from providers.chat.scripted import ScriptedChat
from providers.hashing import HashingEmbedder
from runtime.library import Library
from storage.edge_index import EdgeIndex
from storage.journal import SqlJournal
from storage.record import SqlRecord

_INDEX = ("open", "upsert", "prune", "search", "drop", "points", "scopes", "flush", "close")
_JOURNAL = ("claim", "keep", "lag", "length", "note", "forget", "release")

_READS = {"reading", "begin", "clock", "SqlJournal.lag", "SqlJournal.length", "EdgeIndex.search"}
"""Calls after which all is as it was before them."""

_PORTS: dict[type, tuple[tuple[str, ...], type[LorepackError]]] = {
    EdgeIndex: (_INDEX, UnavailableError),
    SqlJournal: (_JOURNAL, UnavailableError),
    HashingEmbedder: (("embed_documents", "embed_query"), ProviderDownError),
    ScriptedChat: (("ask",), ProviderDownError),
}
"""Verbs of each port, and what its failing is told by."""


@dataclass(slots=True, kw_only=True)
class Fault:
    """What happens at the n-th call."""

    nth: int
    act: Callable[[LorepackError], None]
    """Raises the error, or ends the process."""
    writes_only: bool = False
    """Whether only calls count that leave something behind."""
    calls: list[str] = field(default_factory=list[str])

    def passed(self, call: str, error: type[LorepackError] = UnavailableError) -> None:
        """Count a call, before it is carried out."""
        counts = not self.writes_only or call not in _READS
        if counts and threading.current_thread() is threading.main_thread():
            self.calls.append(call)
            if len(self.calls) == self.nth:
                self.act(error(f"call {self.nth}, {call}, is made to fail"))

    @property
    def over(self) -> bool:
        """Whether there were fewer calls than that."""
        return len(self.calls) < self.nth


def raises(error: LorepackError) -> None:
    """Let the call raise."""
    raise error


@contextmanager
def failing(library: Library, fault: Fault) -> Generator[Library]:
    """The library with every port counted."""
    with ExitStack() as patches:
        for port, (names, error) in _PORTS.items():
            for name in names:
                counted = _counted(port, name, fault, error)
                patches.enter_context(patch.object(port, name, counted))
        patches.enter_context(patch.object(SqlRecord, "reading", _reading(fault)))
        patches.enter_context(patch.object(SqlRecord, "writing", _writing(fault)))
        yield replace(library, record=_timed(library.record, fault))


def _counted(port: type, name: str, fault: Fault, error: type[LorepackError]) -> object:
    held = vars(port)[name]
    called = f"{port.__name__}.{name}"
    if isinstance(held, classmethod):
        bound: Callable[..., object] = getattr(port, name)

        def of_class(*args: object, **kwargs: object) -> object:
            fault.passed(called, error)
            return bound(*args, **kwargs)

        return of_class

    def of_one(self: object, *args: Any, **kwargs: Any) -> Any:
        fault.passed(called, error)
        return held(self, *args, **kwargs)

    return of_one


def _reading(fault: Fault) -> object:
    reading = SqlRecord.reading

    @contextmanager
    def read(self: SqlRecord) -> Generator[Any]:
        fault.passed("reading")
        with reading(self) as unit:
            yield unit

    return read


def _writing(fault: Fault) -> object:
    writing = SqlRecord.writing

    @contextmanager
    def write(self: SqlRecord) -> Generator[Any]:
        fault.passed("begin")
        with writing(self) as unit:
            yield unit
            fault.passed("commit")
        fault.passed("committed")

    return write


def _timed(record: SqlRecord, fault: Fault) -> SqlRecord:
    """The same record by a clock that may fail too."""

    def clock() -> float:
        fault.passed("clock")
        return time.time()

    return SqlRecord(
        record._reading,  # pyright: ignore[reportPrivateUsage]
        record._writing,  # pyright: ignore[reportPrivateUsage]
        clock,
    )
