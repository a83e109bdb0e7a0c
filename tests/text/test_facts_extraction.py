from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lorepack.records import Fact, FactKind
from text.facts import extract

PIECES = (
    *(
        "三",
        "十",
        "两",
        "百",
        "万",
        "年",
        "月",
        "初",
        "五更",
        "第",
        "几",
        "半",
        "一起",
        "千万",
        "两银子",
    ),
    *(
        "3",
        "1,200",
        "０",
        "％",
        "12:30",
        "￥",
        "A-17",
        "two",
        "hundred",
        "and",
        "a",
        "half",
        "past",
    ),
    *(
        "May",
        "the next",
        "morning",
        " ",
        "\n",
        "，",
        "。",
        ". ",
        "必须",
        "never",
        "𠮷",
        "İ",
        "😀",
        "宝玉",
    ),
)
mixed = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)
SENTENCES = (
    "他付了三千二百两银子。",
    "建安五年正月初三，三更时分，大军十万到了。",
    "除非你来，否则不得入内！",
    "预算3万封顶，超出需审批。",
    "第三天，他涨了百分之五。",
    "编号F012在12:30送到。",
    "没有数字的一句话。",
    "She paid two hundred and five pounds. ",
    "They must not leave before half past six! ",
    "On the 5th of March, 1813, it rained for ten days. ",
)
sentence_lists = st.lists(st.sampled_from(SENTENCES), max_size=6)


def facts(text: str) -> list[tuple[str, str, str | None]]:
    """Kind, text and value of all but the conditions."""
    found = extract(text)
    return [(f.kind.value, f.text, f.value) for f in found if f.kind is not FactKind.CONDITION]


def shifted(fact: Fact, by: int) -> tuple[FactKind, int, int, str | None]:
    return fact.kind, fact.start + by, fact.end + by, fact.value


@settings(deadline=None)
@given(mixed)
def test_every_fact_is_its_slice_and_none_overlaps_in_its_layer(text: str) -> None:
    found = extract(text)
    assert all(f.text == text[f.start : f.end] and f.text for f in found)
    assert [f.start for f in found] == sorted(f.start for f in found)
    for is_condition in (True, False):
        layer = [f for f in found if (f.kind is FactKind.CONDITION) == is_condition]
        assert all(a.end <= b.start for a, b in pairwise(layer))


@settings(deadline=None)
@given(sentence_lists, sentence_lists, sentence_lists)
def test_facts_of_a_slice_of_sentences_shift_with_it(
    before: list[str], slice_: list[str], after: list[str]
) -> None:
    start, text = len("".join(before)), "".join(slice_)
    whole = extract("".join(before) + text + "".join(after))
    inside = [shifted(f, 0) for f in whole if start <= f.start < start + len(text)]
    assert inside == [shifted(f, start) for f in extract(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("预算3万封顶", [("number", "3万", "30000")]),
        ("五百两银子", [("money", "五百两银子", "500")]),
        ("３２００元", [("money", "３２００元", "3200")]),
        ("康熙四十八年八月十五", [("date", "康熙四十八年八月十五", None)]),
        ("二〇二四年三月五日", [("date", "二〇二四年三月五日", "2024-03-05")]),
        ("2024年2月30日", [("date", "2024年2月30日", None)]),
        ("约莫三百人", [("quantity", "约莫三百人", None)]),
        ("三更时分", [("time", "三更时分", None)]),
        ("十分钟", [("duration", "十分钟", "10")]),
        ("百分之三十五", [("percent", "百分之三十五", "35")]),
        ("三成", [("percent", "三成", "30")]),
        ("第三次", [("number", "第三次", "3")]),
        ("十几个，数百", [("quantity", "十几个", None), ("number", "数百", None)]),
        ("次日清晨", [("date", "次日清晨", None)]),
        ("一两天", [("duration", "一两天", None)]),
        ("下午五点半", [("time", "下午五点半", None)]),
        ("代号A-17", [("code", "A-17", None)]),
    ],
)
def test_chinese_facts_are_found_whole(
    text: str, expected: list[tuple[str, str, str | None]]
) -> None:
    assert facts(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("two hundred and five men", [("quantity", "two hundred and five men", "205")]),
        ("ten\ndays", [("duration", "ten\ndays", "10")]),
        ("a few minutes", [("duration", "a few minutes", None)]),
        ("at half past six", [("time", "half past six", None)]),
        ("the next morning", [("date", "the next morning", None)]),
        ("March 5, 1813", [("date", "March 5, 1813", "1813-03-05")]),
        ("the 5th of March, 1813", [("date", "the 5th of March, 1813", "1813-03-05")]),
        ("3,200 pounds", [("money", "3,200 pounds", "3200")]),
        ("fifty per cent", [("percent", "fifty per cent", "50")]),
        ("seven o'clock", [("time", "seven o'clock", None)]),
        ("her second daughter", [("number", "her second daughter", None)]),
        ("F012", [("code", "F012", None)]),
        ("about 15k", [("number", "15k", None)]),
    ],
)
def test_english_facts_are_found_whole(
    text: str, expected: list[tuple[str, str, str | None]]
) -> None:
    assert facts(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "大家一起走，都一样。",
        "万一他来了呢？千万小心，十分高兴。",
        "心里七上八下，乱七八糟。",
        "一个人站在一旁。",
        "You may march. One another. At first no one came.",
    ],
)
def test_idioms_and_lone_articles_are_no_facts(text: str) -> None:
    assert facts(text) == []


def test_both_languages_are_read_in_one_text() -> None:
    assert facts("他说 ten days，即十日。") == [
        ("duration", "ten days", "10"),
        ("duration", "十日", "10"),
    ]


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("他走了。除非下雨，否则出发！她笑了。", "除非下雨，否则出发！"),
        ("预算3万封顶，超出需审批。", "预算3万封顶，超出需审批。"),
        (
            "It had been raining all the while, and you must not\nopen the door. He left.",
            "It had been raining all the while, and you must not\nopen the door.",
        ),
        ("至多三人。", "至多三人。"),
        ("He came. Only if Mr. Hill agrees, go. So.", "Only if Mr. Hill agrees, go."),
    ],
)
def test_a_condition_is_its_whole_sentence(text: str, condition: str) -> None:
    found = [f.text for f in extract(text) if f.kind is FactKind.CONDITION]
    assert found == [condition]


@pytest.mark.parametrize("text", ["他的才能又高。", "He must have been asleep.", "一旦休矣。"])
def test_words_that_only_look_like_conditions_are_passed_over(text: str) -> None:
    assert extract(text) == ()
