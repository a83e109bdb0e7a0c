"""A way to a server that can be cut: everything, after some bytes, or without a word."""

import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from enum import Enum


class Mode(Enum):
    """What becomes of a connection."""

    OPEN = "open"
    DOWN = "down"
    """It is refused."""
    SILENT = "silent"
    """It is taken, and nothing comes back."""
    CUT = "cut"
    """It breaks off in the middle of the answer."""
    DRIP = "drip"
    """Its answer comes a byte at a time, and never to an end."""


class Proxy:
    """Carries connections to a port of the loopback, from a port of its own."""

    def __init__(self, target: int) -> None:
        self.mode = Mode.OPEN
        self.times = 0
        """How many further answers the mode is for; 0 for all."""
        self.whole = 60
        """Bytes of an answer that come through before it is cut."""
        self._target = target
        self._over = threading.Event()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._open: set[socket.socket] = set()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                threading.Thread(target=self._carry, args=(near,), daemon=True).start()

    def _carry(self, near: socket.socket) -> None:
        self._open.add(near)
        if self.mode is Mode.DOWN:
            _reset(near)
            return
        with suppress(OSError):
            far = socket.create_connection(("127.0.0.1", self._target))
            self._open.add(far)
            threading.Thread(target=self._pump, args=(near, far), daemon=True).start()
            self._answer(far, near)

    def _pump(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while piece := source.recv(65_536):
                target.sendall(piece)
            target.shutdown(socket.SHUT_WR)

    def _answer(self, far: socket.socket, near: socket.socket) -> None:
        with suppress(OSError):
            while piece := far.recv(65_536):
                match self._taken():
                    case Mode.SILENT:
                        self._over.wait()
                    case Mode.CUT:
                        near.sendall(piece[: self.whole])
                        _reset(near)
                        return
                    case Mode.DRIP:
                        for byte in piece[:-1]:
                            near.sendall(bytes([byte]))
                            if self._over.wait(0.2):
                                return
                    case _:
                        near.sendall(piece)
            near.shutdown(socket.SHUT_WR)

    def _taken(self) -> Mode:
        mode = self.mode
        if mode is not Mode.OPEN and self.times:
            self.times -= 1
            if not self.times:
                self.mode = Mode.OPEN
        return mode

    def cut_all(self) -> None:
        """Break every connection there is."""
        for one in list(self._open):
            _reset(one)
        self._open.clear()

    def close(self) -> None:
        self._over.set()
        # A thread that waits in `accept` holds on to the socket until somebody comes.
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self.cut_all()


def _reset(one: socket.socket) -> None:
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()


@contextmanager
def proxied(target: int) -> Generator[Proxy]:
    proxy = Proxy(target)
    try:
        yield proxy
    finally:
        proxy.close()
