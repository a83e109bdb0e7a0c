"""The draft under check, and how a finding about it is made."""

from bisect import bisect_left
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from lorepack.records import ChapterCard, Evidence, Fact, Finding, FindingCode, Memory, Span
from story.claims import Claim, ClaimKind, Mode, Names
from story.continuity.before import Known
from text.facts import extract
from text.scripts import mostly_han
from text.sentences import sentences

_ID_LENGTH = 16  # hexadecimal digits


@dataclass(frozen=True, kw_only=True)
class Draft:
    """A draft, read."""

    text: str
    chapter: int
    """Position that it is written for."""
    names: Names
    claims: Sequence[Claim]
    card: ChapterCard
    memories: Sequence[Memory]
    exempt: Collection[str]

    def of(self, *kinds: ClaimKind) -> list[Claim]:
        """Claims of some kinds that the narrator makes as true here and now."""
        return [c for c in self.claims if c.kind in kinds and c.mode is Mode.ASSERTED]

    @cached_property
    def sentences(self) -> list[Span]:
        """The draft's sentences."""
        return sentences(self.text)

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """Its hard facts."""
        return extract(self.text)

    @cached_property
    def mentioned(self) -> frozenset[str]:
        """Ids of the entities that it names."""
        return frozenset(id for _, id in self._at)

    @cached_property
    def _at(self) -> Sequence[tuple[int, str]]:
        """Offsets of names and the ids of their entities, in the order of the text."""
        return sorted(self.names.mark(self.text).at.items())

    def named(self, span: Span) -> frozenset[str]:
        """Ids of the entities that a stretch of it names."""
        first, last = (bisect_left(self._at, (at,)) for at in (span.start, span.end))
        return frozenset(id for _, id in self._at[first:last])

    @cached_property
    def chinese(self) -> bool:
        """Whether messages about it are to be read in Chinese, as it is."""
        return mostly_han(self.text)

    def message(self, chinese: str, english: str) -> str:
        """That one of two wordings which is in its language."""
        return chinese if self.chinese else english

    def quote(self, start: int, end: int) -> Evidence:
        """Words of the draft as evidence."""
        return Evidence(quote=self.text[start:end], start=start, end=end)

    def finding(
        self,
        code: FindingCode,
        subject: str,
        contradicted: str,
        message: str,
        at: Claim | Span,
        before: Known | Evidence | None,
    ) -> Finding:
        """Make a finding.

        Args:
            code: Its sort.
            subject: Entity, words, code or line that it is about.
            contradicted: What is contradicted, in words that no edit of the draft changes.
            message: One line for people; no part of the id.
            at: Where in the draft.
            before: What speaks against it.
        """
        key = "\x1f".join((code, subject, contradicted))
        id = sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:_ID_LENGTH]
        return Finding(
            id=id,
            code=code,
            subject=self.names.name(subject),
            message=message,
            draft=self.quote(at.start, at.end),
            before=before.evidence if isinstance(before, Known) else before,
            exempt=id in self.exempt,
        )
