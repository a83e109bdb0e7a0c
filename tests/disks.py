"""Small disks and disks that cannot be written, where this machine lets them be mounted."""

import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest


def mount(folder: Path, options: str) -> None:
    """Mount a file system in memory, or change the options of one; skips where that may not be."""
    command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    try:
        ran = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    except FileNotFoundError:
        pytest.skip("there is no mount here")
    if ran.returncode:
        pytest.skip(f"no file system can be mounted here: {ran.stderr.strip()}")


@contextmanager
def disk(folder: Path, size: int) -> Generator[Path]:
    """A disk of so many bytes."""
    folder.mkdir()
    mount(folder, f"size={size},mode=700")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def remount_read_only(folder: Path) -> None:
    """Let nobody write a mounted disk any more."""
    mount(folder, "remount,ro")
