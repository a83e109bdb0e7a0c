"""Nothing that a model writes about a chapter changes or invents a hard fact of it."""

from collections.abc import Sequence

from lorepack.records import Fact, Span
from story.guard.checking import Source
from story.guard.findings import Finding, Guarded, Verdict
from text.aliases import AliasMatcher
from text.sentences import sentences

_LEAST_LEFT = 0.5
"""Share of the sentences that must be left for the rest to stand for the whole."""


def guard(output: str, source: str, names: AliasMatcher, *, at: int | None = None) -> Guarded:
    """Hold an output against its source: keep, repair or reject it.

    A fault is repaired where the source has exactly one thing to put in its place; else its
    sentence is left out; if half of the sentences go, the whole is rejected.

    Args:
        output: What was written about the source.
        source: The text that it was made from.
        names: Finds the people, places and things of the registry.
        at: Place of the chapter in the book, where aliases hold for some chapters only.
    """
    ground = Source(source, names, at)
    found = ground.check(output).faults()
    if not found:
        return Guarded(text=output, verdict=Verdict.KEPT)
    text, removed, faults = (
        _repaired(output, found),
        0,
        ground.check(_repaired(output, found)).faults(),
    )
    while faults:
        text, gone = _without(text, faults)
        removed += gone
        faults = ground.check(text).faults()
    left = len(_worded(output)) - removed
    if not text.strip() or left < _LEAST_LEFT * len(_worded(output)):
        return Guarded(text="", verdict=Verdict.REJECTED, findings=tuple(found), removed=removed)
    return Guarded(text=text, verdict=Verdict.REPAIRED, findings=tuple(found), removed=removed)


def kept_facts(
    output: str, source: str, names: AliasMatcher, *, at: int | None = None
) -> tuple[Fact, ...]:
    """The facts of those sentences of the source that an output tells, verbatim and in order."""
    return Source(source, names, at).check(output).kept_facts()


def _repaired(output: str, found: Sequence[Finding]) -> str:
    """The output with what the source has, in sentences where that is certain for every fault."""
    pieces: list[str] = []
    reached = 0
    for sentence in sentences(output):
        faults = [finding for finding in found if _touches(sentence, finding)]
        for finding in faults if all(f.expected is not None for f in faults) else ():
            if finding.span.start >= reached:
                pieces += [output[reached : finding.span.start], finding.expected or ""]
                reached = finding.span.end
    return "".join([*pieces, output[reached:]])


def _without(text: str, faults: Sequence[Finding]) -> tuple[str, int]:
    """The text without the sentences that hold a fault, and how many those are."""
    gone = [span for span in sentences(text) if any(_touches(span, f) for f in faults)]
    kept = [text[span.start : span.end] for span in sentences(text) if span not in gone]
    return "".join(kept).strip(), len(gone)


def _touches(sentence: Span, fault: Finding) -> bool:
    return sentence.start <= fault.span.start < sentence.end


def _worded(text: str) -> list[Span]:
    return [s for s in sentences(text) if any(map(str.isalnum, text[s.start : s.end]))]
