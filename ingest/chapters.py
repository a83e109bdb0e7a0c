"""Chapters: a book cut at its headings, without a character lost."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ingest.chapter_warnings import chapter_warnings
from ingest.headings import HeadingLine, Kind
from ingest.rules import find_headings
from lorepack.records import ChapterText, Heading, Warned
from text.numerals import parse

_LONGEST_SUBTITLE = 60
"""Characters of a line that stands alone below a volume's heading and completes it."""

_LONGEST_DIVIDER = 200
"""Characters that may stand between a contents page and the first chapter."""

_CONTENTS_TITLE = re.compile(
    r"^[^\S\n]*(?:目[^\S\n]*[录錄]|(?i:table of contents|contents))[.:：]?[^\S\n]*$", re.MULTILINE
)
_TITLE_BELOW = re.compile(
    r"(?P<gap>[^\S\n]*\n)?(?P<title>(?:[^\S\n]*+\S[^\n]{0,79}\n){1,3})[^\S\n]*\n"
)
_LONGEST_TITLE_PAGE = 120
"""Characters that may name a book and its author; more is something to read."""

_TITLE_LINE = re.compile(r"(?:[\u2e80-\uffff]|[^\u2e80-\uffff\n]{1,2}){0,30}")
"""A line short enough for a title: 30 Chinese characters, twice as many others."""

_SENTENCE_END = re.compile(r"[。！？!?…][”’」』\"]*\s*$|[a-z][.]\s*$", re.MULTILINE)
_NEXT_LINE = re.compile(r"(?:[^\S\n]*\n)*[^\S\n]*(?P<line>\S[^\n]*)\n?")
_SMALL_WORD = 4
"""Letters; shorter words of an English title may begin in lower case."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """A book in chapters; `heading + body` of all of them, joined, is the book."""

    rule: str
    """The heading rule that won: `zh-chapter`, `en-chapter`, `markdown`, `bare-numeral`,
    `numbered-title`, `special`, `volume` or `whole-file`."""
    chapters: tuple[ChapterText, ...]
    """In the file's order. What stands before the first heading, or between a volume's heading
    and its first chapter, is a chapter without a label. A title page, a contents page and a
    volume's line begin the `heading` of the chapter that follows them."""
    volumes: tuple[str, ...]
    """Titles in the order of their first appearance."""
    warnings: tuple[Warned, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Section:
    """Where a chapter begins, with its volume's line, and where its heading ends."""

    start: int
    body: int
    heading: Heading
    volume: str | None = None
    counts: bool = False
    """Whether its number should follow the number before it."""


def split(text: str) -> Split:
    """Cut a decoded book into chapters.

    A contents page is told by its headings coming again with their text; it goes with the heading
    of the first chapter and is reported. Numbers that do not count on are reported, not repaired.
    """
    rule, lines = find_headings(text)
    contents = _contents_length(text, lines)
    opener = _contents_start(text, lines[0].start) if contents else None
    lines = _without_overlaps([_whole_heading(text, line) for line in lines[contents:]])
    opened = list(_sections(text, lines, opener))
    sections = _with_front_matter(text, opened)
    chapters = tuple(_chapters(text, sections))
    numbered = [c for c, s in zip(chapters, sections, strict=True) if s.counts]
    return Split(
        rule=rule,
        chapters=chapters,
        volumes=tuple(dict.fromkeys(c.volume for c in chapters if c.volume is not None)),
        warnings=(
            *_contents_warning(contents),
            *_title_page_warning(text, opened, sections),
            *chapter_warnings(chapters, numbered),
        ),
    )


def _contents_length(text: str, lines: Sequence[HeadingLine]) -> int:
    """How many of the first lines are a contents page: with no text between, and coming again."""
    gaps = [text[a.end : b.start].strip() for a, b in pairwise(lines)]
    run = next((index + 1 for index, gap in enumerate(gaps) if gap), len(lines))
    if sum(line.kind is not Kind.VOLUME for line in lines[:run]) < 2:
        return 0
    keys = [line.heading.label or line.heading.title for line in lines[: run + 1]]
    if keys[run:] == keys[:1] and len(gaps[run - 1]) <= _LONGEST_DIVIDER:
        return run
    # The last lines of the run are the book's own beginning if they are the page's beginning.
    return next((at for at in range(run - 1, 1, -1) if keys[at:run] == keys[: run - at]), 0)


def _contents_start(text: str, first_line: int) -> int:
    """Where the contents page begins, its own title included."""
    title = _CONTENTS_TITLE.search(text, text.rfind("\n", 0, len(text[:first_line].rstrip())) + 1)
    return title.start() if title and title.end() <= first_line else first_line


def _contents_warning(length: int) -> Iterator[Warned]:
    if length:
        message = f"a contents page of {length} lines was left out of the chapters"
        yield Warned(code="contents", message=message)


def _whole_heading(text: str, line: HeadingLine) -> HeadingLine:
    """Take in what belongs to the heading below its line: its repetition, an English title."""
    if line.kind is Kind.VOLUME:
        return line
    own = text[line.start : line.end].strip()
    below = _NEXT_LINE.match(text, line.end)
    if below and below["line"].strip() in (own, line.heading.title):
        return replace(line, end=below.end())
    title = _TITLE_BELOW.match(text, line.end)
    if line.heading.title or not line.heading.label.isascii() or not title:
        return line
    words = " ".join(title["title"].split())
    if not _reads_as_title(words, below_gap=title["gap"] is not None):
        return line
    return replace(line, end=title.end("title"), heading=replace(line.heading, title=words))


def _reads_as_title(words: str, *, below_gap: bool) -> bool:
    if words.isupper():
        return parse(words) is None
    long_words = [w for w in words.split() if len(w) >= _SMALL_WORD and w[0].isalpha()]
    capitalised = bool(long_words) and all(word[0].isupper() for word in long_words)
    return capitalised and not below_gap and words[-1].isalnum()


def _without_overlaps(lines: Sequence[HeadingLine]) -> list[HeadingLine]:
    """Drop the lines that the heading before them has taken in."""
    kept: list[HeadingLine] = []
    for line in lines:
        if not kept or line.start >= kept[-1].end:
            kept.append(line)
    return kept


def _sections(text: str, lines: Sequence[HeadingLine], opener: int | None) -> Iterator[_Section]:
    """Where chapters begin; the first one at `opener`, as any does at its volume's line."""
    volume: str | None = None
    for index, line in enumerate(lines):
        volume = line.volume or volume
        start = line.start if opener is None else opener
        subtitle = _subtitle(text, lines, index) if line.kind is Kind.VOLUME else None
        if subtitle is None:
            opener = None
            yield _section(start, line, volume)
            continue
        opener = start
        volume = f"{volume} {subtitle}".rstrip()


def _section(start: int, line: HeadingLine, volume: str | None) -> _Section:
    counts = line.kind is Kind.CHAPTER and line.heading.number is not None
    heading = Heading() if line.kind is Kind.VOLUME else line.heading
    return _Section(start=start, body=line.end, heading=heading, volume=volume, counts=counts)


def _subtitle(text: str, lines: Sequence[HeadingLine], index: int) -> str | None:
    """The line that completes a volume's title, empty where none does.

    Returns:
        None where the volume has a text of its own before its first chapter, or no chapter.
    """
    if index + 1 == len(lines):
        return None
    between = text[lines[index].end : lines[index + 1].start].strip()
    return None if "\n" in between or len(between) > _LONGEST_SUBTITLE else between


def _with_front_matter(text: str, sections: list[_Section]) -> list[_Section]:
    """What stands before the first heading is a chapter, or its title page."""
    if not sections or not _is_title_page(text[: sections[0].start]):
        return [_Section(start=0, body=0, heading=Heading()), *sections]
    return [replace(sections[0], start=0), *sections[1:]]


def _is_title_page(front: str) -> bool:
    """Whether a beginning only names the book: short, in short lines, without a sentence."""
    if len(front.strip()) > _LONGEST_TITLE_PAGE or _SENTENCE_END.search(front):
        return False
    return all(_TITLE_LINE.fullmatch(line.strip()) for line in front.splitlines())


def _title_page_warning(
    text: str, opened: Sequence[_Section], sections: Sequence[_Section]
) -> Iterator[Warned]:
    front = text[: opened[0].start].split() if opened else []
    if front and len(opened) == len(sections):
        words = " ".join(front)
        yield Warned(code="title_page", message=f"kept with the first chapter: {words!r}", at="1")


def _chapters(text: str, sections: Sequence[_Section]) -> Iterator[ChapterText]:
    ends = [*(section.start for section in sections[1:]), len(text)]
    for section, end in zip(sections, ends, strict=True):
        yield ChapterText(
            volume=section.volume,
            heading=text[section.start : section.body],
            parsed=section.heading,
            body=text[section.body : end],
            start=section.body,
        )
