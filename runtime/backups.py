"""Backups of projects: written beside their place and read back before they take it, restored."""

import errno
import os
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import mkstemp
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from ingest.formats.archive import Allowance, most_bytes, open_archive
from lorepack.errors import InvalidInputError, UnavailableError
from lorepack.ports import Progress
from lorepack.records import BackupReport, JobKind, Scope
from runtime.jobs import ProjectJobs
from runtime.worker import quiet
from storage.backup import Backup, at_newest_schema, read_backup

_MOST_BYTES = 64 << 30
_MOST_MEMBERS = 1_000_000
"""Texts of a backup, former ones too."""
_BEGINS = b"PK\x03\x04"
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectBackups(ProjectJobs):
    """The backups of a record's projects."""

    def export(
        self, scope: Scope, path: Path, *, force: bool = False, progress: Progress = quiet
    ) -> BackupReport:
        """Write a project to a file, as it is at one moment, while others go on writing to it.

        The file takes its place only when it is whole and was read back.

        Args:
            scope: The project.
            path: The file; only this user can read it.
            force: Whether one that is there may be written over.
            progress: Hears of it.

        Raises:
            NotFoundError: There is no such project.
            InvalidInputError: There is a file of that name, or it cannot be written there.
            UnavailableError: The disk is full.
        """
        if path.is_dir():
            raise InvalidInputError(f"{path} is a folder; name a file")
        if path.exists() and not force:
            raise _exists(path)
        with _beside(path) as draft:
            with draft.open("w+b") as file:
                self._write(scope, file, progress)
                file.flush()
                os.fsync(file.fileno())
            with draft.open("rb") as file, _opened(path.name, file) as backup:
                backup.check(progress)
                report = _report(scope, path, draft, backup)
            _put_in_place(draft, path, force=force)
        return report

    def _write(self, scope: Scope, file: BinaryIO, progress: Progress) -> None:
        with self.record.reading() as unit:
            now = datetime.now(UTC)
            for compression in (ZIP_DEFLATED, ZIP_STORED):
                file.seek(0)
                file.truncate()
                unit.backups.write(scope, file, at=now, compression=compression, progress=progress)
                if not _looks_like_a_bomb(file):
                    return

    def restore(
        self,
        path: Path,
        *,
        name: str | None = None,
        tenant: str = "local",
        progress: Progress = quiet,
    ) -> BackupReport:
        """Make a project out of a backup, all or nothing; vectors are still to be made then.

        Args:
            path: The file.
            name: What it is to be called; None for what it was called.
            tenant: Whose it is to be.
            progress: Hears of it.

        Raises:
            ConflictError: There is a project of that name, or the same book under another one.
            InvalidInputError: The file is no backup, damaged, or of a newer lorepack.
            UnavailableError: The database cannot take it.
        """
        with _file(path) as file, _opened(str(path), file) as backup:
            scope = Scope(tenant=tenant, project=name or backup.manifest.project)
            with self.record.reading() as unit:
                unit.backups.require_absent(scope)
            backup.check(progress)
            with at_newest_schema(backup, progress) as source, self.record.writing() as unit:
                unit.journal.note(scope, unit.backups.restore(scope, source, progress))
                unit.jobs.queue(scope, JobKind.SUMMARISE)
            return _report(scope, path, path, backup)


def _report(scope: Scope, path: Path, file: Path, backup: Backup) -> BackupReport:
    told = backup.manifest
    return BackupReport(
        project=scope.project,
        tenant=scope.tenant,
        file=str(path),
        bytes=file.stat().st_size,
        at=told.at,
        schema=told.schema,
        tables=dict(told.tables),
        texts=sum(member.endswith(".txt") for member in told.members),
    )


@contextmanager
def _opened(name: str, file: BinaryIO) -> Generator[Backup]:
    if file.read(len(_BEGINS)) != _BEGINS:
        raise InvalidInputError(
            f"{name} is no zip archive; `restore` takes a file that `export` wrote"
        )
    # A file is read twice: once for its checksum, and once for what it holds.
    allowance = Allowance(
        left=2 * _MOST_BYTES,
        members=_MOST_MEMBERS,
        what="a backup",
        less="it was not written by `lorepack export`",
        again="copy it again, or take another backup",
    )
    with open_archive(name, file, allowance) as archive:
        yield read_backup(archive)


def _looks_like_a_bomb(file: BinaryIO) -> bool:
    """Whether a reader would refuse it: a book of one line, over and over, packs that well."""
    with ZipFile(file) as written:
        return any(info.file_size > most_bytes(info) for info in written.infolist())


@contextmanager
def _file(path: Path) -> Generator[BinaryIO]:
    try:
        file = path.open("rb")
    except OSError as error:
        raise InvalidInputError(f"{path} cannot be read: {error.strerror}") from error
    with file:
        yield file


@contextmanager
def _beside(path: Path) -> Generator[Path]:
    """A file in the same folder that only this user can read, gone when it was not renamed."""
    try:
        handle, name = mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
        os.close(handle)
        try:
            yield Path(name)
        finally:
            Path(name).unlink(missing_ok=True)
    except OSError as error:
        full = error.errno in _FULL
        refused = UnavailableError if full else InvalidInputError
        raise refused(f"{path} cannot be written: {error.strerror}") from error


def _put_in_place(draft: Path, path: Path, *, force: bool) -> None:
    if force:
        draft.replace(path)
        return
    try:
        os.link(draft, path)  # refuses a file that has appeared meanwhile
    except FileExistsError as error:
        raise _exists(path) from error
    except OSError as error:  # a file system without links
        if path.exists():
            raise _exists(path) from error
        draft.replace(path)


def _exists(path: Path) -> InvalidInputError:
    return InvalidInputError(f"{path} exists; --force writes over it")
