"""Headings by a pattern of the user's own.

The patterns run in the `regex` package, which backtracks less than the standard library and stops
in time: a pattern that never ends is an error, not a server that hangs.
"""

from collections.abc import Iterator
from time import monotonic

import regex

from ingest.splitting.choice import around, choose
from ingest.splitting.contents import part_contents
from ingest.splitting.entries import read_title
from ingest.splitting.lines import (
    Found,
    HeadingLine,
    Kind,
    Page,
    Reason,
    Rejection,
    in_order,
)
from lorepack.errors import InvalidInputError
from lorepack.records import Heading
from text.numerals import parse

_LONGEST_LINE = 200
"""Characters of a line that a pattern is tried on; longer ones are text."""

_BUDGET = 5.0
"""Seconds that a pattern may take for a whole book; a sound one takes less than one."""

_SEPARATORS = " \t\u3000:：、.．·—-【】[]"
_GROUPS = ("label", "number", "title", "volume")


def by_pattern(page: Page, pattern: str, budget: float = _BUDGET) -> Found:
    """Take the lines that match a pattern for the chapters of a book.

    Args:
        page: The book.
        pattern: Regular expression for one whole line without its outer blanks; groups named
            `label`, `number`, `title` and `volume` say what is what.
        budget: Seconds it may take.

    Raises:
        InvalidInputError: The pattern is malformed, matches an empty line or nothing, or takes
            too long.
    """
    compiled = _compiled(pattern)
    chapters = list(_matches(page, compiled, pattern, budget))
    if not chapters:
        raise InvalidInputError(f"the pattern {pattern!r} matches no line; {_example(page)}")
    volumes = [v for v in around(page).volumes if v.flaw is None and v.doubt is None]
    contents = part_contents(page, in_order([*chapters, *volumes]))
    taken = {line.start for line in chapters}
    return Found(
        rule="pattern",
        lines=in_order([*contents.pages, *contents.others]),
        rejected=[
            *(Rejection(line=line, reason=Reason.CONTENTS) for line in contents.entries),
            *_passed_over(page, taken),
        ],
    )


def _compiled(pattern: str) -> "regex.Pattern[str]":
    try:
        compiled = regex.compile(pattern)
    except regex.error as error:
        raise InvalidInputError(f"the pattern {pattern!r} is malformed: {error}") from error
    if unknown := set(compiled.groupindex) - set(_GROUPS):
        raise InvalidInputError(
            f"the pattern {pattern!r} names a group {min(unknown)!r}; "
            f"the groups that mean something are {', '.join(_GROUPS)}"
        )
    if compiled.fullmatch(""):
        raise InvalidInputError(
            f"the pattern {pattern!r} matches an empty line, so it would match everywhere; "
            "let it demand something that only headings have"
        )
    return compiled


def _matches(
    page: Page, compiled: "regex.Pattern[str]", pattern: str, budget: float
) -> Iterator[HeadingLine]:
    deadline = monotonic() + budget
    offset = 0
    for line in page.seen.split("\n"):
        words = page.words(offset, offset + len(line)).strip()
        if words and len(words) <= _LONGEST_LINE:
            try:
                found = compiled.fullmatch(words, timeout=max(deadline - monotonic(), 0.0))
            except TimeoutError as error:
                raise InvalidInputError(
                    f"the pattern {pattern!r} takes too long, for instance on the line "
                    f"{words[:40]!r}; leave out repetitions inside repetitions such as (a+)+"
                ) from error
            if found:
                end = min(offset + len(line) + 1, len(page.text))
                yield _line(found, words, offset, end)
        offset += len(line) + 1


def _line(found: "regex.Match[str]", words: str, start: int, end: int) -> HeadingLine:
    groups = {name: (said or "").strip() for name, said in found.groupdict().items()}
    return HeadingLine(
        kind=Kind.CHAPTER,
        start=start,
        own=start,
        end=end,
        heading=_heading(groups, words, found),
        volume=groups.get("volume") or None,
    )


def _heading(groups: dict[str, str], words: str, found: "regex.Match[str]") -> Heading:
    """What the groups say; what they leave open is read as any heading line is."""
    read = read_title(words)
    plain = read.heading if read else Heading(title=words)
    if not groups.keys() & {"label", "number", "title"}:
        return plain
    title = groups.get("title", "")
    before = words[: found.start("title")] if title else words
    label = groups.get("label") or (before.strip(_SEPARATORS) if "number" in groups else "")
    number = parse(groups["number"]) if "number" in groups else parse(label)
    if number is None and label and label == plain.label:
        number = plain.number
    return Heading(label=label, number=number, title=title)


def _example(page: Page) -> str:
    """A line that the pattern might have been meant for."""
    found = choose(page)
    line = next(
        (m for m in (*found.lines, *(r.line for r in found.rejected)) if m.end > m.own), None
    )
    if line is None:
        return "no line of the text looks like a heading either"
    number = page.text.count("\n", 0, line.own) + 1
    words = " ".join(page.words(line.own, line.end).split())
    return f"line {number} looks like a heading: {words[:60]!r}"


def _passed_over(page: Page, taken: set[int]) -> list[Rejection]:
    """What the rules would have taken for a heading and the pattern does not."""
    chosen = (Kind.CHAPTER, Kind.SPECIAL)
    lines = [m for m in choose(page).lines if m.kind in chosen and m.start not in taken]
    return [Rejection(line=line, reason=Reason.PATTERN) for line in lines]
