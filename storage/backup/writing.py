"""Writing a backup: texts as files, rows as lines of JSON, and a manifest of both.

Whatever is read is written at once: only the names of files and their sums are held to the end.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from hashlib import sha256
from typing import BinaryIO
from zipfile import ZipFile, ZipInfo

from lorepack.ports import Progress
from storage.backup.manifest import (
    FORMAT,
    MANIFEST,
    VERSION,
    Manifest,
    MemberSum,
    dump_manifest,
    table_member,
)
from storage.backup.names import stem
from storage.backup.stored import BackupRow, StoredProject
from storage.backup.tables import REVISIONS, TEXT

FILE = "file"
"""What stands in a row of the texts instead of the text: the path of the file that holds it."""

_Files = Mapping[tuple[str, int], str]
"""Paths of texts by chapter and revision."""


class _Members:
    """The files of an archive that is being written."""

    def __init__(self, zip: ZipFile, at: datetime, compression: int) -> None:
        self._zip, self._at, self._compression = zip, at, compression
        self.sums: dict[str, MemberSum] = {}

    def write(self, path: str, pieces: Iterable[bytes]) -> None:
        """Write a file, piece by piece."""
        info = ZipInfo(path, date_time=self._at.timetuple()[:6])
        info.compress_type = self._compression
        info.external_attr = 0o600 << 16
        size, digest = 0, sha256()
        with self._zip.open(info, "w", force_zip64=True) as member:
            for piece in pieces:
                member.write(piece)
                digest.update(piece)
                size += len(piece)
        self.sums[path] = MemberSum(bytes=size, sha256=digest.hexdigest())


def write_backup(
    file: BinaryIO,
    project: StoredProject,
    schema: str,
    at: datetime,
    compression: int,
    progress: Progress,
) -> Manifest:
    """Write a project into a zip archive.

    Args:
        file: Where to; writable and seekable.
        project: The rows, within one snapshot.
        schema: Revision of the database's schema.
        at: When, in UTC.
        compression: How to pack, by `zipfile`'s constants.
        progress: Hears of it, in rows.
    """
    counts = project.counts()
    with ZipFile(file, "w") as zip:
        members = _Members(zip, at, compression)
        files = _write_texts(members, project)
        done = 0
        for table, count in counts.items():
            progress("export", done, sum(counts.values()))
            members.write(table_member(table), map(_line, _rows(project, table, files)))
            done += count
        manifest = Manifest(
            format=FORMAT,
            version=VERSION,
            schema=schema,
            tenant=project.scope.tenant,
            project=project.scope.project,
            at=at.isoformat(timespec="seconds"),
            tables=counts,
            members=dict(members.sums),
        )
        members.write(MANIFEST, [dump_manifest(manifest)])
    return manifest


def _write_texts(members: _Members, project: StoredProject) -> _Files:
    """Write every text once, however often its chapter came back to it."""
    files: dict[tuple[str, int], str] = {}
    chapters = project.chapters()
    for nth, chapter in enumerate(chapters, start=1):
        name = stem(nth, len(chapters), f"{chapter.label} {chapter.title}")
        folder = "texts" if chapter.status == "canon" else chapter.status
        written: dict[str, str] = {}
        for revision, text in project.texts(chapter.id, chapter.current_revision):
            is_current = revision == chapter.current_revision
            path = f"{folder}/{name}.txt" if is_current else f"former/{name} r{revision}.txt"
            data = text.encode()
            digest = sha256(data).hexdigest()
            if digest not in written:
                written[digest] = path
                members.write(path, [data])
            files[chapter.id, revision] = written[digest]
    return files


def _rows(project: StoredProject, table: str, files: _Files) -> Iterator[BackupRow]:
    if table != REVISIONS:
        yield from project.rows(table)
        return
    for row in project.rows(table, without=TEXT):
        yield {**row, FILE: files[row["chapter"], row["revision"]]}


def _line(row: BackupRow) -> bytes:
    try:
        return json.dumps(row, ensure_ascii=False).encode() + b"\n"
    except UnicodeEncodeError:  # half a character, which JSON columns can hold and UTF-8 cannot
        return json.dumps(row).encode() + b"\n"
