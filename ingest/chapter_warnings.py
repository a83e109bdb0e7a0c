"""What an author should look at after a split: numbers that do not count on, odd sizes."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

from lorepack.records import ChapterText, Warned
from text.scripts import mostly_han

_LONG = 100_000
"""Characters from which a chapter probably hides headings that were not recognised."""

_SHORT = 100
"""Characters below which a chapter among longer ones is probably a notice."""

_SHORT_SHARE = 0.1
"""Of the median chapter; books of tiny chapters exist."""

_LONG_TITLE = 40
"""Han characters of a title above which the line may be prose."""


def chapter_warnings(
    chapters: Sequence[ChapterText], numbered: Sequence[ChapterText]
) -> Iterator[Warned]:
    """Tell what looks wrong; nothing is repaired.

    Args:
        chapters: All chapters of a book, in its order.
        numbered: Those of them whose numbers should count on: no prologues, no side stories.
    """
    yield from _numbering(numbered)
    named = [chapter for chapter in chapters if chapter.heading]
    usual = median(len(chapter.body) for chapter in named) if named else 0
    for chapter in named:
        yield from _size(chapter, usual)


def _numbering(numbered: Sequence[ChapterText]) -> Iterator[Warned]:
    seen: set[int] = set()
    for before, chapter in pairwise(numbered):
        last, number = before.parsed.number or 0, chapter.parsed.number or 0
        seen.add(last)
        label = chapter.parsed.label
        if number == 1 or (number < last and chapter.volume != before.volume):
            seen.clear()
            message = f"numbering starts again after {before.parsed.label}{_in(chapter.volume)}"
            yield Warned(code="restart", message=message, at=label)
        elif number in seen:
            yield Warned(code="repeat", message=f"number {number} comes again", at=label)
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


def _size(chapter: ChapterText, usual: float) -> Iterator[Warned]:
    size, title = len(chapter.body), chapter.parsed.title
    at = chapter.parsed.label or title or chapter.volume or ""
    if not chapter.body.strip():
        yield Warned(code="empty", message=f"{at} has no text", at=at)
    elif size < _SHORT and size < _SHORT_SHARE * usual:
        yield Warned(code="short", message=f"{at} has only {size} characters", at=at)
    elif size >= _LONG:
        yield Warned(code="long", message=f"{at} has {size:,} characters", at=at)
    if len(title) > _LONG_TITLE and mostly_han(title):
        yield Warned(code="title", message=f"{at} has a title of {len(title)} characters", at=at)
