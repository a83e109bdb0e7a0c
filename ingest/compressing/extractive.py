"""Compressing without a model: the chapter's own words, and what they plainly claim."""

from collections.abc import Sequence
from dataclasses import dataclass

from ingest.compressing.claimed import tell_claims
from ingest.compressing.known import known_in, verbatim
from ingest.compressing.records import Compressed, Sent
from ingest.compressing.rows import Rows
from lorepack.records import EXTRACTIVE
from story.entries import TEXT
from story.lines import one_line
from story.summaries import summarise
from text.facts import extract, verify

SHORT_CHAPTER = 500
"""Characters below which a chapter's own text stands for it."""
_BATCH = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractiveCompressor:
    """Tells a chapter by its most central sentences; every other field is read off the text."""

    batch: int = _BATCH
    reads_on: bool = False

    def compress(self, sent: Sent) -> Compressed:
        """Compress a chapter."""
        known = known_in(sent)
        summary, origin, error = _told(sent.text)
        rows = Rows(chapter=sent.chapter, origin=origin)
        rows.add_summary(summary, known, verbatim(extract(summary), sent))
        tell_claims(sent, rows)
        return Compressed(
            summary=summary,
            origin=origin,
            error=error,
            details=known.details,
            memories=tuple(rows.made),
        )

    def window(self, members: Sequence[str], *, chinese: bool) -> tuple[str, str] | None:
        """Let the members' own beginnings stand for them."""
        return None


def is_short(text: str) -> bool:
    """Whether a chapter is covered by its own text."""
    return len(text) < SHORT_CHAPTER


def _told(text: str) -> tuple[str, str, str]:
    """Summary, origin, error."""
    if is_short(text):
        return one_line(text), TEXT, ""
    summary = summarise(text)
    if faults := verify(summary, text):
        # Sentences were glued into what nobody wrote: the opening goes on standing for the chapter.
        return "", EXTRACTIVE, f"{faults[0].text!r} of its sentences is not in the chapter"
    return summary, EXTRACTIVE, ""
