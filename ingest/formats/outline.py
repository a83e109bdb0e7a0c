"""Where a table of contents and the headings in the text mean the same place."""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ingest.formats.manuscript import Mark, in_order

_NEAR = 8
"""Lines behind the place an entry points to in which its heading may stand."""
_JOINED = 3
"""Lines that one entry's title may be spread over."""
_LONGEST = 200
"""Characters of a line that may be a heading."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A line of a table of contents, with the place it points to."""

    title: str
    level: int
    """From 1, the highest."""
    at: int
    """Offset in the text."""


def outline(text: str, headings: Sequence[Mark], entries: Sequence[Entry]) -> tuple[Mark, ...]:
    """Put headings and table of contents together: what stands in both is one mark.

    An entry without a heading in the text is a mark without a line.

    Args:
        text: The whole text.
        headings: Its heading lines.
        entries: The table of contents, in its own order.
    """
    at_line = {heading.start: heading for heading in headings}
    found = _matched(text, at_line, entries)
    deeper = _levels_apart(at_line, entries, found)
    taken = {start for mark in found.values() for start in _line_starts(text, mark)}
    rest = [replace(h, level=h.level + max(-deeper, 0)) for h in headings if h.start not in taken]
    placed = [
        found.get(i) or Mark(start=entry.at, end=entry.at, title=entry.title, level=entry.level)
        for i, entry in enumerate(entries)
    ]
    return in_order([*rest, *(replace(m, level=m.level + max(deeper, 0)) for m in placed)])


def heading_at(text: str, at: int, stop: int, title: str) -> tuple[int, int] | None:
    """The range of the lines near a place that say the title, white space and width aside."""
    wanted = heading_key(title)
    lines = list(_lines(text, at, stop))
    for first in range(len(lines)):
        said = ""
        for start, end in lines[first : first + _JOINED]:
            if end - start > _LONGEST:
                break
            said += heading_key(text[start:end])
            if said == wanted and said:
                return lines[first][0], end
            if not wanted.startswith(said):
                break
    return None


def heading_key(title: str) -> str:
    """A title as far as it is compared."""
    return "".join(unicodedata.normalize("NFKC", title).casefold().split())


def _matched(text: str, at_line: Mapping[int, Mark], entries: Sequence[Entry]) -> dict[int, Mark]:
    """The marks of the entries that have a heading, by the entry's place in the contents."""
    stops = _stops(text, entries)
    found: dict[int, Mark] = {}
    taken: set[int] = set()
    for i, entry in enumerate(entries):
        span = heading_at(text, entry.at, stops[entry.at], entry.title)
        if span and span[0] not in taken:
            found[i] = _mark(text, *span, entry.level)
            taken.update(_line_starts(text, found[i]))
    # A volume may point to the place of its first chapter: the heading there is the chapter's.
    for i in sorted(range(len(entries)), key=lambda i: -entries[i].level):
        first = next(_lines(text, entries[i].at, stops[entries[i].at]), None)
        if i not in found and first and first[0] in at_line and first[0] not in taken:
            found[i] = _mark(text, *first, entries[i].level)
            taken.add(first[0])
    return found


def _stops(text: str, entries: Sequence[Entry]) -> dict[int, int]:
    """The place that the entry after each place points to."""
    places = [*sorted({entry.at for entry in entries}), len(text)]
    return dict(pairwise(places))


def _mark(text: str, start: int, end: int, level: int) -> Mark:
    lines = (line.strip() for line in text[start:end].splitlines())
    return Mark(start=start, end=end, title=" ".join(filter(None, lines)), level=level)


def _levels_apart(
    at_line: Mapping[int, Mark], entries: Sequence[Entry], found: Mapping[int, Mark]
) -> int:
    """How many levels deeper headings count than the table of contents does, for the most part."""
    apart = Counter(
        at_line[mark.start].level - entries[i].level
        for i, mark in found.items()
        if mark.start in at_line
    )
    return apart.most_common(1)[0][0] if apart else 0


def _lines(text: str, at: int, stop: int) -> Iterator[tuple[int, int]]:
    """The first lines from a place on that hold anything, with their ends."""
    count = 0
    while at < stop and count < _NEAR:
        end = text.find("\n", at) + 1 or len(text)
        if text[at : min(end, at + _LONGEST)].strip():
            count += 1
            yield at, end
        at = end


def _line_starts(text: str, mark: Mark) -> list[int]:
    return [start for start, _ in _lines(text, mark.start, mark.end)]
