"""Running commands in this process, on data folders with the tiny encoder."""

import os
import sys
from pathlib import Path

import pytest

from cli.main import main
from tests.cli.running import Lorepack, Ran
from tests.sample_books import EMBEDDER, open_samples


@pytest.fixture
def environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cache_dir: Path
) -> pytest.MonkeyPatch:
    """Settings for a data folder of the test's own, and none of the machine's."""
    for name in [name for name in os.environ if name.startswith("LOREPACK_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("LOREPACK_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("LOREPACK_CACHE_DIR", str(cache_dir))
    monkeypatch.setenv("LOREPACK_EMBEDDER", EMBEDDER)
    return monkeypatch


@pytest.fixture
def lorepack(environment: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Lorepack:
    def run(*arguments: object) -> Ran:
        environment.setattr(sys, "argv", ["lorepack", *map(str, arguments)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        return Ran(code=int(ended.value.code or 0), out=out, err=err)

    return run


@pytest.fixture(scope="session")
def samples(tmp_path_factory: pytest.TempPathFactory, cache_dir: Path) -> Path:
    """A data folder with both sample books; only for tests that write nothing."""
    data_dir = tmp_path_factory.mktemp("samples")
    open_samples(data_dir, cache_dir).close()
    return data_dir


@pytest.fixture
def reading(environment: pytest.MonkeyPatch, samples: Path, lorepack: Lorepack) -> Lorepack:
    """Runs commands on the sample books."""
    environment.setenv("LOREPACK_DATA_DIR", str(samples))
    return lorepack
