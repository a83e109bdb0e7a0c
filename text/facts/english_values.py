"""English number words read as figures."""

from decimal import Decimal

_SMALL_LIST = """
one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
sixteen seventeen eighteen nineteen
"""
_TENS_LIST = "- twenty thirty forty fifty sixty seventy eighty ninety"
_SMALL = {word: n for n, word in enumerate(_SMALL_LIST.split(), start=1)}
_TENS = {word: 10 * n for n, word in enumerate(_TENS_LIST.split(), start=1) if n > 1}
_SETS = {"hundred": 100, "score": 20, "dozen": 12}
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9}
_ONE = ("a", "an")
_AND_A_HALF = ["and", "a", "half"]
_MOST_WITH_HALF = 100
"""From here on it is unclear what is halved: two million and a half."""


def multiplier(word: str) -> int | None:
    """What a word after a figure multiplies it by: `2.5 million`, `3 dozen`."""
    return _SCALES.get(word) or _SETS.get(word)


def read_english(words: list[str]) -> Decimal | None:
    """Read a number in lower-case words, None where they make no single number."""
    if words[-3:] == _AND_A_HALF:
        whole = _whole(words[:-3])
        clear = whole is not None and whole < _MOST_WITH_HALF
        return whole + Decimal("0.5") if whole is not None and clear else None
    number = _whole(words)
    return None if number is None else Decimal(number)


def _whole(words: list[str]) -> int | None:
    if words == ["zero"]:
        return 0
    if not words or words[0] == "and" or words[-1] in ("and", *_ONE):
        return None
    return _in_scales([word for word in words if word != "and"])


def _in_scales(words: list[str]) -> int | None:
    total, last_scale = 0, max(_SCALES.values()) + 1
    part: list[str] = []
    for word in words:
        if word not in _SCALES:
            part.append(word)
            continue
        count, scale = _below_thousand(part), _SCALES[word]
        if not count or scale >= last_scale:
            return None
        total, last_scale, part = total + count * scale, scale, []
    rest = _below_thousand(part)
    return None if rest is None else total + rest


def _below_thousand(words: list[str]) -> int | None:
    number = 0
    for place, word in enumerate(words):
        larger = 1 if place == 0 and word in _ONE else _enlarged(number, word)
        if larger is None:
            return None
        number = larger
    return number


def _enlarged(number: int, word: str) -> int | None:
    """Take one more word into a number; None where it cannot follow."""
    if word in _SETS:
        return number * _SETS[word] if 0 < number < 100 else None
    if word in _TENS:
        return number + _TENS[word] if number % 100 == 0 else None
    small = _SMALL.get(word)
    if small is None:
        return None
    after_tens = number % 10 == 0 and number % 100 >= 20 and small < 10
    return number + small if number % 100 == 0 or after_tens else None
