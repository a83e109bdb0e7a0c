"""Applications over small libraries."""

from collections.abc import Generator
from pathlib import Path

import pytest

from api.app import create_app
from runtime.library import Library
from tests.api.calling import Caller
from tests.sample_books import open_samples


@pytest.fixture
def call(library: Library) -> Caller:
    """Calls an application whose library is empty."""
    return Caller(app=create_app(library))


@pytest.fixture(scope="session")
def ask(tmp_path_factory: pytest.TempPathFactory, cache_dir: Path) -> Generator[Caller]:
    """Calls an application over the sample books; only for tests that write nothing."""
    with open_samples(tmp_path_factory.mktemp("samples"), cache_dir) as library:
        yield Caller(app=create_app(library))
