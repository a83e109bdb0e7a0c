"""Commands as processes of their own, as a shell starts them."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from tests.sample_books import EMBEDDER

ROOT = Path(__file__).parents[2]
_START_SECONDS = 60
_END_SECONDS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Shell:
    """Starts commands on one data folder."""

    data_dir: Path
    cache_dir: Path
    settings: Mapping[str, str] = field(default_factory=dict[str, str])
    """Further ones, by their variables."""

    @property
    def environment(self) -> dict[str, str]:
        """This process's, with settings of its own."""
        kept = {name: v for name, v in os.environ.items() if not name.startswith("LOREPACK_")}
        return kept | {
            "LOREPACK_DATA_DIR": str(self.data_dir),
            "LOREPACK_CACHE_DIR": str(self.cache_dir),
            "LOREPACK_EMBEDDER": EMBEDDER,
            "PYTHONPATH": str(ROOT),
            **self.settings,
        }

    def run(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        """Run a command to its end."""
        return subprocess.run(
            [sys.executable, "-m", "lorepack", *map(str, arguments)],
            env=self.environment,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )

    def serve(self, port: int, log: Path) -> "Service":
        """Start the service and wait until it is ready."""
        with log.open("w", encoding="utf-8") as written:
            process = subprocess.Popen(
                [sys.executable, "-m", "lorepack", "serve", "--port", str(port)],
                env=self.environment,
                stdout=written,
                stderr=written,
            )
        service = Service(process=process, address=f"http://127.0.0.1:{port}", log=log)
        service.wait_until_ready()
        return service


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """A server process."""

    process: subprocess.Popen[bytes]
    address: str
    log: Path

    def wait_until_ready(self) -> None:
        """Ask until it answers; one that does not in time is ended."""
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                httpx.get(f"{self.address}/readyz").raise_for_status()
            except httpx.TransportError:
                time.sleep(0.1)
            else:
                return
        self.end()
        raise AssertionError(f"the service did not start:\n{self.log.read_text('utf-8')}")

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Tell it to end.

        Returns:
            Its exit code; one that has to be killed after all fails the test.
        """
        self.process.send_signal(number)
        try:
            return self.process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])
