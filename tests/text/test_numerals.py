import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from text.numerals import (
    CHINESE_NUMERALS,
    ENGLISH_NUMERAL_WORDS,
    ENGLISH_ORDINAL_WORDS,
    ROMAN_NUMERALS,
    parse,
)

DIGITS = "〇一二三四五六七八九"
FULL_WIDTH = str.maketrans("0123456789", "０１２３４５６７８９")
SMALL, TENS = ENGLISH_NUMERAL_WORDS[:20], ENGLISH_NUMERAL_WORDS[20:28]
ROMAN = (
    *((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L")),
    *((40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")),
)


def chinese(number: int) -> str:
    if number >= 10_000:
        rest = number % 10_000
        gap = "零" if 0 < rest < 1000 else ""
        return chinese(number // 10_000) + "万" + gap + (chinese(rest) if rest else "")
    written, skipped = "", False
    for unit, word in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit = number // unit % 10
        written += ("零" if skipped and written else "") + DIGITS[digit] + word if digit else ""
        skipped = digit == 0
    return written


def roman(number: int) -> str:
    written = ""
    for value, letters in ROMAN:
        written += letters * (number // value)
        number %= value
    return written


def english(number: int) -> str:
    if number >= 1000:
        rest = number % 1000
        return f"{english(number // 1000)} thousand" + (f" {english(rest)}" if rest else "")
    if number >= 100:
        rest = number % 100
        return f"{SMALL[number // 100]} hundred" + (f" and {english(rest)}" if rest else "")
    if number < 20:
        return SMALL[number]
    return TENS[number // 10 - 2] + (f"-{SMALL[number % 10]}" if number % 10 else "")


@given(number=st.integers(0, 999_999_999))
@settings(deadline=None)
def test_arabic_digits_of_both_widths_come_back(number: int) -> None:
    assert parse(str(number)) == parse(str(number).translate(FULL_WIDTH)) == number


@given(number=st.integers(1, 99_999))
@settings(deadline=None)
def test_chinese_numerals_come_back(number: int) -> None:
    assert parse(chinese(number)) == number


@given(number=st.integers(0, 9999))
@settings(deadline=None)
def test_positional_chinese_comes_back(number: int) -> None:
    assert parse("".join(DIGITS[int(digit)] for digit in str(number))) == number


@given(number=st.integers(1, 4999))
@settings(deadline=None)
def test_roman_numerals_of_both_cases_come_back(number: int) -> None:
    assert parse(roman(number)) == parse(roman(number).lower()) == number


@given(number=st.integers(0, 9999))
@settings(deadline=None)
def test_english_words_of_any_case_come_back(number: int) -> None:
    assert parse(english(number)) == parse(english(number).title()) == number


ORDINALS = dict(zip(ENGLISH_NUMERAL_WORDS, ENGLISH_ORDINAL_WORDS, strict=True))


@given(number=st.integers(1, 9999))
@settings(deadline=None)
def test_english_ordinals_of_any_case_come_back(number: int) -> None:
    spoken = english(number)
    last = spoken.replace("-", " ").split()[-1]
    ordinal = spoken.removesuffix(last) + ORDINALS[last]
    assert parse(ordinal) == parse(f"The {ordinal.title()}") == parse(ordinal.upper()) == number


@given(number=st.integers(1, 12))
def test_the_characters_for_whole_roman_numerals_come_back(number: int) -> None:
    assert parse(ROMAN_NUMERALS[number - 1]) == parse(ROMAN_NUMERALS[number + 15]) == number


@pytest.mark.parametrize(
    ("numeral", "number"),
    [
        ("一百零八", 108),
        ("兩百零三", 203),
        ("贰佰叁拾", 230),
        ("两仟〇二十", 2020),
        ("１２３", 123),
        ("ⅩⅩⅠ", 21),
        ("ⅳ", 4),
        ("①", 1),
        ("21st", 21),
        ("THE FIRST", 1),
        ("Twenty-Second", 22),
        ("廿一", 21),
        ("卅二", 32),
        ("卌", 40),
        ("两百零三", 203),
        ("十", 10),
        ("百二十", 120),
        ("一百十九", 119),
        ("一百二", 102),
        ("壹佰", 100),
        ("貳拾參", 23),
        ("〇", 0),
        ("IIII", 4),
        ("TWENTY-ONE", 21),
        ("one hundred and five", 105),
    ],
)
def test_forms_that_headings_use(numeral: str, number: int) -> None:
    assert parse(numeral) == number


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "十十",
        "百千",
        "二十三十",
        "IVX",
        "Mix",
        "twenty thirty",
        "ten one",
        "hundred",
        "and",
        "the",
        "first twenty",
        "twenty the one",
        "st",
        "囗",
    ],
)
def test_what_is_malformed_is_no_number(text: str) -> None:
    assert parse(text) is None


@given(text=st.text(CHINESE_NUMERALS + "1２IVX- ", max_size=12))
@settings(deadline=None)
def test_a_number_is_never_negative(text: str) -> None:
    number = parse(text)
    assert number is None or number >= 0
