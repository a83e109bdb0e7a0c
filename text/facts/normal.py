"""Normalised values of facts: what two spellings of one fact have in common."""

import re
from datetime import date
from functools import cache

from lorepack.records import FactKind
from text.facts import chinese, english
from text.facts.english_calendar import MONTHS
from text.facts.values import read_numeral

_HAN_BOUND = (
    "大约|大概|约莫|约|将近|不到|不足|足足|(?:至少|至多|最多|最少)[是为有]?|不超过|超过了?|不少于|"
    "(?:大于|小于)(?: ?[或和]? ?等于)?|(?<!相)等于|少于|多于|高于|低于|近|过去|未来"
)
_BOUND = (
    r"(?:(?:no|not)\s)?(?:greater|smaller|larger|higher|lower|more|less|fewer)\sthan"
    r"(?:\sor\sequal\sto)?|(?:less|more|greater|smaller|larger)\sor\sequal\s(?:than|to)|"
    r"exceed(?:s|ing)?|over|under|above|below|up\sto|at\s(?:least|most)|equal(?:s|ing)?\sto"
    r"(?:\sor\s(?:less|more|greater)\sthan)?|nearly|almost"
)
HEDGE_BEFORE = rf"(?:{_HAN_BOUND}) ?\Z|(?<!\w)(?i:{_BOUND})\s\Z|(?:[<>≤≥＜＞]|[<>] ?=) {{0,2}}\Z"
"""Words and signs before a numeral that make it a bound or a guess."""
HEDGE_AFTER = (
    "上下|左右|开外|有余|有零|出头| ?[以之][上下内外]|[及或]者?(?:更[多少]|以[上下])|"
    r"\sor\sequal\b|\s(?:or|and)\s(?:more|less|fewer|above|below|over|greater)\b(?!\sthan|\s\d)"
)
"""Words after a numeral or its unit that do the same."""

_COUNTED = frozenset({FactKind.NUMBER, FactKind.QUANTITY, FactKind.MONEY, FactKind.DURATION})
_INEXACT = (
    rf"[几幾数數多余馀餘来來半上]|{_HAN_BOUND}|[<>≤≥＜＞]|{HEDGE_AFTER}|"
    rf"\b(?:several|few|many|half|quarter|minus|negative|{_BOUND})\b"
)
_MAGNITUDE = r"\s?[kmb]\b"
"""Letters after a figure that multiply it, but for quantities: 5m are five metres."""
_MINUS = "-−－负負"
_PER_HUNDRED = r"百 ?分 ?之|[%％]|百分[点點]|per\s?cent"
_TENTHS = "成"

_HAN_DAY = "[0-9０-９〇零○一二三四五六七八九十廿卅]"
_WESTERN = (
    rf"(?P<year>[0-9０-９]{{4}}|[〇零○一二三四五六七八九]{{4}})\s?(?:[-/.]|年\s?)"
    rf"(?P<month>{_HAN_DAY}{{1,3}})\s?(?:[-/.]|月\s?)(?P<day>{_HAN_DAY}{{1,3}})(?:\s?[日号號])?"
)
_SPOKEN_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_SPOKEN_MONTH = r"(?P<month>[a-z]{3,9})\.?"
_WEEKDAY = r"(?:[a-z]{3,6}day,?\s+)?(?:the\s+)?"
_SPOKEN = (
    rf"{_WEEKDAY}{_SPOKEN_DAY}\s+(?:of\s+)?{_SPOKEN_MONTH},?\s+(?P<year>\d{{4}})",
    rf"{_WEEKDAY}{_SPOKEN_MONTH}\s+(?:the\s+)?{_SPOKEN_DAY},?\s+(?P<year>\d{{4}})",
)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def split_numeral(text: str) -> tuple[str | None, str, str]:
    """Part a fact's text into its numeral and what stands around it.

    Returns:
        The one numeral in it with its sign, or None where there is none or more than one; the
        text before it, which is all of it if there is no numeral; the text after it.
    """
    latin = any(c.isascii() and c.isalpha() for c in text)
    pattern = _compiled(english.NUMERAL if latin else chinese.NUMERAL)
    found = [match for match in pattern.finditer(text) if not _is_tael(text, match)]
    if len(found) != 1:
        return None, text, ""
    start, end = found[0].span()
    if start == 1 and text[0] in _MINUS:
        start = 0
    return text[start:end], text[:start], text[end:]


def _is_tael(text: str, numeral: re.Match[str]) -> bool:
    """Whether a 两 is the unit of the figures before it and no numeral."""
    return numeral[0] in "两兩" and text[: numeral.start()].rstrip()[-1:].isdecimal()


def normal_value(kind: FactKind, text: str) -> str | None:
    """The normalised value of a fact where it is certain.

    Returns:
        A plain decimal numeral for what is counted, the percentage for a percentage, the ISO
        date of a Western date given in full; None for all that is vague, relative or partial.
    """
    if kind in _COUNTED:
        return _counted(kind, text)
    if kind is FactKind.PERCENT:
        return _percentage(text)
    return _iso_date(text) if kind is FactKind.DATE else None


def _counted(kind: FactKind, text: str) -> str | None:
    numeral, before, after = split_numeral(text)
    rest = f"{before} {after}"
    if numeral is None or _compiled(_INEXACT).search(rest):
        return None
    if kind is not FactKind.QUANTITY and _compiled(_MAGNITUDE).match(after):
        return None
    return read_numeral(numeral)


def _percentage(text: str) -> str | None:
    marked = _compiled(_PER_HUNDRED).search(text)
    bare = text[: marked.start()] + text[marked.end() :] if marked else text
    figure = _counted(FactKind.PERCENT, bare)
    if marked or figure is None:
        return figure
    return read_numeral(f"{figure}0") if bare.endswith(_TENTHS) and figure.isdigit() else None


def _iso_date(text: str) -> str | None:
    western = _compiled(_WESTERN).fullmatch(text)
    if western:
        return _checked(*(_number(western[part]) for part in ("year", "month", "day")))
    for pattern in _SPOKEN:
        spoken = _compiled(pattern).fullmatch(text.lower())
        if spoken:
            return _checked(
                _number(spoken["year"]), _month(spoken["month"]), _number(spoken["day"])
            )
    return None


def _number(text: str) -> int | None:
    figure = read_numeral(text.lstrip("0０") or "0")
    return int(figure) if figure is not None else None


def _month(name: str) -> int | None:
    places = (n for n, month in enumerate(MONTHS, start=1) if re.fullmatch(month, name))
    return next(places, None)


def _checked(year: int | None, month: int | None, day: int | None) -> str | None:
    if year is None or month is None or day is None:
        return None
    try:
        return date(year, month, day).isoformat()
    except ValueError:  # the thirtieth of February: kept verbatim, without a value
        return None
