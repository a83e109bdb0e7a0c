"""Zip archives that may mean harm: every limit is checked while reading, never only declared."""

import stat
import struct
import zlib
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from typing import IO, BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from ingest.formats.names import member_names, spelling
from lorepack.errors import InvalidInputError

MOST_BYTES = 512 << 20
"""Bytes that all members of an archive, and of those inside it, may have unpacked."""
MOST_MEMBERS = 20_000
MOST_RATIO = 200
"""Bytes unpacked for one packed; prose reaches about 5."""
RATIO_FREE = 8 << 20
"""Bytes that a member may have whatever its ratio: a small file of one repeated line is no bomb."""

_PIECE = 1 << 16
"""Bytes unpacked at a time."""
_LOCAL_HEADER = 30
"""Bytes of a member before its name."""
_ENCRYPTED = 0x1

_DAMAGE = (BadZipFile, zlib.error, EOFError, OSError, struct.error, ValueError, NotImplementedError)
"""What the zipfile module raises for archives that are damaged."""


@dataclass(slots=True)
class Allowance:
    """What an archive may hold, and what to say of one that holds more."""

    left: int = MOST_BYTES
    """Bytes that may still be unpacked, here and in the archives inside."""
    members: int = field(default_factory=lambda: MOST_MEMBERS)
    """Files and folders of one archive."""
    what: str = "a manuscript"
    """What it is."""
    less: str = "pack the texts alone"
    """The way out where it is too big."""
    again: str = "get it again, or unpack it and import the folder"
    """The way out where it is damaged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive:
    """An open archive whose members have been checked."""

    name: str
    members: Mapping[str, ZipInfo]
    """Files by path, in the archive's order; folders are left out."""
    alike: Mapping[str, str]
    """Paths by what all their spellings have in common."""
    zip: ZipFile
    allowance: Allowance

    def read(self, path: str) -> bytes:
        """Unpack one member.

        Raises:
            InvalidInputError: It is damaged, or bigger than anything honest is.
        """
        return b"".join(self.pieces(path))

    def pieces(self, path: str) -> Iterator[bytes]:
        """Unpack one member piece by piece, likewise."""
        try:
            with self.zip.open(self.members[path]) as member:
                yield from self._limited(path, member)
        except _DAMAGE as error:
            raise InvalidInputError(
                f"{path} in {self.name} is damaged ({error}); make the archive again"
            ) from error

    def _limited(self, path: str, member: IO[bytes]) -> Iterator[bytes]:
        most = most_bytes(self.members[path])
        size = 0
        while piece := member.read(_PIECE):
            size += len(piece)
            self.allowance.left -= len(piece)
            if size > most or self.allowance.left < 0:
                raise InvalidInputError(
                    f"{path} makes {self.name} unpack to more than {self.allowance.what} can be "
                    f"({size >> 20} MB so far); {self.allowance.less}"
                )
            yield piece


def most_bytes(info: ZipInfo) -> int:
    """Bytes that a member may have unpacked."""
    return max(RATIO_FREE, MOST_RATIO * info.compress_size)


@contextmanager
def open_archive(name: str, file: BinaryIO, allowance: Allowance) -> Generator[Archive]:
    """Open a zip archive and check its list of members.

    Args:
        name: The archive's name, for messages.
        file: Its bytes, seekable.
        allowance: What it may hold.

    Raises:
        InvalidInputError: It is damaged, encrypted, made to do harm, or packed in an unusual way.
    """
    try:
        opened = ZipFile(file)
    except _DAMAGE as error:
        raise InvalidInputError(
            f"{name} begins like a zip archive and is damaged or cut off ({error}); "
            f"{allowance.again}"
        ) from error
    with opened:
        infos = opened.infolist()
        if len(infos) > allowance.members:
            raise InvalidInputError(
                f"{name} holds {len(infos)} files; at most {allowance.members} are read at once"
            )
        _refuse_overlaps(name, infos)
        names = member_names(name, infos)
        members: dict[str, ZipInfo] = {}
        for path, info in zip(names, infos, strict=True):
            _require_plain(name, path, info)
            if path in members:
                raise InvalidInputError(f"{name} holds {path} twice; pack it once")
            if not path.endswith("/"):
                members[path] = info
        alike = {spelling(path): path for path in members}
        yield Archive(name=name, members=members, alike=alike, zip=opened, allowance=allowance)


def _require_plain(name: str, path: str, info: ZipInfo) -> None:
    mode = info.external_attr >> 16
    if info.flag_bits & _ENCRYPTED:
        what = "is encrypted"
    elif stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        what = "is a link or a device"
    elif info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        what = f"is packed by method {info.compress_type}, not by Deflate"
    else:
        return
    raise InvalidInputError(f"{path} in {name} {what}; pack plain files without a password")


def _refuse_overlaps(name: str, infos: Sequence[ZipInfo]) -> None:
    """Members that share bytes are how a small archive unpacks to a huge one."""
    ordered = sorted(infos, key=lambda info: info.header_offset)
    for info, following in pairwise(ordered):
        if _least_end(info) > following.header_offset:
            raise InvalidInputError(
                f"{name} holds files that overlap ({info.filename} and {following.filename}); "
                "make the archive again"
            )


def _least_end(info: ZipInfo) -> int:
    return info.header_offset + _LOCAL_HEADER + len(info.orig_filename) + info.compress_size
