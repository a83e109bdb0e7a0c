"""Asking another process of this data folder, on a socket only this user can reach.

A question is a line of JSON, `[verb, arguments]`. Lines of progress may come before the answer.
"""

import json
import shutil
import socket
import socketserver
import tempfile
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Self

from lorepack.errors import LorepackError, NotFoundError, UnavailableError
from lorepack.ports import Progress

ANSWER_SECONDS = 2.0
"""How long another process may be silent before its part is done without."""

_POLL_SECONDS = 0.05
"""How often a server looks whether it is to end: whoever ends it waits for that."""

_MOST_BYTES = 64 << 20

Verb = Callable[[Any, Progress], object]
"""What answers a question: it is given arguments and whom to tell of progress."""


def quiet(what: str, done: int, total: int) -> None:
    """Hear of progress and say nothing."""


def ask(
    address: Path,
    verb: str,
    arguments: object,
    *,
    progress: Progress = quiet,
    seconds: float = ANSWER_SECONDS,
) -> Any:  # noqa: ANN401  it is whatever the verb answers
    """Ask whoever answers at an address.

    Args:
        address: A socket.
        verb: What to ask for.
        arguments: JSON.
        progress: Hears of it meanwhile.
        seconds: How long the other one may be silent.

    Returns:
        JSON.

    Raises:
        UnavailableError: It did not answer in time, or could not.
        NotFoundError: What was asked about is not there.
        ConnectionError: Nobody is there any more.
    """
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(seconds)
            connection.connect(str(address))
            connection.sendall(json.dumps([verb, arguments]).encode() + b"\n")
            with connection.makefile("rb") as lines:
                while "progress" in (said := _read(lines.readline(_MOST_BYTES))):
                    progress(*said["progress"])
    except TimeoutError as error:
        raise UnavailableError("the owner of the index did not answer in time") from error
    except FileNotFoundError as error:
        raise ConnectionError("the owner of the index is gone") from error
    if "error" in said:
        raise (NotFoundError if said.get("not_found") else UnavailableError)(said["error"])
    return said["answer"]


def _read(line: bytes) -> dict[str, Any]:
    if not line:
        raise ConnectionError("the owner of the index hung up")
    return json.loads(line)


class AnsweringServer:
    """Answers other processes."""

    def __init__(self, verbs: Mapping[str, Verb]) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="lorepack-"))  # short enough for a socket
        self.address = self._folder / "owner"

        class Answering(socketserver.StreamRequestHandler):
            timeout = ANSWER_SECONDS

            def handle(self) -> None:
                line = self.rfile.readline(_MOST_BYTES)
                said = _answer(verbs, line, self._report)
                self.wfile.write(json.dumps(said).encode() + b"\n")

            def _report(self, what: str, done: int, total: int) -> None:
                self.wfile.write(json.dumps({"progress": [what, done, total]}).encode() + b"\n")

        self._server = _Server(str(self.address), Answering)
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(_POLL_SECONDS,), daemon=True
        )

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


def _answer(verbs: Mapping[str, Verb], line: bytes, progress: Progress) -> dict[str, object]:
    verb, arguments = json.loads(line)
    try:
        return {"answer": verbs[verb](arguments, progress)}
    except LorepackError as error:
        return {"error": str(error), "not_found": isinstance(error, NotFoundError)}
