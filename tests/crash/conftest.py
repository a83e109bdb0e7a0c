"""Where crash tests run."""

import os
from collections.abc import Generator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.conftest import POSTGRESQL
from tests.crash.deployments import DEPLOYMENTS, Fields, needs_server


@pytest.fixture(params=list(DEPLOYMENTS))
def fields(request: pytest.FixtureRequest, tmp_path: Path, cache_dir: Path) -> Generator[Fields]:
    """Settings of a library that holds nothing yet, on each database and index."""
    if needs_server(request.param) and not POSTGRESQL:
        pytest.skip("TEST_PG_URL names no PostgreSQL server")
    with DEPLOYMENTS[request.param](tmp_path, POSTGRESQL) as fields:
        yield fields | {"cache_dir": str(cache_dir)}


@pytest.fixture
def quick(tmp_path: Path) -> Generator[Path]:
    """An empty folder in memory where there is one: what is written over and over there costs no
    disk, and the deaths that are died in it are those of a process alone."""
    memory = Path("/dev/shm")
    if not os.access(memory, os.W_OK):
        yield tmp_path
        return
    with TemporaryDirectory(dir=memory) as folder:
        yield Path(folder)
