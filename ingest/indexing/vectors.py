"""Vectors of chapters: known ones from the record, the others from the encoder."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ingest.indexing.points import Work
from lorepack.ports import Embedder, Record, UnitOfWork, Vector

_BATCH = 32
"""Texts between two commits and two signs of life: a few seconds of embedding."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vectors:
    """Makes vectors, and keeps each one that was made."""

    record: Record
    embedder: Embedder
    keep: Callable[[UnitOfWork], None]
    """Called in each transaction that keeps a batch."""

    def of(self, work: Sequence[Work], alive: Callable[[], None]) -> dict[str, Vector]:
        """Those of some chapters' snippets, by the hash of their texts.

        Args:
            work: The chapters.
            alive: Called before each batch; raises where the work is to stop.
        """
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
                self.keep(unit)
        return vectors
