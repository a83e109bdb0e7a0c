"""Where crash tests run."""

from collections.abc import Generator
from pathlib import Path

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
