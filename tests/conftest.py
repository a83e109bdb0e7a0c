"""Fixtures for every test: small stores, small books, no network, no model."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
import sqlalchemy as sa
from hypothesis import settings

from lorepack.records import Scope
from runtime.library import Library
from runtime.settings import Settings
from runtime.wiring import open_library
from storage.engines import sqlite_url
from storage.record import SqlRecord

if TYPE_CHECKING:
    from tests.qdrant_server.running import Running

settings.register_profile("lorepack", deadline=None)
settings.load_profile("lorepack")

POSTGRESQL = os.environ.get("TEST_PG_URL", "")


@pytest.fixture
def scope() -> Scope:
    return Scope(project="book")


@pytest.fixture(params=["sqlite", "postgresql"])
def record(request: pytest.FixtureRequest, tmp_path: Path) -> Generator[SqlRecord]:
    """An empty record on each database; PostgreSQL where `TEST_PG_URL` names a server."""
    if request.param == "sqlite":
        opened = SqlRecord.open(sqlite_url(tmp_path / "record.db"))
        yield opened
        opened.close()
        return
    if not POSTGRESQL:
        pytest.skip("TEST_PG_URL names no PostgreSQL server")
    yield from _postgresql()


@pytest.fixture
def postgresql_url() -> Generator[str]:
    """An empty database of PostgreSQL, where `TEST_PG_URL` names a server."""
    if not POSTGRESQL:
        pytest.skip("TEST_PG_URL names no PostgreSQL server")
    with _schema() as url:
        yield url


def _postgresql() -> Generator[SqlRecord]:
    with _schema() as url:
        opened = SqlRecord.open(url)
        yield opened
        opened.close()


@contextmanager
def _schema() -> Generator[str]:
    schema = f"test_{uuid4().hex}"
    server = sa.create_engine(POSTGRESQL, isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.execute(sa.schema.CreateSchema(schema))
    yield f"{POSTGRESQL}?options=-csearch_path%3D{schema}"
    with server.connect() as connection:
        connection.execute(sa.schema.DropSchema(schema, cascade=True))
    server.dispose()


@pytest.fixture
def library(tmp_path: Path, cache_dir: Path) -> Generator[Library]:
    """A data folder of its own, with the tiny encoder."""
    with open_library(
        Settings(data_dir=tmp_path / "data", cache_dir=cache_dir, embedder="hashing:64")
    ) as opened:
        yield opened


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
