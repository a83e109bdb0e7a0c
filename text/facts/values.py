"""Numerals read as plain decimal figures: Arabic, Chinese (everyday and formal) and English words.

Only what has one reading gets a value: 三千二 is 3200, 两三 and 十几 are nobody's exact number.
"""

import re
from decimal import Decimal

from text.facts.english_values import multiplier, read_english

_PLAIN = str.maketrans(
    "０１２３４５６７８９．零○壹贰貳叁叄參肆伍陆陸柒捌玖拾佰仟萬億兩倆两負",
    "0123456789.〇〇一二二三三三四五六六七八九十百千万亿二二二负",
)
_TENS_IN_ONE = (("廿", "二十"), ("卅", "三十"), ("卌", "四十"))
_HAN_DIGITS = "〇一二三四五六七八九"
_HAN_UNITS = (("亿", 10**8), ("万", 10**4), ("千", 1000), ("百", 100), ("十", 10))
_ARABIC = re.compile(r"\d{1,20}(?:\.\d{1,20})?")  # inside Decimal's 28 exact digits with a unit
_GROUPING = re.compile(r"(?<=\d)[,，](?=\d{3}(?!\d))")
_EXACT_POSITIONAL = 4  # 一九八四 is a number read digit by digit; 三四 and 三五 are guesses


def read_numeral(text: str) -> str | None:
    """Read a numeral in any script as a plain decimal figure.

    Args:
        text: The numeral alone, such as `三千二百`, `3.5万`, `３,２００` or `two hundred and five`.

    Returns:
        The figure without grouping or idle zeros (`"3200"`), or None where there is no single
        certain reading.
    """
    plain = text.translate(_PLAIN).replace(" ", "") if _is_figure(text) else None
    number = _signed(plain) if plain is not None else _english(text)
    return None if number is None else _plain_figure(number)


def _is_figure(text: str) -> bool:
    return not any(c.isascii() and c.isalpha() for c in text)


def _plain_figure(number: Decimal) -> str:
    figure = format(number, "f")
    return figure.rstrip("0").rstrip(".") if "." in figure else figure


def _signed(plain: str) -> Decimal | None:
    unsigned = plain.lstrip("-−－负")
    number = _with_fraction(_GROUPING.sub("", unsigned))
    if number is None or len(plain) - len(unsigned) > 1:
        return None
    return -number if unsigned != plain else number


def _with_fraction(plain: str) -> Decimal | None:
    for short, long in _TENS_IN_ONE:
        plain = plain.replace(short, long)
    whole, point, fraction = plain.partition("点")
    number = _chinese(whole)
    digits = _digits(fraction)
    if not point or number is None:
        return number
    return None if digits is None else number + Decimal(f"0.{digits}")


def _digits(text: str) -> str | None:
    places = [_HAN_DIGITS.find(c) for c in text]
    return "".join(map(str, places)) if places and min(places) >= 0 else None


def _chinese(plain: str) -> Decimal | None:
    for unit, size in _HAN_UNITS:
        head, found, tail = plain.rpartition(unit)
        if found:
            return _combine(_multiplier(head, size), _remainder(tail, size), size)
    return _leaf(plain)


def _combine(times: Decimal | None, rest: Decimal | None, size: int) -> Decimal | None:
    if times is None or rest is None or rest >= size:
        return None
    return times * size + rest


def _multiplier(head: str, size: int) -> Decimal | None:
    if not head and size == 10:
        return Decimal(1)
    times = _chinese(head)
    limit = 10 if size < 10**4 else 10**12
    return times if times is not None and times < limit else None


def _remainder(tail: str, size: int) -> Decimal | None:
    if not tail:
        return Decimal(0)
    rest = _chinese(tail.lstrip("〇"))
    if rest is not None and len(tail) == 1 and tail in _HAN_DIGITS:
        return rest * max(size // 10, 1)  # 一万二: the digit counts the next smaller unit
    return rest


def _leaf(plain: str) -> Decimal | None:
    if _ARABIC.fullmatch(plain):
        is_code = len(plain) > 1 and plain[0] == "0" and plain[1] != "."
        return None if is_code else Decimal(plain)
    digits = _digits(plain)
    if digits is None:
        return None
    certain = len(digits) == 1 or "0" in digits[1:] or len(digits) >= _EXACT_POSITIONAL
    return Decimal(digits) if certain else None


def _english(text: str) -> Decimal | None:
    words = text.lower().replace("-", " ").split()
    if not words or not words[0][0].isdigit():
        return read_english(words)
    number = _leaf(_GROUPING.sub("", words[0]))
    for word in words[1:]:
        size = multiplier(word)
        if number is None or size is None:
            return None
        number *= size
    return number
