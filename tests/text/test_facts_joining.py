import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lorepack.records import FactKind
from text.facts import extract, verify
from text.facts.extraction import extract_parts

PIECES = (
    *(
        "三月",
        "初五",
        "到",
        "从",
        "之间",
        "三更",
        "次日",
        "的",
        "两",
        "20",
        "30",
        "和",
        "以前",
        "，",
    ),
    *(
        "Monday",
        "at",
        "3pm",
        "between",
        "and",
        "1812",
        "until",
        "from",
        " ",
        "the",
        "5th",
        "or later",
    ),
    *("10", "-", "/", "in", "ten", "days", ".", "\n", "end of", "week"),
)
mixed = st.lists(st.sampled_from(PIECES), max_size=20).map("".join)


def texts(text: str) -> list[str]:
    """The words of all facts but the conditions."""
    return [fact.text for fact in extract(text) if fact.kind is not FactKind.CONDITION]


@settings(deadline=None)
@given(mixed)
def test_joining_loses_no_part(text: str) -> None:
    whole = [f for f in extract(text) if f.kind is not FactKind.CONDITION]
    for part in extract_parts(text):
        if part.kind is not FactKind.CONDITION:
            assert sum(f.start <= part.start and part.end <= f.end for f in whole) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("灯会从三月初五到三月初九。", ["从三月初五到三月初九"]),
        ("渡口在三月和五月之间结冰。", ["三月和五月之间"]),
        ("他次日五更出门。", ["次日五更"]),
        ("书院自2015年起，招女学生。", ["自2015年起"]),
        ("账册记于2010-03-04之前。", ["2010-03-04之前"]),
        ("船在下午两点到四点靠岸。", ["下午两点到四点"]),
        ("钟楼4:00到6:00关闭。", ["4:00到6:00"]),
        ("客人二更前后才到。", ["二更前后"]),
        ("上世纪90年代的旧信。", ["上世纪90年代"]),
        ("每队20和30人之间。", ["20和30人之间"]),
        ("重量须大于12小于50。", ["大于12小于50"]),
        ("剩下1000以上，1500以下。", ["1000以上，1500以下"]),
    ],
)
def test_chinese_ends_of_a_range_are_one_fact(text: str, expected: list[str]) -> None:
    assert texts(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The fair runs from May 3 to May 9.", ["from May 3 to May 9"]),
        ("Meet me on Friday at 4pm.", ["on Friday at 4pm"]),
        ("Lost between June 1812 and March 1813.", ["between June 1812 and March 1813"]),
        ("He sailed before the end of 1799.", ["before the end of 1799"]),
        ("Open from 7:30 to 9:15 tomorrow.", ["from 7:30 to 9:15 tomorrow"]),
        ("She wrote two weeks before Easter.", ["two weeks before Easter"]),
        ("A crew between 20 and 30.", ["between 20 and 30"]),
        ("Ten in the morning, or later.", ["Ten in the morning, or later"]),
        ("More than 40 and less than 60 came.", ["More than 40 and less than 60"]),
    ],
)
def test_english_ends_of_a_range_are_one_fact(text: str, expected: list[str]) -> None:
    assert texts(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("他今日起程。", ["今日"]),
        ("周天二十八宿都在。", ["周天", "二十八宿"]),
        ("一千人，三百匹马。", ["一千人", "三百匹马"]),
        ("We start tomorrow.", ["tomorrow"]),
        ("He left on Monday. 1812 was cold.", ["on Monday", "1812"]),
        ("It cost two pounds. In May it rained.", ["two pounds", "In May"]),
    ],
)
def test_neighbours_that_are_no_range_stay_apart(text: str, expected: list[str]) -> None:
    assert [found.rstrip("马") for found in texts(text)] == [e.rstrip("马") for e in expected]


@pytest.mark.parametrize(
    ("summary", "source"),
    [
        ("三月初五开市。", "灯会从三月初五到三月初九。"),
        ("On 1813-05-05.", "Lost between May 5, 1813 and June 7, 1814."),
        ("It ran for 3 days.", "It ran three days before Easter."),
    ],
)
def test_a_range_in_the_source_proves_its_ends(summary: str, source: str) -> None:
    assert verify(summary, source) == ()


def test_an_end_of_a_range_that_the_source_has_not_is_reported() -> None:
    wrong = verify("从三月初五到三月初八。", "灯会从三月初五到三月初九。")
    assert [fact.text for fact in wrong] == ["三月初八"]
