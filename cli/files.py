"""Reading and writing the files that a command names."""

import os
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from ingest.formats import is_readable
from lorepack.errors import InvalidInputError

_MOST_FILES = 20_000
"""Files of a folder; more is no manuscript."""
_MOST_BYTES = 512 << 20
"""Of text in a folder."""


def read_bytes(path: Path) -> bytes:
    """Read a file.

    Raises:
        InvalidInputError: There is none, or it cannot be read; the text says which and why.
    """
    with open_file(path) as file:
        return file.read()


def check_readable(path: Path) -> None:
    """Refuse a path that cannot be read, before anything is made for it.

    Raises:
        InvalidInputError: There is nothing, or it cannot be read.
    """
    if not path.is_dir():
        with open_file(path):
            pass


@contextmanager
def open_file(path: Path) -> Generator[BinaryIO]:
    """Open a file for reading.

    Raises:
        InvalidInputError: There is none, or it cannot be read; the text says which and why.
    """
    if path.is_dir():
        raise InvalidInputError(f"{path} is a folder; name a file")
    try:
        with path.open("rb") as file:
            yield file
    except FileNotFoundError as error:
        raise InvalidInputError(f"there is no file {path}") from error
    except OSError as error:
        raise InvalidInputError(f"{path} cannot be read: {error.strerror}") from error


def read_text(path: Path) -> str:
    """Read a file of text.

    Raises:
        InvalidInputError: It cannot be read, or is no UTF-8 text.
    """
    try:
        return read_bytes(path).decode()
    except UnicodeDecodeError as error:
        raise InvalidInputError(f"{path} is no UTF-8 text") from error


def read_folder(folder: Path) -> list[tuple[str, bytes]]:
    """Read the files below a folder, with names relative to it; pictures and the like are empty.

    Links are not followed: a manuscript does not reach outside its folder.

    Raises:
        InvalidInputError: A file or a folder in it cannot be read, or there is too much.
    """
    files = {
        path.relative_to(folder).as_posix(): path
        for path in _walk(folder)
        if path.is_file() and not path.is_symlink()
    }
    wanted = {name for name in files if is_readable(name)}
    size = sum(files[name].stat().st_size for name in wanted)
    if len(files) > _MOST_FILES or size > _MOST_BYTES:
        raise InvalidInputError(
            f"{folder} holds {len(files):,} files and {size >> 20:,} MB of text; import at most "
            f"{_MOST_FILES:,} files and {_MOST_BYTES >> 20} MB at once"
        )
    return [(name, read_bytes(path) if name in wanted else b"") for name, path in files.items()]


def _refuse(error: OSError) -> None:
    raise InvalidInputError(f"{error.filename} cannot be read: {error.strerror}") from error


def _walk(folder: Path) -> Iterator[Path]:
    for parent, folders, names in os.walk(folder, onerror=_refuse):
        folders.sort()
        yield from (Path(parent, name) for name in sorted(names))


def write_bytes(path: Path, data: bytes, *, force: bool) -> None:
    """Write a file.

    Raises:
        InvalidInputError: It is there already and is not to be written over, or cannot be written.
    """
    try:
        with path.open("wb" if force else "xb") as file:
            file.write(data)
    except FileExistsError as error:
        raise InvalidInputError(f"{path} exists; --force writes over it") from error
    except OSError as error:
        raise InvalidInputError(f"{path} cannot be written: {error.strerror}") from error
