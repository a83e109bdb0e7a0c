"""From heading lines to the parts of a book: they tile it, and the chapters are among them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ingest.splitting.contents import SENTENCE_END, TITLE
from ingest.splitting.lines import FILLER, HeadingLine, Kind, Page
from ingest.splitting.notices import packaging_below
from ingest.splitting.wholes import subtitle_below
from lorepack.records import ChapterText, Heading, Part, PartKind, VolumeText

_LONGEST_TITLE_PAGE = 120
"""Characters that may name a book and its author; more is something to read."""

_WIDEST_TITLE = 60
"""Letters of a title's line; a Chinese character counts for three."""

_FIRST_WIDE = "\u2e80"
_CLAUSE = re.compile(r"[\u2e80-\u9fff]{4}[，；]")
_FEWEST_ENTRIES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """A book in parts."""

    parts: list[Part] = field(default_factory=list[Part])
    chapters: list[ChapterText] = field(default_factory=list[ChapterText])
    counted: list[ChapterText] = field(default_factory=list[ChapterText])
    """Those whose numbers should follow one another."""
    volumes: dict[str, VolumeText] = field(default_factory=dict[str, VolumeText])
    """By title, in the order of first appearance."""


def cut(page: Page, lines: Sequence[HeadingLine]) -> Cut:
    """Cut a book at its heading lines, given whole, in order and without overlaps."""
    cutter = _Cutter(page)
    first = lines[0].start if lines else len(page.text)
    cutter.front(0, first, alone=not lines)
    for at, line in enumerate(lines):
        cutter.take(line, lines[at + 1] if at + 1 < len(lines) else None)
    return cutter.made


class _Cutter:
    """Goes through a book and makes its parts."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.made = Cut()
        self._volume: str | None = None
        self._outer: int | None = None
        """Where the lines of volumes begin that hold nothing but the next volume."""

    def take(self, line: HeadingLine, below: HeadingLine | None) -> None:
        """Cut what one heading line opens, up to the next."""
        end = below.start if below else len(self.page.text)
        if line.kind is Kind.CONTENTS:
            self._contents(line, end)
        elif line.kind is Kind.TITLE:
            self._part(PartKind.TITLE_PAGE, line.start, line.end)
            self.front(line.end, end)
        elif line.kind is Kind.VOLUME:
            self._open(line, end, above_volume=below is not None and below.kind is Kind.VOLUME)
        else:
            self._chapter(line, end)

    def front(self, start: int, end: int, *, alone: bool = False) -> None:
        """Cut what no heading speaks for: a title page, a contents page, something to read."""
        seen = self.page.seen[start:end]
        listed = _contents_start(seen)
        if alone:
            self._read(start, end)
        elif not _visible(seen):
            self._part(PartKind.LEFT_OUT, start, end)
        elif listed is not None:
            self.front(start, start + listed)
            self._part(PartKind.CONTENTS, start + listed, end)
        elif _is_title_page(seen):
            self._part(PartKind.TITLE_PAGE, start, end)
        else:
            self._read(start, end, front=True)

    def _contents(self, line: HeadingLine, end: int) -> None:
        divider = self.page.seen[line.end : end]
        if line.end == line.start or not any(c.isalpha() for c in divider):
            self._part(PartKind.CONTENTS, line.start, end)
        else:
            self._part(PartKind.CONTENTS, line.start, line.end)
            self.front(line.end, end)

    def _open(self, line: HeadingLine, end: int, *, above_volume: bool) -> None:
        if above_volume and not _visible(self.page.seen[line.end : end]):
            self._outer = line.start if self._outer is None else self._outer
            self._part(PartKind.VOLUME, line.start, end)
            return
        subtitle = subtitle_below(self.page, line.end, end) if end < len(self.page.text) else None
        stop = line.end if subtitle is None else end
        title = f"{line.volume} {subtitle or ''}".strip()
        self._enter(title, line.start, stop)
        if subtitle is None:
            self._read(line.end, end)

    def _enter(self, title: str, start: int, end: int) -> None:
        self._volume = title
        first = start if self._outer is None else self._outer
        self._outer = None
        heading = self.page.text[first:end]
        named = VolumeText(title=title, heading=heading, start=first)
        self.made.volumes.setdefault(title, named)
        self._part(PartKind.VOLUME, start, end)

    def _chapter(self, line: HeadingLine, end: int) -> None:
        if line.volume is not None:
            if line.volume:
                self._enter(line.volume, line.start, line.own)
            self._volume = line.volume or None
        start = line.own if line.volume else line.start
        self._part(PartKind.HEADING, start, line.end)
        body = packaging_below(self.page, line.end, end) if line.end > line.start else line.end
        self._part(PartKind.LEFT_OUT, line.end, body)
        self._add(line.heading, (start, line.end), (body, end), front=line.front)
        if line.kind is Kind.CHAPTER and line.heading.number is not None:
            self.made.counted.append(self.made.chapters[-1])

    def _read(self, start: int, end: int, *, front: bool = False) -> None:
        self._add(Heading(), (start, start), (start, end), front=front)

    def _add(
        self, parsed: Heading, heading: tuple[int, int], body: tuple[int, int], *, front: bool
    ) -> None:
        text = self.page.text
        self.made.chapters.append(
            ChapterText(
                volume=self._volume,
                heading=text[slice(*heading)],
                parsed=parsed,
                body=text[slice(*body)],
                start=body[0],
                front_matter=front,
            )
        )
        self._part(PartKind.BODY, *body)

    def _part(self, kind: PartKind, start: int, end: int) -> None:
        if end > start:
            self.made.parts.append(Part(kind=kind, start=start, end=end))


def _visible(seen: str) -> str:
    return seen.replace(FILLER, "").strip()


def _contents_start(seen: str) -> int | None:
    """Where a contents page begins whose entries are no headings: its title, then short lines."""
    title = TITLE.search(seen)
    if title is None or SENTENCE_END.search(seen, title.end()):
        return None
    entries = [line.strip() for line in seen[title.end() :].split("\n") if line.strip()]
    fits = len(entries) >= _FEWEST_ENTRIES and all(map(_fits_a_title, entries))
    return title.start() if fits else None


def _is_title_page(front: str) -> bool:
    """Whether a beginning only names the book: short, in short lines, without a sentence."""
    if len(front.strip()) > _LONGEST_TITLE_PAGE or SENTENCE_END.search(front):
        return False
    lines = [line.strip() for line in front.split("\n")]
    return all(_fits_a_title(line) and not _CLAUSE.search(line) for line in lines)


def _fits_a_title(line: str) -> bool:
    return sum(3 if character >= _FIRST_WIDE else 1 for character in line) <= _WIDEST_TITLE
