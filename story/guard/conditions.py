"""What the source says only on a condition, told without it."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from lorepack.records import Span
from story.guard.beside import Pair
from story.guard.findings import Finding, FindingKind
from story.guard.reading import Clause, Reading

_MARKERS = (
    "除非|若非|(?<!不)只有|只要|未经|"
    r"\b(?:unless|only\s(?:if|when|after)|provid(?:ed|ing)\sthat|on\s(?:the\s)?condition\sthat)\b"
)
_HEDGES = rf"{_MARKERS}|若|如|倘|假使|要是|没有|无|\b(?:if|without|when|once|until|except|till)\b"
"""What may stand for such a word in a paraphrase."""

_CONSEQUENCE = r".{0,3}?(?:否则|不然|不得|不许|不准|不可|不能|才|方|便|就|皆|都)|\bthen\b"
"""How a clause begins that tells what holds on the condition before it."""


def changed_conditions(
    pair: Pair, sentence: Span, told: Sequence[Clause], source: Reading
) -> Iterator[Finding]:
    """A sentence without the condition on which the source tells the same.

    Args:
        pair: The texts.
        sentence: Where the sentence stands in the output.
        told: Clauses of the source that it tells.
        source: The source.
    """
    if _hedges().search(pair.output, sentence.start, sentence.end):
        return
    for number in sorted({clause.sentence for clause in told}):
        span = source.sentences[number]
        marker = _markers().search(pair.source, span.start, span.end)
        if marker and any(clause in told for clause in _bound(source, number, marker.start())):
            yield pair.finding(
                FindingKind.CHANGED_CONDITION,
                _stripped(pair.output, sentence),
                _stripped(pair.source, span),
            )


def _bound(source: Reading, number: int, marker: int) -> Sequence[Clause]:
    """The clause that holds the marker, and what it is the condition of: beside it, on one side."""
    clauses = [clause for clause in source.clauses if clause.sentence == number]
    at = max((n for n, clause in enumerate(clauses) if clause.start <= marker), default=0)
    behind = clauses[at + 1 : at + 2]
    if behind and _consequence().match(source.text, behind[0].start):
        return [clauses[at], *behind]
    return clauses[max(0, at - 1) : at + 2]


def _stripped(text: str, span: Span) -> Span:
    words = text[span.start : span.end]
    head = len(words) - len(words.lstrip())
    return Span(start=span.start + head, end=span.start + len(words.rstrip()))


@cache
def _consequence() -> re.Pattern[str]:
    return re.compile(_CONSEQUENCE, re.IGNORECASE)


@cache
def _markers() -> re.Pattern[str]:
    return re.compile(_MARKERS, re.IGNORECASE)


@cache
def _hedges() -> re.Pattern[str]:
    return re.compile(_HEDGES, re.IGNORECASE)
