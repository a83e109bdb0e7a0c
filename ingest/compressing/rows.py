"""Memories made of what is known from a chapter."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ingest.compressing.known import Known
from lorepack.records import Chapter, FieldValue, Memory, MemoryKind, Provenance, Span
from story.memories import extracted_id

_IMPORTANCE = {
    MemoryKind.CHAPTER_SUMMARY: 0.5,
    MemoryKind.CHARACTER_STATE: 0.6,
    MemoryKind.RELATIONSHIP: 0.6,
    MemoryKind.FORESHADOW: 0.7,
    MemoryKind.ITEM: 0.5,
    MemoryKind.NEXT_DUTY: 0.7,
}
"""In [0, 1]: what a reader would miss most."""


@dataclass(slots=True)
class Rows:
    """Makes the memories of one chapter: the same account makes the same memories."""

    chapter: Chapter
    origin: str
    made: list[Memory] = field(default_factory=list[Memory])
    _nth: Counter[tuple[MemoryKind, str]] = field(default_factory=Counter[tuple[MemoryKind, str]])

    def add(
        self,
        kind: MemoryKind,
        text: str,
        spans: Sequence[Span],
        *,
        subject: str = "",
        fields: Mapping[str, FieldValue] | None = None,
        facts: Sequence[str] = (),
    ) -> None:
        """Make one more memory, unless the same was said of the same before."""
        said = {key: value for key, value in (fields or {}).items() if value}
        if any((m.kind, m.subject, m.fields) == (kind, subject, said) for m in self.made if said):
            return
        nth = self._nth[kind, subject]
        self._nth[kind, subject] += 1
        self.made.append(
            Memory(
                id=extracted_id(self.chapter.id, kind, subject, nth),
                kind=kind,
                subject=subject,
                text=text,
                importance=_IMPORTANCE[kind],
                known_from=self.chapter.id,
                fields=said,
                facts=tuple(facts),
                sources=tuple(self._source(span) for span in spans),
                origin=self.origin,
                made_from=self.chapter.sha256,
            )
        )

    def _source(self, span: Span) -> Provenance:
        return Provenance(
            chapter=self.chapter.id, sha256=self.chapter.sha256, start=span.start, end=span.end
        )

    def add_summary(self, text: str, known: Known, facts: Sequence[str]) -> None:
        """Make the memory of the summary itself, with who, where and when."""
        fields: dict[str, FieldValue] = {
            "story_start": known.story_start,
            "story_end": known.story_end,
            "people": tuple(_called(known.people.items())),
            "places": known.places,
        }
        self.add(MemoryKind.CHAPTER_SUMMARY, text, (), fields=fields, facts=facts)


def _called(people: Iterable[tuple[str, Sequence[str]]]) -> list[str]:
    """Names, each with the other names used: `林墨（林先生、墨儿）`."""
    return [f"{name}（{'、'.join(others)}）" if others else name for name, others in people]
