"""The indexer: brings the vector index up to the record, chapter by chapter, as often as needed.

Each step may be repeated without harm, and an entry is forgotten only after the index is on disk,
so a crash anywhere costs a repetition and loses nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from ingest.indexing.points import Work, points_of, read_work
from ingest.indexing.vectors import Vectors
from lorepack.errors import LorepackError
from lorepack.ports import Embedder, JournalEntry, Progress, Record, UnitOfWork, VectorIndex
from lorepack.records import Scope

_ROUND = 256
"""Snippets after which the index is put on disk, a chapter at the least: that takes a tenth of a
second however few they are, and they take the encoder a few seconds."""

CLAIM_SECONDS = 120.0
"""How long a process has for a round before another may take it over; each batch of vectors that
it makes gives it as long again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Indexer:
    """Brings chapters into the index."""

    record: Record
    index: VectorIndex
    embedder: Embedder
    progress: Progress
    holder: str
    """Who it is among the processes that share the journal."""

    def drain(self) -> int:
        """Work until the journal is empty, but for what other processes are at.

        Returns:
            How many entries were worked off.
        """
        done = self._drop_purged()
        try:
            while entries := self._claim():
                alive = partial(self.progress, "vectors", done, done + self._left())
                done += self._round(entries, alive)
        except LorepackError:
            with self.record.writing() as unit:
                unit.journal.release(self.holder)  # others need not wait for the claims to end
            raise
        self.progress("vectors", done, done)
        return done

    def fill(self, scope: Scope) -> int:
        """Bring in every chapter of a project, whatever the journal says.

        Returns:
            How many there are.
        """
        with self.record.reading() as unit:
            chapters = [(scope, c.id) for c in unit.chapters.edition(scope).chapters]
        done = 0
        while done < len(chapters):
            work = self._read(chapters[done:])
            self._put(work, partial(self.progress, "vectors", done, len(chapters)))
            done += len(work)
        self.progress("vectors", done, done)
        return done

    def _left(self) -> int:
        with self.record.reading() as unit:
            return unit.journal.length()

    def _claim(self) -> list[JournalEntry]:
        if not self._left():  # looking takes no lock
            return []
        with self.record.writing() as unit:
            return unit.journal.claim(self.holder, seconds=CLAIM_SECONDS, limit=_ROUND)

    def _round(self, entries: Sequence[JournalEntry], alive: Callable[[], None]) -> int:
        """Work off the first of the entries; returns how many, one at the least."""
        work = self._read(list(dict.fromkeys(map(_chapter, entries))))
        self._put(work, alive)
        loaded = {(item.scope, item.chapter_id) for item in work}
        told = [entry for entry in entries if _chapter(entry) in loaded]
        with self.record.writing() as unit:
            unit.journal.forget(told, holder=self.holder)
        return len(told)

    def _read(self, chapters: Sequence[tuple[Scope, str]]) -> list[Work]:
        """Read chapters until they are a round."""
        work: list[Work] = []
        length = 0
        with self.record.reading() as unit:
            for scope, chapter in chapters:
                work.append(read_work(unit, scope, chapter))
                length += len(work[-1].snippets)
                if length >= _ROUND:
                    break
        return work

    def _put(self, work: Sequence[Work], alive: Callable[[], None]) -> None:
        """Have the index hold these chapters as they were read, on disk."""
        made = Vectors(record=self.record, embedder=self.embedder, keep=self._keep)
        vectors = made.of(work, alive)
        for item in work:
            self.index.upsert(item.scope, points_of(item, vectors))
            self.index.prune(item.scope, item.chapter_id, [s.id for s in item.snippets])
        self.index.flush()

    def _keep(self, unit: UnitOfWork) -> None:
        unit.journal.keep(self.holder, seconds=CLAIM_SECONDS)

    def _drop_purged(self) -> int:
        """Take projects that are gone out of the index; returns how many."""
        with self.record.reading() as unit:
            purged = unit.journal.purged()
        if purged:
            for scope in purged.values():
                self.index.drop(scope)
            self.index.flush()
            with self.record.writing() as unit:
                unit.journal.forget_purged(list(purged))
        return len(purged)


def _chapter(entry: JournalEntry) -> tuple[Scope, str]:
    return entry.scope, entry.chapter_id
