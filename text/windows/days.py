"""Stretches of days, and the arithmetic that places them."""

from calendar import monthrange
from datetime import MAXYEAR, MINYEAR, date, timedelta
from typing import NamedTuple

_WEEK = 7
_MONTHS = 12
_THIRD = 10
"""Days in the first and the second third of a month; the last has the rest."""

SEASONS = {"春": 3, "夏": 6, "秋": 9, "冬": 12}
"""The month that a season begins with, as meteorologists count."""


class Days(NamedTuple):
    """A stretch of whole days."""

    first: date
    end: date
    """The day after the last one."""


def days(first: date, count: int) -> Days:
    """So many days from one on, as far as the calendar goes."""
    return Days(first, moved(first, count))


def moved(day: date, by: int) -> date:
    """A day some days away; the calendar's own end where it would lie beyond."""
    low, high = date.min.toordinal(), date.max.toordinal()
    return date.fromordinal(min(max(day.toordinal() + by, low), high))


def week(today: date, away: int = 0) -> Days:
    """The week, from Monday on, that lies so many weeks from this one."""
    return days(moved(today, _WEEK * away - today.weekday()), _WEEK)


def weekday(today: date, nth: int, away: int) -> Days:
    """A day of the week that lies so many weeks from this one; Monday is 0."""
    return days(moved(week(today, away).first, nth), 1)


def latest_weekday(today: date, nth: int, *, before: bool = False) -> Days:
    """The last such day up to today, or before it."""
    back = (today.weekday() - nth) % _WEEK or (_WEEK if before else 0)
    return days(moved(today, -back), 1)


def weekend(today: date, away: int = 0) -> Days:
    """Saturday and Sunday of a week."""
    return days(moved(week(today, away).first, 5), 2)


def month(year: int, number: int, count: int = 1) -> Days | None:
    """Calendar months from one on; None outside the calendar."""
    begins, ends = _placed(year, number), _placed(year, number + count)
    return Days(begins, ends) if begins and ends else None


def month_away(today: date, away: int) -> Days | None:
    """The calendar month that lies so many months from this one."""
    return month(today.year, today.month + away)


def _placed(year: int, number: int) -> date | None:
    year, rest = year + (number - 1) // _MONTHS, (number - 1) % _MONTHS
    return date(year, rest + 1, 1) if MINYEAR <= year <= MAXYEAR else None


def year(number: int) -> Days | None:
    """A calendar year."""
    return month(number, 1, _MONTHS)


def third(whole: Days, nth: int) -> Days:
    """The first, second or last third of a month: 上旬, 中旬, 下旬."""
    first = moved(whole.first, _THIRD * nth)
    return Days(first, whole.end if nth == 2 else moved(first, _THIRD))


def day_of(whole: Days, number: int) -> Days | None:
    """A day of a month; None where it has no such day."""
    length = monthrange(whole.first.year, whole.first.month)[1]
    return days(moved(whole.first, number - 1), 1) if 1 <= number <= length else None


def latest_year(number: int, day: int, today: date) -> int:
    """The year of the last such day and month that has begun: who looks back means that one."""
    return today.year - ((number, day) > (today.month, today.day))


def ago(today: date, least: int, most: int, unit: int) -> Days:
    """So many units back, as people say it: half a unit or an eighth of the way off.

    Args:
        today: Where it is counted from.
        least: Units at the least.
        most: Units at the most.
        unit: Days of a unit.
    """
    slack = max(unit // 2, least * unit // 8)
    first, last = moved(today, -most * unit - slack), moved(today, -least * unit + slack)
    return Days(first, min(last, today) + timedelta(days=1))


def back_to(today: date, count: int) -> Days:
    """The last so many days, today among them."""
    return Days(moved(today, -count), moved(today, 1))
