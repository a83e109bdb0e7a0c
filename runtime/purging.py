"""Deleting for good: out of the record at once, then out of every file that may still hold it."""

import os
import secrets
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ingest.purging import Gone, Purger
from ingest.structure import find
from lorepack.errors import NotFoundError, ReadOnlyError, UnavailableError
from lorepack.ports import Progress
from lorepack.records import Chapter, Purged, Scope, Status, chapter_view
from runtime.worker import quiet

if TYPE_CHECKING:
    from runtime.library import Library

_DUE = "purge-*.due"
"""Files that say that a purge was begun; each stays until all is done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Purging:
    """Purges the projects of a library.

    The rows go in one transaction. What follows may be done again as often as needed, and is done
    by the next purge, or the next service that starts, where it was broken off.
    """

    library: "Library"
    progress: Progress = quiet
    full: bool = False
    """On PostgreSQL, whether tables are locked and written anew."""

    def trash(self, scope: Scope) -> Purged:
        """Delete for good what is in a project's trash.

        Raises:
            NotFoundError: There is no such project.
        """
        return self._carry_out(lambda: _of(self._purger.trash(scope)))

    def chapter(self, scope: Scope, named: str) -> Purged:
        """Delete one chapter for good, whether it is in the trash, the book or a draft.

        Raises:
            NotFoundError: There is no such project or chapter.
        """
        chapter = self.find(scope, named)

        def delete() -> Purged:
            if chapter.status is not Status.TRASH:
                self.library.editor(scope, progress=self.progress).delete([chapter.id])
            return _of(self._purger.chapter(scope, chapter.id))

        return self._carry_out(delete)

    def find(self, scope: Scope, named: str) -> Chapter:
        """A chapter by its id or, in the book, its position; one in the trash too.

        Raises:
            NotFoundError: There is none.
        """
        with self.library.record.reading() as unit:
            edition = unit.chapters.edition(scope)
        trash = {c.id: c for c in edition.chapters if c.status is Status.TRASH}
        return trash.get(named) or find(edition, named)

    def project(self, scope: Scope) -> Purged:
        """Delete a project for good. What its calls of models cost stays in the ledger.

        Raises:
            NotFoundError: There is no such project.
        """

        def delete() -> Purged:
            self._purger.projects([scope])
            return Purged(projects=(scope.project,))

        return self._carry_out(delete)

    def tenant(self, tenant: str) -> Purged:
        """Delete all projects of a tenant for good, and what their calls of models cost.

        Raises:
            NotFoundError: There is nothing of the tenant.
        """

        def delete() -> Purged:
            names = self.library.projects(tenant)
            scopes = [Scope(tenant=tenant, project=name) for name in names]
            entries = self._purger.projects(scopes, tenant=tenant)
            if not (names or entries):
                raise NotFoundError(f"tenant {tenant!r} has no projects and no calls of models")
            return Purged(projects=tuple(names), entries=entries)

        return self._carry_out(delete)

    def finish(self) -> Purged:
        """Do what former purges have left to be done; nothing where there is nothing."""
        return self._rewritten(Purged()) if self.is_due else Purged()

    @property
    def is_due(self) -> bool:
        """Whether a purge was broken off, or could not do all."""
        return any(self._folder.glob(_DUE))

    @property
    def _folder(self) -> Path:
        return self.library.settings.data_dir

    @property
    def _purger(self) -> Purger:
        return Purger(
            record=self.library.record,
            count=self.library.tokenizers("o200k_base").count,
            lengths=self.library.settings.window_lengths,
        )

    def _carry_out(self, delete: Callable[[], Purged]) -> Purged:
        with self._noted() as note:
            gone = delete()
        if gone == Purged():
            note.unlink()
            return self.finish()
        return self._rewritten(gone)

    @contextmanager
    def _noted(self) -> Generator[Path]:
        """Say on disk that a purge has begun, before anything is deleted."""
        note = self._folder / _DUE.replace("*", secrets.token_hex(4))
        try:
            with note.open("xb") as file:
                os.fsync(file.fileno())
        except OSError as error:
            raise ReadOnlyError(f"nothing was deleted: {note}: {error.strerror}") from error
        try:
            yield note
        except Exception:
            note.unlink()
            raise

    def _rewritten(self, gone: Purged) -> Purged:
        """Write anew what may still hold what was deleted."""
        due = list(self._folder.glob(_DUE))
        self.library.shelf.clear()
        still, notes = self._index()
        still += self.library.record.rewrite(full=self.full)
        self.library.record.remove_copies()
        if not still:
            for note in due:
                note.unlink(missing_ok=True)
        return replace(gone, still=tuple(still), notes=tuple(notes))

    def _index(self) -> tuple[list[str], list[str]]:
        """Write the index anew, or delete it where it cannot be; what is still to be done, notes.

        Without an encoder nobody can search it, and it is made again from vectors that are kept.
        """
        try:
            self.library.ownership.rebuild(self.progress)
        except UnavailableError as error:
            try:
                self.library.ownership.discard()
            except UnavailableError as held:
                return [f"the index is not written anew: {error}; {held}"], []
            return [], [f"the index was deleted and is made anew when it can be: {error}"]
        return [], []


def _of(gone: Gone) -> Purged:
    chapters = tuple(map(chapter_view, gone.chapters))
    return Purged(chapters=chapters, volumes=gone.volumes, names=gone.names)
