import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from text.facts.values import read_numeral

ONES = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
SMALL = ("zero", *ONES.split(), "sixteen", "seventeen", "eighteen", "nineteen")
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
EVERYDAY = ("零一二三四五六七八九", "十百千万亿")
FORMAL = ("零壹贰叁肆伍陆柒捌玖", "拾佰仟萬億")

numbers = st.integers(min_value=0, max_value=10**8)


def chinese(number: int, digits: str, units: str) -> str:
    """Write a number out in full, every unit with its digit."""
    for unit, size in ((units[4], 10**8), (units[3], 10**4), *below_myriad(units)):
        if number >= size:
            rest = number % size
            gap = digits[0] if 0 < rest < size // 10 else ""
            tail = gap + chinese(rest, digits, units) if rest else ""
            return chinese(number // size, digits, units) + unit + tail
    return digits[number]


def below_myriad(units: str) -> tuple[tuple[str, int], ...]:
    return (units[2], 1000), (units[1], 100), (units[0], 10)


def english(number: int) -> str:
    for name, size in (("million", 10**6), ("thousand", 1000), ("hundred", 100)):
        if number >= size:
            rest = number % size
            joined = " and " if size == 100 else " "
            tail = joined + english(rest) if rest else ""
            return f"{english(number // size)} {name}{tail}"
    if number < len(SMALL):
        return SMALL[number]
    return TENS[number // 10 - 2] + (f"-{SMALL[number % 10]}" if number % 10 else "")


@settings(deadline=None)
@given(numbers)
def test_every_arabic_spelling_reads_back(number: int) -> None:
    wide = str(number).translate(str.maketrans("0123456789", "０１２３４５６７８９"))
    assert {read_numeral(s) for s in (str(number), f"{number:,}", wide)} == {str(number)}


@settings(deadline=None)
@given(numbers)
def test_every_chinese_spelling_reads_back(number: int) -> None:
    spellings = (chinese(number, *EVERYDAY), chinese(number, *FORMAL))
    assert [read_numeral(spelling) for spelling in spellings] == [str(number)] * 2


@settings(deadline=None)
@given(numbers)
def test_english_words_read_back(number: int) -> None:
    assert read_numeral(english(number)) == str(number)


@pytest.mark.parametrize(
    ("numeral", "value"),
    [
        ("3万", "30000"),
        ("3.5万", "35000"),
        ("3千2百", "3200"),
        ("一万二", "12000"),
        ("八百五", "850"),
        ("廿三", "23"),
        ("二〇二四", "2024"),
        ("三点一四", "3.14"),
        ("负三", "-3"),
        ("-3.50", "-3.5"),
        ("a dozen", "12"),
        ("2.5 million", "2500000"),
        ("two and a half", "2.5"),
    ],
)
def test_mixed_and_short_spellings_are_understood(numeral: str, value: str) -> None:
    assert read_numeral(numeral) == value


@pytest.mark.parametrize(
    "numeral",
    [
        "两三",
        "十几",
        "三五",
        "百",
        "007",
        "",
        "a",
        "and",
        "nineteen ninety",
        "十百",
        "several hundred",
    ],
)
def test_what_has_no_single_reading_has_no_value(numeral: str) -> None:
    assert read_numeral(numeral) is None


@settings(deadline=None)
@given(st.text("一二十百千万亿点〇两廿3.,，- andone", max_size=12))
def test_reading_never_fails(numeral: str) -> None:
    value = read_numeral(numeral)
    assert value is None or float(value) == float(value)
