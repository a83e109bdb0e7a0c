"""From text to protected facts."""

import re
from collections.abc import Iterator
from functools import cache

from lorepack.records import Fact, FactKind
from text.facts.candidates import Candidate, find, find_at, find_within, lines_with, longest
from text.facts.chinese import chinese_patterns
from text.facts.chinese_calendar import chinese_calendar_patterns
from text.facts.conditions import condition_spans
from text.facts.english import counted_patterns, english_patterns, numeral_start
from text.facts.english_calendar import english_calendar_patterns
from text.facts.figures import FIGURE_SIGNS, figure_patterns
from text.facts.normal import HEDGES_AFTER, HEDGES_BEFORE, normal_value

_LONGEST_HEDGE = 3
_HEDGED = frozenset(
    {FactKind.NUMBER, FactKind.QUANTITY, FactKind.MONEY, FactKind.DURATION, FactKind.PERCENT}
)


def extract(text: str) -> tuple[Fact, ...]:
    """Find the hard facts of a text: figures, dates, times, codes and conditions, verbatim.

    People, places and things are not found here: they are names, known from a registry.

    Returns:
        Facts sorted by start. Those of one layer never overlap; a condition, which is a whole
        sentence, is a layer of its own and may hold other facts.
    """
    facts = [_fact(text, FactKind.CONDITION, *span) for span in condition_spans(text)]
    facts.extend(
        _fact(text, candidate.kind, *_hedged(text, candidate))
        for candidate in longest(_candidates(text))
        if candidate.kind is not None
    )
    return tuple(sorted(facts, key=lambda fact: (fact.start, -fact.end)))


def _candidates(text: str) -> Iterator[Candidate]:
    figured = list(lines_with(_pattern(FIGURE_SIGNS), text))
    yield from find_within(figure_patterns(), text, figured)
    if _pattern("[\u4e00-\u9fff〇]").search(text):
        yield from find(chinese_calendar_patterns(), text)
        yield from find(chinese_patterns(), text)
    if _pattern("[A-Za-z]").search(text):
        yield from _english_candidates(text)


def _english_candidates(text: str) -> Iterator[Candidate]:
    # İ is the one character that grows when lowered, which would shift every offset after it.
    lowered = text.replace("\u0130", "I").lower()
    for candidate in find(english_calendar_patterns(), lowered):
        if not _pattern(r"\b(?:may|march|sun)\b").search(text, candidate.start, candidate.end):
            yield candidate  # the words that are months and days only with a capital
    yield from find(english_patterns(), lowered)
    numerals = [match.start() for match in numeral_start().finditer(lowered)]
    yield from find_at(counted_patterns(), lowered, numerals)


@cache
def _pattern(source: str) -> re.Pattern[str]:
    return re.compile(source)


def _hedged(text: str, candidate: Candidate) -> tuple[int, int]:
    """Take in the words beside a number that make it a bound: 至少三百, 三百上下."""
    start, end = candidate.start, candidate.end
    if candidate.kind not in _HEDGED:
        return start, end
    before = _pattern(f"(?:{HEDGES_BEFORE})$").search(text, max(0, start - _LONGEST_HEDGE), start)
    after = _pattern(HEDGES_AFTER).match(text, end)
    return (before.start() if before else start), (after.end() if after else end)


def _fact(text: str, kind: FactKind, start: int, end: int) -> Fact:
    verbatim = text[start:end]
    value = normal_value(kind, verbatim)
    return Fact(kind=kind, text=verbatim, start=start, end=end, value=value)
