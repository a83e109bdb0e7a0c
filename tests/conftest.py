"""Fixtures for every test: small stores, small books, no network, no model."""

from collections.abc import Callable, Generator
from contextlib import ExitStack
from pathlib import Path
from shutil import copyfile
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from lorepack.records import Scope
from runtime.library import Library
from runtime.settings import Settings
from runtime.wiring import open_library
from storage.engines import sqlite_url
from storage.record import SqlRecord
from tests.databases import POSTGRESQL, Schemas
from tests.disks import disk

if TYPE_CHECKING:
    from tests.qdrant_server.running import Running

settings.register_profile("lorepack", deadline=None)
settings.load_profile("lorepack")


@pytest.fixture
def scope() -> Scope:
    return Scope(project="book")


@pytest.fixture(scope="session")
def schemas() -> Generator[Schemas]:
    """Schemas of a PostgreSQL server that can be had for a while."""
    lent = Schemas(POSTGRESQL)
    yield lent
    lent.close()


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty record of the newest schema, for tests to copy."""
    file = tmp_path_factory.mktemp("empty") / "record.db"
    SqlRecord.open(sqlite_url(file)).close()
    return file


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(
    request: pytest.FixtureRequest, tmp_path: Path, empty_file: Path
) -> Generator[str]:
    """Address of an empty database of each kind; PostgreSQL where `TEST_PG_URL` names a server."""
    if request.param == "sqlite":
        yield sqlite_url(Path(copyfile(empty_file, tmp_path / "record.db")))
        return
    with _schemas(request).lend() as url:
        yield url


def _schemas(request: pytest.FixtureRequest) -> Schemas:
    if not POSTGRESQL:
        pytest.skip("TEST_PG_URL names no PostgreSQL server")
    return request.getfixturevalue("schemas")


@pytest.fixture
def postgresql_url(request: pytest.FixtureRequest) -> Generator[str]:
    """Address of an empty database of PostgreSQL, where `TEST_PG_URL` names a server."""
    with _schemas(request).lend() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def new_database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Generator[str]:
    """Address of a database of each kind that holds no table yet."""
    if request.param == "sqlite":
        yield sqlite_url(tmp_path / "lorepack.db")
        return
    with _schemas(request).lend_new() as url:
        yield url


@pytest.fixture
def record(database_url: str) -> Generator[SqlRecord]:
    """An empty record on each database."""
    opened = SqlRecord.open(database_url)
    yield opened
    opened.close()


@pytest.fixture
def library(
    tmp_path: Path, cache_dir: Path, library_url: str | None, empty_file: Path
) -> Generator[Library]:
    """A data folder of its own, with the tiny encoder."""
    data_dir = tmp_path / "data"
    data_dir.mkdir()
    if library_url is None:
        copyfile(empty_file, data_dir / "lorepack.db")
    settings = Settings(
        data_dir=data_dir, cache_dir=cache_dir, embedder="hashing:64", database_url=library_url
    )
    with open_library(settings) as opened:
        yield opened


@pytest.fixture
def library_url(request: pytest.FixtureRequest) -> Generator[str | None]:
    """Where a library keeps its record: None for the SQLite file of its data folder."""
    if getattr(request, "param", "sqlite") == "sqlite":
        yield None
        return
    with _schemas(request).lend() as url:
        yield url


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the libraries of tests that are marked so on both databases."""
    marked = metafunc.definition.get_closest_marker("both_databases")
    if marked and "library_url" in metafunc.fixturenames:
        metafunc.parametrize("library_url", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture
def small_disk(tmp_path: Path) -> Generator[Callable[[int], Path]]:
    """Mounts a disk of so many bytes for this test; skips where that may not be."""
    with ExitStack() as mounted:
        yield lambda size: mounted.enter_context(disk(tmp_path / "disk", size))


@pytest.fixture(scope="session")
def stand_in(tmp_path_factory: pytest.TempPathFactory) -> Generator["Running"]:
    """A stand-in for a Qdrant server, one for all tests; each takes an alias of its own."""
    from tests.qdrant_server.running import running

    with running(tmp_path_factory.mktemp("qdrant") / "server") as server:
        yield server


@pytest.fixture(scope="session")
def cache_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where tokenizers are seeded, once for all tests."""
    return tmp_path_factory.mktemp("cache")
