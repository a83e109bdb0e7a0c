"""Purging: what is in the trash goes for good, with everything that was made from it."""

from dataclasses import dataclass

from ingest.books import read_book
from ingest.structure import book
from lorepack.ports import Edition, Record, TokenCounter, UnitOfWork
from lorepack.records import Chapter, Scope, Status
from story.coverage import USUAL, Lengths
from story.entries import chapter_key, sources
from story.so_far import tell


@dataclass(frozen=True, slots=True, kw_only=True)
class Purger:
    """Empties the trash of projects."""

    record: Record
    count: TokenCounter
    lengths: Lengths = USUAL
    """How many members a window of chapters has."""

    def run(self, scope: Scope) -> list[Chapter]:
        """Delete for good what is in a project's trash.

        Packs that were handed out and changes that could bring a chapter back hold its words:
        those packs and changes go as well.

        Returns:
            The chapters that are gone.

        Raises:
            NotFoundError: There is no such project.
        """
        with self.record.writing() as unit:
            edition = read_book(unit, scope).edition
            gone = [c for c in edition.chapters if c.status is Status.TRASH]
            if gone:
                self._purge(unit, scope, edition, gone)
        return gone

    def _purge(self, unit: UnitOfWork, scope: Scope, edition: Edition, gone: list[Chapter]) -> None:
        ids = [c.id for c in gone]
        unit.chapters.purge(scope, _neighbours(edition))
        unit.changes.forget(scope, ids)
        unit.runs.forget(scope)
        left = [c for c in edition.chapters if c.status is not Status.TRASH]
        keys = {chapter_key(c) for c in left}
        unit.summaries.keep(scope, keys | self._windows(unit, scope, edition))
        unit.memories.keep_extracted(scope, sources(left, unit.summaries.standing(scope, [*keys])))
        unit.journal.note(scope, ids)
        unit.projects.touch(scope)

    def _windows(self, unit: UnitOfWork, scope: Scope, edition: Edition) -> set[str]:
        """Signatures of the windows that the book has now."""
        chapters = book(edition)
        standing = unit.summaries.standing(scope, [chapter_key(c) for c in chapters])
        return set(tell(chapters, standing, self.count, self.lengths).windows)


def _neighbours(edition: Edition) -> dict[str, tuple[str | None, str | None]]:
    """For each chapter in the trash, the nearest before and behind it that stays."""
    neighbours: dict[str, tuple[str | None, str | None]] = {}
    for at, chapter in enumerate(edition.chapters):
        if chapter.status is Status.TRASH:
            before = (c.id for c in reversed(edition.chapters[:at]) if c.status is not Status.TRASH)
            behind = (c.id for c in edition.chapters[at:] if c.status is not Status.TRASH)
            neighbours[chapter.id] = next(before, None), next(behind, None)
    return neighbours
