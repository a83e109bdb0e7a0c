"""Names of archive members: their encoding, and paths that lead out of the archive."""

import re
import unicodedata
from collections.abc import Sequence
from zipfile import ZipInfo

from ingest.reading import guess
from lorepack.errors import InvalidInputError

_UTF8_FLAG = 0x800
_DRIVE = re.compile(r"[A-Za-z]:")


def member_names(archive: str, infos: Sequence[ZipInfo]) -> list[str]:
    """The paths of an archive's members, with `/` between folders.

    Raises:
        InvalidInputError: A path is absolute or leads upwards.
    """
    encoding = _encoding([_raw(info) for info in infos if not info.flag_bits & _UTF8_FLAG])
    names = [_name(info, encoding) for info in infos]
    for name in names:
        if name.startswith("/") or _DRIVE.match(name) or ".." in name.split("/") or "\0" in name:
            raise InvalidInputError(
                f"{archive} holds a file for {name!r}, outside of itself; pack plain relative paths"
            )
    return names


def spelling(path: str) -> str:
    """What two spellings of one path have in common: books name files in another case."""
    return unicodedata.normalize("NFC", path).casefold()


def _raw(info: ZipInfo) -> bytes:
    """The bytes of a name without the UTF-8 flag, which zipfile reads as CP437."""
    return info.orig_filename.encode("cp437")


def _name(info: ZipInfo, encoding: str) -> str:
    if info.flag_bits & _UTF8_FLAG:
        name = info.orig_filename
    else:
        name = _raw(info).decode(encoding, "replace")
    return name.replace("\\", "/").removeprefix("./")


def _encoding(raw: Sequence[bytes]) -> str:
    """One encoding for all names: together they tell more than one alone."""
    together = b"\n".join(raw)
    try:
        together.decode()
    except UnicodeDecodeError:
        guessed = guess(together)
        return guessed.encoding if guessed else "cp437"
    return "utf-8"
