"""Lines that look like headings and are none; what they say of themselves in the report."""

import pytest

from ingest.chapters import split
from tests.ingest.chapter_books import BODY, ENGLISH_BODY, book, labels, named, reasons, volumes

CHINESE = (
    *("第二章写得不错，他想。", "第二章寫得不錯，他想。", "第二章 写得不错，他想。"),
    *("第一卷胶卷用完了", "第一卷膠卷用完了", "第三节课", "第三節課", "第一部分", "第一封信"),
    *("第四本书", "第一乐章", "第一集合点", "第二天", "第三者", "第一次", "第二章的内容"),
    *("第二章里的故事", "第二回合", "第二章里写着他的名字", "第三场雨", "（第一章 完）"),
    *("（第一卷 完）", "第一部门的人", "第二话题", "番外三人行", "“第二章呢？”", "序列号"),
)
ENGLISH = (
    *("Chapter 2 was the best of them", "Part of this was true", "Book two of the series"),
    *("Chapter and verse, he said", "Part of me", "Chapter I, he thought", "chapter two"),
    *("Part I of the plan was easy.", "Act of God", "Letter to a friend", "Letter 2 from her"),
    *("Introduction to things", "Volume of trade", "Chapter 2, then", "Scene of the crime"),
)


@pytest.mark.parametrize("prose", CHINESE)
def test_chinese_prose_never_splits(prose: str) -> None:
    cut = split(book("第一章 雨", prose, "第二章 雪"))
    assert named(cut) == [("第一章", "雨"), ("第二章", "雪")]
    assert cut.volumes == ()
    assert split(f"{prose}\n").rule == "whole-file"


@pytest.mark.parametrize("prose", ENGLISH)
def test_english_prose_never_splits(prose: str) -> None:
    cut = split(book("Chapter 1", prose, "Chapter 2", body=ENGLISH_BODY))
    assert labels(cut) == ["Chapter 1", "Chapter 2"]
    assert cut.volumes == ()
    assert split(f"{prose}\n").rule == "whole-file"


@pytest.mark.parametrize("prose", ["第一卷胶卷用完了", "第一部分，他没有读"])
def test_a_last_line_above_a_heading_is_no_volume(prose: str) -> None:
    cut = split(book("第一章") + f"{prose}\n" + book("第二章"))
    assert volumes(cut) == []
    assert cut.chapters[0].body == f"{BODY}{prose}\n"


def test_the_report_names_the_place_and_the_reason() -> None:
    text = book("第一章 雨", "第三节课", "第一节 早", "　　第二章很精彩", "第二章 雪")
    cut = split(text)
    assert [(r.line, r.start, r.number) for r in cut.rejected] == [
        ("第三节课", text.index("第三节课"), 4),
        ("第一节 早", text.index("第一节 早"), 7),
        ("第二章很精彩", text.index("　　第二章很"), 10),
    ]
    assert reasons(cut) == {
        "第三节课": "reads as prose",
        "第一节 早": "is a section inside a chapter",
        "第二章很精彩": "is indented deeper than the headings",
    }


def test_a_run_on_line_whose_number_is_taken_is_prose() -> None:
    cut = split(book("第一章归来", "第二章写得不错，他想", "第二章离去", "第三章再来"))
    assert named(cut) == [("第一章", "归来"), ("第二章", "离去"), ("第三章", "再来")]
    assert reasons(cut) == {"第二章写得不错，他想": "its number is taken"}


def test_a_heading_that_is_indented_by_mistake_counts_on() -> None:
    assert labels(split(book("第一章 雨", "　　第二章 雪", "第三章 风"))) == [
        *("第一章", "第二章", "第三章")
    ]


def test_a_heading_repeated_in_the_text_without_its_volume_is_told() -> None:
    text = "上卷 第三回 雨\n" + BODY + "第三回　雨\n" + BODY + "上卷 第四回 雪\n" + BODY
    cut = split(text)
    assert [c.parsed.number for c in cut.chapters] == [3, 4]
    assert cut.chapters[0].body == BODY + "第三回　雨\n" + BODY
    assert reasons(cut) == {"第三回　雨": "repeats the heading above it"}


def test_a_wrapped_line_is_no_heading() -> None:
    wrapped = (
        "\nShe had read the book three times and still thought that\nChapter 9. In it\nhe died.\n\n"
    )
    cut = split(book("Chapter 1", "Chapter 2", body=wrapped))
    assert labels(cut) == ["Chapter 1", "Chapter 2"]
    assert reasons(cut) == {"Chapter 9. In it": "goes on from the line above"}


def test_a_line_without_a_blank_one_above_is_no_heading_where_all_others_have_one() -> None:
    told = "\nHe said this:\nChapter 9\nShe laughed.\n\n"
    chapters = [f"Chapter {number}" for number in range(1, 7)]
    cut = split(book(*chapters[:3], body=ENGLISH_BODY) + told + book(*chapters[3:], body=told[:1]))
    assert labels(cut) == chapters
    assert "has no blank line above it" in reasons(cut)["Chapter 9"]


def test_figures_and_ages_are_no_numbered_titles() -> None:
    prose = ("98:95，主队领先。", "40多岁", "2 个人走了")
    assert named(split(book("001 雨", *prose, "002 雪"))) == [("001", "雨"), ("002", "雪")]


def test_a_list_is_no_book() -> None:
    assert split("要买：\n1. 米\n2. 茶\n3. 盐\n").rule == "whole-file"


def test_sections_inside_chapters_do_not_split() -> None:
    cut = split(book("第一章 雨", "第一节", "第二节", "第二章 雪", "第一节", "\n1\n", "\n2\n"))
    assert labels(cut) == ["第一章", "第二章"]
    assert set(reasons(cut).values()) == {"is a section inside a chapter"}


def test_an_indented_special_line_belongs_to_its_chapter() -> None:
    cut = split(book("第一章", "　　附录　旧事", "第二章"))
    assert labels(cut) == ["第一章", "第二章"]
    assert reasons(cut) == {"附录　旧事": "is indented deeper than the headings"}


def test_headings_of_another_kind_than_the_books_are_told() -> None:
    cut = split(book("Chapter 1 雨", "Chapter 2 雪", "第九章 风"))
    assert labels(cut) == ["Chapter 1", "Chapter 2"]
    assert "another way" in reasons(cut)["第九章 风"]
