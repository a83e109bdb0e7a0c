"""A stand-in in a process of its own, for tests to kill, start again and send faults to."""

import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.qdrant_server.faults import FAULTS, Fault

ROOT = Path(__file__).parents[2]


class Running:
    """A server; its ports and its folder stay the same over restarts."""

    def __init__(self, folder: Path, *, key: str = "", arguments: Sequence[str] = ()) -> None:
        self.folder, self.key = folder, key
        self.port = self.grpc_port = 0
        self._arguments = list(arguments)
        self._log = folder.with_suffix(".log")
        self.start()

    @property
    def url(self) -> str:
        scheme = "https" if "--certificate" in self._arguments else "http"
        return f"{scheme}://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "tests.qdrant_server", "--folder", str(self.folder)]
        command += ["--port", str(self.port), "--grpc-port", str(self.grpc_port)]
        command += ["--api-key", self.key, *self._arguments]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                command, cwd=ROOT, stdout=subprocess.PIPE, stderr=log, encoding="utf-8"
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline().split()
        assert line[:1] == ["ready"], self._log.read_text(encoding="utf-8")
        self.port, self.grpc_port = int(line[1]), int(line[2])

    def plan(self, *faults: Fault) -> None:
        """What goes wrong with the next requests."""
        body = FAULTS.dump_json(list(faults))
        headers = {"api-key": self.key}
        httpx.put(f"{self.url}/faults", content=body, headers=headers).raise_for_status()

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        self._process.kill()
        self._ended()

    def stop(self) -> None:
        self._process.terminate()
        self._ended()

    def _ended(self) -> None:
        self._process.wait(timeout=20)
        assert self._process.stdout is not None
        self._process.stdout.close()


@contextmanager
def running(folder: Path, *, key: str = "", arguments: Sequence[str] = ()) -> Generator[Running]:
    server = Running(folder, key=key, arguments=arguments)
    try:
        yield server
    finally:
        server.kill()
