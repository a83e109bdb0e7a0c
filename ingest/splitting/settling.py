"""Which numbered lines of a book are its headings: what one line cannot decide, its fellows do.

Where they begin, how they set the title apart, which number comes next.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ingest.splitting.grammar import folded
from ingest.splitting.lines import HeadingLine, Reason, Rejection

MAJOR_UNITS = ("章", "回", "囘", "话", "話", "chapter")
"""A book that counts by these has all others inside a chapter."""

_MOSTLY = 0.8
"""Share of the headings that a habit must hold for, so that a line without it is in doubt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """The lines that are headings, those that are none, and where the headings begin."""

    kept: list[HeadingLine]
    rejected: list[Rejection]
    margin: float
    """Characters of white space before a heading; what stands further in is in doubt."""


def settle(lines: Sequence[HeadingLine]) -> Settled:
    """Keep what its form or its number speaks for."""
    rejected = [Rejection(line=line, reason=line.flaw) for line in lines if line.flaw]
    lines, sections = _without_sections([line for line in lines if line.flaw is None])
    rejected += [Rejection(line=line, reason=Reason.SECTION) for line in sections]
    habits = _habits(lines)
    reasons = [habits.doubt(line) for line in lines]
    kept: list[HeadingLine] = []
    last: dict[str, HeadingLine] = {}
    for line, reason, after in zip(lines, reasons, _firm_after(lines, reasons), strict=True):
        reason = _verdict(line, reason, last.get(line.unit), after)
        if reason is None:
            kept.append(line)
            last[line.unit] = line
        else:
            rejected.append(Rejection(line=line, reason=reason))
    return Settled(kept=kept, rejected=rejected, margin=habits.margin)


def _without_sections(
    lines: Sequence[HeadingLine],
) -> tuple[list[HeadingLine], list[HeadingLine]]:
    """Part the lines inside chapters from the others, if the book counts by chapters.

    What stands before the first chapter, as letters do, is not inside one.
    """
    major = [line for line in lines if line.unit in MAJOR_UNITS]
    if len(major) < 2:
        return list(lines), []
    kept = [m for m in lines if m.unit in MAJOR_UNITS or m.start < major[0].start]
    return kept, [m for m in lines if m.unit not in MAJOR_UNITS and m.start > major[0].start]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Habits:
    """How a book writes its headings."""

    margin: float
    apart: bool
    """Whether most titles are set apart from their labels."""
    spaced: bool
    """Whether nearly all headings have a blank line above."""
    claimed: frozenset[int | None]
    """Numbers of the lines whose title is set apart."""

    def doubt(self, line: HeadingLine) -> Reason | None:
        """Why a line is not like the others."""
        if line.indent > self.margin:
            return Reason.INDENTED
        if line.glued and self.apart and line.heading.number in self.claimed:
            return Reason.TAKEN
        if line.doubt is None and line.crowded and self.spaced:
            return Reason.CROWDED
        return line.doubt


def _habits(lines: Sequence[HeadingLine]) -> _Habits:
    apart = [line for line in lines if not line.glued]
    spaced = sum(not line.crowded for line in lines)
    return _Habits(
        margin=commonest_indent(apart or lines),
        apart=2 * len(apart) >= len(lines),
        spaced=spaced >= _MOSTLY * len(lines),
        claimed=frozenset(line.heading.number for line in apart),
    )


def commonest_indent(lines: Iterable[HeadingLine]) -> float:
    """Where the book's headings begin; infinity where there are none."""
    commonest = Counter(line.indent for line in lines).most_common(1)
    return commonest[0][0] if commonest else float("inf")


def _firm_after(
    lines: Sequence[HeadingLine], reasons: Sequence[Reason | None]
) -> list[HeadingLine | None]:
    """For each line the next one of its unit that is in no doubt; if all are, the next one."""
    firm_units = {m.unit for m, reason in zip(lines, reasons, strict=True) if reason is None}
    following: dict[str, HeadingLine] = {}
    found: list[HeadingLine | None] = []
    for line, reason in zip(reversed(lines), reversed(reasons), strict=True):
        found.append(following.get(line.unit))
        if reason is None or line.unit not in firm_units:
            following[line.unit] = line
    return found[::-1]


def _verdict(
    line: HeadingLine,
    reason: Reason | None,
    before: HeadingLine | None,
    after: HeadingLine | None,
) -> Reason | None:
    if before and _repeats(line, before):
        return Reason.REPEATED
    if reason is None:
        return None
    if reason is Reason.TAKEN or (reason is Reason.INDENTED and line.glued):
        return reason
    number = line.heading.number or 0
    last, coming = (None if k is None else k.heading.number for k in (before, after))
    if number in (last, coming):
        return Reason.TAKEN if reason is not Reason.INDENTED else reason
    fits = last == number - 1 or coming == number + 1
    return None if fits else reason


def _repeats(line: HeadingLine, before: HeadingLine) -> bool:
    """Whether a line says what the heading before it said, without what that had before it."""
    same = line.heading.number == before.heading.number
    same = same and folded(line.heading.title) == folded(before.heading.title)
    return same and bool(before.prefix) and not line.prefix and bool(line.heading.title)
