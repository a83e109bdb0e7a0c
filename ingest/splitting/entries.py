"""What a file's own structure names: a title, its depth, and the lines that say it again."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Protocol

from ingest.splitting.chinese import chinese_chapters, chinese_specials, chinese_volumes
from ingest.splitting.english import english_chapters, english_specials, english_volumes
from ingest.splitting.grammar import NEXT_LINE, folded
from ingest.splitting.lines import FILLER, HeadingLine, Kind, Page, page_of
from ingest.splitting.notices import notice_lines
from ingest.splitting.numbered import numbered_line
from lorepack.records import Heading

_MOST_LINES = 3
"""Lines of text that may say one title."""

_READERS = (
    *(chinese_chapters, english_chapters, chinese_specials, english_specials),
    *(chinese_volumes, english_volumes, notice_lines),
)
_WRAP = re.compile(r"[ \t\r\n\xa0]+")
"""White space that markup does not mean; an ideographic space is part of a Chinese title."""

_NAMELESS = re.compile(
    r"正文|start|begin reading|text|body|main|unknown|untitled|unnamed|未知|无题|無題"
    r"|(?:(?:index|part|section|split|page|text|html|xhtml|file)*+\d++)++"
)
_NAME = re.compile(
    r"(?i:(?:chapter|chap|ch|part|section|page|index|split|text|c|p|s)?[\s_.-]*)\d+$"
)


class Named(Protocol):
    """A heading that a file's own structure names; `end == start` where no line says it."""

    @property
    def start(self) -> int: ...  # noqa: D102
    @property
    def end(self) -> int: ...  # noqa: D102
    @property
    def title(self) -> str: ...  # noqa: D102
    @property
    def level(self) -> int: ...  # noqa: D102


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One named heading, read."""

    start: int
    stop: int
    """Offset behind the lines that say it; `start` where none does."""
    title: str
    level: int
    heading: Heading
    kind: Kind | None
    """None for a title that says nothing about itself."""
    unit: str
    volumes: tuple[HeadingLine, ...] = ()
    """Volume lines of the text that stand before its own lines."""


def is_nameless(title: str) -> bool:
    """Whether a title says nothing: 正文, Start, the name of a part of a file."""
    return _NAMELESS.fullmatch(folded(title)) is not None


def read_title(title: str) -> HeadingLine | None:
    """Read one line as the rules read lines; None where it is a title and no more."""
    page = page_of(title.strip())
    found = chain.from_iterable(reader(page) for reader in _READERS)
    sound = (line for line in found if line.flaw is None and line.end == len(page.text))
    return next(sound, None) or numbered_line(page)


def read_entries(page: Page, marks: Sequence[Named]) -> list[Entry]:
    """Read the marks in the text's order; several that say the same of one place become one."""
    entries: list[Entry] = []
    named = [mark for mark in marks if mark.title.strip()]
    ordered = sorted(named, key=lambda mark: (mark.start, mark.level))
    for at, mark in enumerate(ordered, start=1):
        until = ordered[at].start if at < len(ordered) else len(page.text)
        entry = _entry(page, mark, entries[-1].stop if entries else 0, until)
        if entries and _says_the_same(page, entries[-1], entry):
            entries[-1] = _joined(entries[-1], entry)
        elif not (entries and _goes_on(entries[-1], entry)):
            entries.append(entry)
    return _titled(page, entries)


def _titled(page: Page, entries: Sequence[Entry]) -> list[Entry]:
    """A bare number and the title right below it are one heading: `1`, then `The Rain`."""
    whole: list[Entry] = []
    for at, entry in enumerate(entries):
        following = entries[at + 1] if at + 1 < len(entries) else None
        if whole and _completes(page, whole[-1], entry, following):
            one = whole[-1]
            heading = replace(one.heading, title=entry.heading.title)
            title = f"{one.title} {entry.title}"
            whole[-1] = replace(one, stop=entry.stop, title=title, heading=heading)
        else:
            whole.append(entry)
    return whole


def _completes(page: Page, one: Entry, other: Entry, following: Entry | None) -> bool:
    """Whether the second is the first one's title: the only thing below it, right behind it."""
    bare = one.kind is Kind.CHAPTER and one.heading.number is not None and not one.heading.title
    named = other.kind is None and other.stop > other.start and other.level >= one.level
    between = page.seen[one.stop : other.start].strip().strip(FILLER)
    alone = following is None or following.level <= one.level
    return bare and named and not between and alone


def _entry(page: Page, mark: Named, said: int, until: int) -> Entry:
    """Read a mark, given where the lines of the one before end and where the next one is."""
    title = _WRAP.sub(" ", mark.title).strip()
    read = read_title(title)
    entry = Entry(
        start=mark.start if mark.end > mark.start else max(mark.start, said),
        stop=_line_end(page, mark.end) if mark.end > mark.start else max(mark.start, said),
        title=title,
        level=mark.level,
        heading=read.heading if read else Heading(title=title),
        kind=read.kind if read else None,
        unit=read.unit if read else "",
    )
    return entry if mark.end > mark.start else _standing(page, entry, until)


def _line_end(page: Page, end: int) -> int:
    """Where the line ends that a mark's words end on."""
    rest = page.seen[end : page.seen.find("\n", end) + 1 or len(page.seen)]
    return end if rest.strip().strip(FILLER) else end + len(rest)


def _standing(page: Page, entry: Entry, until: int) -> Entry:
    """An entry with the lines that say it in the text, if they stand where it points."""
    said, volumes = "", list[HeadingLine]()
    for line, start, end in _lines(page, entry.start):
        words = said + folded(line)
        if words and folded(entry.title).startswith(words):
            entry = replace(entry, start=entry.start if said else start, stop=end)
            said = words
            continue
        read = None if said or start >= until else read_title(line)
        if read is None or read.heading.title == line:
            break
        if read.kind is Kind.VOLUME and entry.kind is not Kind.VOLUME:
            volumes.append(replace(read, start=start, own=start, end=end))
            continue
        if _agrees(entry, read):
            entry = _told_by(entry, read, start, end)
        break
    return replace(entry, volumes=tuple(volumes))


def _lines(page: Page, offset: int) -> Iterator[tuple[str, int, int]]:
    """The next visible lines: words, start, end."""
    for _ in range(_MOST_LINES):
        found = NEXT_LINE.match(page.seen, offset)
        if not found:
            return
        start = max(offset, page.seen.rfind("\n", 0, found.start("line")) + 1)
        yield page.words(*found.span("line")).strip(), start, found.end()
        offset = found.end()


def _agrees(entry: Entry, line: HeadingLine) -> bool:
    """Whether a line of the text may be the heading that an entry means.

    A number alone is one only where the entry has the same, or none; a heading that names what it
    is counts for more than the number of a file.
    """
    if line.unit or line.kind is Kind.SPECIAL:
        if _NAME.fullmatch(entry.title):
            return True
        if entry.unit:
            return entry.heading.number == line.heading.number
        return entry.kind is None and not line.heading.title
    alone = not line.heading.title and entry.heading.number is None
    return alone or entry.heading.number == line.heading.number


def _told_by(entry: Entry, line: HeadingLine, start: int, end: int) -> Entry:
    """An entry with the heading of the text's line, its own title where the line has none."""
    own = "" if is_nameless(entry.title) or _NAME.fullmatch(entry.title) else entry.heading.title
    heading = replace(line.heading, title=line.heading.title or own)
    place = replace(entry, start=start, stop=end)
    return replace(place, heading=heading, kind=line.kind, unit=line.unit)


def _says_the_same(page: Page, one: Entry, other: Entry) -> bool:
    """Whether two entries name one place: with nothing between, and with the same words."""
    if other.start < one.stop:
        return one.kind is not Kind.VOLUME or other.kind is Kind.VOLUME
    if page.seen[one.stop : other.start].strip().strip(FILLER):
        return False
    titles = sorted((folded(one.title), folded(other.title)), key=len)
    if titles[1].startswith(titles[0]) or titles[1].endswith(titles[0]):
        return one.kind is other.kind or None in (one.kind, other.kind)
    return False


def _joined(one: Entry, other: Entry) -> Entry:
    fuller = max(one, other, key=lambda entry: (entry.kind is not None, len(entry.title)))
    return replace(
        fuller,
        start=one.start,
        stop=max(one.stop, other.stop),
        level=min(one.level, other.level),
        volumes=one.volumes or other.volumes,
    )


def _goes_on(one: Entry, other: Entry) -> bool:
    """Whether the second is the next file of one chapter: the same title, no line of its own."""
    return other.stop == other.start and folded(one.title) == folded(other.title)
