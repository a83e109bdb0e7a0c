"""A PostgreSQL server of a test's own, to be stopped and started again."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest


def _programs() -> Path | None:
    """The folder of initdb and pg_ctl, the newest there is."""
    if found := shutil.which("initdb"):
        return Path(found).parent
    newest = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: int(p.parts[4]))
    return newest[-1].parent if newest else None


class Cluster:
    """A server on a loopback port."""

    def __init__(self, programs: Path, folder: Path, port: int) -> None:
        self._programs, self.folder, self._port = programs, folder, port
        # PostgreSQL does not run as root.
        self._as = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []

    @property
    def url(self) -> str:
        """Address of its database."""
        return f"postgresql+psycopg://postgres@127.0.0.1:{self._port}/postgres"

    def make(self) -> None:
        """Make its files."""
        if self._as:
            shutil.chown(self.folder, "postgres")
        made = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]
        self._run("initdb", *made)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = (
            f"-c listen_addresses=127.0.0.1 -p {self._port} "
            f"-c unix_socket_directories={self.folder} -c max_connections=20"
        )
        self._run("pg_ctl", "-w", "-l", str(self.folder / "log"), "-o", settings, "start")

    def stop(self) -> None:
        """End it at once, as if its machine had failed."""
        self._run("pg_ctl", "-w", "-m", "immediate", "stop")

    def _run(self, program: str, *arguments: str) -> None:
        data = ["-D", str(self.folder / "data")]
        command = [*self._as, str(self._programs / program), *data, *arguments]
        # Into nowhere: the server would keep a pipe open for as long as it runs.
        subprocess.run(command, stdout=subprocess.DEVNULL, timeout=120, check=True)


@contextmanager
def cluster() -> Generator[Cluster]:
    """A server that runs; skips where PostgreSQL is not installed."""
    programs = _programs()
    if programs is None:
        pytest.skip("initdb is not installed")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    opened = Cluster(programs, folder, port)
    try:
        opened.make()
        opened.start()
        try:
            yield opened
        finally:
            opened.stop()
    finally:
        shutil.rmtree(folder)
