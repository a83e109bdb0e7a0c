"""What was true just before a chapter."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lorepack.records import Evidence
from story.claims import Claim


@dataclass(frozen=True, slots=True, kw_only=True)
class ChapterClaims:
    """What one chapter claims."""

    position: int
    """Of the chapter, counted from 1."""
    claims: Sequence[Claim]
    """In the order in which they stand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A claim and where it stands: in a chapter, or in a memory of the author's."""

    claim: Claim
    chapter: int | None = None
    memory: str | None = None

    @property
    def evidence(self) -> Evidence:
        """The words that say so."""
        return Evidence(
            quote=self.claim.text,
            start=self.claim.start,
            end=self.claim.end,
            chapter=self.chapter,
            memory=self.memory,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """All that is known just before the draft, in the order in which it was told."""

    told: Sequence[Known]
    """By chapters."""
    written: Sequence[Known]
    """By the author's memories: these outrank what chapters tell."""

    def __iter__(self) -> Iterator[Known]:
        """First what was told, then what the author says of it."""
        yield from self.told
        yield from self.written


def told(chapters: Iterable[ChapterClaims], before: int) -> list[Known]:
    """What chapters before a position claim, in reading order."""
    earlier = sorted((c for c in chapters if c.position < before), key=lambda c: c.position)
    return [Known(claim=claim, chapter=c.position) for c in earlier for claim in c.claims]
