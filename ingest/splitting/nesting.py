"""Volumes inside volumes: 第二部 … 第一卷 …; and epilogues that have chapters of their own."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ingest.splitting.lines import FILLER, HeadingLine, Kind, Page


def nested(page: Page, lines: Sequence[HeadingLine]) -> list[HeadingLine]:
    """Name the inner volumes by the outer ones too.

    A unit is outer to another one if a line of it stands right above a line of the other.
    """
    volumes = [line for line in lines if line.kind is Kind.VOLUME]
    outer = {a.unit for a, b in pairwise(volumes) if _holds(page, a, b)}
    inner = {line.unit for line in volumes} - outer
    named: list[HeadingLine] = []
    around = ""
    for line in lines:
        if line.kind is Kind.VOLUME and outer and inner:
            around = line.volume or "" if line.unit in outer else around
            whole = f"{around} {line.volume}".strip() if line.unit in inner else line.volume
            named.append(replace(line, volume=whole))
        else:
            named.append(line)
    return named


def with_holders(page: Page, lines: Sequence[HeadingLine]) -> list[HeadingLine]:
    """Make an epilogue or a side story a volume where chapters begin again right below it."""
    kept: list[HeadingLine] = []
    counted = False
    for line, below in zip(lines, [*lines[1:], *lines[-1:]], strict=True):
        begins = below.kind is Kind.CHAPTER and below.heading.number == 1
        bare = not page.seen[line.end : below.start].strip().strip(FILLER)
        if line.kind is Kind.SPECIAL and counted and begins and bare:
            title = f"{line.heading.label} {line.heading.title}".strip()
            kept.append(replace(line, kind=Kind.VOLUME, volume=title))
        else:
            kept.append(line)
        counted = counted or line.kind is Kind.CHAPTER
    return kept


def _holds(page: Page, outer: HeadingLine, inner: HeadingLine) -> bool:
    between = page.seen[outer.end : inner.start].strip().strip(FILLER)
    return outer.unit != inner.unit and not between
