"""The notebooks: what is stored of them, and that they run to their end on the sample books."""

import json
import os
import shutil
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from ranking.profile import Profile
from ranking.profile_file import loads

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
SAVED = {"02_tune.ipynb": "profile.toml", "03_encoders.ipynb": "encoder-profile.toml"}
NEEDED = ("nbclient", "nbformat", "ipykernel", "matplotlib", "optuna", "sklearn")
ABSENT = [name for name in NEEDED if find_spec(name) is None]
LONGEST_CELL = 20
"""Lines of code."""


def _name(path: Path) -> str:
    return path.name


def cells(path: Path) -> list[dict[str, Any]]:
    return json.loads(path.read_text(encoding="utf-8"))["cells"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=_name)
def test_no_output_is_stored(path: Path) -> None:
    for cell in cells(path):
        if cell["cell_type"] == "code":
            assert (cell["outputs"], cell["execution_count"]) == ([], None)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=_name)
def test_a_notebook_reads_in_five_minutes(path: Path) -> None:
    """About 200 words a minute, and 20 lines of code."""
    words = code = 0
    for cell in cells(path):
        lines = "".join(cell["source"]).splitlines()
        if cell["cell_type"] == "code":
            assert len(lines) <= LONGEST_CELL
            code += sum(bool(line.strip()) for line in lines)
        else:
            words += len(" ".join(lines).split())
    assert words / 200 + code / 20 <= 8
    assert words > 150


@pytest.mark.parametrize("path", NOTEBOOKS, ids=_name)
def test_a_notebook_begins_with_what_it_is_for_and_then_its_settings(path: Path) -> None:
    title, settings = cells(path)[:2]
    assert title["source"][0].startswith("# ")
    assert any(line.startswith("DATA_DIR = None") for line in settings["source"])


@pytest.mark.skipif(ABSENT != [], reason=f"the extra notebooks is not installed: {ABSENT}")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=_name)
def test_a_notebook_runs_to_its_end(
    path: Path, tmp_path: Path, cache_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in [name for name in os.environ if name.startswith("LOREPACK_")]:
        monkeypatch.delenv(variable)
    monkeypatch.setenv("LOREPACK_EMBEDDER", "hashing:256")
    monkeypatch.setenv("LOREPACK_CACHE_DIR", str(cache_dir))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    shutil.copytree(ROOT / "notebooks" / "samples", tmp_path / "samples")
    executed = _execute(path, tmp_path)
    pictures = [
        output
        for cell in executed
        for output in cell.get("outputs", ())
        if "image/png" in output.get("data", {})
    ]
    assert pictures
    if path.name in SAVED:
        saved = loads((tmp_path / SAVED[path.name]).read_text(encoding="utf-8"))
        assert saved != Profile()


def _execute(path: Path, folder: Path) -> list[dict[str, Any]]:
    """Run a notebook in a folder; returns its cells with what they gave."""
    nbformat: Any = import_module("nbformat")
    nbclient: Any = import_module("nbclient")
    notebook = nbformat.read(path, as_version=4)
    where = {"metadata": {"path": str(folder)}}
    nbclient.NotebookClient(notebook, timeout=240, resources=where).execute()
    return notebook.cells
