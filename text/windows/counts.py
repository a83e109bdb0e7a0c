"""Spells of time that are counted: four weeks ago, 过去两周, the last few days."""

import re
from datetime import date

from text.facts.values import read_numeral
from text.windows.days import Days, ago, back_to

_UNITS = {
    0: "小时|钟头|时辰|分钟|刻钟?|hours?|minutes?",
    1: "天|日|夜|days?|nights?",
    7: "周|星期|礼拜|周末|weeks?|weekends?",
    10: "旬",
    14: "fortnights?",
    30: "月|months?",
    91: "季度?|quarters?",
    365: "年|载|years?",
}
"""Patterns of units by their days; an hour ago is today."""
_UNIT = "|".join(f"(?P<days{days}>{words})" for days, words in _UNITS.items())
_HALVES = {30: 15, 365: 182}
_FEW = r"几|数|好几|若干|(?:a )?few|several|some|a couple(?: of)?|couple(?: of)?"
_COUNTED = re.compile(
    rf"(?P<half>半|half(?: an?)? )?(?P<count>{_FEW}|[^\W_a-z]{{1,8}}?|[a-z][a-z -]*?|\d+)?"
    rf"[多余来]?\s*个?(?P<half_of>半)?(?:{_UNIT})"
)
_AGO = re.compile(r"(?:之前|以前|前|\bago|\bearlier|\bback|\bbefore)$")
_LEADING = re.compile(
    r"^(?:(?:in|over|during|within|for|about|around|roughly|nearly) )*(?:the )?"
    r"(?P<back>past|last|previous|recent|过去的?|最近的?|近)? ?(?:大约|大概|约|about |around )?"
)
_SEVERAL = (2, 7)
_PAIR = (2, 3)


def counted_days(text: str, today: date) -> Days | None:
    """Place a spell that is counted back from today; None for any other.

    Args:
        text: A date or duration as the fact grammar finds it, in lower case.
        today: The day that it was said on.
    """
    leading = _LEADING.match(text)
    rest = text[leading.end() :] if leading else text
    is_ago = _AGO.search(rest)
    found = _COUNTED.fullmatch(rest[: is_ago.start()].strip() if is_ago else rest.strip())
    counts = _counts(found) if found else None
    if found is None or counts is None:
        return None
    least, most, unit = counts
    if is_ago:
        return ago(today, least, most, unit)
    # The last month without a number is a calendar month, and no matter of counting.
    is_back = leading and leading["back"] and (found["count"] or found["half"] or found["half_of"])
    return back_to(today, most * unit) if is_back else None


def _counts(found: re.Match[str]) -> tuple[int, int, int] | None:
    unit = next(days for days in _UNITS if found[f"days{days}"])
    if found["half"] or found["half_of"]:
        return (1, 1, _HALVES[unit]) if unit in _HALVES and not found["count"] else None
    words = (found["count"] or "").strip()
    if "couple" in words:
        return (*_PAIR, unit)
    if not words or words in ("a", "an"):
        return 1, 1, unit
    if re.fullmatch(_FEW, words):
        return (*_SEVERAL, unit)
    value = read_numeral(words)
    return (int(value), int(value), unit) if value and value.isdigit() else None
