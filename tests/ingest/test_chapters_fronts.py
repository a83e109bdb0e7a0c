"""What stands before the chapters: title pages, front matter, contents pages."""

import pytest

from ingest.chapters import Split, split
from lorepack.records import PartKind
from tests.ingest.chapter_books import (
    BODY,
    ENGLISH_BODY,
    book,
    codes,
    labels,
    named,
    reasons,
    volumes,
)

CHAPTERS = book("第一章 雨", "第二章 雪", "第三章 风")
NAMED = [("第一章", "雨"), ("第二章", "雪"), ("第三章", "风")]


def part(text: str, cut: Split, kind: PartKind) -> str:
    return "".join(text[p.start : p.end] for p in cut.parts if p.kind is kind)


@pytest.mark.parametrize("front", ["斜渡\n某某 著\n\n", "THE LANTERN VETCH\n\nby Nobody\n\n"])
def test_a_title_page_is_no_chapter_and_is_reported(front: str) -> None:
    cut = split(front + CHAPTERS)
    assert (cut.title_page, named(cut)) == (front, NAMED)
    assert [w.message for w in cut.warnings if w.code == "title_page"] == [
        f"the title page at line 1 is no chapter: {' '.join(front.split())!r}"
    ]


@pytest.mark.parametrize(
    "front",
    [
        *("献给母亲。\n\n", "“走吧。”\n\n", "It began in June.\n\n", "雨" * 60 + "\n\n"),
        *("雨下了三天，他没有来\n", "献给母亲。" * 60 + "\n", "简介\n这是一个故事。\n"),
    ],
)
def test_a_beginning_to_read_is_front_matter(front: str) -> None:
    cut = split(front + CHAPTERS)
    assert (cut.title_page, named(cut)) == ("", [("", ""), *NAMED])
    first = cut.chapters[0]
    assert (first.heading, first.body, first.start, first.front_matter) == ("", front, 0, True)
    assert codes(cut) == ["front_matter"]


def test_blank_lines_before_the_first_heading_belong_to_nothing() -> None:
    text = "\n\n" + CHAPTERS
    cut = split(text)
    assert cut.chapters[0].heading == "第一章 雨\n"
    assert (part(text, cut, PartKind.LEFT_OUT), cut.warnings) == ("\n\n", ())


@pytest.mark.parametrize(
    "contents",
    [
        "目　录\n第一章 雨……1\n第二章 雪……9\n第三章 风……20\n",
        "第一章 雨\n第二章 雪\n第三章 风\n\n",
        "目录\n\n第一章 雨 ........ 3\n第二章 雪 ........ 9\n第三章 风 ........ 30\n------\n",
        "【目录】\n第一章 雨\t3\n第二章 雪\t9\n第三章 风\t30\n",
        "# 目录\n- [第一章 雨](#c1)\n- [第二章 雪](#c2)\n- [第三章 风](#c3)\n\n",
        "目錄\n雨\n雪\n风\n\n",
        "目录\n第一章\n第二章\n第三章\n\n",
        "目录\n第一章 雨\n1\n第二章 雪\n9\n第三章 风\n30\n\n",
        "Contents\n第一章 雨\n作者的小传\n第二章 雪\n第三章 风\n",
    ],
)
def test_a_contents_page_is_left_out_and_reported(contents: str) -> None:
    text = "书名\n" + contents + CHAPTERS
    cut = split(text)
    assert (named(cut), cut.title_page) == (NAMED, "书名\n")
    assert part(text, cut, PartKind.CONTENTS) == contents
    assert [c.body for c in cut.chapters] == [BODY] * 3
    assert sorted(codes(cut)) == ["contents", "title_page"]


def test_an_english_contents_page_is_left_out() -> None:
    contents = "CONTENTS\n\nChapter 1. Rain . . . . 1\nChapter 2. Snow . . . . 9\n\n"
    cut = split(contents + book("Chapter 1. Rain", "Chapter 2. Snow", body=ENGLISH_BODY))
    assert (labels(cut), codes(cut)) == (["Chapter 1", "Chapter 2"], ["contents"])


def test_the_lines_of_a_contents_page_are_told_as_rejected() -> None:
    cut = split("目录\n第一章 雨 1\n第二章 雪 2\n第三章 风 3\n\n" + CHAPTERS)
    assert set(reasons(cut).values()) == {"stands in the contents page"}
    assert cut.rejected_total == 3


@pytest.mark.parametrize("titled", ["目录\n", ""])
def test_a_contents_page_with_volumes_is_told_too(titled: str) -> None:
    lines = ("PART I", "CHAPTER I", "CHAPTER II", "PART II", "CHAPTER I")
    body = "PART I\n\n" + book("CHAPTER I", "CHAPTER II", "PART II\nCHAPTER I", body=ENGLISH_BODY)
    cut = split(titled + "\n".join(lines) + "\n\n" + body)
    assert [c.volume for c in cut.chapters] == ["PART I", "PART I", "PART II"]
    assert codes(cut) == ["contents", "restart"]


def test_a_contents_page_without_the_books_volumes_is_told() -> None:
    body = "第一卷 山\n" + book("第一章 雨", "第二章 雪") + "第二卷 海\n" + book("第三章 风")
    cut = split("目录\n第一章 雨\n第二章 雪\n第三章 风\n\n" + body)
    assert (named(cut), volumes(cut)) == (NAMED, ["第一卷 山", "第二卷 海"])


def test_a_contents_page_of_more_than_the_file_holds_is_told() -> None:
    listed = "".join(f"第{n}章 题{n}\n" for n in range(1, 21))
    cut = split("目录\n" + listed + "\n" + book("第1章 题1", "第2章 题2"))
    assert named(cut) == [("第1章", "题1"), ("第2章", "题2")]


def test_what_stands_between_a_contents_page_and_the_first_chapter_is_kept() -> None:
    preface = "　　这是没有标题的序言。\n" * 30
    cut = split("目录\n第一章 雨\n第二章 雪\n第三章 风\n\n" + preface + CHAPTERS)
    assert named(cut) == [("", ""), *NAMED]
    assert (cut.chapters[0].body.strip("\n"), cut.chapters[0].front_matter) == (
        preface.strip("\n"),
        True,
    )


@pytest.mark.parametrize("place", ["before", "behind"])
def test_a_contents_page_may_stand_elsewhere(place: str) -> None:
    contents = "目录\n第一章 雨\n第二章 雪\n第三章 风\n"
    preface = "序\n\n" + BODY + "\n"
    text = preface + (contents + "\n" + CHAPTERS if place == "before" else CHAPTERS + contents)
    assert named(split(text)) == [("序", ""), *NAMED]


def test_chapters_without_a_text_are_no_contents_page() -> None:
    cut = split("第一章 雨\n第二章 雪\n" + book("第三章 风", "第四章 云"))
    assert labels(cut) == ["第一章", "第二章", "第三章", "第四章"]
    assert codes(cut) == ["empty", "empty"]


def test_short_texts_that_begin_again_are_no_contents_page() -> None:
    cut = split(book("第一章", "第二章", "第三章", "第一章", "第二章", body="内容\n"))
    assert len(cut.chapters) == 5
    assert codes(cut) == ["restart"]
