"""Markdown: exact places of headings, and the text as it was."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.formats import Manuscript
from tests.ingest.formats.building import codes, lines, read, titles


def markdown(text: str) -> Manuscript:
    return read("a.md", text.encode())


def test_headings_of_both_kinds_are_marked_where_they_stand() -> None:
    text = "前言\n\n# 第一章 雨\n\n雨。\n\n第二章 雪\n=====\n雪。\n\n## 夜 ##\n\n小节\n---\n"
    manuscript = markdown(text)
    assert (manuscript.text, manuscript.format) == (text, "markdown")
    assert lines(manuscript) == ["# 第一章 雨\n", "第二章 雪\n=====\n", "## 夜 ##\n", "小节\n---\n"]
    assert [(m.title, m.level) for m in manuscript.marks] == [
        *(("第一章 雨", 1), ("第二章 雪", 1), ("夜", 2), ("小节", 2))
    ]


@pytest.mark.parametrize(
    "text",
    [
        "```\n# 注释\n```\n",
        "    # 代码\n",
        "> # 引文\n",
        "- # 列表\n",
        "#井号\n",
        "####### 七\n",
        "他走了。\n---\n雨停了。\n",
        "“你来了？”\n---\n",
        "#\n",
    ],
)
def test_what_is_no_heading_has_no_mark(text: str) -> None:
    assert titles(markdown(text)) == []


def test_emphasis_around_a_title_is_no_part_of_it() -> None:
    assert titles(markdown("# **第一章 雨**\n")) == ["第一章 雨"]


def test_the_same_text_under_another_name_has_no_marks() -> None:
    manuscript = read("a.txt", "# 第一章\n\n雨。\n".encode())
    assert (manuscript.format, manuscript.marks) == ("text", ())


def test_front_matter_is_kept_reported_and_no_heading() -> None:
    text = "---\ntitle: 渡口\nauthor: 无名\n---\n# 第一章\n"
    manuscript = markdown(text)
    assert (manuscript.text, titles(manuscript)) == (text, ["第一章"])
    end = text.index("# 第一章")
    assert [(w.code, w.at) for w in manuscript.warnings] == [("front_matter", f"0-{end}")]


def test_a_rule_at_the_top_is_no_front_matter() -> None:
    assert codes(markdown("---\n雨下了一夜。\n---\n")) == []


@given(st.lists(st.sampled_from(["# 雨", "雪\n==", "风", "", "```", "> # 云", "---", "\t", "𠮷"])))
@settings(deadline=None)
def test_every_mark_is_a_line_that_holds_its_title(parts: list[str]) -> None:
    manuscript = markdown("始\n\n" + "\n".join(parts))
    for mark, line in zip(manuscript.marks, lines(manuscript), strict=True):
        assert "".join(mark.title.split()) in "".join(line.split())
        assert mark.start == 0 or manuscript.text[mark.start - 1] == "\n"
        assert mark.end == len(manuscript.text) or line.endswith("\n")


@pytest.mark.parametrize(
    "text",
    [
        "\n" * 200_000 + "雨",
        "字" * 1_000_000,
        "> " * 100_000 + "雨",
        "[雨\n" * 50_000,
        "<a\n" * 50_000,
    ],
)
def test_hostile_text_costs_time_by_its_length_alone(text: str) -> None:
    began = time.process_time()
    markdown(text)
    assert time.process_time() - began < 5
