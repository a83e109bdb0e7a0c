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
    Vector,
    VectorIndex,
)
from lorepack.records import Snippet
from ranking.bm25 import document_vector
from text.transcripts import without_dates

_ROUND = 8
"""Chapters between two flushes."""

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
            self._round(entries, partial(self.progress, "vectors", done, done + self._left()))
            done += len(entries)
        self.progress("vectors", done, done)
        return done

    def _pending(self) -> list[JournalEntry]:
        with self.record.reading() as unit:
            return unit.journal.pending(_ROUND)

    def _left(self) -> int:
        with self.record.reading() as unit:
            return unit.journal.length()

    def _round(self, entries: Sequence[JournalEntry], alive: Callable[[], None]) -> None:
        work = self._load(entries)
        vectors = self._vectors(work, alive)
        for item in work:
            scope = item.entry.scope
            self.index.upsert(scope, _points(item, vectors))
            self.index.prune(scope, item.entry.chapter_id, [s.id for s in item.snippets])
        self.index.flush()
        with self.record.writing() as unit:
            unit.journal.forget([entry.id for entry in entries])

    def _load(self, entries: Sequence[JournalEntry]) -> list[Work]:
        """Read each chapter once, however many entries it has; a chapter gone has no snippets."""
        last = {(entry.scope, entry.chapter_id): entry for entry in entries}
        work: list[Work] = []
        with self.record.reading() as unit:
            for entry in last.values():
                snippets = unit.snippets.of_chapter(entry.scope, entry.chapter_id)
                passages = unit.snippets.passages(entry.scope, [s.id for s in snippets])
                texts = {p.id: p.text for p in passages}
                current = tuple(s for s in snippets if s.id in texts)
                work.append(
                    Work(
                        entry=entry,
                        order_key=passages[0].order_key if passages else 0,
                        snippets=current,
                        texts=tuple(without_dates(texts[s.id]).strip() for s in current),
                    )
                )
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
