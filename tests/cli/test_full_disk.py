"""Commands on a disk that fills up: each ends well or with one clear line, and nothing is lost."""

from collections.abc import Callable
from pathlib import Path
from shutil import disk_usage

import pytest

from tests.cli.running import Lorepack
from tests.strategies import synthetic_book

ROOMS = (0, 8_192, 40_960, 81_920, 163_840, 327_680, 655_360, 1_310_720)
"""Bytes that are left, in turn."""


@pytest.fixture
def disk(small_disk: Callable[[int], Path], environment: pytest.MonkeyPatch) -> Path:
    """A disk of eight megabytes with a data folder on it."""
    folder = small_disk(8_000_000)
    environment.setenv("LOREPACK_DATA_DIR", str(folder / "data"))
    return folder


def leave(disk: Path, room: int) -> None:
    """Fill a disk until so many bytes are left."""
    ballast = disk / "ballast"
    ballast.unlink(missing_ok=True)
    ballast.write_bytes(b"." * max(0, disk_usage(disk).free - room))


def test_no_command_loses_anything_on_a_disk_that_fills_up(
    lorepack: Lorepack, disk: Path, tmp_path: Path
) -> None:
    first, second = tmp_path / "first.txt", tmp_path / "second.txt"
    first.write_bytes(synthetic_book(6).manuscript())
    second.write_bytes(synthetic_book(9, seed=8).manuscript())
    other = tmp_path / "chapter.txt"
    other.write_text("换了一章。" * 2_000, encoding="utf-8")
    assert lorepack("import", first, "--project", "book").code == 0
    stored = lorepack("chapters", "book", "--json").json
    refused: list[str] = []
    for room in ROOMS:
        leave(disk, room)
        for command in (
            ("import", second, "--project", "second"),
            ("summarise", "book"),
            ("pack", "book", "--chapter", "3"),
            ("edit", "book", "2", "--file", other, "--as-is"),
            ("search", "book", "铜铃"),
            ("check", "book", other),
        ):
            ran = lorepack(*command)
            if ran.code:
                refused.append(ran.err)
                assert ran.code == 1, ran.err
                assert ran.err.splitlines()[-1].startswith("error: "), ran.err
        shown = lorepack("chapters", "book", "--json")
        if shown.code:
            assert "the disk is full" in shown.err
            continue
        assert [c["title"] for c in shown.json] == [c["title"] for c in stored]
    assert any("the disk is full" in complaint for complaint in refused), refused
    (disk / "ballast").unlink()
    for command in (
        ("import", second, "--project", "second"),
        ("summarise", "book"),
        ("pack", "book", "--chapter", "3"),
        ("search", "second", "铜铃"),
    ):
        ran = lorepack(*command)
        assert ran.code == 0, ran.err
    assert "10,000" in lorepack("chapters", "book").out, "the edit that was acknowledged"
    assert len(lorepack("chapters", "second", "--json").json) == 9


def test_without_any_room_the_first_import_says_so(
    lorepack: Lorepack, disk: Path, tmp_path: Path
) -> None:
    book = tmp_path / "book.txt"
    book.write_bytes(synthetic_book(6).manuscript())
    for room in (0, 4_096, 65_536):
        leave(disk, room)
        ran = lorepack("import", book, "--project", "book")
        assert (ran.code, ran.out) == (1, "")
        assert "full" in ran.err or "No space left" in ran.err
    (disk / "ballast").unlink()
    assert lorepack("import", book, "--project", "book").code == 0
