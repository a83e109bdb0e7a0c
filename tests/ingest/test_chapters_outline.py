"""Headings that a file's own structure names, beside those that its text shows."""

import pytest

from ingest.chapters import Split, split
from ingest.formats.manuscript import Mark
from tests.ingest.chapter_books import (
    BODY,
    ENGLISH_BODY,
    book,
    codes,
    labels,
    line_mark,
    named,
    place_mark,
    reasons,
    volumes,
)

LINES = ("第一章 雨", "第二章 雪", "第三章 风")
TEXT = book(*LINES)
NAMED = [("第一章", "雨"), ("第二章", "雪"), ("第三章", "风")]


def headings(cut: Split) -> list[str]:
    return [chapter.heading for chapter in cut.chapters]


def test_marks_of_every_line_win() -> None:
    cut = split(TEXT, marks=[line_mark(TEXT, line) for line in LINES])
    assert (cut.rule, cut.confidence, named(cut)) == ("outline", 1.0, NAMED)
    assert headings(cut) == [f"{line}\n" for line in LINES]


@pytest.mark.parametrize("marked", [(0,), (1,), (0, 2), (1, 2)])
def test_a_chapter_of_the_text_that_no_mark_names_is_taken_where_it_counts_on(
    marked: tuple[int, ...],
) -> None:
    cut = split(TEXT, marks=[line_mark(TEXT, LINES[at]) for at in marked])
    assert named(cut) == NAMED
    assert cut.rule == ("outline" if len(marked) > 1 else "zh-chapter")


def test_a_contents_of_two_entries_does_not_hide_a_books_chapters() -> None:
    chapters = "".join(f"第{n}章 题{n}\n{BODY}" for n in range(1, 28))
    text = "封面\n" + chapters
    cut = split(text, marks=[line_mark(text, "封面"), line_mark(text, "第1章 题1")])
    assert (cut.rule, len(cut.chapters)) == ("zh-chapter", 27)


def test_a_line_that_does_not_count_on_is_told() -> None:
    text = book("第一章 雨", "第七章 雪", "第二章 风")
    cut = split(text, marks=[line_mark(text, "第一章 雨"), line_mark(text, "第二章 风")])
    assert labels(cut) == ["第一章", "第二章"]
    assert reasons(cut) == {"第七章 雪": "is not in the file's outline and does not count on"}


def test_plain_titles_are_titles() -> None:
    text = book("雨", "雪")
    cut = split(text, marks=[line_mark(text, "雨"), line_mark(text, "雪")])
    assert (cut.rule, named(cut)) == ("outline", [("", "雨"), ("", "雪")])
    assert headings(cut) == ["雨\n", "雪\n"]


def test_a_mark_without_a_line_names_a_chapter_all_the_same() -> None:
    text = "　　一。\n　　二。\n"
    marks = [place_mark(text, "　　一", "第一章 雨"), place_mark(text, "　　二", "chapter.002")]
    cut = split(text, marks=marks)
    assert [(c.heading, c.parsed.label, c.parsed.number, c.body) for c in cut.chapters] == [
        ("", "第一章", 1, "　　一。\n"),
        ("", "chapter.002", 2, "　　二。\n"),
    ]


@pytest.mark.parametrize(
    ("lines", "title", "heading"),
    [
        ("第三章 雪\n", "第三章 雪", ("第三章", 3, "雪")),
        ("第三章\n雪\n", "第三章 雪", ("第三章", 3, "雪")),
        ("第三章\n雪\n", "雪", ("第三章", 3, "雪")),
        ("雪\n", "第三章 雪", ("第三章", 3, "雪")),
        ("第三章　雪\n第三章　雪\n", "第三章 雪", ("第三章", 3, "雪")),
        ("第三章 雪\n雪\n", "第三章", ("第三章", 3, "雪")),
        ("第三章 雪\n", "003", ("第三章", 3, "雪")),
        ("第三章 雪\n", "part0003", ("第三章", 3, "雪")),
        ("Chapter 3\nThe Snow\n", "Chapter 3: The Snow", ("Chapter 3", 3, "The Snow")),
        ("3\n", "雪", ("3", 3, "雪")),
        ("\n\n　　雪\n", "雪", ("", None, "雪")),
        ("楔子\n", "楔子", ("楔子", None, "")),
    ],
)
def test_a_title_that_stands_right_there_counts_once(
    lines: str, title: str, heading: tuple[str, int | None, str]
) -> None:
    text = lines + BODY
    cut = split(text, marks=[Mark(start=0, end=0, title=title, level=1)])
    parsed = cut.chapters[-1].parsed
    assert (parsed.label, parsed.number, parsed.title) == heading
    assert [c.body for c in cut.chapters] == [BODY]
    assert cut.chapters[0].heading == lines.lstrip("\n")


def test_a_contents_entry_and_a_heading_of_one_place_are_one() -> None:
    text = book("第一章 雨", "第二章 雪")
    entries = [place_mark(text, line, line) for line in LINES[:2]]
    lines = [line_mark(text, line, level=2) for line in LINES[:2]]
    cut = split(text, marks=[*entries, *lines])
    assert named(cut) == NAMED[:2]
    assert headings(cut) == ["第一章 雨\n", "第二章 雪\n"]


def test_several_files_of_one_chapter_are_one_chapter() -> None:
    text = "　　一。\n　　二。\n　　三。\n"
    titles = (("　　一", "第一章 雨"), ("　　二", "第一章 雨"), ("　　三", "第二章 雪"))
    cut = split(text, marks=[place_mark(text, before, title) for before, title in titles])
    assert [(c.parsed.number, c.body) for c in cut.chapters] == [
        *((1, "　　一。\n　　二。\n"), (2, "　　三。\n"))
    ]


def test_two_chapters_of_one_title_that_both_show_it_are_two() -> None:
    text = "雨\n　　一。\n雨\n　　二。\n"
    marks = [Mark(start=0, end=2, title="雨", level=1), Mark(start=7, end=9, title="雨", level=1)]
    assert len(split(text, marks=marks).chapters) == 2


def test_a_higher_mark_without_a_text_is_a_volume() -> None:
    text = "山\n\n" + book("雨", "雪") + "海\n\n" + book("风") + book("后记")
    levels = {"山": 1, "雨": 2, "雪": 2, "海": 1, "风": 2, "后记": 1}
    cut = split(text, marks=[line_mark(text, line, level) for line, level in levels.items()])
    assert volumes(cut) == ["山", "海"]
    assert [(c.volume, c.parsed.label, c.parsed.title) for c in cut.chapters] == [
        *(("山", "", "雨"), ("山", "", "雪"), ("海", "", "风"), (None, "后记", ""))
    ]


def test_volumes_inside_volumes_are_named_by_both() -> None:
    text = "甲部\n\n上卷\n\n" + book("第一章") + "下卷\n\n" + book("第二章")
    levels = {"甲部": 1, "上卷": 2, "第一章": 3, "下卷": 2, "第二章": 3}
    marks = [line_mark(text, line, level) for line, level in levels.items()]
    other = text + "乙部\n\n" + book("第三章")
    marks += [line_mark(other, "乙部", 1), line_mark(other, "第三章", 2)]
    assert volumes(split(other, marks=marks))[:2] == ["甲部 上卷", "甲部 下卷"]


def test_a_volume_of_the_contents_stands_beside_its_chapters() -> None:
    text = book("第一卷 山\n\n第一章 雨", "第二章 雪", "第二卷 海\n\n第一章 风")
    lines = ("第一卷 山", "第一章 雨", "第二章 雪", "第二卷 海", "第一章 风")
    cut = split(text, marks=[line_mark(text, line) for line in lines])
    assert [c.volume for c in cut.chapters] == ["第一卷 山", "第一卷 山", "第二卷 海"]


def test_a_volume_line_that_only_the_text_has_is_taken() -> None:
    text = book("第一卷 山\n第一章 雨", "第二章 雪", "第二卷 海\n第三章 风")
    marks = [
        place_mark(text, "第一卷", "第一章 雨"),
        place_mark(text, "第二章", "第二章 雪"),
        place_mark(text, "第二卷", "第三章 风"),
    ]
    cut = split(text, marks=marks)
    assert [(c.volume, c.parsed.label) for c in cut.chapters] == [
        *(("第一卷 山", "第一章"), ("第一卷 山", "第二章"), ("第二卷 海", "第三章"))
    ]


def test_entries_above_the_chapters_of_the_text_are_its_volumes() -> None:
    marks = [place_mark(TEXT, "第一章", "少年"), place_mark(TEXT, "第三章", "老年")]
    cut = split(TEXT, marks=marks)
    assert [c.volume for c in cut.chapters] == ["少年", "少年", "老年"]
    assert named(cut) == NAMED


def test_entries_that_say_a_chapters_title_in_other_words_are_not_its_volume() -> None:
    titles = ("下雨了", "下雪了", "起风了")
    marks = [place_mark(TEXT, line, title) for line, title in zip(LINES, titles, strict=True)]
    cut = split(TEXT, marks=marks)
    assert (named(cut), volumes(cut)) == (NAMED, [])


@pytest.mark.parametrize("title", ["正文", "Start", "index_split_000", "Text"])
def test_an_entry_that_says_nothing_does_nothing(title: str) -> None:
    cut = split(TEXT, marks=[Mark(start=0, end=0, title=title, level=1)])
    assert (named(cut), volumes(cut)) == (NAMED, [])


def test_the_title_of_a_book_above_its_chapters_is_a_title_page() -> None:
    text = "# 斜渡\n\n" + book("## 第一章 雨", "### 早", "## 第二章 雪", "### 晚")
    cut = split(
        text,
        marks=[
            line_mark(text, "# 斜渡", 1, "斜渡"),
            line_mark(text, "## 第一章 雨", 2, "第一章 雨"),
            line_mark(text, "### 早", 3, "早"),
            line_mark(text, "## 第二章 雪", 2, "第二章 雪"),
            line_mark(text, "### 晚", 3, "晚"),
        ],
    )
    assert (cut.title_page, named(cut)) == ("# 斜渡\n\n", NAMED[:2])
    assert set(reasons(cut).values()) == {"is a section inside a chapter"}


@pytest.mark.parametrize(
    ("text", "expected", "in_volumes"),
    [
        ("# 斜渡\n\n" + book("## 雨", "### 早", "## 雪"), ["雨", "雪"], []),
        (book("# 山\n\n## 雨", "## 雪", "# 海\n\n## 风"), ["雨", "雪", "风"], ["山", "海"]),
        (book("# 雨", "# 雪", "## 早"), ["雨", "雪"], []),
    ],
)
def test_markdown_in_a_plain_text_is_an_outline(
    text: str, expected: list[str], in_volumes: list[str]
) -> None:
    cut = split(text)
    assert (cut.rule, [c.parsed.title for c in cut.chapters]) == ("markdown", expected)
    assert volumes(cut) == in_volumes


def test_covers_and_copyright_pages_are_front_matter() -> None:
    text = "封面\n版权页\n版权所有，不得翻印。\n" + TEXT
    lines = ("封面", "版权页", *LINES)
    cut = split(text, marks=[line_mark(text, line) for line in lines])
    assert [(c.parsed.title, c.front_matter) for c in cut.chapters] == [
        *(("版权页", True), ("雨", False), ("雪", False), ("风", False))
    ]
    assert sorted(codes(cut)) == ["front_matter", "title_page"]


def test_a_contents_page_of_the_outline_is_left_out() -> None:
    text = "目录\n第一章 雨\n第二章 雪\n第三章 风\n\n" + TEXT
    marks = [Mark(start=0, end=3, title="目录", level=1)]
    starts = [text.rindex(line) for line in LINES]
    marks += [
        Mark(start=start, end=start + len(line) + 1, title=line, level=1)
        for start, line in zip(starts, LINES, strict=True)
    ]
    cut = split(text, marks=marks)
    assert (named(cut), codes(cut)) == (NAMED, ["contents"])


def test_the_order_of_the_marks_does_not_matter() -> None:
    marks = [line_mark(TEXT, line) for line in LINES]
    assert split(TEXT, marks=marks[::-1]) == split(TEXT, marks=marks)


def test_an_english_book_keeps_its_parts() -> None:
    text = book("PART ONE\n\nCHAPTER I", "CHAPTER II", "PART TWO\n\nCHAPTER I", body=ENGLISH_BODY)
    marks = [place_mark(text, "PART ONE", "Part One"), place_mark(text, "PART TWO", "Part Two")]
    cut = split(text, marks=marks)
    assert [c.volume for c in cut.chapters] == ["Part One", "Part One", "Part Two"]
    assert labels(cut) == ["CHAPTER I", "CHAPTER II", "CHAPTER I"]


@pytest.mark.parametrize(
    ("number", "label"), [("{n}", "{n}"), ("Chapter {n}", "Chapter {n}"), ("第{n}章", "第{n}章")]
)
@pytest.mark.parametrize("level", [2, 3])
def test_a_number_and_the_title_right_below_it_are_one_heading(
    number: str, label: str, level: int
) -> None:
    titles = ("The Rain", "The Snow", "The Wind")
    text, marks = "", list[Mark]()
    for n, title in enumerate(titles, start=1):
        for line, depth in ((number.format(n=n), 2), (title, level)):
            end = len(text) + len(line) + 1
            marks.append(Mark(start=len(text), end=end, title=line, level=depth))
            text += f"{line}\n"
        text += ENGLISH_BODY
    cut = split(text, marks=marks)
    assert named(cut) == [(label.format(n=n), title) for n, title in enumerate(titles, start=1)]
    assert cut.volumes == ()
    assert [c.heading.split("\n")[:2] for c in cut.chapters] == [
        [number.format(n=n), title] for n, title in enumerate(titles, start=1)
    ]


def test_sections_of_a_numbered_chapter_are_no_titles() -> None:
    text, marks = "", list[Mark]()
    for n in (1, 2):
        for line, depth in ((f"第{n}章", 2), ("雨", 3), ("雪", 3)):
            marks.append(
                Mark(start=len(text), end=len(text) + len(line) + 1, title=line, level=depth)
            )
            text += f"{line}\n" + (ENGLISH_BODY if depth == 3 else "")
    cut = split(text, marks=marks)
    assert named(cut) == [("第1章", ""), ("第2章", "")]


def test_a_title_as_high_as_the_volumes_is_the_books() -> None:
    """As Word has it: the style of the title has no depth of its own."""
    text = "斜渡\n" + "".join(f"第{n}卷 山\n第{n}章 雨\n{BODY}" for n in (1, 2))
    heads = [("斜渡", 1), ("第1卷 山", 1), ("第1章 雨", 2), ("第2卷 山", 1), ("第2章 雨", 2)]
    cut = split(text, marks=[line_mark(text, line, level) for line, level in heads])
    assert named(cut) == [("第1章", "雨"), ("第2章", "雨")]
    assert volumes(cut) == ["第1卷 山", "第2卷 山"]
    assert cut.title_page == "斜渡\n"
