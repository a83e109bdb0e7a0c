"""Headings that their place tells: between 第32章 and 第34章, a lone `33.`."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from ingest.splitting.lines import Found, HeadingLine, Kind, Page, in_order
from ingest.splitting.numbered import lone_numerals


def fill_gaps(page: Page, found: Found) -> Found:
    """Take in the numerals alone on their lines that are just the numbers missing between two.

    Where other numerals stand between the two as well, they count something inside a chapter.
    """
    chapters = [line for line in found.lines if line.kind is Kind.CHAPTER]
    gaps = [pair for pair in pairwise(chapters) if _missing(*pair)]
    if not gaps:
        return found
    numerals = lone_numerals(page)
    filled = [line for gap in gaps for line in _filling(numerals, *gap)]
    return replace(found, lines=in_order([*found.lines, *filled]))


def _missing(one: HeadingLine, other: HeadingLine) -> range:
    first, last = one.heading.number, other.heading.number
    return range(0) if first is None or last is None else range(first + 1, last)


def _filling(
    numerals: Sequence[HeadingLine], one: HeadingLine, other: HeadingLine
) -> Iterator[HeadingLine]:
    first = bisect_left(numerals, one.end, key=lambda line: line.start)
    last = bisect_left(numerals, other.start, key=lambda line: line.start)
    between = numerals[first:last]
    if [line.heading.number for line in between] == list(_missing(one, other)):
        yield from between
