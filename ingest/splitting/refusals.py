"""The lines that look like headings and were not taken, as people are told of them."""

from collections.abc import Iterator, Sequence

from ingest.splitting.lines import Found, Kind, Page, Rejection
from lorepack.records import Rejected

MOST_TOLD = 200
_LONGEST_LINE = 80


def refused(found: Found) -> list[Rejection]:
    """The rejections of a split, one a line, in reading order; what a heading holds is none."""
    by_place = {rejection.line.start: rejection for rejection in reversed(found.rejected)}
    taken = [line for line in found.lines if line.kind is not Kind.CONTENTS]
    headings = iter(sorted(taken, key=lambda line: line.start))
    heading = next(headings, None)
    kept: list[Rejection] = []
    for start in sorted(by_place):
        while heading is not None and heading.end <= start:
            heading = next(headings, None)
        if heading is None or start < heading.start:
            kept.append(by_place[start])
    return kept


def told(page: Page, rejections: Sequence[Rejection]) -> Iterator[Rejected]:
    """Name the place, the words and the reason of each line that was refused."""
    number, counted = 1, 0
    for rejection in rejections:
        start = rejection.line.start
        number += page.text.count("\n", counted, start)
        counted = start
        words = page.words(start, rejection.line.end).strip()
        yield Rejected(
            line=words[:_LONGEST_LINE], start=start, number=number, reason=rejection.reason.value
        )
