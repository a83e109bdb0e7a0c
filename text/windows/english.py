"""English dates placed in time."""

import re
from datetime import date

from text.facts.english_calendar import MONTHS
from text.numerals import ENGLISH_ORDINAL_WORDS, parse
from text.windows.days import (
    Days,
    day_of,
    days,
    latest_weekday,
    latest_year,
    month,
    month_away,
    moved,
    third,
    week,
    weekday,
    weekend,
    year,
)

_NAMED_DAYS = (
    (r"the day before yesterday", -2),
    (r"the day after to-?morrow", 2),
    (r"yesterday", -1),
    (r"to-?morrow|tmrw", 1),
    (r"to-?day|to-?night|tonite", 0),
)
_AWAY = {"last": -1, "previous": -1, "past": -1, "this": 0, "current": 0, "next": 1}
_WHICH = re.compile(rf"\b({'|'.join(_AWAY)})\b")
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_WEEKDAY = re.compile(rf"\b({'|'.join(_WEEKDAYS)})(?:[a-z]*day)?s?\b")
_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
_SEASON = re.compile(rf"\b({'|'.join(_SEASONS)})\b")
_MONTH = re.compile(rf"\b(?:{'|'.join(f'({name})' for name in MONTHS)})\b")
_YEAR = re.compile(r"(?<![\d.])(1\d{3}|20\d\d)(?![\d.])")
_ORDINAL = (
    rf"(?:twenty[- ]|thirty[- ])?(?:{'|'.join(w for w in ENGLISH_ORDINAL_WORDS if w[0].isalpha())})"
)
_DAY = re.compile(rf"(?<![\d./-])(\d{{1,2}})(?:st|nd|rd|th)?(?![\d])|\b({_ORDINAL})\b")
_NTH_WEEK = re.compile(rf"\b({_ORDINAL}|last) week\b")
_THIRDS = {"early": 0, "beginning": 0, "start": 0, "mid": 1, "middle": 1, "late": 2, "end": 2}
_THIRD = re.compile(rf"\b({'|'.join(_THIRDS)})\b")
_LAST_WEEK = 4


def english_days(text: str, today: date | None) -> Days | None:
    """Place a date; None for what has no place, or none without knowing today.

    Args:
        text: A date as the fact grammar finds it, in lower case.
        today: The day that it was said on, if that is known.
    """
    dated = _dated(text, today)
    return dated if dated or today is None else _near(text, today)


def _near(text: str, today: date) -> Days | None:
    for pattern, away in _NAMED_DAYS:
        if re.search(rf"\b(?:{pattern})\b", text):
            return days(moved(today, away), 1)
    which = _WHICH.search(text)
    day = _WEEKDAY.search(text)
    if day:
        return _weekday(_WEEKDAYS.index(day[1]), which[1] if which else "", today)
    return _period(text, _AWAY[which[1]], today) if which else None


def _weekday(nth: int, which: str, today: date) -> Days:
    if which in ("this", "next"):
        return weekday(today, nth, _AWAY[which])
    return latest_weekday(today, nth, before=which != "")


def _period(text: str, away: int, today: date) -> Days | None:
    if re.search(r"\bweek-?end\b", text):
        return weekend(today, away)
    if "week" in text:
        return week(today, away)
    if "month" in text:
        return month_away(today, away)
    season = _SEASON.search(text)
    if season:
        return month(today.year + away, _SEASONS[season[1]], 3)
    return year(today.year + away) if "year" in text else None


def _dated(text: str, today: date | None) -> Days | None:
    named_month = _MONTH.search(text)
    named_year = _YEAR.search(text)
    if named_month is None:
        return _season_or_year(text, int(named_year[1])) if named_year else None
    number = next(n for n, group in enumerate(named_month.groups(), start=1) if group)
    day = None if _NTH_WEEK.search(text) else _day(text)
    if named_year:
        chosen = int(named_year[1])
    elif today is None:
        return None
    else:
        chosen = latest_year(number, day or 1, today)
    whole = month(chosen, number)
    return _within(text, whole, day) if whole else None


def _within(text: str, whole: Days, day: int | None) -> Days | None:
    nth = _NTH_WEEK.search(text)
    if nth:
        count = _LAST_WEEK if nth[1] == "last" else (parse(nth[1]) or 1)
        return days(moved(whole.first, 7 * (min(count, _LAST_WEEK) - 1)), 7)
    if day is not None:
        return day_of(whole, day)
    part = _THIRD.search(text)
    return third(whole, _THIRDS[part[1]]) if part else whole


def _day(text: str) -> int | None:
    found = _DAY.search(_YEAR.sub("", text))
    return parse(found[1] or found[2]) if found else None


def _season_or_year(text: str, named_year: int) -> Days | None:
    season = _SEASON.search(text)
    return month(named_year, _SEASONS[season[1]], 3) if season else year(named_year)
