"""A file's own structure and the headings in its text, brought together."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from ingest.splitting.choice import around, choose, strong
from ingest.splitting.entries import Named, is_nameless
from ingest.splitting.lines import (
    FILLER,
    Found,
    HeadingLine,
    Kind,
    Page,
    Reason,
    Rejection,
    in_order,
)
from ingest.splitting.outline import is_text, structured


def outlined(page: Page, marks: Sequence[Named]) -> Found:
    """Find the headings of a file that names some of them itself.

    What it names counts for more than any rule. A heading of the text that it does not name is
    taken where its number follows the one before it: for two chapters in one file, and for an
    outline of two entries in a file of thirty chapters.
    """
    told = structured(page, marks)
    if not told.chapters:
        return choose(page)
    said = strong(page, around(page))
    apart = _apart(told.lines, said.lines)
    chapters, left = _that_count_on(told.lines, [m for m in apart if m.kind is Kind.CHAPTER])
    specials = [m for m in apart if m.kind is Kind.SPECIAL and not m.crowded]
    pages = [m for m in apart if m.kind is Kind.CONTENTS]
    lines = in_order([*pages, *told.lines, *chapters, *specials])
    starts = [line.start for line in lines]
    volumes = [m for m in apart if m.kind is Kind.VOLUME and _opens(page, m, starts)]
    free = set(map(id, _apart(told.lines, [r.line for r in said.rejected])))
    rejections = [r for r in said.rejected if id(r.line) in free]
    return Found(
        rule="outline" if told.chapters >= len(chapters) else said.rule,
        lines=in_order(_with_containers(page, in_order([*lines, *volumes]), chapters)),
        rejected=[*told.rejected, *rejections, *left],
    )


def _apart(told: Sequence[HeadingLine], said: Sequence[HeadingLine]) -> list[HeadingLine]:
    """The lines of the text that no entry has for its own."""
    starts = [line.start for line in told]
    free: list[HeadingLine] = []
    for line in said:
        at = bisect_left(starts, line.end)
        before = told[at - 1] if at else None
        if before is None or before.end <= line.start:
            free.append(line)
    return free


def _that_count_on(
    told: Sequence[HeadingLine], said: Sequence[HeadingLine]
) -> tuple[list[HeadingLine], list[Rejection]]:
    """Part the chapters of the text that number on from their neighbours from the others."""
    kept: list[HeadingLine] = []
    left: list[Rejection] = []
    last, restarts = None, True
    ordered = sorted([*told, *said], key=lambda line: line.start)
    unnamed = set(map(id, said))
    coming = _coming(ordered, unnamed)
    for line, after in zip(ordered, coming, strict=True):
        number = line.heading.number if line.kind is Kind.CHAPTER else None
        if id(line) not in unnamed:
            last, restarts = (last, True) if number is None else (number, False)
        elif _fits(number or 0, last, after) or (restarts and number == 1):
            kept.append(line)
            last, restarts = number, False
        else:
            reason = Reason.TAKEN if number in (last, after) else Reason.OUTLINE
            left.append(Rejection(line=line, reason=reason))
    return kept, left


def _coming(ordered: Sequence[HeadingLine], unnamed: set[int]) -> list[int | None]:
    """The number of the next entry behind each line; of the next line where no entry has one."""
    numbered = any(line.heading.number for line in ordered if id(line) not in unnamed)
    following: int | None = None
    coming: list[int | None] = []
    for line in reversed(ordered):
        coming.append(following)
        counts = line.kind is Kind.CHAPTER and line.heading.number is not None
        if counts and (id(line) not in unnamed or not numbered):
            following = line.heading.number
    return coming[::-1]


def _fits(number: int, last: int | None, after: int | None) -> bool:
    if number in (last, after):
        return False
    return number == (last or 0) + 1 or after == number + 1


def _opens(page: Page, volume: HeadingLine, starts: Sequence[int]) -> bool:
    """Whether a volume line of the text stands right above a heading."""
    at = bisect_left(starts, volume.end)
    if at == len(starts):
        return False
    return not is_text(page.seen[volume.end : starts[at]].strip().strip(FILLER))


def _with_containers(
    page: Page, lines: Sequence[HeadingLine], taken: Sequence[HeadingLine]
) -> list[HeadingLine]:
    """Make entries right above several headings of the text their volumes.

    Where each stands above a single heading, both mean the same chapter in other words. One that
    says nothing, such as the name of a part of the file, is left out.
    """
    found = set(map(id, taken))
    held = [
        list(takewhile(lambda m: id(m) in found, lines[at + 1 : at + 3]))
        for at in range(len(lines))
    ]
    around = [
        bool(below) and _is_container(page, line, below[0])
        for line, below in zip(lines, held, strict=True)
    ]
    several = any(c and len(below) > 1 for c, below in zip(around, held, strict=True))
    kept: list[HeadingLine] = []
    for line, container in zip(lines, around, strict=True):
        if not container:
            kept.append(line)
        elif (several or line.heading.label) and not is_nameless(line.heading.title):
            title = f"{line.heading.label} {line.heading.title}".strip()
            kept.append(replace(line, kind=Kind.VOLUME, volume=title))
    return kept


def _is_container(page: Page, line: HeadingLine, below: HeadingLine) -> bool:
    plain = line.kind is Kind.CHAPTER and line.heading.number is None
    return plain and not is_text(page.seen[line.end : below.start].strip().strip(FILLER))
