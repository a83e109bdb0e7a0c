"""What the steps of a split hand on: the page they look at, and the lines found on it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum, auto

from lorepack.records import Heading

FILLER = "\0"
"""Stands for a character of mark-up; a decoded text never holds it."""

_TAG = re.compile(
    r"<(?P<name>/?(?:p|br|hr|div|span|section|article|body|html|h[1-6]|b|i|u|em|strong|center|font"
    r"|a|ul|ol|li|table|tr|td|blockquote|img|title))\b[^<>\n]{0,300}>|&(?:nbsp|emsp|ensp);",
    re.IGNORECASE,
)
_ENDS_LINE = re.compile(r"/(?:p|div|h[1-6]|li|tr|title|center|blockquote|section)|br|hr")
_WIDE = re.compile(r"[Ａ-Ｚａ-ｚ０-９]+")
_NARROW = {wide: wide - 0xFEE0 for wide in range(ord("０"), ord("ｚ") + 1)}


class Kind(Enum):
    """What a heading line announces."""

    CHAPTER = auto()
    SPECIAL = auto()
    """A chapter outside the numbering: a prologue, an afterword, a side story, a notice."""
    VOLUME = auto()
    CONTENTS = auto()
    """A whole contents page."""
    TITLE = auto()
    """The name of the book."""


class Reason(StrEnum):
    """Why a line that looks like a heading is none, said to people."""

    PROSE = "reads as prose"
    WRAPPED = "goes on from the line above"
    CROWDED = "has no blank line above it, unlike the headings"
    TOUCHING = "is a number with text right above or below it"
    INDENTED = "is indented deeper than the headings"
    TAKEN = "its number is taken"
    REPEATED = "repeats the heading above it"
    SECTION = "is a section inside a chapter"
    CONTENTS = "stands in the contents page"
    UNFOLLOWED = "no chapter begins right below it"
    OTHER = "is written in another way than the book's headings"
    OUTLINE = "is not in the file's outline and does not count on"
    PATTERN = "does not match the pattern"


_HAN = re.compile("[\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A text, and the same text as headings are looked for in it; offsets hold in both."""

    text: str
    seen: str
    """Tags blanked out, block ends as line ends, full-width letters and digits as ASCII."""
    chinese: bool
    """Whether it holds a Chinese character at all; else no Chinese rule need be tried."""

    def words(self, start: int, end: int) -> str:
        """What the text says there, tags left out."""
        words, seen = self.text[start:end], self.seen[start:end]
        if FILLER not in seen:
            return words
        told = zip(words, seen, strict=True)
        return "".join("\n" if s == "\n" else w for w, s in told if s != FILLER)


def page_of(text: str) -> Page:
    """Look at a text through its tags."""
    seen = _TAG.sub(_blanked, text) if "<" in text or "&" in text else text
    return Page(
        text=text,
        seen=_WIDE.sub(lambda found: found[0].translate(_NARROW), seen),
        chinese=_HAN.search(text) is not None,
    )


def count_tags(text: str) -> int:
    """How many HTML tags a text holds."""
    return sum(1 for _ in _TAG.finditer(text)) if "<" in text else 0


def _blanked(tag: re.Match[str]) -> str:
    ends_line = tag["name"] and _ENDS_LINE.fullmatch(tag["name"].lower())
    return FILLER * (len(tag[0]) - 1) + ("\n" if ends_line else FILLER)


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadingLine:
    """A line that announces something, and where it stands."""

    kind: Kind
    start: int
    """Offset of the line, in characters."""
    own: int
    """Offset of the chapter's own words, behind a volume's name on the same line."""
    end: int
    """Offset behind its line end."""
    heading: Heading
    volume: str | None = None
    """Title of the volume it opens, or names beside the chapter; empty where it leaves one."""
    unit: str = ""
    """Counting word of the label: 章, 回, 节, chapter, letter."""
    prefix: str = ""
    """What stands before the label: 正文, a volume's name."""
    glued: bool = False
    """Whether the title follows the label without a space or a mark."""
    indent: int = 0
    """Characters of white space before it."""
    crowded: bool = False
    """Whether no blank line stands before it."""
    flaw: Reason | None = None
    """Why it is no heading whatever its fellows say."""
    doubt: Reason | None = None
    """Why only its number can speak for it."""
    front: bool = False
    """Whether it opens a page that is not part of the story: a cover, a copyright page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejection:
    """A line that was not taken for a heading."""

    line: HeadingLine
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The heading lines of a book by one rule."""

    rule: str
    lines: Sequence[HeadingLine]
    """In reading order, without overlaps."""
    rejected: Sequence[Rejection] = ()

    @property
    def chapters(self) -> int:
        """How many of the lines are numbered or named chapters."""
        return sum(line.kind is Kind.CHAPTER for line in self.lines)


def in_order(lines: Sequence[HeadingLine]) -> list[HeadingLine]:
    """Sort by place, and drop a line that another one at the same place has taken."""
    kept: list[HeadingLine] = []
    for line in sorted(lines, key=lambda line: line.start):
        if not kept or line.start >= kept[-1].end:
            kept.append(line)
    return kept
