"""Contents pages: headings with nothing to read between them, coming again with their text."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ingest.splitting.grammar import BLANKS, folded, names_page, without_page
from ingest.splitting.lines import FILLER, HeadingLine, Kind, Page
from lorepack.records import Heading

TITLE = re.compile(
    rf"^[{BLANKS}{FILLER}#*=【\[]*+(?:目[{BLANKS}]*+[录錄次]|(?i:table of contents|contents))"
    rf"[.:：】\]*=]*+[{BLANKS}{FILLER}]*+$",
    re.MULTILINE,
)
SENTENCE_END = re.compile(r"[。！？!?…][”’」』\"]*\s*$|[a-z][.]\s*$", re.MULTILINE)

_LONGEST_ENTRY = 40
"""Characters of a line of a contents page that is no heading as the book writes them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pages:
    """The contents pages of a book, the lines that stand on them, and the other lines."""

    pages: list[HeadingLine]
    entries: list[HeadingLine]
    others: list[HeadingLine]


def part_contents(page: Page, lines: Sequence[HeadingLine]) -> Pages:
    """Take contents pages out of the lines of a book, given in reading order."""
    pages: list[HeadingLine] = []
    entries: list[HeadingLine] = []
    others: list[HeadingLine] = []
    keys = _keys(lines)
    last = {key: at for at, key in enumerate(keys)}
    for first, end in _runs(page, lines):
        length = _contents_length(page, lines, keys, last, first, end)
        if length:
            pages.append(_page(page, lines, first, first + length))
        entries += lines[first : first + length]
        others += lines[first + length : end]
    return Pages(pages=pages, entries=entries, others=others)


_Key = tuple[str, str, str]


def _keys(lines: Sequence[HeadingLine]) -> list[_Key]:
    """What a line announces, in its volume, however a contents page writes it."""
    keys: list[_Key] = []
    volume = ""
    for line in lines:
        if line.volume is not None:
            volume = folded(without_page(line.volume))
        title = folded(without_page(line.heading.title))
        keys.append((volume, folded(line.heading.label), title))
    return keys


def _runs(page: Page, lines: Sequence[HeadingLine]) -> Iterator[tuple[int, int]]:
    """Stretches of lines with nothing to read between them."""
    first = 0
    for at in range(1, len(lines) + 1):
        if at == len(lines) or _is_text(page.seen[lines[at - 1].end : lines[at].start]):
            yield first, at
            first = at


def _is_text(between: str) -> bool:
    plain = between.strip().strip(FILLER)
    if not plain:
        return False
    if len(plain) > 3 * _LONGEST_ENTRY or SENTENCE_END.search(plain):
        return True
    return any(len(line.strip()) > _LONGEST_ENTRY for line in plain.split("\n"))


def _contents_length(
    page: Page,
    lines: Sequence[HeadingLine],
    keys: Sequence[_Key],
    last: dict[_Key, int],
    first: int,
    end: int,
) -> int:
    """How many lines of a run are a contents page."""
    run = range(first, end)
    anchor = next((at for at in run if lines[at].kind is not Kind.VOLUME), None)
    if anchor is None or sum(lines[at].kind is not Kind.VOLUME for at in run) < 2:
        return 0
    again = next((at for at in range(anchor + 2, end) if _same(keys[at], keys[anchor])), None)
    titled = _title_above(page, lines[first].start) is not None
    if again is not None and len(set(keys[anchor:again])) > 1:
        listed = titled or _mostly_blank(page, lines[first:again])
        return _before_volumes(lines, again) - first if listed else 0
    sure = (titled and len(run) < len(lines)) or _is_sure(lines, keys, last, run)
    return end - first if sure else 0


def _same(one: _Key, other: _Key) -> bool:
    titled = one[2].startswith(other[2]) or other[2].startswith(one[2])
    return one[1] == other[1] and titled and (one[0] == other[0] or not (one[0] and other[0]))


def _mostly_blank(page: Page, lines: Sequence[HeadingLine]) -> bool:
    gaps = [page.seen[a.end : b.start].strip() for a, b in pairwise(lines)]
    return 2 * gaps.count("") > len(gaps)


def _before_volumes(lines: Sequence[HeadingLine], at: int) -> int:
    """The place before the volume lines that stand right above a line."""
    while lines[at - 1].kind is Kind.VOLUME:
        at -= 1
    return at


def _is_sure(
    lines: Sequence[HeadingLine], keys: Sequence[_Key], last: dict[_Key, int], run: range
) -> bool:
    """Whether page numbers or the same titles further down tell a contents page."""
    paged = sum(names_page(lines[at].heading.title) for at in run)
    coming = sum(last[keys[at]] >= run[-1] + 1 and keys[at][2] != "" for at in run)
    return 2 * paged > len(run) or coming > 0.8 * len(run)


def _title_above(page: Page, start: int) -> int | None:
    """Where the title of a contents page stands, if it is the next visible line above."""
    end = len(page.seen[max(0, start - 2_000) : start].rstrip()) + max(0, start - 2_000)
    line = page.seen.rfind("\n", 0, end) + 1
    return line if end > line and TITLE.match(page.seen, line, end) else None


def _page(page: Page, lines: Sequence[HeadingLine], first: int, end: int) -> HeadingLine:
    above = _title_above(page, lines[first].start)
    start = lines[first].start if above is None else above
    return HeadingLine(
        kind=Kind.CONTENTS,
        start=start,
        own=start,
        end=lines[end - 1].end,
        heading=Heading(number=end - first),
    )
