"""Chapters of a book whose line ends are lost: headings that stand in the middle of a line."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ingest.splitting.grammar import BLANKS, CHINESE_NUMERAL, bare
from ingest.splitting.lines import HeadingLine, Kind, Page
from lorepack.records import Heading
from text.numerals import parse

_LABEL = re.compile(
    rf"(?P<after>(?:^|[。！？!?…．.；;”’」』）)】》\s])[{BLANKS}]{{0,8}}+)?"
    rf"(?P<label>第(?P<numeral>{CHINESE_NUMERAL})[章回囘话話])(?![的了中里裡，。；、！？）)」』”])"
)
_SPACED_TITLE = re.compile(rf"[{BLANKS}:：]{{1,4}}(?P<title>[^\s，。！？；：:]{{1,30}})[{BLANKS}]+")
_OPENED_TITLE = re.compile(
    rf"[{BLANKS}:：]{{0,4}}(?P<title>[^。！？；：:\n]{{1,40}}?)(?=(?:话说|話說|却说|卻說|且说|且說))"
)

_FEWEST = 3
_SHORTEST_CHAPTER = 40
"""Characters on average; what mentions chapters more often than that is about a book."""

_COUNTS_ON = 0.8
"""Share of the headings that must follow the number before them."""


def inline_chapters(page: Page) -> list[HeadingLine]:
    """Labels inside lines that count on from one another, where nearly no line ends are left."""
    chosen = _chosen([_Place(found) for found in _LABEL.finditer(page.seen)])
    lines = sum(1 for line in page.seen.split("\n") if line.strip())
    few = len(chosen) < _FEWEST or len(page.seen) < _SHORTEST_CHAPTER * len(chosen)
    if few or 2 * lines > len(chosen):
        return []
    steps = [after.number - before.number for before, after in pairwise(chosen)]
    if steps.count(1) < _COUNTS_ON * len(steps):
        return []
    return [_line(page, place) for place in chosen]


class _Place:
    """A label in a line."""

    def __init__(self, found: re.Match[str]) -> None:
        self.found = found
        self.number = parse(found["numeral"]) or 0
        self.firm = found["after"] is not None
        """Whether a sentence ends before it."""


def _chosen(places: Sequence[_Place]) -> list[_Place]:
    """The labels after a sentence's end, and between two of them those that count on."""
    chosen: list[_Place] = []
    for place, coming in zip(places, _firm_after(places), strict=True):
        last = chosen[-1].number if chosen else 0
        if (place.firm and place.number >= last) or (
            place.number == last + 1 and coming > place.number
        ):
            chosen.append(place)
    return chosen


def _firm_after(places: Sequence[_Place]) -> Iterator[float]:
    """The number of the next label after a sentence's end, for each label; infinity at the end."""
    coming = float("inf")
    numbers: list[float] = []
    for place in reversed(places):
        numbers.append(coming)
        coming = place.number if place.firm else coming
    return reversed(numbers)


def _line(page: Page, place: _Place) -> HeadingLine:
    start, end = place.found.span("label")
    titled = _OPENED_TITLE.match(page.seen, end) or _SPACED_TITLE.match(page.seen, end)
    title = page.words(*titled.span("title")) if titled else ""
    return HeadingLine(
        kind=Kind.CHAPTER,
        start=start,
        own=start,
        end=titled.end() if titled else end,
        heading=Heading(label=page.words(start, end), number=place.number, title=bare(title)),
        unit=place.found["label"][-1],
    )
