"""From words to stretches of time."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, tzinfo

from lorepack.records import Fact, FactKind
from text.aliases import plain
from text.facts import extract
from text.windows.chinese import chinese_days
from text.windows.counts import counted_days
from text.windows.days import Days, days, moved
from text.windows.english import english_days

_JOINED = re.compile(r" ?(?:到|至|~|—|–|\bto\b|\band\b|\buntil\b|(?<=[^\d])-(?=[^\d])) ?")
_FROM = re.compile(r"^(?:从|自从?|between |from )")
_BEFORE = re.compile(r"^(?:before|until|till|by) |(?:之前|以前|前)$")
_AFTER = re.compile(r"^after |(?:之后|以后|后)$")
_ITS_DAY = re.compile(r"(?<=月)[^日号]+|(?<![\d])\d{1,2}(?=st|nd|rd|th|\b)")
_IN_CHINESE = re.compile("[\u4e00-\u9fff]|\\d{4}[-/.]")
_YEAR = 365
_SINCE = re.compile(r"^since |以来$|起$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """A stretch of time, in seconds since 1970; None where it has no end on that side."""

    since: int | None
    until: int | None
    """The first second after it."""


def windows(text: str, asked_at: datetime | None = None) -> tuple[Window, ...]:
    """The stretches of time that a text names, in order, each once.

    Args:
        text: Any words.
        asked_at: When they were said, by which 上周五 and "in May" are counted; days begin at its
            own midnight, at that of UTC where it says no zone. Without it only dates with a year
            have a place.
    """
    zone = (asked_at.tzinfo if asked_at else None) or UTC
    today = asked_at.date() if asked_at else None
    dated = [fact for fact in extract(text) if fact.kind in (FactKind.DATE, FactKind.DURATION)]
    return tuple(dict.fromkeys(w for fact in dated for w in _placed(fact, today, zone)))


def _placed(fact: Fact, today: date | None, zone: tzinfo) -> Iterator[Window]:
    words = " ".join(plain(fact.text).lower().split())
    counted = counted_days(words, today) if today else None
    if counted:
        yield _window(counted, zone)
        return
    if fact.kind is FactKind.DURATION:
        return
    if fact.value:
        yield _window(days(date.fromisoformat(fact.value), 1), zone)
        return
    bound = next((b for b in (_BEFORE, _AFTER, _SINCE) if b.search(words)), None)
    found = _days(bound.sub("", words) if bound else words, today)
    if found:
        yield _bounded(bound, _window(found, zone))


def _bounded(bound: re.Pattern[str] | None, window: Window) -> Window:
    if bound is _BEFORE:
        return Window(since=None, until=window.since)
    if bound is _AFTER:
        return Window(since=window.until, until=None)
    return Window(since=window.since, until=None) if bound is _SINCE else window


def _days(words: str, today: date | None) -> Days | None:
    """One date, or the stretch from one to another."""
    bare = _FROM.sub("", words)
    first, joiner, last = _parted(bare)
    begins = _day(first, today) if joiner else None
    if begins is None:
        return _day(bare, today)
    # What the second leaves out it has as the first, and it lies within a year of that.
    ends = _day(last, moved(begins.first, _YEAR - 1)) or _day(_completed(first, last), today)
    return Days(begins.first, ends.end) if ends and ends.end > begins.first else begins


def _parted(words: str) -> tuple[str, str, str]:
    joiner = _JOINED.search(words)
    if joiner is None:
        return words, "", ""
    return words[: joiner.start()], joiner[0], words[joiner.end() :]


def _completed(first: str, last: str) -> str:
    """A day that is named without its month, with the month of another one."""
    return _ITS_DAY.sub(last.strip("日号"), first, count=1)


def _day(words: str, today: date | None) -> Days | None:
    read = chinese_days if _IN_CHINESE.search(words) else english_days
    return read(words, today)


def _window(found: Days, zone: tzinfo) -> Window:
    def second(day: date) -> int:
        return int(datetime.combine(day, time.min, zone).timestamp())

    return Window(since=second(found.first), until=second(found.end))
