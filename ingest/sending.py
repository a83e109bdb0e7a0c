"""Reading chapters, with what helps to understand them, to be compressed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ingest.compressing import Previous, Sent
from ingest.holding import memories_before
from ingest.structure import book
from lorepack.ports import Edition, Record, UnitOfWork
from lorepack.records import Chapter, Entity, Memory, MemoryKind, Scope
from story.claims import Names
from story.entries import bare, chapter_key
from story.memories import CLOSED, status_of
from text.aliases import AliasMatcher


@dataclass(frozen=True, slots=True, kw_only=True)
class Sender:
    """Reads the chapters of one edition."""

    record: Record
    scope: Scope
    chapters: Sequence[Chapter]
    """The book, in reading order."""
    order: dict[str, int]
    """Place of each chapter among all there ever were, as aliases count them."""
    entities: Sequence[Entity]
    further: bool
    """Whether the chapter before and the open foreshadows are wanted too."""

    @classmethod
    def of(
        cls,
        record: Record,
        scope: Scope,
        edition: Edition,
        entities: Sequence[Entity],
        *,
        further: bool,
    ) -> "Sender":
        """Prepare to read the chapters of an edition."""
        order = {c.id: place for place, c in enumerate(edition.chapters)}
        return cls(
            record=record,
            scope=scope,
            chapters=book(edition),
            order=order,
            entities=entities,
            further=further,
        )

    def send(self, batch: Sequence[Chapter]) -> Iterator[Sent]:
        """Read some chapters; one that was changed meanwhile is left to the next run."""
        with self.record.reading() as unit:
            written = unit.chapters.written(self.scope, [c.id for c in batch])
            before = {c.id: self._before(unit, c) for c in batch} if self.further else {}
        for chapter in batch:
            if chapter.id in written and written[chapter.id].sha256 == chapter.sha256:
                previous, foreshadows = before.get(chapter.id, (None, ()))
                known = self._known(self.order[chapter.id])
                yield Sent(
                    chapter=chapter,
                    text=written[chapter.id].text,
                    previous=previous,
                    entities=known,
                    matcher=AliasMatcher(known, self.order),
                    names=Names(known, self.order),
                    place=self.order[chapter.id],
                    foreshadows=foreshadows,
                )

    def _known(self, place: int) -> list[Entity]:
        """Entities that a reader knows once the chapter at a place is read.

        What is read out of a chapter must not depend on a name that only a later one makes known.
        """
        return [e for e in self.entities if self.order.get(e.known_from or "", -1) <= place]

    def _before(
        self, unit: UnitOfWork, chapter: Chapter
    ) -> tuple[Previous | None, Sequence[Memory]]:
        foreshadows = self._foreshadows(unit, chapter)
        if chapter.position == 1:
            return None, foreshadows
        last = self.chapters[chapter.position - 2]
        summary = unit.summaries.some(self.scope, [chapter_key(last)]).get(chapter_key(last))
        text = unit.chapters.texts(self.scope, [last.id]).get(last.id, "")
        told = bare(summary) if summary else ""
        return Previous(text=text, summary=told), foreshadows

    def _foreshadows(self, unit: UnitOfWork, chapter: Chapter) -> list[Memory]:
        """Those still open just before a chapter."""
        earlier = self.chapters[: chapter.position - 1]
        told = memories_before(
            unit, self.scope, chapter.order_key, earlier, self.entities, self.order
        )
        steps = [one.memory for one in told if one.memory.kind is MemoryKind.FORESHADOW]
        return [step for step in steps if status_of(step) not in CLOSED]
