"""Reading a backup: every file held to its checksum, every row to its table."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Protocol, cast

from lorepack.errors import InvalidInputError
from lorepack.ports import Progress
from storage.backup.manifest import MANIFEST, Manifest, load_manifest, table_member
from storage.backup.stored import BackupRow
from storage.backup.tables import REVISIONS, TEXT
from storage.backup.writing import FILE

MOST_ROW = 256 << 20
"""Bytes of one row: it is held in memory. One of a hundred thousand changed chapters has half."""
_MOST_MANIFEST = 256 << 20


class Packed(Protocol):
    """An archive that was looked through for harm."""

    @property
    def name(self) -> str:
        """What it is called, for messages."""
        ...

    @property
    def members(self) -> Mapping[str, object]:
        """Its files by path."""
        ...

    def pieces(self, path: str) -> Iterator[bytes]:
        """One of them unpacked, piece by piece; no more than is honest."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """A backup that is open for reading."""

    packed: Packed
    manifest: Manifest

    def check(self, progress: Progress) -> None:
        """Hold every file to its checksum.

        Raises:
            InvalidInputError: One is damaged, missing or too many; the text names it.
        """
        told = set(self.manifest.members)
        for path in sorted((set(self.packed.members) ^ told) - {MANIFEST}):
            what = "lacks" if path in told else "holds, and its manifest does not name,"
            raise InvalidInputError(f"{self.packed.name} {what} {path}; {_ANOTHER}")
        for done, path in enumerate(told):
            progress("check", done, len(told))
            for _ in self._pieces(path):
                pass

    @property
    def tables(self) -> Collection[str]:
        """Names of the tables that it has rows of."""
        return self.manifest.tables.keys()

    def rows(self, table: str) -> Iterator[BackupRow]:
        """The rows of a table, texts of chapters among them; none for a table it does not have."""
        if table not in self.manifest.tables:
            return
        path, count = table_member(table), 0
        for count, line in enumerate(_lines(path, self._pieces(path)), start=1):
            row = self._row(f"line {count} of {path}", line)
            yield row if table != REVISIONS else self._with_text(row)
        if count != self.manifest.tables[table]:
            raise self._wrong(f"{path} has {count} rows instead of {self.manifest.tables[table]}")

    def _row(self, where: str, line: bytes) -> dict[str, Any]:
        try:
            row: object = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise self._wrong(f"{where} is no JSON ({error})") from error
        if not isinstance(row, dict):
            raise self._wrong(f"{where} is no row")
        return cast("dict[str, Any]", row)

    def _with_text(self, row: dict[str, Any]) -> BackupRow:
        path = row.pop(FILE, None)
        if not isinstance(path, str) or path not in self.manifest.members:
            raise self._wrong(f"a text of chapter {row.get('chapter')!r} is in no file of it")
        try:
            return {**row, TEXT: b"".join(self._pieces(path)).decode()}
        except UnicodeDecodeError as error:
            raise self._wrong(f"{path} is no UTF-8 text") from error

    def _pieces(self, path: str) -> Iterator[bytes]:
        if path not in self.manifest.members:
            raise self._wrong(f"its manifest does not name {path}")
        wanted, size, digest = self.manifest.members[path], 0, sha256()
        for piece in self.packed.pieces(path):
            digest.update(piece)
            size += len(piece)
            yield piece
        if (size, digest.hexdigest()) != (wanted.bytes, wanted.sha256):
            raise InvalidInputError(
                f"{path} in {self.packed.name} is damaged: its checksum is not the one in "
                f"{MANIFEST}; {_ANOTHER}"
            )

    def _wrong(self, why: str) -> InvalidInputError:
        return InvalidInputError(f"{self.packed.name} cannot be restored: {why}")


_ANOTHER = "copy the backup again, or take another one"


def read_backup(packed: Packed) -> Backup:
    """Read what a backup says of itself.

    Raises:
        InvalidInputError: It is none of ours, or of a newer layout.
    """
    if MANIFEST not in packed.members:
        raise InvalidInputError(
            f"{packed.name} is no backup that `lorepack export` wrote: it holds no {MANIFEST}"
        )
    data = bytearray()
    for piece in packed.pieces(MANIFEST):
        data += piece
        if len(data) > _MOST_MANIFEST:
            raise InvalidInputError(f"{MANIFEST} in {packed.name} is bigger than any honest one")
    return Backup(packed=packed, manifest=load_manifest(packed.name, bytes(data)))


def _lines(path: str, pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of a file; no more than one, and the piece at hand, is held at a time."""
    begun: list[bytes] = []
    length = 0
    for piece in pieces:
        *ended, rest = piece.split(b"\n")
        for line in ended:
            yield b"".join((*begun, line))
            begun, length = [], 0
        begun.append(rest)
        length += len(rest)
        if length > MOST_ROW:
            raise InvalidInputError(f"a line of {path} is longer than {MOST_ROW >> 20} MB")
    if length:
        yield b"".join(begun)
