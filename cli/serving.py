"""Serving the REST interface until the process is told to end."""

import signal
import socket
import sys

import uvicorn

from api.app import create_app
from lorepack.errors import InvalidInputError, UnavailableError
from runtime.library import Library

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
"""Addresses that other machines cannot reach."""

_GRACE_SECONDS = 5
"""How long a request under way may go on once the service is told to end."""


def check_host(host: str) -> None:
    """Refuse an address that other machines can reach.

    Raises:
        InvalidInputError: It is none of `LOOPBACK`.
    """
    if host not in LOOPBACK:
        raise InvalidInputError(
            f"{host} is reachable from other machines; serve listens on "
            f"{' or '.join(sorted(LOOPBACK))} only"
        )


def serve(library: Library, host: str, port: int) -> None:
    """Serve until SIGTERM or SIGINT, then leave by `SystemExit` with exit code 0.

    Raises:
        UnavailableError: The port cannot be listened on.
    """
    with _listen(host, port) as listening:
        for number in (signal.SIGTERM, signal.SIGINT):
            # The server hands the signal on once it has shut down: without this it would kill.
            signal.signal(number, _leave)
        config = uvicorn.Config(
            create_app(library), host=host, port=port, timeout_graceful_shutdown=_GRACE_SECONDS
        )
        uvicorn.Server(config).run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise UnavailableError(f"cannot listen: {error.strerror}") from error


def _leave(*_: object) -> None:
    sys.exit(0)
