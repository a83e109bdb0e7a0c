"""Chinese dates placed in time."""

import re
from datetime import date

from text.numerals import parse
from text.windows.days import (
    SEASONS,
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

_NUMERAL = "[0-9〇零○一二三四五六七八九十廿卅]"
_OTHER_CALENDAR = re.compile("农历|阴历|闰|正月|腊月|冬月|初[一二三四五六七八九十]")
_NAMED_DAYS = {
    **{"大前天": -3, "大后天": 3, "前天": -2, "前日": -2, "前夜": -2, "后天": 2, "后日": 2},
    **{"昨": -1, "今天": 0, "今日": 0, "今夜": 0, "今晚": 0, "今晨": 0, "今早": 0, "今儿": 0},
    **{"明天": 1, "明日": 1, "明晚": 1, "明早": 1, "明晨": 1, "明儿": 1},
}
_NAMED_YEARS = {"大前年": -3, "前年": -2, "去年": -1, "今年": 0, "明年": 1, "后年": 2}
_WEEKDAYS = "一二三四五六日"
_WEEK = re.compile(
    "(?P<past>上{1,3})?(?P<next>下{1,3})?(?P<this>[这本])?(?:一?个)?(?:周|星期|礼拜)"
    "(?P<day>[一二三四五六日天])?(?P<end>末)?"
)
_MONTHS_AWAY = re.compile("(?P<past>上{1,3})个?月|(?P<next>下{1,3})个?月|[这本]个?月")
_YEAR = re.compile(rf"({_NUMERAL}{{4}}) ?年|^([0-9]{{4}})[-/.][0-9]{{1,2}}$")
_MONTH = re.compile(rf"({_NUMERAL}{{1,3}}) ?月|^[0-9]{{4}}[-/.]([0-9]{{1,2}})$")
_DAY = re.compile(rf"(?:月的? ?|\A)({_NUMERAL}{{1,3}})(?: ?[日号]|\b|(?=[上下中晚早凌清深夜]))")
_THIRDS = ({"上旬", "月初"}, {"中旬", "月中"}, {"下旬", "月底", "月末"})
_SEASON = re.compile("[春夏秋冬]")


def chinese_days(text: str, today: date | None) -> Days | None:
    """Place a date; None for what has no place, or none without knowing today.

    Args:
        text: A date as the fact grammar finds it, in one script and width.
        today: The day that it was said on, if that is known.
    """
    if _OTHER_CALENDAR.search(text):
        return None
    return (_near(text, today) if today else None) or _dated(text, today)


def _near(text: str, today: date) -> Days | None:
    for name, away in _NAMED_DAYS.items():
        if text.startswith(name):
            return days(moved(today, away), 1)
    found = _WEEK.match(text)
    return _in_week(found, today) if found else None


def _in_week(found: re.Match[str], today: date) -> Days | None:
    away = len(found["next"] or "") - len(found["past"] or "")
    nth = _WEEKDAYS.find((found["day"] or "").replace("天", "日")) if found["day"] else None
    if found["end"]:
        return weekend(today, away)
    if nth is None:
        return week(today, away)
    told = found["past"] or found["next"] or found["this"]
    return weekday(today, nth, away) if told else latest_weekday(today, nth)


def _dated(text: str, today: date | None) -> Days | None:
    number = _number(_MONTH, text)
    day = _number(_DAY, text)
    named_year = _year(text, number, day, today)
    if number is None:
        whole = _month_away(text, today)
        if whole is None:
            return _season_or_year(text, named_year)
    else:
        whole = month(named_year, number) if named_year and 1 <= number <= 12 else None
    if whole is None or day is not None:
        return day_of(whole, day) if whole and day else whole
    nth = next((nth for nth, names in enumerate(_THIRDS) if any(n in text for n in names)), None)
    return whole if nth is None else third(whole, nth)


def _number(pattern: re.Pattern[str], text: str) -> int | None:
    found = pattern.search(text)
    written = next((group for group in found.groups() if group), None) if found else None
    return parse(written) if written else None


def _year(text: str, number: int | None, day: int | None, today: date | None) -> int | None:
    written = _number(_YEAR, text)
    if written is not None or today is None:
        return written
    for name, away in _NAMED_YEARS.items():
        if text.startswith(name):
            return today.year + away
    return None if number is None else latest_year(number, day or 1, today)


def _month_away(text: str, today: date | None) -> Days | None:
    found = _MONTHS_AWAY.search(text)
    if found is None or today is None:
        return None
    return month_away(today, len(found["next"] or "") - len(found["past"] or ""))


def _season_or_year(text: str, named_year: int | None) -> Days | None:
    if named_year is None:
        return None
    season = _SEASON.search(text)
    return month(named_year, SEASONS[season[0]], 3) if season else year(named_year)
