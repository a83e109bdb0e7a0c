"""Numerals as chapter headings write them: Arabic, Chinese, Roman and English words."""

import re
import unicodedata

CHINESE_NUMERALS = "〇○零一二两兩三四五六七八九十百千万萬廿卅卌壹贰貳叁參肆伍陆陸柒捌玖拾佰仟"
"""Every character a Chinese numeral may hold."""

_ZEROS = "〇○零"
_DIGITS = {
    digit: str(value)
    for value, written in enumerate(
        (_ZEROS, "一壹", "二贰貳两兩", "三叁參", "四肆", "五伍", "六陆陸", "七柒", "八捌", "九玖")
    )
    for digit in written
}
_TENS = {"廿": 20, "卅": 30, "卌": 40}
_DIGIT = f"[{''.join(d for d in _DIGITS if d not in _ZEROS)}]"
_GAP = f"[{_ZEROS}]?"
_BELOW_MYRIAD = re.compile(
    rf"(?P<thousands>{_DIGIT}?[千仟])?{_GAP}(?P<hundreds>{_DIGIT}?[百佰])?{_GAP}"
    rf"(?P<tens>{_DIGIT}?[十拾]|[廿卅卌])?{_GAP}(?P<ones>{_DIGIT})?"
)

ROMAN_NUMERALS = "".join(map(chr, range(0x2160, 0x2180)))
"""The characters that Unicode has for whole Roman numerals, from Ⅰ to ⅿ."""

_LONGEST_ARABIC = 9
"""Digits; a longer run is a date, a telephone number or noise."""

_ROMAN = re.compile(r"M{0,4}(CM|CD|D?C{0,4})(XC|XL|L?X{0,4})(IX|IV|V?I{0,4})")
"""The subtractive forms, and the additive ones (IIII) that old editions print."""
_ROMAN_LETTERS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}

_SMALL_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    "nineteen",
)
_TENS_WORDS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORDS = {word: value for value, word in enumerate(_SMALL_WORDS)} | {
    word: value for value, word in zip(range(20, 100, 10), _TENS_WORDS, strict=True)
}
ENGLISH_NUMERAL_WORDS = (*_WORDS, "hundred", "thousand")
"""Every word an English numeral may hold, in lower case, without the joining `and`."""

_IRREGULAR = {
    **{"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth"},
    **{"nine": "ninth", "twelve": "twelfth"},
}
_ORDINALS = {
    _IRREGULAR.get(word, re.sub("y$", "ie", word) + "th"): word for word in ENGLISH_NUMERAL_WORDS
}
ENGLISH_ORDINAL_WORDS = tuple(_ORDINALS)
"""Every word an English ordinal may end with, in lower case."""
_ORDINAL_SUFFIX = re.compile(r"(?<=\d)(?:st|nd|rd|th)$")


def parse(numeral: str) -> int | None:
    """Read a numeral of any script: 21 is `２１`, `廿一`, `XXI`, `ⅩⅩⅠ` and `the Twenty-First`.

    A digit right after 百 or 千 counts ones, as headings mean it: 第一百二回 follows 第一百一回.

    Returns:
        The number, or None where the text is no well-formed numeral.
    """
    plain = unicodedata.normalize("NFKC", numeral).strip()
    for read in (_arabic, _chinese, _roman, _english):
        value = read(plain)
        if value is not None:
            return value
    return None


def _arabic(plain: str) -> int | None:
    digits = _ORDINAL_SUFFIX.sub("", plain)
    fits = digits.isascii() and digits.isdigit() and len(digits) <= _LONGEST_ARABIC
    return int(digits) if fits else None


def _chinese(plain: str) -> int | None:
    if plain and len(plain) <= _LONGEST_ARABIC and all(c in _DIGITS for c in plain):
        return int("".join(_DIGITS[c] for c in plain))
    high, myriad, low = plain.replace("萬", "万").partition("万")
    if not myriad:
        return _below_myriad(high)
    myriads, rest = _below_myriad(high), _below_myriad(low) if low else 0
    return None if myriads is None or rest is None else myriads * 10_000 + rest


def _below_myriad(plain: str) -> int | None:
    found = _BELOW_MYRIAD.fullmatch(plain)
    if not found or not any(found.groups()):
        return None
    tens = found["tens"]
    return (
        _times(found["thousands"], 1000)
        + _times(found["hundreds"], 100)
        + (_TENS[tens] if tens in _TENS else _times(tens, 10))
        + int(_DIGITS[found["ones"]] if found["ones"] else 0)
    )


def _times(counted: str | None, unit: int) -> int:
    """`三百` is 3 × 100; a unit without a digit counts once."""
    if counted is None:
        return 0
    return unit * int(_DIGITS[counted[0]] if len(counted) == 2 else 1)


def _roman(plain: str) -> int | None:
    if not plain or plain not in (plain.upper(), plain.lower()):
        return None
    if not _ROMAN.fullmatch(plain.upper()):
        return None
    values = [_ROMAN_LETTERS[letter] for letter in plain.upper()]
    following = [*values[1:], 0]
    return sum(-v if v < after else v for v, after in zip(values, following, strict=True))


def _english(plain: str) -> int | None:
    spoken = plain.lower().removeprefix("the ")
    words = [word for word in re.split(r"[\s-]+", spoken) if word != "and"]
    if not words:
        return None
    words[-1] = _ORDINALS.get(words[-1], words[-1])
    thousands, current = 0, 0
    for position, word in enumerate(words):
        if word == "thousand" and current and not thousands:
            thousands, current = current * 1000, 0
        elif word == "hundred" and 0 < current < 100:
            current *= 100
        elif word in _WORDS and _may_follow(_WORDS[word], current, first=position == 0):
            current += _WORDS[word]
        else:
            return None
    return thousands + current


def _may_follow(value: int, current: int, *, first: bool) -> bool:
    """Whether a word of this value may be added: twenty + one, but not twenty + thirty."""
    if value == 0:
        return first
    if value < 10:
        return current % 10 == 0 and current % 100 != 10
    return current % 100 == 0
