"""A file's own structure: which of the headings it names are chapters, volumes, sections."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from ingest.splitting.contents import SENTENCE_END
from ingest.splitting.entries import Entry, Named, read_entries
from ingest.splitting.grammar import BLANKS
from ingest.splitting.lines import FILLER, Found, HeadingLine, Kind, Page, Reason, Rejection
from ingest.splitting.settling import MAJOR_UNITS

_MARKDOWN = re.compile(
    rf"^(?P<signs>#{{1,6}})[{BLANKS}]+(?P<title>\S[^\n]{{0,120}})$", re.MULTILINE
)
_FRONT = re.compile(
    r"cover|title ?page|half ?title|copyright|imprint|colophon|dedication|about the authors?"
    r"|封面|扉页|扉頁|书名页|書名頁|版权|版權|版权页|版權頁|版权信息|版權信息|版权声明|出版说明|献词|作者简介|内容简介|內容簡介|简介"
)
_CONTENTS = re.compile(r"(?:table of )?contents|toc|目录|目錄|目次|nav(?:igation)?")
_LONGEST_SUBTITLE = 60
"""Characters below a volume's heading that complete it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Heading:
    """A line of a text, as its mark-up names it."""

    start: int
    end: int
    title: str
    level: int


def markdown_marks(page: Page) -> list[Named]:
    """The lines like `## …`."""
    return [
        _Heading(
            start=found.start(),
            end=found.end(),
            title=page.words(*found.span("title")).rstrip(" #"),
            level=len(found["signs"]),
        )
        for found in _MARKDOWN.finditer(page.seen)
    ]


def structured(page: Page, marks: Sequence[Named]) -> Found:
    """Turn named headings into heading lines, by their depth and by what they say.

    A deeper heading is a section of the chapter above it; one above chapters, with nothing to read
    of its own, is a volume; a first one above all others is the book's title.
    """
    places = _places(page, read_entries(page, marks))
    walk = _Walk(depth=_chapter_depth([p for p in places if p.role is None]))
    for at, place in enumerate(places):
        walk.take(place, first=at == 0)
    return Found(rule="outline", lines=walk.lines, rejected=walk.rejected)


class _Role(Enum):
    """What a heading is whatever its depth."""

    FRONT = auto()
    CONTENTS = auto()
    NOTHING = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """An entry among the others."""

    entry: Entry
    role: _Role | None
    reads: bool
    """Whether there is something to read before the next entry."""
    parent: bool
    """Whether the next entry is deeper."""
    until: int
    """Offset of the next entry."""
    alone: bool
    """Whether no other entry is as high."""
    last: bool
    """Whether no entry follows."""


def _places(page: Page, entries: Sequence[Entry]) -> list[_Place]:
    heights = Counter(entry.level for entry in entries)
    places: list[_Place] = []
    for at, entry in enumerate(entries):
        following = entries[at + 1] if at + 1 < len(entries) else None
        until = following.start if following else len(page.seen)
        text = page.seen[entry.stop : until].strip(FILLER + " \n\t\u3000")
        places.append(
            _Place(
                entry=entry,
                role=_role_of(entry.title, text),
                reads=is_text(text),
                until=until,
                parent=following is not None and following.level > entry.level,
                alone=heights[entry.level] == 1 and entry.level == min(heights),
                last=following is None,
            )
        )
    return places


def is_text(between: str) -> bool:
    """Whether what stands below a heading is more than a subtitle."""
    long = len(between) > _LONGEST_SUBTITLE or "\n" in between
    return long or SENTENCE_END.search(between) is not None


def _role_of(title: str, text: str) -> _Role | None:
    words = " ".join(title.casefold().split())
    if _CONTENTS.fullmatch(words) and not SENTENCE_END.search(text):
        return _Role.CONTENTS
    if _FRONT.fullmatch(words):
        return _Role.FRONT if text else _Role.NOTHING
    return None


def _chapter_depth(places: Sequence[_Place]) -> int:
    """The level that chapters have: that of numbered ones, else the highest that has texts."""
    for units in (MAJOR_UNITS, None):
        named = [p.entry for p in places if p.entry.kind is Kind.CHAPTER and p.entry.unit]
        levels = Counter(e.level for e in named if units is None or e.unit in units)
        if levels:
            return min(levels, key=lambda level: (-levels[level], level))
    levels = sorted({p.entry.level for p in places})
    return next(
        (level for level in levels[:-1] if _has_texts(places, level)), max(levels, default=1)
    )


def _has_texts(places: Sequence[_Place], level: int) -> bool:
    at = [place for place in places if place.entry.level == level]
    empty_parents = sum(place.parent and not place.reads for place in at)
    title = len(at) == 1 and at[0] is places[0] and at[0].parent
    return not title and 2 * empty_parents < len(at)


class _Walk:
    """Goes through the places in order and makes their lines."""

    def __init__(self, depth: int) -> None:
        self.depth = depth
        self.lines: list[HeadingLine] = []
        self.rejected: list[Rejection] = []
        self._volumes: dict[int, str] = {}
        """Titles of the volumes that are open, by level."""
        self._number: int | None = None

    def take(self, place: _Place, *, first: bool) -> None:
        entry = place.entry
        if place.role is _Role.NOTHING:
            return
        if place.role is _Role.CONTENTS:
            self.lines.append(replace(_line(entry, Kind.CONTENTS), end=place.until))
        elif place.role is _Role.FRONT:
            self.lines.append(_line(entry, Kind.SPECIAL, front=True))
        elif first and _names_book(place):
            self.lines.append(_line(entry, Kind.TITLE))
        elif self._is_volume(place):
            self._open(entry)
        elif entry.level <= self.depth or self._counts_on(entry):
            self._chapter(entry)
        else:
            self.rejected.append(Rejection(line=_line(entry, Kind.CHAPTER), reason=Reason.SECTION))

    def _is_volume(self, place: _Place) -> bool:
        if place.entry.level < self.depth:
            return place.parent
        named = place.entry.level == self.depth and place.entry.kind is Kind.VOLUME
        return named and not place.reads

    def _counts_on(self, entry: Entry) -> bool:
        follows = self._number is not None and entry.heading.number == self._number + 1
        return entry.kind is Kind.CHAPTER and entry.unit in MAJOR_UNITS and follows

    def _open(self, entry: Entry) -> None:
        self._close(entry.level)
        self._volumes[entry.level] = entry.title
        self.lines.append(replace(_line(entry, Kind.VOLUME), volume=self._volume()))

    def _close(self, level: int) -> None:
        """Leave the volumes that do not stand above a level."""
        self._volumes = {at: title for at, title in self._volumes.items() if at < level}

    def _volume(self) -> str:
        return " ".join(self._volumes[level] for level in sorted(self._volumes))

    def _chapter(self, entry: Entry) -> None:
        before = self._volume()
        if entry.level < self.depth:
            self._close(entry.level)
        left = None if self._volume() == before else self._volume()
        self.lines += entry.volumes
        kind = Kind.SPECIAL if entry.kind is Kind.SPECIAL else Kind.CHAPTER
        self.lines.append(replace(_line(entry, kind), volume=left))
        self._number = entry.heading.number or self._number


def _names_book(place: _Place) -> bool:
    """Whether a first heading is the book's: above all others, or with nothing below it."""
    bare = not (place.reads or place.parent or place.last)
    return place.entry.kind is None and ((place.alone and place.parent) or bare)


def _line(entry: Entry, kind: Kind, *, front: bool = False) -> HeadingLine:
    within = kind in (Kind.CHAPTER, Kind.SPECIAL) and entry.volumes
    start = entry.volumes[-1].end if within else entry.start
    return HeadingLine(
        kind=kind,
        start=max(start, entry.start),
        own=max(start, entry.start),
        end=max(start, entry.stop),
        heading=entry.heading,
        unit=entry.unit,
        front=front,
    )
