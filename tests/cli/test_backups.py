"""The commands `export` and `restore`."""

import errno
import os
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.cli.running import Lorepack, Ran


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "en.zip"


def _line(ran: Ran) -> str:
    """The one line that a refused command leaves."""
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.count("\n") == 1
    return ran.err.removeprefix("error: ").rstrip("\n")


def test_a_book_goes_from_one_data_folder_to_another(
    reading: Lorepack, environment: pytest.MonkeyPatch, tmp_path: Path, file: Path
) -> None:
    ran = reading("export", "en", file)
    assert ran.code == 0
    assert f"project 'en' written to {file} (" in ran.out
    assert ": 9 chapters, " in ran.out
    asked = ("pack", "en", "--chapter", 5, "--query", "lantern")
    pack, chapters = reading(*asked).out, reading("chapters", "en", "--json").json
    environment.setenv("LOREPACK_DATA_DIR", str(tmp_path / "there"))
    ran = reading("restore", file)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"project 'en' restored from {file} (")
    assert reading(*asked).out == pack
    assert reading("chapters", "en", "--json").json == chapters
    status = reading("status", "en", "--json").json
    assert (status["index_lag"], status["jobs"]) == (0, [])
    assert _line(reading("restore", file)) == (
        "there is a project 'en' already, and nothing was restored; "
        "--as restores under another name"
    )
    assert "as project 'en'" in _line(reading("restore", file, "--as", "copy"))


def test_programs_are_told_in_one_document(
    reading: Lorepack, environment: pytest.MonkeyPatch, tmp_path: Path, file: Path
) -> None:
    written = reading("export", "zh", file, "--json").json
    assert written["project"] == "zh"
    assert written["bytes"] == file.stat().st_size
    assert written["texts"] == written["tables"]["chapter"] == 17
    environment.setenv("LOREPACK_DATA_DIR", str(tmp_path / "there"))
    told = reading("restore", file, "--as", "另一本", "--json").json
    assert told == written | {"project": "另一本"}
    assert len(reading("chapters", "另一本", "--json").json) == 17


def test_a_file_is_written_over_only_when_that_is_said(reading: Lorepack, file: Path) -> None:
    file.write_bytes(b"precious")
    assert _line(reading("export", "en", file)) == f"{file} exists; --force writes over it"
    assert file.read_bytes() == b"precious"
    assert reading("export", "en", file, "--force").code == 0
    assert file.stat().st_mode & 0o777 == 0o600
    with ZipFile(file) as zip:
        assert zip.testzip() is None
    assert list(file.parent.iterdir()) == [file]


def test_a_file_that_appears_meanwhile_stays(
    reading: Lorepack, environment: pytest.MonkeyPatch, file: Path
) -> None:
    synced = os.fsync

    def appear(handle: int) -> None:
        synced(handle)
        file.write_bytes(b"precious")

    environment.setattr(os, "fsync", appear)
    assert _line(reading("export", "en", file)) == f"{file} exists; --force writes over it"
    assert file.read_bytes() == b"precious"


def test_a_file_system_without_links_will_do(
    reading: Lorepack, environment: pytest.MonkeyPatch, file: Path
) -> None:
    def no_link(*_: object) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    environment.setattr(os, "link", no_link)
    assert reading("export", "en", file).code == 0
    assert list(file.parent.iterdir()) == [file]


def test_a_full_disk_is_named_and_leaves_nothing(
    reading: Lorepack, environment: pytest.MonkeyPatch, file: Path
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    environment.setattr(os, "fsync", full)
    line = _line(reading("export", "en", file))
    assert line == f"{file} cannot be written: No space left on device"
    assert list(file.parent.iterdir()) == []


def test_what_cannot_be_is_refused_in_a_line(reading: Lorepack, tmp_path: Path, file: Path) -> None:
    unknown = _line(reading("export", "nix", file))
    assert unknown == "there is no project 'nix'; there are: 'en', 'zh'"
    assert "is a folder" in _line(reading("export", "en", tmp_path))
    absent = tmp_path / "nix" / "en.zip"
    assert _line(reading("export", "en", absent)) == (
        f"{absent} cannot be written: No such file or directory"
    )
    assert "cannot be read" in _line(reading("restore", file))
    file.write_text("no zip", "utf-8")
    assert "is no zip archive" in _line(reading("restore", file))
    assert _line(reading("restore", file, "--as", " ")) == "the name is empty; say one"
