"""The order of file names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.formats.order import count_down, natural_key, title_of


@pytest.mark.parametrize(
    "names",
    [
        ["1.txt", "2.txt", "3.txt", "3.5.txt", "4.txt", "10.txt", "100.txt"],
        ["第3章 a.txt", "第3.5章.txt", "第4章.txt", "第12章.txt"],
        ["楔子.txt", "第一章 雨.txt", "第二章.txt", "第十章.txt", "第二十一章.txt", "尾声.txt"],
        ["一.txt", "二.txt", "三.txt", "十.txt", "廿一.txt"],
        ["上册.txt", "中册.txt", "下册.txt"],
        ["第二卷/第十章.txt", "第十卷/第一章.txt"],
        ["Prologue.md", "Chapter One.md", "chapter 2.md", "Chapter IX.md", "chapter-ten.md"],
        ["１.txt", "３.txt", "１０.txt"],
        ["001-雨.txt", "002_雪.txt", "010 风.txt"],
        ["第9章.txt", "番外一.txt", "番外二.txt"],
        ["a.txt", "b.txt"],
    ],
)
def test_names_sort_as_people_count(names: list[str]) -> None:
    assert sorted(reversed(names), key=natural_key) == names


@given(st.permutations([f"第{n}章 雨{n % 3}.txt" for n in (1, 2, 9, 10, 11, 100, 1000)]))
def test_numbers_alone_decide_whatever_the_titles(names: list[str]) -> None:
    ordered = sorted(names, key=natural_key)
    assert [int(name[1 : name.index("章")]) for name in ordered] == [1, 2, 9, 10, 11, 100, 1000]


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("001 雨夜.txt", "雨夜"),
        ("卷一/02-雪.md", "雪"),
        ("1.txt", "1"),
        ("3.5.txt", "3.5"),
        ("第一章 雨.txt", "第一章 雨"),
        ("第1.5章", "第1.5章"),
        ("1984.txt", "1984"),
        ("2024年.txt", "2024年"),
    ],
)
def test_the_title_is_the_name_without_its_number(path: str, title: str) -> None:
    assert title_of(path) == title


@pytest.mark.parametrize(
    ("openings", "down"),
    [
        (["第三章", "第二章 雪", "第一章"], True),
        (["Chapter 3", "CHAPTER II", "Chapter One"], True),
        (["第一章", "第二章", "第三章"], False),
        (["第三章", "第一章", "第二章"], False),
        (["第二章", "第一章"], False),
        (["雨", "雪", "风"], False),
    ],
)
def test_counting_down_takes_three_headings_in_a_row(openings: list[str], down: bool) -> None:
    assert count_down(openings) is down
