"""From text to protected facts."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from lorepack.records import Fact, FactKind
from text.facts.candidates import Candidate, find, find_at, find_within, lines_with, longest
from text.facts.chinese import chinese_patterns
from text.facts.chinese_calendar import chinese_calendar_patterns
from text.facts.conditions import condition_spans
from text.facts.english import counted_patterns, english_patterns, numeral_start
from text.facts.english_calendar import english_calendar_patterns
from text.facts.english_clock import english_clock_patterns
from text.facts.figures import FIGURE_SIGNS, figure_patterns
from text.facts.joining import joined
from text.facts.normal import HEDGE_AFTER, HEDGE_BEFORE, normal_value

_LONGEST_HEDGE = 24
_LATIN_RUN = "[0-9A-Za-z$£€¥₿₭-][^\u4e00-\u9fff]*+"
"""Where an English fact may be: text between Chinese, for no English fact holds any."""
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
    return _facts(text, joined(text, _found(text)))


def extract_parts(text: str) -> tuple[Fact, ...]:
    """Find the same facts as `extract`, but each day, hour and end of a range on its own."""
    return _facts(text, _found(text))


def _found(text: str) -> list[Candidate]:
    return list(_hedged(text, longest(_candidates(text))))


def _facts(text: str, candidates: Sequence[Candidate]) -> tuple[Fact, ...]:
    facts = [_fact(text, FactKind.CONDITION, *span) for span in condition_spans(text)]
    facts.extend(_fact(text, c.kind, c.start, c.end) for c in candidates if c.kind is not None)
    return tuple(sorted(facts, key=lambda fact: (fact.start, -fact.end)))


def _candidates(text: str) -> Iterator[Candidate]:
    figured = list(lines_with(_pattern(FIGURE_SIGNS), text))
    yield from find_within(figure_patterns(), text, figured)
    if _pattern("[\u4e00-\u9fff〇]").search(text):
        yield from find(chinese_calendar_patterns(), text)
        yield from find(chinese_patterns(), text)
    yield from _english_candidates(text)


def _english_candidates(text: str) -> Iterator[Candidate]:
    # İ is the one character that grows when lowered, which would shift every offset after it.
    lowered = text.replace("\u0130", "I").lower()
    runs = [run.span() for run in _pattern(_LATIN_RUN).finditer(lowered)]
    runs = [run for run in runs if _pattern("[a-z]").search(lowered, *run)]
    for candidate in find_within(english_calendar_patterns(), lowered, runs):
        words = candidate.start, candidate.end
        # May and March are words too unless they have a capital or the day beside them.
        if not _pattern(r"\b(?:may|march|sun)\b").search(text, *words) or _pattern(
            r"\d|\bof (?:may|march)|(?:may|march) (?:twenty|thirty|the )"
        ).search(text, *words):
            yield candidate
    yield from find_within(english_clock_patterns(), lowered, runs)
    yield from find_within(english_patterns(), lowered, runs)
    numerals = [at.start() for run in runs for at in numeral_start().finditer(lowered, *run)]
    yield from find_at(counted_patterns(), lowered, numerals)


@cache
def _pattern(source: str) -> re.Pattern[str]:
    return re.compile(source)


def _hedged(text: str, candidates: Sequence[Candidate]) -> Iterator[Candidate]:
    """Take in the words beside a number that make it a bound: 至少三百, 三百上下."""
    last_end = 0
    for place, candidate in enumerate(candidates):
        next_start = candidates[place + 1].start if place + 1 < len(candidates) else len(text)
        wider = candidate
        if candidate.kind in _HEDGED:
            wider = _with_hedges(text, candidate, last_end, next_start)
        last_end = wider.end
        yield wider


def _with_hedges(text: str, candidate: Candidate, first: int, last: int) -> Candidate:
    start, end = candidate.start, candidate.end
    before = _pattern(HEDGE_BEFORE).search(text, max(first, start - _LONGEST_HEDGE), start)
    after = _pattern(HEDGE_AFTER).match(text, end)
    return candidate._replace(
        start=before.start() if before else start,
        end=after.end() if after and after.end() <= last else end,
    )


def _fact(text: str, kind: FactKind, start: int, end: int) -> Fact:
    verbatim = text[start:end]
    value = normal_value(kind, verbatim)
    return Fact(kind=kind, text=verbatim, start=start, end=end, value=value)
