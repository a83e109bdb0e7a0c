"""Which heading rule fits a book, and which lines its other headings speak for.

What one line cannot decide, its fellows do: where they begin, how they set the title apart,
which number comes next.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from ingest.headings import (
    HeadingLine,
    bare_numerals,
    chinese_chapters,
    english_chapters,
    markdown_headings,
    numbered_titles,
    specials,
    volumes,
)

_MAJOR_UNITS = "章回话話"
"""A book that counts by these has its 节, 折 and 幕 inside a chapter."""

_VISIBLE = re.compile(r"\S")

_LONGEST_JUMP = 10
"""Between two bare numerals that still belong to one series."""


def find_headings(text: str) -> tuple[str, list[HeadingLine]]:
    """Find the heading lines of a book by the strongest rule that fits it.

    Returns:
        The rule's name (`whole-file` where no line is a heading) and the lines in reading order.
    """
    rule, chapters = _chapters(text)
    margin = _margin(chapters)
    taken = {chapter.start for chapter in chapters}
    others = [s for s in specials(text) if s.indent <= margin and s.start not in taken]
    chapters += others
    openers = [v for v in volumes(text) if v.indent <= margin and v.start not in taken]
    held = _followed(text, openers, {line.start for line in chapters})
    if rule == "whole-file" and (others or held):
        rule = "special" if others else "volume"
    return rule, sorted([*chapters, *held], key=lambda line: line.start)


def _chapters(text: str) -> tuple[str, list[HeadingLine]]:
    chinese, english = _settled(list(chinese_chapters(text))), list(english_chapters(text))
    name, lines = (
        ("zh-chapter", chinese) if len(chinese) >= len(english) else ("en-chapter", english)
    )
    if len(lines) >= 2 or _opens_with(text, lines):
        return name, lines
    for weaker, found in (
        ("markdown", _top_level(list(markdown_headings(text)))),
        ("bare-numeral", _in_series(list(bare_numerals(text)))),
        ("numbered-title", _with_bodies(text, _in_series(list(numbered_titles(text))))),
    ):
        if len(found) >= 2:
            return weaker, found
    return (name, lines) if lines else ("whole-file", [])


def _opens_with(text: str, lines: Sequence[HeadingLine]) -> bool:
    """Whether the text begins with a heading: a file of one chapter, whatever it holds inside."""
    first_visible = len(text) - len(text.lstrip())
    return any(line.start <= first_visible < line.end for line in lines)


def _settled(lines: list[HeadingLine]) -> list[HeadingLine]:
    """Drop sections inside chapters, and run-on lines that no other heading speaks for."""
    major = [line for line in lines if line.unit in _MAJOR_UNITS]
    lines = major if len(major) >= 2 else lines
    apart = [line for line in lines if not line.glued]
    margin = _margin(apart)
    claimed = {line.heading.number for line in apart if 2 * len(apart) >= len(lines)}
    kept: list[HeadingLine] = []
    for line in lines:
        stray = line.indent > margin or line.heading.number in claimed
        if line.glued and (stray or (line.doubtful and not _is_next(line, kept))):
            continue
        kept.append(line)
    return kept


def _margin(lines: Iterable[HeadingLine]) -> float:
    """Where the book's headings begin; what stands further in is prose or a part of a chapter."""
    commonest = Counter(line.indent for line in lines).most_common(1)
    return commonest[0][0] if commonest else float("inf")


def _is_next(line: HeadingLine, kept: Sequence[HeadingLine]) -> bool:
    before = next((k.heading.number for k in reversed(kept) if k.unit == line.unit), None)
    return before is not None and line.heading.number == before + 1


def _top_level(lines: Sequence[HeadingLine]) -> list[HeadingLine]:
    """The highest level that occurs twice: a lone `#` is the book's own title."""
    levels = Counter(line.unit for line in lines)
    chosen = min((level for level, times in levels.items() if times >= 2), key=len, default="")
    return [line for line in lines if line.unit == chosen]


def _in_series(lines: Sequence[HeadingLine]) -> list[HeadingLine]:
    """Keep the lines that count on from one another, beginning at 1 where the text does."""
    if not lines:
        return []
    first = next((line for line in lines if (line.heading.number or 0) < 2), None) or lines[0]
    kept = [first]
    for line in lines[lines.index(first) + 1 :]:
        step = (line.heading.number or 0) - (kept[-1].heading.number or 0)
        if 0 < step <= _LONGEST_JUMP or line.heading.number == 1:
            kept.append(line)
    return kept


def _with_bodies(text: str, lines: list[HeadingLine]) -> list[HeadingLine]:
    """Nothing, where most lines follow one another directly: that is a list, not a book."""
    followed = sum(1 for a, b in pairwise(lines) if text[a.end : b.start].strip())
    return lines if 2 * followed >= len(lines) - 1 else []


def _followed(text: str, openers: Sequence[HeadingLine], chapters: set[int]) -> list[HeadingLine]:
    """Volume lines whose title is set apart, and run-on ones right before a heading."""
    return [v for v in openers if not v.glued or _next_visible_line(text, v.end) in chapters]


def _next_visible_line(text: str, offset: int) -> int:
    visible = _VISIBLE.search(text, offset)
    return text.rfind("\n", 0, visible.start()) + 1 if visible else len(text)
