"""Which heading rule fits a book: the strongest whose lines are headings often enough."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from ingest.splitting.chinese import chinese_chapters, chinese_specials, chinese_volumes
from ingest.splitting.contents import part_contents
from ingest.splitting.english import english_chapters, english_specials, english_volumes
from ingest.splitting.gaps import fill_gaps
from ingest.splitting.inline import inline_chapters
from ingest.splitting.lines import (
    FILLER,
    Found,
    HeadingLine,
    Kind,
    Page,
    Reason,
    Rejection,
    in_order,
)
from ingest.splitting.nesting import nested, with_holders
from ingest.splitting.notices import is_notice, notice_lines
from ingest.splitting.numbered import bare_numerals, numbered_titles
from ingest.splitting.outline import markdown_marks, structured
from ingest.splitting.settling import settle

_VISIBLE = re.compile(rf"[^\s{FILLER}]")
_PLAYS = {"act": ("scene",), "幕": ("场",)}
"""Units of which the first is a volume where the others stand too."""

_LONGEST_NOTICE = 2_000
"""Characters up to the next heading; what goes on for longer is the story."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """Lines that may stand among the chapters of any rule."""

    specials: list[HeadingLine]
    volumes: list[HeadingLine]


def around(page: Page) -> Around:
    """Find the lines that may stand among the chapters of any rule."""
    specials = [*chinese_specials(page), *english_specials(page), *notice_lines(page)]
    return Around(
        specials=in_order(specials),
        volumes=in_order([*chinese_volumes(page), *english_volumes(page)]),
    )


def strong(page: Page, beside: Around) -> Found:
    """The headings by the better of the two strong rules, few or many."""
    chinese = by_rule(page, "zh-chapter", list(chinese_chapters(page)), beside)
    english = by_rule(page, "en-chapter", list(english_chapters(page)), beside)
    if chinese.chapters >= english.chapters:
        return _passing_over(chinese, english)
    return _passing_over(english, chinese)


def _passing_over(found: Found, other: Found) -> Found:
    """The better of two findings, with what the other one would have taken."""
    lines = [line for line in other.lines if line.kind is Kind.CHAPTER]
    passed = [Rejection(line=line, reason=Reason.OTHER) for line in lines]
    return replace(found, rejected=[*found.rejected, *passed, *other.rejected])


def choose(page: Page) -> Found:
    """Find the headings of a book by the strongest rule that fits it."""
    beside = around(page)
    best = strong(page, beside)
    if best.chapters >= 2 or _opens_with(page, best.lines):
        return fill_gaps(page, best)
    weaker = _weaker(page, beside)
    return _passing_over(weaker, best) if weaker else _named(best)


def _opens_with(page: Page, lines: Sequence[HeadingLine]) -> bool:
    """Whether the text begins with a chapter: a file of one chapter, whatever it holds inside."""
    visible = _VISIBLE.search(page.seen)
    first = next((line for line in lines if line.kind is Kind.CHAPTER), None)
    return visible is not None and first is not None and first.start <= visible.start() < first.end


def _weaker(page: Page, beside: Around) -> Found | None:
    for rule, find in _WEAK.items():
        lines = find(page)
        if len(lines) >= 2:
            found = by_rule(page, rule, lines, beside)
            if found.chapters >= 2:
                return found
    return None


def _markdown(page: Page) -> list[HeadingLine]:
    found = structured(page, markdown_marks(page))
    return [*found.lines, *(replace(r.line, flaw=r.reason) for r in found.rejected)]


_WEAK: dict[str, Callable[[Page], list[HeadingLine]]] = {
    "zh-inline": inline_chapters,
    "markdown": _markdown,
    "bare-numeral": bare_numerals,
    "numbered-title": numbered_titles,
}


def _named(found: Found) -> Found:
    """What is left where no line is a chapter by number."""
    kinds = {line.kind for line in found.lines}
    if Kind.CHAPTER in kinds:
        return found
    rule = "special" if Kind.SPECIAL in kinds else "whole-file"
    return replace(found, rule="volume" if kinds == {Kind.VOLUME} else rule)


def by_rule(page: Page, rule: str, chapters: Sequence[HeadingLine], beside: Around) -> Found:
    """Settle which lines are headings, given the candidates for chapters by one rule."""
    chapters = _with_acts(chapters)
    named = [*beside.specials, *beside.volumes]
    sound = in_order([line for line in (*chapters, *named) if line.flaw is None])
    contents = part_contents(page, sound)
    counted = [c for c in contents.others if c.kind is Kind.CHAPTER]
    settled = settle([*counted, *(c for c in chapters if c.flaw)])
    beside = Around(
        specials=[c for c in contents.others if c.kind is Kind.SPECIAL],
        volumes=[c for c in contents.others if c.kind is Kind.VOLUME],
    )
    specials, no_specials = _within(settled.margin, beside.specials)
    specials, doubted = _like_the_chapters(specials, settled.kept)
    specials, no_notices = _held_notices(page, specials, settled.kept)
    near, far = _within(settled.margin, beside.volumes)
    held, unheld = _followed(page, near, [*settled.kept, *specials])
    rejected = [
        *settled.rejected,
        *no_specials,
        *doubted,
        *no_notices,
        *far,
        *unheld,
        *(Rejection(line=line, reason=line.flaw) for line in named if line.flaw),
        *(Rejection(line=line, reason=Reason.CONTENTS) for line in contents.entries),
    ]
    lines = in_order([*contents.pages, *settled.kept, *specials, *held])
    lines = nested(page, with_holders(page, lines))
    return Found(rule=rule, lines=lines, rejected=rejected)


def _with_acts(lines: Sequence[HeadingLine]) -> list[HeadingLine]:
    """A play's lines, its acts as volumes where it has scenes too."""
    units = Counter(line.unit for line in lines)
    acts = {act for act, scenes in _PLAYS.items() if all(units[s] >= 2 for s in (act, *scenes))}
    return [_as_volume(line) if line.unit in acts else line for line in lines]


def _as_volume(line: HeadingLine) -> HeadingLine:
    title = f"{line.heading.label} {line.heading.title}".rstrip()
    return replace(line, kind=Kind.VOLUME, volume=title)


def _within(
    margin: float, lines: Iterable[HeadingLine]
) -> tuple[list[HeadingLine], list[Rejection]]:
    kept: list[HeadingLine] = []
    rejected: list[Rejection] = []
    for line in lines:
        if line.indent <= margin:
            kept.append(line)
        else:
            rejected.append(Rejection(line=line, reason=Reason.INDENTED))
    return kept, rejected


def _like_the_chapters(
    specials: Sequence[HeadingLine], chapters: Sequence[HeadingLine]
) -> tuple[list[HeadingLine], list[Rejection]]:
    """Drop the doubtful ones, that a book's name stands before, unless the chapters have it too."""
    if any(chapter.prefix.startswith("《") for chapter in chapters):
        return list(specials), []
    kept = [line for line in specials if line.doubt is None]
    return kept, [Rejection(line=line, reason=line.doubt) for line in specials if line.doubt]


def _held_notices(
    page: Page, specials: Sequence[HeadingLine], chapters: Sequence[HeadingLine]
) -> tuple[list[HeadingLine], list[Rejection]]:
    """Drop a notice that is the text of the heading right above, or as long as a story."""
    headings = sorted([*specials, *chapters], key=lambda line: line.start)
    starts = [line.start for line in headings]
    kept: list[HeadingLine] = []
    rejected: list[Rejection] = []
    for line in specials:
        following = bisect_right(starts, line.start)
        end = starts[following] if following < len(starts) else len(page.seen)
        above = page.seen[headings[following - 2].end : line.start] if following > 1 else "."
        misplaced = not above.strip() or end - line.end > _LONGEST_NOTICE
        if is_notice(line.heading) and misplaced:
            rejected.append(Rejection(line=line, reason=Reason.PROSE))
        else:
            kept.append(line)
    return kept, rejected


def _followed(
    page: Page, openers: Sequence[HeadingLine], headings: Sequence[HeadingLine]
) -> tuple[list[HeadingLine], list[Rejection]]:
    """Keep volume lines whose title is set apart, and run-on ones right before a heading."""
    starts = {line.start for line in headings}
    kept: list[HeadingLine] = []
    rejected: list[Rejection] = []
    for line in openers:
        if line.doubt is not None:
            rejected.append(Rejection(line=line, reason=line.doubt))
        elif line.glued and _next_visible_line(page, line.end) not in starts:
            rejected.append(Rejection(line=line, reason=Reason.UNFOLLOWED))
        else:
            kept.append(line)
    return kept, rejected


def _next_visible_line(page: Page, offset: int) -> int:
    visible = _VISIBLE.search(page.seen, offset)
    if visible is None:
        return len(page.seen)
    return max(offset, page.seen.rfind("\n", 0, visible.start()) + 1)
