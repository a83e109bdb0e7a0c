"""The wheel: one name in site-packages, and everything works out of it.

The checkout is installed in this environment, so what is tried here runs without `site`: no
`.pth` file is read, and the path holds what the test puts there and the libraries, no more.
"""

import json
import os
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.sample_books import EMBEDDER

ROOT = Path(__file__).parents[1]
Python = Callable[..., subprocess.CompletedProcess[str]]


def _pip(*arguments: str) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", *arguments]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert ran.returncode == 0, ran.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    _pip("wheel", "--no-deps", "--no-build-isolation", "-w", str(folder), ".")
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the wheel alone was installed."""
    folder = tmp_path_factory.mktemp("installed")
    _pip("install", "--no-deps", "--no-index", "--no-compile", "--target", str(folder), str(wheel))
    return folder


@pytest.fixture(scope="module")
def neighbour(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with another project's package, which is called as one of ours."""
    folder = tmp_path_factory.mktemp("neighbour")
    (folder / "api").mkdir()
    (folder / "api" / "__init__.py").write_text("OWNER = 'somebody else'\n", "utf-8")
    return folder


@pytest.fixture
def python(installed: Path, neighbour: Path, tmp_path: Path, cache_dir: Path) -> Python:
    """Runs an interpreter that knows the neighbour, the wheel and the libraries."""
    libraries = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    path = [str(neighbour), str(installed), *sorted(libraries)]
    environment = {
        "PATH": os.environ.get("PATH", ""),
        "HOME": str(tmp_path),
        "PYTHONPATH": os.pathsep.join(path),
        "PYTHONDONTWRITEBYTECODE": "1",
        "LOREPACK_DATA_DIR": str(tmp_path / "data"),
        "LOREPACK_CACHE_DIR": str(cache_dir),
        "LOREPACK_EMBEDDER": EMBEDDER,
    }

    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-S", *map(str, arguments)],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )

    return run


def test_one_name_is_added(installed: Path) -> None:
    added = {path.name for path in installed.iterdir() if not path.name.endswith(".dist-info")}
    # pip puts the command beside the packages when it installs into a folder
    assert added - {"bin"} == {"lorepack"}
    assert [path.name for path in (installed / "bin").iterdir()] == ["lorepack"]


def test_every_file_of_every_package_travels_in_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    folders = [path.parent for path in ROOT.glob("*/__init__.py")]
    server = [f for f in folders if f.name not in {"lorepack", "benchmarks", "notebooks", "tests"}]
    expected = {
        f"lorepack/_server/{path.relative_to(ROOT).as_posix()}"
        for folder in server
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert expected - held == set()
    assert any(name.startswith("lorepack/_server/storage/migrations/versions/") for name in held)
    assert "lorepack/_server/cli/samples/zh/book.txt" in held
    assert not any(name.endswith(".pyc") or name.startswith("tests") for name in held)


def test_the_checkout_is_out_of_sight(python: Python, installed: Path) -> None:
    ran = python("-c", "import lorepack, sys; print(lorepack.__file__, *sys.path, sep='\\n')")
    assert ran.returncode == 0, ran.stderr
    file, *path = ran.stdout.splitlines()
    assert Path(file).is_relative_to(installed)
    assert str(ROOT) not in path


@pytest.mark.parametrize("name", ["ranking", "text", "storage", "cli", "runtime", "ingest"])
def test_a_general_name_is_left_to_others(python: Python, name: str) -> None:
    ran = python("-c", f"import lorepack; import {name}")
    assert ran.returncode == 1
    assert f"No module named '{name}'" in ran.stderr


def test_a_package_of_another_project_keeps_its_name(python: Python, neighbour: Path) -> None:
    ran = python("-c", "import lorepack, api; print(api.OWNER)")
    assert ran.stdout == "somebody else\n", ran.stderr
    assert [path.name for path in (neighbour / "api").iterdir()] == ["__init__.py"]


def test_the_service_finds_its_own_package_of_that_name(python: Python, installed: Path) -> None:
    code = (
        "from lorepack.library import find_packages; find_packages();"
        "import api.app; print(api.app.__file__)"
    )
    ran = python("-c", code)
    assert ran.returncode == 0, ran.stderr
    assert Path(ran.stdout.strip()).is_relative_to(installed / "lorepack" / "_server")


def test_the_command_says_what_it_can_do(python: Python, installed: Path) -> None:
    ran = python(installed / "bin" / "lorepack", "--help")
    assert ran.returncode == 0, ran.stderr
    assert "serve" in ran.stdout


def test_a_book_goes_in_and_a_pack_comes_out(python: Python, installed: Path) -> None:
    book = installed / "lorepack" / "_server" / "cli" / "samples" / "en" / "book.txt"
    imported = python("-m", "lorepack", "import", book, "--project", "en", "--json")
    assert imported.returncode == 0, imported.stderr
    assert json.loads(imported.stdout)["added"] == 9
    packed = python("-m", "lorepack", "pack", "en", "--chapter", 10, "--budget", 2_000, "--json")
    assert packed.returncode == 0, packed.stderr
    assert json.loads(packed.stdout)["tokens"] <= 2_000


def test_a_library_is_opened_in_process(python: Python) -> None:
    ran = python("-c", "import lorepack\nwith lorepack.open_library() as l: print(l.projects())")
    assert (ran.returncode, ran.stdout) == (0, "[]\n"), ran.stderr


def test_the_demonstration_runs(python: Python) -> None:
    ran = python("-m", "lorepack", "demo")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.count("context pack for the next chapter") == 2
