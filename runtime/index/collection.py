"""The index on a Qdrant server: an alias stands for the collection that all processes use.

Collections are named after the encoder and all else that their points depend on. Requests go to a
collection by its own name: when another takes its place, every process hears of it at its next
request and looks behind the alias again, so that vectors of two encoders never mix.
"""

import logging
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

from lorepack.errors import UnavailableError
from lorepack.ports import Embedder, Record
from runtime.index.made_by import made_by, mark
from storage.qdrant.collections import MADE_BY, Collection, Collections, collection_name
from storage.qdrant.index import ServerIndex
from storage.qdrant.options import Options
from storage.qdrant.server import Server

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Begun:
    """A collection that is to take the current one's place."""

    name: str
    index: ServerIndex
    collections: Collections


@dataclass(slots=True, kw_only=True)
class CollectionHome:
    """The collections of one deployment, of which one is current."""

    options: Options
    embedder: Embedder
    record: Record
    changing: bool = False
    """Whether a collection of another encoder is let pass, since it is about to be left."""
    opened: ServerIndex | None = None
    begun: _Begun | None = None

    def open(self) -> ServerIndex:
        """Use the current collection, made if there is none.

        Raises:
            UnavailableError: The server does not answer, or the collection is of another encoder.
        """
        with self._connected() as server:
            current = self._current(Collections(server=server))
            self.opened = ServerIndex.open(server, current.dim, current.name)
        return self.opened

    def begin(self) -> ServerIndex:
        """Begin another collection beside the current one; what was begun before goes."""
        if self.begun is not None:
            self.begun.index.close()
        with self._connected() as server:
            collections = Collections(server=server)
            current = collections.current()
            for left in set(collections.names()) - {current.name if current else ""}:
                collections.remove(left)
            name = self._name(1 + _generation(current))
            self._create(collections, name)
            index = ServerIndex.open(server, self.embedder.dim, name)
        self.begun = _Begun(name=name, index=index, collections=collections)
        return index

    def switch(self) -> ServerIndex:
        """Let the alias stand for the collection that was begun, and remove the former."""
        former, begun = self.opened, self.begun
        assert begun is not None, "nothing was begun"
        left = begun.collections.current()
        begun.collections.switch(begun.name)
        if left is not None:
            begun.collections.remove(left.name)
        self.opened, self.begun, self.changing = begun.index, None, False
        if former is not None:
            former.close()
        return begun.index

    @contextmanager
    def _connected(self) -> Generator[Server]:
        """A connection that goes with the index that is opened over it, if one is."""
        server = Server.connect(self.options)
        try:
            yield server
        except BaseException:
            server.close()
            raise

    def _current(self, collections: Collections) -> Collection:
        current = collections.current()
        if current is None:
            return self._first(collections)
        if not self.changing and not current.name.startswith(self._name(1)[:-1]):
            raise UnavailableError(
                f"the index on {self.options.shown} is made by {current.made_by}; this process is "
                f"set to {made_by(self.embedder)}: set LOREPACK_EMBEDDER as it was, or change over "
                "with `lorepack rebuild`, which needs no chat model"
            )
        return current

    def _first(self, collections: Collections) -> Collection:
        """Make the first collection; every chapter is noted before."""
        with self.record.writing() as unit:
            noted = unit.journal.note_all()
        if noted:
            _log.warning("the index for %s is made now: %d chapters", made_by(self.embedder), noted)
        name = self._name(1)
        self._create(collections, name)
        collections.switch(name)
        return collections.described(name)

    def _create(self, collections: Collections, name: str) -> None:
        collections.create(name, self.embedder.dim, {MADE_BY: made_by(self.embedder)})

    def _name(self, generation: int) -> str:
        return collection_name(self.options.alias, mark(self.embedder), generation)


def _generation(current: Collection | None) -> int:
    return int(current.name.rpartition("-")[2]) if current else 0
