"""Heading lines that are numbers: alone on their line, or before a title."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from ingest.splitting.grammar import (
    BLANK,
    BLANKS,
    CHINESE_NUMERAL,
    above_deeper,
    heading_line,
    line_before,
    prose,
    stands_alone,
)
from ingest.splitting.lines import FILLER, HeadingLine, Kind, Page, Reason
from text.numerals import parse

_START = rf"^(?P<indent>{BLANK}*+){FILLER}*+"
_OPEN, _CLOSE = r"[【〖〔\[（(]", r"[】〗〕\]）)]"
_BARE = re.compile(
    rf"{_START}(?P<decoration>{_OPEN}?)(?P<label>{CHINESE_NUMERAL}|[IVXLC]{{1,8}})"
    rf"(?P<tail>[.．、]?{_CLOSE}?[{BLANKS}{FILLER}]*)$",
    re.MULTILINE,
)
_NUMBERED = re.compile(
    rf"{_START}(?P<label>{_OPEN}(?P<bracketed>[0-9]{{1,4}}|{CHINESE_NUMERAL}){_CLOSE}"
    rf"|(?P<plain>[0-9]{{1,4}})(?=[{BLANKS}、.．:：])"
    rf"|(?P<listed>{CHINESE_NUMERAL})(?=[、.．]))"
    rf"(?P<tail>[{BLANKS}、.．:：]*+(?=[^\s\d、.．:：，。；！？,;!?])[^\n。；;]{{1,50}})$",
    re.MULTILINE,
)
_ENDED = re.compile(rf"(?:^|[。！？….!?”’」』\"')）—])[{BLANKS}{FILLER}]*$")
"""A line that ends a sentence, or a blank one."""
_READS_ON = re.compile(r"[，,]|[！？!?].|[了着著吗嗎吧呢]$")

_LONGEST_JUMP = 10
"""Between two bare numerals that still belong to one series."""


def bare_numerals(page: Page) -> list[HeadingLine]:
    """Numerals alone on their lines, in one series.

    Between blank lines; or, where that makes more chapters, touched by the text too, as long as
    they stand between paragraphs and count on one by one.
    """
    lines = lone_numerals(page)
    apart = _in_series([line for line in lines if line.doubt is None])
    every = _with_bodies(page.text, _in_series(lines))
    return max(apart, every, key=len)


def lone_numerals(page: Page) -> list[HeadingLine]:
    """Every numeral alone on its line, between blank lines or paragraphs."""
    return list(_lone_numerals(page))


def _lone_numerals(page: Page) -> Iterator[HeadingLine]:
    for found in _BARE.finditer(page.seen):
        number = parse(found["label"])
        if number is None:
            continue
        line = heading_line(page, found, Kind.CHAPTER, number)
        if stands_alone(page, found):
            yield line
        elif above_deeper(page, found) or _ENDED.search(line_before(page.seen, found.start())):
            yield replace(line, doubt=Reason.TOUCHING)


def numbered_titles(page: Page) -> list[HeadingLine]:
    """Lines like `001 …`, `12、…`, `三、…` and `(10)…`, in one series and of one form."""
    lines = list(_numbered(page))
    forms = Counter(line.prefix for line in lines if line.doubt is None)
    form = max(forms, key=lambda form: forms[form], default="")
    return _with_bodies(page.text, _in_series([line for line in lines if line.prefix == form]))


def _numbered(page: Page) -> Iterator[HeadingLine]:
    for found in _NUMBERED.finditer(page.seen):
        number = parse(found["bracketed"] or found["plain"] or found["listed"])
        if number is not None:
            line = heading_line(page, found, Kind.CHAPTER, number)
            doubt = prose(flawed=_READS_ON.search(found["tail"]) is not None)
            yield replace(line, prefix=_form(found), glued=False, doubt=doubt)


def _form(found: re.Match[str]) -> str:
    """How a number is written: its brackets, its leading zeros, the mark behind it."""
    if found["bracketed"]:
        return unicodedata.normalize("NFKC", found["label"][0])
    return ("0" if found["label"].startswith("0") else "") + found["tail"][:1]


def _in_series(lines: Sequence[HeadingLine]) -> list[HeadingLine]:
    """Keep the lines that count on from one another, beginning at 1 where the text does."""
    if not lines:
        return []
    first = next((line for line in lines if (line.heading.number or 0) < 2), None) or lines[0]
    kept = [first]
    rest = lines[lines.index(first) + 1 :]
    for line, after in zip(rest, [*rest[1:], None], strict=False):
        step = (line.heading.number or 0) - (kept[-1].heading.number or 0)
        two = after is not None and after.heading.number == 2
        firm = line.doubt is None or (line.doubt is Reason.TOUCHING and two)
        restarts = line.heading.number == 1 and firm
        if 0 < step <= (1 if line.doubt else _LONGEST_JUMP) or restarts:
            kept.append(line)
    return kept


def _with_bodies(text: str, lines: list[HeadingLine]) -> list[HeadingLine]:
    """Nothing, where most lines follow one another directly: that is a list, not a book."""
    followed = sum(1 for a, b in pairwise(lines) if text[a.end : b.start].strip())
    return lines if 2 * followed >= len(lines) - 1 else []


def numbered_line(page: Page) -> HeadingLine | None:
    """Read a page that is one line, as `3`, `(三)` or `001 …`."""
    alone = _BARE.fullmatch(page.seen.strip())
    if alone and (number := parse(alone["label"])) is not None:
        return heading_line(page, alone, Kind.CHAPTER, number)
    return next(_numbered(page), None)
