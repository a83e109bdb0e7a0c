"""One embedding call and one index call: here, or asked of the process that has the index open."""

import json
import shutil
import socket
import socketserver
import tempfile
import threading
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Self

from pydantic import TypeAdapter

from lorepack.errors import ProviderError, UnavailableError
from lorepack.ports import Embedder, Pooled, Pooling, Pools, VectorIndex
from lorepack.records import Scope
from ranking.bm25 import query_vector
from runtime.spread import spread
from text.fold import fold

ANSWER_SECONDS = 2.0
"""How long another process may take to answer before its part is done without."""

_MOST_BYTES = 1 << 20
_POOLED = TypeAdapter(Pooled)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """A question as it goes over the socket."""

    scope: Scope
    query: str
    pooling: Pooling


_ASKED = TypeAdapter(_Asked)


@dataclass(frozen=True, kw_only=True)
class LocalPools:
    """Index and encoder in this process."""

    embedder: Embedder
    index: VectorIndex

    @cached_property
    def spread(self) -> float:
        """That of the encoder, found out at the first search."""
        return spread(self.embedder)

    def search(self, scope: Scope, query: str, pooling: Pooling) -> Pooled:
        """Candidates for a query from both pools."""
        dense, sparse = self.embedder.embed_query(query), query_vector(fold(query))
        found = self.index.search(scope, dense, sparse, pooling)
        return Pooled(candidates=found, spread=self.spread)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedPools:
    """Index and encoder in the process that owns the data folder."""

    address: Path
    """The owner's socket."""

    def search(self, scope: Scope, query: str, pooling: Pooling) -> Pooled:
        """Candidates for a query from both pools.

        Raises:
            UnavailableError: The owner did not answer in time, or could not.
            ConnectionError: There is no owner any more.
        """
        asked = _Asked(scope=scope, query=query, pooling=pooling)
        answer = json.loads(self._exchange(_ASKED.dump_json(asked)))
        if "error" in answer:
            raise UnavailableError(answer["error"])
        return _POOLED.validate_python(answer["pooled"])

    def _exchange(self, asked: bytes) -> bytes:
        try:
            with socket.socket(socket.AF_UNIX) as connection:
                connection.settimeout(ANSWER_SECONDS)
                connection.connect(str(self.address))
                connection.sendall(asked + b"\n")
                with connection.makefile("rb") as answer:
                    line = answer.readline(_MOST_BYTES)
        except TimeoutError as error:
            raise UnavailableError("the owner of the index did not answer in time") from error
        except FileNotFoundError as error:
            raise ConnectionError("the owner of the index is gone") from error
        if not line:
            raise ConnectionError("the owner of the index hung up")
        return line


class PoolsServer:
    """Answers other processes of this data folder, on a socket only this user can reach."""

    def __init__(self, pools: Pools) -> None:
        self._folder = Path(
            tempfile.mkdtemp(prefix="lorepack-")
        )  # a path short enough for a socket
        self.address = self._folder / "owner"

        class Answering(socketserver.StreamRequestHandler):
            timeout = ANSWER_SECONDS

            def handle(self) -> None:
                self.wfile.write(_answer(pools, self.rfile.readline(_MOST_BYTES)) + b"\n")

        self._server = _Server(str(self.address), Answering)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    def start(self) -> Self:
        """Begin to answer."""
        self._thread.start()
        return self

    def close(self) -> None:
        """Stop answering and remove the socket."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        shutil.rmtree(self._folder)


class _Server(socketserver.ThreadingUnixStreamServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A caller that went away is no news."""


def _answer(pools: Pools, line: bytes) -> bytes:
    asked = _ASKED.validate_json(line)
    try:
        found = pools.search(asked.scope, asked.query, asked.pooling)
    except (ProviderError, UnavailableError) as error:
        return json.dumps({"error": str(error)}).encode()
    return b'{"pooled":' + _POOLED.dump_json(found) + b"}"
