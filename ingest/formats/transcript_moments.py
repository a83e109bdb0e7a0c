"""When a message was sent: what chat programs write, as the header of a transcript has it."""

import re
from datetime import UTC, datetime

from text.transcripts import moment

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DAY = r"(?P<day>\d{1,2})"
_DATES = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?P<year>\d{4})(?P<sep>[-/.])(?P<month>\d{1,2})(?P=sep)(?P<day>\d{1,2})(?!\d)",
        r"(?P<year>\d{4}) ?年 ?(?P<month>\d{1,2}) ?月 ?(?P<day>\d{1,2}) ?[日号]",
        rf"\b{_DAY}(?:st|nd|rd|th)?(?: of)?[ -]{_MONTH},?[ -](?P<year>\d{{4}})\b",
        rf"\b{_MONTH} {_DAY}(?:st|nd|rd|th)?,? (?P<year>\d{{4}})\b",
    )
)
_TIME = re.compile(
    r"(?:(?P<before>凌晨|清晨|早上|上午|中午|下午|傍晚|晚上|[ap]\.?m\.?) ?)?"
    r"(?<!\d)(?P<hour>\d{1,2}) ?[:：时点] ?(?P<minute>\d{1,2}) ?分?"
    r"(?:[:：]? ?(?P<second>\d{2})(?:[.,]\d{1,9})? ?秒?)?(?!\d)"
    r"(?: ?(?P<behind>[ap]\.?m\b\.?))?"
    r"(?: ?(?P<zone>z\b|(?:utc|gmt)(?![+-])|(?:utc|gmt)?[+-]\d{1,2}(?::?\d{2})?))?"
)
_WEEKDAY = re.compile(
    r"(?:周|星期|礼拜|週|禮拜)[一二三四五六日天]"
    r"|\b(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\b\.?"
)
_JOINING = re.compile(r"[\s,，()（）\[\]|·]|\b(?:at|on|t)\b")
_FORENOON = ("凌晨", "清晨", "早上", "上午", "am")
_LATEST_HOUR = {"中午": 11, "下午": 12, "傍晚": 12, "晚上": 12, "pm": 12}
"""Hours below which the clock of twelve hours counts those after noon: 中午11点 lies before it."""

_MILLISECONDS = 10**11
"""From here on a bare number counts milliseconds: as seconds it would lie beyond the year 5000."""
_LATEST = 253_402_300_800
"""Seconds from 1970 to the end of the year 9999."""


def stamp_of(written: object) -> str | None:
    """A moment as a header has it.

    Args:
        written: Seconds or milliseconds since 1970, or a date in words or figures, its time and
            its zone beside it or not.

    Returns:
        None if it cannot be read, or the calendar lacks it.
    """
    if isinstance(written, bool):
        return None
    if isinstance(written, int | float):
        return _of_number(float(written))
    if not isinstance(written, str):
        return None
    words = written.strip()
    if re.fullmatch(r"-?\d{9,13}(?:\.\d{1,9})?", words):
        return _of_number(float(words))
    return _of_words(words.casefold())


def _of_number(number: float) -> str | None:
    seconds = number / 1_000 if abs(number) >= _MILLISECONDS else number
    if not 0 <= seconds < _LATEST:  # neither is what is no number at all
        return None
    told = datetime.fromtimestamp(int(seconds), UTC)
    return f"{told:%Y-%m-%d %H:%M}{_second(f'{told:%S}')}"


def _of_words(words: str) -> str | None:
    date = next((found for pattern in _DATES if (found := pattern.search(words))), None)
    if date is None:
        return None
    rest = f"{words[: date.start()]} {words[date.end() :]}"
    time = _TIME.search(rest)
    if time is not None:
        rest = f"{rest[: time.start()]} {rest[time.end() :]}"
    if _JOINING.sub("", _WEEKDAY.sub("", rest)):
        return None  # there is more to it than is understood
    stamp = _day(date) + (_hour(time) if time else "")
    return stamp if moment(stamp) is not None else None


def _day(date: re.Match[str]) -> str:
    month = date["month"]
    number = _MONTHS.index(month[:3]) + 1 if month[:3] in _MONTHS else int(month)
    return f"{date['year']}-{number:02}-{int(date['day']):02}"


def _hour(time: re.Match[str]) -> str:
    half = (time["before"] or time["behind"] or "").replace(".", "")
    hour = int(time["hour"])
    if half in _FORENOON and hour == 12:
        hour = 0
    elif hour < _LATEST_HOUR.get(half, 0):
        hour += 12
    second = _second(time["second"] or "00")
    return f" {hour:02}:{int(time['minute']):02}{second}{_zone(time['zone'] or '')}"


def _second(digits: str) -> str:
    return "" if digits == "00" else f":{digits}"


def _zone(written: str) -> str:
    offset = written.removeprefix("utc").removeprefix("gmt").replace(":", "")
    if not offset.strip("z+-0"):
        return ""  # UTC, as where no zone is told
    digits = (offset[1:] if len(offset) > 3 else f"{offset[1:]}00").zfill(4)
    return f"{offset[0]}{digits[:2]}:{digits[2:]}"
