"""Reading the files that a command names."""

from pathlib import Path

from lorepack.errors import InvalidInputError


def read_bytes(path: Path) -> bytes:
    """Read a file.

    Raises:
        InvalidInputError: There is none, or it cannot be read; the text says which and why.
    """
    if path.is_dir():
        raise InvalidInputError(f"{path} is a folder; name a text file")
    try:
        return path.read_bytes()
    except FileNotFoundError as error:
        raise InvalidInputError(f"there is no file {path}") from error
    except OSError as error:
        raise InvalidInputError(f"{path} cannot be read: {error.strerror}") from error
