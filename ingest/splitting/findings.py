"""What an author should look at after a split: numbers that do not count on, sizes, leavings."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

from ingest.splitting.assembly import Cut
from ingest.splitting.confidence import LOW
from ingest.splitting.lines import Found, Page, count_tags
from ingest.splitting.notices import is_notice, packaging_lines
from lorepack.records import ChapterText, Part, PartKind, Warned
from text.scripts import mostly_han

_LONG = 100_000
"""Characters from which a chapter probably hides headings that were not recognised."""

_SHORT = 100
"""Characters below which a chapter among longer ones is probably a notice."""

_SHORT_SHARE = 0.1
"""Of the median chapter; books of tiny chapters exist."""

_NOTICE_SHARE = 0.5
"""Of the median chapter, below which one that is called a notice is one."""

_LONG_TITLE = 40
"""Han characters of a title above which the line may be prose."""

_FEWEST_REVERSED = 3


def findings(page: Page, found: Found, made: Cut, sureness: float) -> Iterator[Warned]:
    """Tell what looks wrong or was left out; nothing is repaired."""
    yield from _contents(page, made.parts)
    yield from _title_pages(page, made.parts)
    yield from _front_matter(page, made.chapters)
    yield from _numbering(made.counted)
    named = [c for c in made.chapters if c.heading or c.parsed.label or c.parsed.title]
    usual = median(len(chapter.body) for chapter in named) if named else 0
    for at, chapter in enumerate(named):
        before = named[at - 1] if at else None
        yield from _chapter(chapter, before, usual)
    yield from _packaging(page, made.parts)
    yield from _markup(page)
    if sureness < LOW:
        message = (
            f"only {sureness:.2f} sure of these chapters (rule {found.rule}); look at them, and "
            "give a pattern for the headings if they are wrong"
        )
        yield Warned(code="low_confidence", message=message)


class _Places:
    """Names places of a text by their lines; they are asked for in their order."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._offset, self._line = 0, 1

    def line(self, offset: int) -> str:
        """The number of the line that an offset stands on, counted from 1."""
        self._line += self._text.count("\n", self._offset, offset)
        self._offset = offset
        return f"line {self._line}"


def _contents(page: Page, parts: Sequence[Part]) -> Iterator[Warned]:
    places = _Places(page.text)
    for part in parts:
        if part.kind is PartKind.CONTENTS:
            lines = sum(1 for w in page.words(part.start, part.end).split("\n") if w.strip())
            at = places.line(part.start)
            message = f"a contents page of {lines} lines at {at} was left out of the chapters"
            yield Warned(code="contents", message=message, at=at)


def _title_pages(page: Page, parts: Sequence[Part]) -> Iterator[Warned]:
    places = _Places(page.text)
    for part in parts:
        if part.kind is PartKind.TITLE_PAGE:
            words = " ".join(page.words(part.start, part.end).split())
            at = places.line(part.start)
            message = f"the title page at {at} is no chapter: {words!r}"
            yield Warned(code="title_page", message=message, at=at)


def _front_matter(page: Page, chapters: Sequence[ChapterText]) -> Iterator[Warned]:
    places = _Places(page.text)
    for chapter in chapters:
        if chapter.front_matter:
            at = chapter.parsed.title or places.line(chapter.start)
            size = len(chapter.body.strip())
            message = f"{at}: {size} characters outside the story are kept as front matter"
            yield Warned(code="front_matter", message=message, at=at)


def _numbering(counted: Sequence[ChapterText]) -> Iterator[Warned]:
    if _counts_down(counted):
        first, last = counted[0].parsed.label, counted[-1].parsed.label
        message = (
            f"the numbers count down from {first} to {last}: the newest chapter stands first; "
            "turn the file round before you import it"
        )
        yield Warned(code="reversed", message=message, at=first)
        return
    seen: dict[int, str] = {}
    for before, chapter in pairwise(counted):
        seen[before.parsed.number or 0] = before.body
        yield from _step(before, chapter, seen)


def _counts_down(counted: Sequence[ChapterText]) -> bool:
    steps = [(b.parsed.number or 0) - (a.parsed.number or 0) for a, b in pairwise(counted)]
    return len(counted) >= _FEWEST_REVERSED and 2 * steps.count(-1) > len(steps)


def _step(before: ChapterText, chapter: ChapterText, seen: dict[int, str]) -> Iterator[Warned]:
    last, number, label = (
        before.parsed.number or 0,
        chapter.parsed.number or 0,
        chapter.parsed.label,
    )
    if (number == 1 and last != 1) or (number < last and chapter.volume != before.volume):
        seen.clear()
        message = f"numbering starts again after {before.parsed.label}{_in(chapter.volume)}"
        yield Warned(code="restart", message=message, at=label)
    elif number in seen:
        same = ", with the same text" if seen[number].split() == chapter.body.split() else ""
        message = f"number {number} comes again at {label}{_in(chapter.volume)}{same}"
        yield Warned(code="repeat", message=message, at=label)
    elif number != last + 1:
        message = f"{label} follows {before.parsed.label}{_missing(last, number)}"
        yield Warned(code="gap", message=message, at=label)


def _in(volume: str | None) -> str:
    return f" in {volume}" if volume else ""


def _missing(last: int, number: int) -> str:
    if number < last:
        return ""
    first, final = last + 1, number - 1
    return f": {first} is missing" if first == final else f": {first} to {final} are missing"


def _chapter(chapter: ChapterText, before: ChapterText | None, usual: float) -> Iterator[Warned]:
    size, title = len(chapter.body.strip()), chapter.parsed.title
    at = chapter.parsed.label or title or chapter.volume or ""
    place = f"{at}{_after(before)}" if chapter.parsed.number is None else at
    if is_notice(chapter.parsed) and (chapter.parsed.number is None or _is_less(size, usual)):
        yield Warned(
            code="notice", message=f"{place} reads as a notice; it is kept as a chapter", at=at
        )
    elif 0 < size < _SHORT and size < _SHORT_SHARE * usual:
        yield Warned(code="short", message=f"{place} has only {size} characters", at=at)
    if not size:
        yield Warned(code="empty", message=f"{place} has no text", at=at)
    elif size >= _LONG:
        yield Warned(code="long", message=f"{place} has {size:,} characters", at=at)
    if len(title) > _LONG_TITLE and mostly_han(title):
        message = f"{at} has a title of {len(title)} characters; it may be a sentence of the text"
        yield Warned(code="title", message=message, at=at)


def _is_less(size: int, usual: float) -> bool:
    return size < _NOTICE_SHARE * usual or size < _SHORT


def _after(before: ChapterText | None) -> str:
    return f" (after {before.parsed.label})" if before and before.parsed.label else ""


def _packaging(page: Page, parts: Sequence[Part]) -> Iterator[Warned]:
    lines = packaging_lines(page)
    left, kept = (
        [at for part in parts if part.kind is kind for at in _within(lines, part)]
        for kind in (PartKind.LEFT_OUT, PartKind.BODY)
    )
    if left or kept:
        at = _Places(page.text).line(min(left + kept))
        message = (
            f"{len(left) + len(kept)} lines of a site's packaging, the first at {at}: {len(left)} "
            f"below headings were left out, {len(kept)} stay in the text"
        )
        yield Warned(code="notice_lines", message=message, at=at)


def _within(offsets: Sequence[int], part: Part) -> Sequence[int]:
    return offsets[bisect_left(offsets, part.start) : bisect_left(offsets, part.end)]


def _markup(page: Page) -> Iterator[Warned]:
    tags = count_tags(page.text)
    if tags:
        message = f"{tags} HTML tags stand in the text; headings were looked for through them"
        yield Warned(code="markup", message=message)
