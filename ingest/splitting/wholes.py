"""What belongs to a heading below its first line: its repetition, its title, a subtitle."""

import re
from collections.abc import Sequence
from dataclasses import replace

from ingest.splitting.contents import SENTENCE_END
from ingest.splitting.grammar import NEXT_LINE, folded
from ingest.splitting.lines import FILLER, HeadingLine, Kind, Page
from ingest.splitting.notices import packaging_below
from text.numerals import parse

_TITLE_BELOW = re.compile(
    r"(?P<gap>[^\S\n]*+\n)?(?P<title>(?:[^\S\n]*+\S[^\n]{0,79}\n){1,3})[^\S\n]*+\n"
)
_MOST_REPETITIONS = 3
_LONGEST_SUBTITLE = 60
"""Characters of a line that stands alone below a volume's heading and completes it."""

_SMALL_WORD = 4
"""Letters; shorter words of an English title may begin in lower case."""


def whole_headings(page: Page, lines: Sequence[HeadingLine]) -> list[HeadingLine]:
    """Give every heading the lines that belong to it; the lines taken in are no headings."""
    kept: list[HeadingLine] = []
    for at, line in enumerate(lines):
        if kept and line.start < kept[-1].end:
            continue
        kept.append(_whole(page, lines, at))
    return kept


def subtitle_below(page: Page, end: int, next_start: int) -> str | None:
    """The line that completes a volume's title, empty where none does.

    Returns:
        None where the volume has a text of its own before its first chapter.
    """
    between = page.words(end, next_start).strip()
    reads = "\n" in between or len(between) > _LONGEST_SUBTITLE or SENTENCE_END.search(between)
    return None if reads else between


def _whole(page: Page, lines: Sequence[HeadingLine], at: int) -> HeadingLine:
    line = lines[at]
    if line.kind not in (Kind.CHAPTER, Kind.SPECIAL):
        return line
    for repetition in range(1, _MOST_REPETITIONS + 1):
        below = lines[at + repetition] if at + repetition < len(lines) else None
        longer = _repeated(page, line, below) or _with_line_below(page, line, below, lines, at)
        if longer is None:
            break
        line = longer
    after = (m.start for m in _next_few(lines, at) if m.start >= line.end)
    following = next(after, len(page.seen))
    return _with_title_below(page, line, following)


def _next_few(lines: Sequence[HeadingLine], at: int) -> Sequence[HeadingLine]:
    """The lines after one, as many as its heading may take in and one more."""
    return lines[at + 1 : at + 2 + 2 * _MOST_REPETITIONS]


def _repeated(page: Page, line: HeadingLine, below: HeadingLine | None) -> HeadingLine | None:
    """The heading and the next one, where that says the same with nothing to read between."""
    if below is None or below.start < line.end or below.kind is not line.kind or below.volume:
        return None
    after = packaging_below(page, line.end, below.start)
    titles = folded(line.heading.title), folded(below.heading.title)
    same = titles[0] == titles[1] or not all(titles)
    counted = line.heading.number is not None and line.heading.number == below.heading.number
    if not (same and counted) or page.seen[after : below.start].strip().strip(FILLER):
        return None
    title = line.heading.title or below.heading.title
    return replace(line, end=below.end, heading=replace(line.heading, title=title))


def _with_line_below(
    page: Page,
    line: HeadingLine,
    below: HeadingLine | None,
    lines: Sequence[HeadingLine],
    at: int,
) -> HeadingLine | None:
    """The heading and the line under it, where that repeats the whole or the title."""
    after = packaging_below(page, line.end, below.start if below else len(page.seen))
    found = NEXT_LINE.match(page.seen, after)
    if not found:
        return None
    said = folded(found["line"])
    own, title = folded(page.words(line.own, line.end)), folded(line.heading.title)
    whole = said in (own, folded(line.heading.label) + title)
    if not said or not (whole or said == title):
        return None
    after = (m.start for m in _next_few(lines, at) if m.start >= found.end())
    following = next(after, len(page.seen))
    leaves_text = page.seen[found.end() : following].strip().strip(FILLER)
    return replace(line, end=found.end()) if whole or leaves_text else None


def _with_title_below(page: Page, line: HeadingLine, following: int) -> HeadingLine:
    """An English heading with the title that stands under its number."""
    found = _TITLE_BELOW.match(page.seen, line.end)
    if line.heading.title or not line.heading.label.isascii() or not found:
        return line
    words = " ".join(page.words(*found.span("title")).split())
    if found.end("title") > following or not _is_title(words, below_gap=found["gap"] is not None):
        return line
    return replace(line, end=found.end("title"), heading=replace(line.heading, title=words))


def _is_title(words: str, *, below_gap: bool) -> bool:
    if words.isupper():
        return parse(words) is None
    long_words = [w for w in words.split() if len(w) >= _SMALL_WORD and w[0].isalpha()]
    capitalised = bool(long_words) and all(word[0].isupper() for word in long_words)
    return capitalised and not below_gap and words[-1].isalnum()
