"""Nothing that a model writes about a chapter changes or invents a hard fact of it."""

from bisect import bisect_right
from collections.abc import Sequence

from lorepack.records import Fact
from story.guard.checking import Source
from story.guard.findings import Finding, Guarded, Verdict
from text.aliases import AliasMatcher
from text.sentences import sentences

_LEAST_LEFT = 0.5
"""Share of the sentences that must be left for the rest to stand for the whole."""


def guard(output: str, source: str, names: AliasMatcher, *, at: int | None = None) -> Guarded:
    """Hold an output against its source: keep, repair or reject it.

    A fault is repaired where the source has exactly one thing to put in its place; else its
    sentence is left out; if more than half of the sentences go, the whole is rejected.

    Args:
        output: What was written about the source.
        source: The text that it was made from.
        names: Finds the people, places and things of the registry.
        at: Place of the chapter in the book, where aliases hold for some chapters only.
    """
    ground = Source(source, names, at)
    found = tuple(ground.check(output).faults())
    if not found:
        return Guarded(text=output, verdict=Verdict.KEPT)
    text, removed = _sound(_repaired(output, found), ground)
    left = _sentence_count(output) - removed
    if not text or left < _LEAST_LEFT * _sentence_count(output):
        return Guarded(text="", verdict=Verdict.REJECTED, findings=found, removed=removed)
    return Guarded(text=text, verdict=Verdict.REPAIRED, findings=found, removed=removed)


def kept_facts(
    output: str, source: str, names: AliasMatcher, *, at: int | None = None
) -> tuple[Fact, ...]:
    """The facts of those sentences of the source that an output tells, verbatim and in order."""
    return Source(source, names, at).check(output).kept_facts()


def _repaired(output: str, found: Sequence[Finding]) -> str:
    """The output with what the source has, in sentences where that is certain for every fault."""
    uncertain = _faulty(output, [finding for finding in found if finding.expected is None])
    pieces: list[str] = []
    reached = 0
    for finding in found:
        certain = uncertain.isdisjoint(_faulty(output, [finding]))
        if certain and finding.expected is not None and finding.span.start >= reached:
            pieces += [output[reached : finding.span.start], finding.expected]
            reached = finding.span.end
    return "".join([*pieces, output[reached:]])


def _sound(text: str, ground: Source) -> tuple[str, int]:
    """The text without the sentences that still hold a fault, and how many those are."""
    removed = 0
    while faults := ground.check(text).faults():
        gone = _faulty(text, faults)
        kept = (s for number, s in enumerate(sentences(text)) if number not in gone)
        text = "".join(text[span.start : span.end] for span in kept).strip()
        removed += len(gone)
    return text, removed


def _faulty(text: str, faults: Sequence[Finding]) -> set[int]:
    """Numbers of the sentences that hold a fault; one behind the last is the last one's."""
    ends = [span.end for span in sentences(text)]
    return {min(bisect_right(ends, fault.span.start), len(ends) - 1) for fault in faults}


def _sentence_count(text: str) -> int:
    spans = sentences(text)
    return sum(any(map(str.isalnum, text[span.start : span.end])) for span in spans)
