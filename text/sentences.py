"""Sentences and dialogue units of Chinese and English prose; spans tile the text exactly."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from lorepack.records import Span

UNIT_CAP = 600
"""Characters; a longer quotation is cut between its sentences."""

_CLOSERS = ("”", "」", "』", '"')
_CLOSING = r"”’」』）)】》〉〕\]\"'"
_STOPS = r"。！？!?｡．.…"
_CJK = r"\u2e80-\uffef\U00020000-\U0003ffff"
_TITLES = (
    *("Mr", "Mrs", "Ms", "Dr", "St", "Jr", "Sr", "Mt", "Prof", "Rev", "Hon", "Messrs", "Mme"),
    *("Mlle", "Capt", "Col", "Gen", "Lieut", "Lt", "Sgt", "Maj", "Gov", "Esq", "vs", "vol", "viz"),
)
# Each title needs a lookbehind of its own, for their widths differ; I is left out of the
# initials because it is a word that sentences end with.
_NO_TITLE = "".join(rf"(?<!\b{title}\.)" for title in _TITLES)
_FULL_STOP = rf"(?<=\.){_NO_TITLE}(?<!\b[A-HJ-Z]\.)(?!(?<=\bNo\.)\s\d)"

_LONGEST_TAIL = 64
"""Marks after a stop; a bound keeps endless rows of them from costing quadratic time."""

# Every pattern below looks back at the mark it judges, so that the whole can begin with one
# plain set of characters, which the engine finds several times faster.
_TAIL = rf"[{_STOPS}{_CLOSING}]{{0,{_LONGEST_TAIL}}}+(?![，、；：])"
_CHINESE_STOP = rf"(?:(?<=[。！？｡])|(?<=．)(?:(?<!\d．)|(?!\d))){_TAIL}"
_LATIN_STOP = rf"(?:(?<=[!?])|{_FULL_STOP}){_TAIL}(?=\s+(?![a-z\s.,;…])|\Z|[{_CJK}“‘])"
# An ellipsis is a pause, unless a quotation ends with it.
_ELLIPSIS_STOP = rf"(?<=…)…{{0,{_LONGEST_TAIL}}}+[{_CLOSING}]{_TAIL}"
_STOP = rf"(?:{_CHINESE_STOP}|{_LATIN_STOP}|{_ELLIPSIS_STOP})"

# Books typed for 70 columns break their lines inside sentences: a Latin line of that length,
# carried on at the margin, does not end with its line.
_WRAPPED = rf"(?<=[^\n]{{50}}\n)(?<![^\n]{{100}}\n)(?<![{_CJK}]\n)(?=\S)"
_BREAK = rf"(?<=\n)(?!{_WRAPPED})(?:[^\S\n]*+\n)*+"
_BOUNDARY = re.compile(rf"[{_STOPS}\n](?:({_BREAK})|{_STOP}[^\S\n]*+(?:\n({_BREAK})|\n?+))")


class _Boundary(NamedTuple):
    end: int
    closes_paragraph: bool
    speaks: bool = False
    """Whether the sentence before it holds a quotation mark."""
    in_quotation: bool = False
    """Whether a quotation goes on behind it."""
    after_quotation: bool = False
    """Whether a quotation has just ended, so that its speaker's tag may follow."""


def sentences(text: str) -> list[Span]:
    """Cut a text into sentences that tile it.

    Closing marks and the white space after them stay with their sentence; a line's end ends a
    sentence too, except inside hard-wrapped Latin prose.
    """
    return _tile(boundary.end for boundary in _boundaries(text))


def paragraphs(text: str) -> list[Span]:
    """Cut a text into paragraphs that tile it, blank lines with the paragraph before them."""
    return _tile(boundary.end for boundary in _boundaries(text) if boundary.closes_paragraph)


def units(text: str) -> list[Span]:
    """Cut a text into sentences joined so that no quotation, nor its speaker's tag, is cut off.

    A paragraph's end always ends a unit, and none grows beyond `UNIT_CAP` characters unless a
    single sentence does.
    """
    return _tile(_unit_ends(text))


def _tile(ends: Iterable[int]) -> list[Span]:
    spans: list[Span] = []
    start = 0
    for end in ends:
        spans.append(Span(start=start, end=end))
        start = end
    return spans


def _unit_ends(text: str) -> Iterator[int]:
    start = before = 0
    awaits_tag = False
    for boundary in _boundaries(text):
        too_long = boundary.end - start > UNIT_CAP
        if before > start and (too_long or (awaits_tag and boundary.speaks)):
            yield before
            start = before
        awaits_tag = boundary.after_quotation
        if not (boundary.in_quotation or awaits_tag):
            yield boundary.end
            start = boundary.end
        before = boundary.end


def _boundaries(text: str) -> Iterator[_Boundary]:
    """Where sentences end; the last one is the text's end, white space included."""
    quotation = _Quotation(text)
    start, last_visible = 0, len(text.rstrip())
    for found in _BOUNDARY.finditer(text, len(text) - len(text.lstrip())):
        if found.end() >= last_visible:
            break
        closes_paragraph = found.lastindex is not None
        boundary = _judge(text, start, found.end(), closes_paragraph, quotation)
        yield boundary
        start = boundary.end
    if text:
        yield _Boundary(end=len(text), closes_paragraph=True, speaks=quotation.read(text, start))


def _judge(
    text: str, start: int, end: int, closes_paragraph: bool, quotation: "_Quotation"
) -> _Boundary:
    straight = text[end - 1] == '"'
    speaks = quotation.read(text, start, end - straight)
    if straight and not quotation.stands_open:
        # The mark opens what follows: it does not belong to this sentence.
        return _Boundary(end=end - 1, closes_paragraph=False, speaks=speaks)
    if straight:
        speaks = quotation.read(text, end - 1, end)
    if closes_paragraph:
        quotation.reset()
        return _Boundary(end=end, closes_paragraph=True, speaks=speaks)
    return _Boundary(
        end=end,
        closes_paragraph=False,
        speaks=speaks,
        in_quotation=quotation.stands_open,
        after_quotation=not quotation.stands_open and text[start:end].rstrip()[-1:] in _CLOSERS,
    )


class _Quotation:
    """Whether a quotation stands open in the paragraph, read sentence by sentence."""

    def __init__(self, text: str) -> None:
        # Marks that stand nowhere need not be counted in each sentence.
        self._alternating = [mark for mark in '“”"' if mark in text]
        self._bracketed = any(mark in text for mark in "「『」』")
        self.reset()

    def reset(self) -> None:
        self._quotes = self._brackets = 0

    @property
    def stands_open(self) -> bool:
        # Editions mix “ with a straight closing mark, so the marks are taken to alternate.
        return self._quotes % 2 == 1 or self._brackets > 0

    def read(self, text: str, start: int, end: int | None = None) -> bool:
        """Take a sentence in; tells whether it holds a quotation mark."""
        count = text.count
        quotes = sum([count(mark, start, end) for mark in self._alternating])
        self._quotes += quotes
        if not self._bracketed:
            return quotes > 0
        opened = count("「", start, end) + count("『", start, end)
        closed = count("」", start, end) + count("』", start, end)
        self._brackets = max(0, self._brackets + opened - closed)
        return quotes + opened + closed > 0
