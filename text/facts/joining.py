"""Facts that stand side by side as one: a day with its hour, the two ends of a range."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from lorepack.records import FactKind
from text.facts.candidates import Candidate
from text.facts.english import GAP, ORDINAL

_CALENDAR = frozenset({FactKind.DATE, FactKind.TIME, FactKind.DURATION})
_COUNTED = frozenset({FactKind.NUMBER, FactKind.QUANTITY, FactKind.MONEY, FactKind.PERCENT})
_LONGEST = 100
"""Characters of a joined fact: an endless list of days stays a list."""
_LONGEST_GAP = 24
_LONGEST_OPENING = 40

_RANGE = (
    rf" ?(?:[-–—~～]+|[到至]|直到) ?|,?{GAP}(?:to|till|until|through|thru|up{GAP}to)"
    rf"(?:{GAP}(?:the|about|end|middle|beginning|start|of)){{0,4}}{GAP}"
)
"""Between the two ends of a range."""
_PAIR = rf" ?[和与與跟] ?|,?{GAP}(?:and|through){GAP}(?:the{GAP})?|-"
"""The same where words around the pair make it a range."""
_OPENS_PAIR = rf"\b(?:between|from)(?:{GAP}(?:the|year))?{GAP}\Z|(?:[在从]|位于|介于) ?\Z"
_TWO = r"\w ?[-–~～和与與到至] ?\w|\b(?:to|and)\b"
_CLOSES_PAIR = " ?之?[间間]"
_BOUND = (
    r"[大小高低多少]于|超过|以[上下]|[<>≤≥＜＞]|"
    r"\b(?:least|most|than|over|under|above|below|to|more)\b"
)
_BOTH_HOLD = rf"[，,]? ?(?:的?同时|且|并且|而且?)?|,?{GAP}(?:and|but|or)(?:{GAP}less)?{GAP}"
"""Between two bounds of one number."""
_BESIDE = (
    rf" ?(?:的?(?:第|前|后|最后)?|，(?=星期|周|礼拜))?| ?[-/(,] ?|"
    rf",?{GAP}?(?:(?:on|of|in|at|from|by|before|after|"
    rf"between|since|the|starting|for|later{GAP}than|or{GAP}(?:later|earlier)|a|around|"
    rf"about)(?:{GAP}|\b)){{1,3}}"
)
"""Between the parts of one date: its day, month, year and hour."""
_PLACE_IN_TIME = (
    rf"(?:the{GAP}?)?(?:\d{{1,2}}(?:st|nd|rd|th)?|{ORDINAL})"
    rf"(?: ?(?:-|to|till|until|and) ?(?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)?|{ORDINAL}))?|"
    rf"(?:19|20)\d\d|\d{{1,2}}[/.-]\d{{1,2}}|[a-z]+teen|twenty(?:-[a-z]+)?|thirty|"
    rf"(?:two{GAP}thousand|seventeen|eighteen|nineteen|twenty)(?:{GAP}[a-z]+){{0,4}}|"
    r"第?[一二三四五六七八九十\d]{1,3}(?:[个個]|周|天)?"
)
"""A number that can be a day, an hour or a year beside a date."""

_HAN_OPENING = (
    "(?:(?<![各独亲私擅])自从?|从|截[止至]到?|未来|过去|之后|此后|还剩|大约|大概|"
    "(?<![\u4e00-\u9fff])[前后上下近])"
)
_HAN_OPENINGS = rf"{_HAN_OPENING} ?\Z"
_HAN_CLOSING = (
    " ?(?:之?[间間]|[及或]?以[前后]|[及或]?之[前后]|前(?:[后後]|(?![面去来往]))|"
    "起(?![\u4e00-\u9fff])|开始|以来|大(?=[，。、的]|$))"
)
_WHEN = (
    r"from|between|since|before|after|until|till|by|in|within|around|circa|during|beginning|"
    r"starting|"
    rf"earlier|later|early|late|mid|middle{GAP}of|the{GAP}(?:end|beginning|start|middle|"
    rf"rest)(?:{GAP}of)?|(?:end|beginning|start|middle|rest){GAP}of|between{GAP}now{GAP}and|"
    rf"from{GAP}now|beginning{GAP}on|no|"
    rf"(?:the{GAP})?(?:first|last|second|third|fourth|fifth|\d(?:st|nd|rd|th)){GAP}(?:week|"
    rf"quarter|day){GAP}of|"
    rf"remaining{GAP}of|(?:the{GAP})?(?:week|month|year)(?:{GAP}of)?|or|than|the|less|more|as|"
    rf"on{GAP}or|prior{GAP}to|any{GAP}time|once|every|each|in{GAP}the{GAP}next|next|last|"
    rf"previous|past|this"
)
_OPENINGS = rf"(?<![\w'’-])(?:(?:{_WHEN}){GAP}){{1,4}}\Z"
_CLOSING = (
    rf"-?ish\b|,?{GAP}(?:(?:or|and){GAP}(?:later|earlier|before|after|greater|more|less|"
    rf"above)(?!{GAP}(?:\d|than))|later|earlier|"
    rf"ago|onwards?|(?:and|to|until|till){GAP}(?:now|date|present|current{GAP}date)|"
    rf"in{GAP}the{GAP}(?:future|past)|from{GAP}(?:now|tmrw))\b|{GAP}?(?:[ap](?:\.{GAP}?m\b\.?|{GAP}?m\b)|[ap]\b)"
)


def joined(text: str, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Join candidates that make one date, time or range, and take in the words that bound it.

    Args:
        text: The text they were found in.
        candidates: Finds that do not overlap, sorted by start.
    """
    chains: list[Candidate] = []
    for candidate in candidates:
        together = _together(text, chains[-1], candidate) if chains else None
        if together is None:
            chains.append(candidate)
        else:
            chains[-1] = together
    return list(_opened(text, chains))


@cache
def _pattern(source: str) -> re.Pattern[str]:
    return re.compile(source, re.IGNORECASE)


def _together(text: str, one: Candidate, other: Candidate) -> Candidate | None:
    """Two neighbours as one where the words between them say so."""
    if other.start - one.end > _LONGEST_GAP or other.end - one.start > _LONGEST:
        return None
    kind = _kind_of_both(text, one, other)
    if kind is None or not _bound(text, one, other, kind):
        return None
    return Candidate(one.start, other.end, kind, one.rank)


def _kind_of_both(text: str, one: Candidate, other: Candidate) -> FactKind | None:
    """What the two would be together."""
    if one.kind in _COUNTED and other.kind in _COUNTED:
        return one.kind
    kinds = {_kind_in_time(text, one), _kind_in_time(text, other)}
    if None in kinds:
        return None
    return FactKind.DATE if FactKind.DATE in kinds else FactKind.TIME


def _kind_in_time(text: str, candidate: Candidate) -> FactKind | None:
    if candidate.kind in _CALENDAR:
        return candidate.kind
    stands_for_day = candidate.kind in (FactKind.NUMBER, FactKind.PERCENT) and _pattern(
        _PLACE_IN_TIME
    ).fullmatch(text, candidate.start, candidate.end)
    return FactKind.TIME if stands_for_day else None


def _bound(text: str, one: Candidate, other: Candidate, kind: FactKind) -> bool:
    gap = one.end, other.start
    if _pattern(_PAIR).fullmatch(text, *gap) and _is_pair(text, one, other):
        return True
    if kind not in _CALENDAR:
        return _is_counted_range(text, one, other)
    # 周天二十八宿: a length of time beside a date is a part of it only if a word says so.
    beside = FactKind.DURATION not in (one.kind, other.kind) or one.end < other.start
    return bool(
        _pattern(_RANGE).fullmatch(text, *gap)
        or (beside and _pattern(_BESIDE).fullmatch(text, *gap))
    )


def _is_pair(text: str, one: Candidate, other: Candidate) -> bool:
    before = max(0, one.start - _LONGEST_GAP)
    return bool(
        _pattern(_OPENS_PAIR).search(text, before, one.start)
        or _pattern(r"\b(?:between|from)\b|从").search(text, one.start, one.end)
        or _pattern(_CLOSES_PAIR).match(text, other.end)
    )


def _is_counted_range(text: str, one: Candidate, other: Candidate) -> bool:
    """Whether two numbers are the ends of a range: 大于12小于50, 5k-20k."""
    gap = one.end, other.start
    if one.kind is other.kind and _pattern(rf" ?[-–—~～] ?|{GAP}through{GAP}").fullmatch(
        text, *gap
    ):
        return True
    both_bounds = all(_pattern(_BOUND).search(text, c.start, c.end) for c in (one, other))
    return both_bounds and bool(_pattern(_BOTH_HOLD).fullmatch(text, *gap))


def _opened(text: str, chains: Sequence[Candidate]) -> Iterator[Candidate]:
    """Take in the words before and after that say on which side of a date: 从三月起, since May."""
    last_end = 0
    for place, chain in enumerate(chains):
        next_start = chains[place + 1].start if place + 1 < len(chains) else len(text)
        wider = chain
        if chain.kind in _CALENDAR:
            wider = _widened(text, chain, last_end, next_start)
        elif chain.kind in _COUNTED:
            wider = _with_frame(text, chain, last_end, next_start)
        last_end = wider.end
        yield wider


def _with_frame(text: str, chain: Candidate, first: int, last: int) -> Candidate:
    """Take in the words that make a pair of numbers a range: between 20 and 30, 20和30之间."""
    if not _pattern(_TWO).search(text, chain.start, chain.end):
        return chain
    before = max(first, chain.start - _LONGEST_GAP)
    opening = _pattern(_OPENS_PAIR).search(text, before, chain.start)
    closing = _pattern(_CLOSES_PAIR).match(text, chain.end, last)
    return chain._replace(
        start=opening.start() if opening else chain.start,
        end=closing.end() if closing else chain.end,
    )


def _widened(text: str, chain: Candidate, first: int, last: int) -> Candidate:
    start, end = chain.start, chain.end
    is_han = "\u4e00" <= text[start - 1 : start] <= "\u9fff" or "\u4e00" <= text[start] <= "\u9fff"
    opening = _pattern(_HAN_OPENINGS if is_han else _OPENINGS).search(
        text, max(first, start - _LONGEST_OPENING), start
    )
    closing = _pattern(f"{_HAN_CLOSING}|{_CLOSING}").match(text, end)
    return chain._replace(
        start=opening.start() if opening else start,
        end=closing.end() if closing and closing.end() <= last else end,
    )
