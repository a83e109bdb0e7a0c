"""The indexer: brings the vector index up to the record, chapter by chapter, as often as needed.

Each step may be repeated without harm, and an entry is forgotten only after the index is on disk,
so a crash anywhere costs a repetition and loses nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from lorepack.ports import (
    Embedder,
    JournalEntry,
    Point,
    Progress,
    Record,
    UnitOfWork,
    Vector,
    VectorIndex,
)
from lorepack.records import Scope, Snippet
from ranking.bm25 import document_vector
from text.transcripts import without_dates

_ROUND = 256
"""Snippets after which the index is put on disk, a chapter at the least: that takes a tenth of a
second however few they are, and they take the encoder a few seconds."""

_BATCH = 32
"""Texts between two commits and two signs of life: a few seconds of embedding."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """The snippets of one journalled chapter as they are now."""

    entry: JournalEntry
    order_key: int
    snippets: tuple[Snippet, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Indexer:
    """Drains the journal into the index."""

    record: Record
    index: VectorIndex
    embedder: Embedder
    progress: Progress

    def drain(self) -> int:
        """Work until the journal is empty.

        Returns:
            How many entries were worked off.
        """
        done = 0
        while entries := self._pending():
            alive = partial(self.progress, "vectors", done, done + self._left())
            done += self._round(entries, alive)
        self.progress("vectors", done, done)
        return done

    def _pending(self) -> list[JournalEntry]:
        with self.record.reading() as unit:
            return unit.journal.pending(_ROUND)

    def _left(self) -> int:
        with self.record.reading() as unit:
            return unit.journal.length()

    def _round(self, entries: Sequence[JournalEntry], alive: Callable[[], None]) -> int:
        """Work off the first of the entries; returns how many, one at the least."""
        work = self._load(entries)
        vectors = self._vectors(work, alive)
        for item in work:
            scope = item.entry.scope
            self.index.upsert(scope, _points(item, vectors))
            self.index.prune(scope, item.entry.chapter_id, [s.id for s in item.snippets])
        self.index.flush()
        loaded = {_chapter(item.entry) for item in work}
        told = [entry.id for entry in entries if _chapter(entry) in loaded]
        with self.record.writing() as unit:
            unit.journal.forget(told)
        return len(told)

    def _load(self, entries: Sequence[JournalEntry]) -> list[Work]:
        """Read chapters until they are a round, each once, however many entries it has."""
        work: list[Work] = []
        length = 0
        with self.record.reading() as unit:
            for entry in {_chapter(entry): entry for entry in entries}.values():
                work.append(_work(unit, entry))
                length += len(work[-1].snippets)
                if length >= _ROUND:
                    break
        return work

    def _vectors(self, work: Sequence[Work], alive: Callable[[], None]) -> dict[str, Vector]:
        """Vectors by text hash: known ones from the cache, the others from the encoder."""
        wanted = {s.sha256: t for w in work for s, t in zip(w.snippets, w.texts, strict=True)}
        with self.record.reading() as unit:
            vectors = unit.vectors.get(self.embedder.fingerprint, list(wanted))
        missing = [sha for sha in wanted if sha not in vectors]
        for start in range(0, len(missing), _BATCH):
            alive()
            batch = missing[start : start + _BATCH]
            made = self.embedder.embed_documents([wanted[sha] for sha in batch])
            vectors |= dict(zip(batch, made, strict=True))
            with self.record.writing() as unit:
                unit.vectors.add(self.embedder.fingerprint, {sha: vectors[sha] for sha in batch})
        return vectors


def _chapter(entry: JournalEntry) -> tuple[Scope, str]:
    return entry.scope, entry.chapter_id


def _work(unit: UnitOfWork, entry: JournalEntry) -> Work:
    """A chapter as it is now; one that is gone has no snippets."""
    scope, chapter = entry.scope, entry.chapter_id
    snippets = unit.snippets.of_chapter(scope, chapter)
    # They were all cut from one text: where the first is current, all are. The words are cut out
    # here, as the database would count to each of them from the beginning of the chapter.
    first = unit.snippets.passages(scope, [s.id for s in snippets[:1]])
    if not first:
        return Work(entry=entry, order_key=0, snippets=(), texts=())
    text = unit.chapters.text(scope, chapter)
    return Work(
        entry=entry,
        order_key=first[0].order_key,
        snippets=tuple(snippets),
        texts=tuple(without_dates(text[s.start : s.end]).strip() for s in snippets),
    )


def _points(item: Work, vectors: dict[str, Vector]) -> list[Point]:
    return [
        Point(
            id=snippet.id,
            chapter_id=snippet.chapter_id,
            order_key=item.order_key,
            nth=snippet.nth,
            importance=snippet.importance,
            people=snippet.people,
            speakers=snippet.speakers,
            at=snippet.at,
            dense=vectors[snippet.sha256],
            sparse=document_vector(snippet.folded[: snippet.own]),
        )
        for snippet in item.snippets
    ]
