"""What every split promises, whatever the book."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.chapters import Split, split
from ingest.formats.manuscript import Mark
from lorepack.records import PartKind
from tests.ingest.chapter_books import BODY, book, codes, labels, named

HEADINGS = st.sampled_from(
    [
        *("第一章 雨\n", "第二章 雨\n", "第二章归来\n", "第三回\n", "【第4章】\n", "第1节\n"),
        *("第一卷 山\n", "第二卷海\n", "上卷\n", "第一卷 山 第五章 夜\n", "上卷 第六回 雪\n"),
        *("楔子\n", "尾声\n", "目录\n", "请假条\n", "番外 第一章\n", "正文 第七章 云\n"),
        *("CHAPTER I.\n", "THE RAIN\n", "Chapter Two\n", "BOOK ONE\n", "Epilogue\n", "ACT I\n"),
        *("# 题\n", "## 题\n", "1\n", "2.\n", "IV\n", "001 题\n", "(2)题\n", "SCENE II\n"),
        *("第二章写得不错，他想。\n", "（第一章 完）\n", "更新时间:2020-1-1 本章字数:30\n"),
        *("<p>第八章 雷</p>\n", "</p><p>", "第一章 雨 ...... 3\n", "Ｃｈａｐｔｅｒ　３\n"),
    ]
)
PROSE = st.sampled_from(["\n", " \n", BODY, "He left.\n", "第一章", "雨", "。第二章", "书名\n"])
TEXTS = st.lists(st.one_of(HEADINGS, PROSE), max_size=24).map("".join)
TITLES = st.sampled_from(["第一章 雨", "第二章", "雨", "正文", "第一卷 山", "目录", "封面", "003"])


@st.composite
def outlines(draw: st.DrawFn) -> tuple[str, list[Mark]]:
    """A text and marks anywhere in it, in any order, with and without a line."""
    text = draw(TEXTS)
    starts = [0, *(at + 1 for at, character in enumerate(text) if character == "\n")]
    marks: list[Mark] = []
    for _ in range(draw(st.integers(0, 6))):
        start = draw(st.sampled_from(starts))
        line_end = text.find("\n", start) + 1 or len(text)
        end = draw(st.sampled_from([start, line_end]))
        marks.append(Mark(start=start, end=end, title=draw(TITLES), level=draw(st.integers(1, 3))))
    return text, marks


def assert_whole(text: str, cut: Split) -> None:
    assert "".join(text[part.start : part.end] for part in cut.parts) == text
    assert [part.start for part in cut.parts] == [0, *(p.end for p in cut.parts)][: len(cut.parts)]
    spans = {(part.kind, part.start, text[part.start : part.end]) for part in cut.parts}
    for chapter in cut.chapters:
        assert not chapter.body or (PartKind.BODY, chapter.start, chapter.body) in spans
        headings = {words for kind, _, words in spans if kind is PartKind.HEADING}
        assert not chapter.heading or chapter.heading in headings
    bodies = "".join(chapter.body for chapter in cut.chapters)
    told = "".join(words for kind, _, words in sorted(spans, key=lambda s: s[1]) if kind == "body")
    assert bodies == told
    for volume in cut.volumes:
        assert text[volume.start : volume.start + len(volume.heading)] == volume.heading


@given(text=TEXTS)
@settings(deadline=None)
def test_the_parts_tile_the_text(text: str) -> None:
    assert_whole(text, split(text))


@given(told=outlines())
@settings(deadline=None)
def test_the_parts_tile_a_text_with_an_outline(told: tuple[str, list[Mark]]) -> None:
    text, marks = told
    assert_whole(text, split(text, marks=marks))


@given(text=TEXTS)
@settings(deadline=None)
def test_the_parts_tile_a_text_that_a_pattern_cuts(text: str) -> None:
    text += "\n第九章 雷\n"
    assert_whole(text, split(text, pattern=r"第.+[章回].*"))


@given(text=TEXTS)
@settings(deadline=None)
def test_a_label_and_a_title_stand_in_their_heading(text: str) -> None:
    for chapter in split(text).chapters:
        plain = "".join(chapter.heading.replace("<p>", "").replace("</p>", "").split())
        assert "".join(chapter.parsed.label.split()) in plain
        assert "".join(chapter.parsed.title.split()) in plain


@given(text=TEXTS)
@settings(deadline=None)
def test_a_rejected_line_stands_where_it_says_and_is_no_heading(text: str) -> None:
    cut = split(text)
    lines = text.split("\n")
    assert cut.rejected_total == len(cut.rejected) < 200
    for rejected in cut.rejected:
        assert text[: rejected.start].count("\n") == rejected.number - 1
        assert rejected.line[:10] in lines[rejected.number - 1].replace("<p>", "")
        assert rejected.start not in {
            part.start for part in cut.parts if part.kind is PartKind.HEADING
        }


@given(told=outlines())
@settings(deadline=None)
def test_a_confidence_is_a_share(told: tuple[str, list[Mark]]) -> None:
    text, marks = told
    assert 0 <= split(text, marks=marks).confidence <= 1


@pytest.mark.parametrize("text", ["", "\n \n", "他走了。\n雨还在下。"])
def test_a_text_without_headings_is_one_chapter(text: str) -> None:
    cut = split(text)
    assert (cut.rule, cut.confidence) == ("whole-file", 1.0)
    assert [(c.heading, c.body, c.front_matter) for c in cut.chapters] == [("", text, False)]


def test_one_chapter_may_be_all_there_is() -> None:
    cut = split(book("第十二章 雨", "\n1\n", "\n2\n"))
    assert (cut.rule, named(cut)) == ("zh-chapter", [("第十二章", "雨")])


def test_only_the_first_rejected_lines_are_told_and_all_are_counted() -> None:
    cut = split(book("第一章 雨", *["第三节课"] * 250, "第二章 雪"))
    assert (len(cut.rejected), cut.rejected_total) == (200, 250)


def test_a_line_of_eighty_characters_is_all_that_is_told_of_a_rejected_one() -> None:
    cut = split(book("第一章 雨", "第二章写得" + "很" * 90 + "好，他想。", "第二章 雪"))
    assert [len(rejected.line) for rejected in cut.rejected] == [80]


def test_a_split_is_surer_of_a_book_that_counts_on() -> None:
    sure, unsure = book("第1章", "第2章", "第3章"), book("第1章", "第5章", "第9章")
    assert split(sure).confidence == 1.0
    assert split(unsure).confidence < split(sure).confidence


def test_a_doubtful_split_asks_for_a_look() -> None:
    cut = split(book("第3章", "第20章", "第8章", "第30章"))
    assert cut.confidence < 0.7
    assert "low_confidence" in codes(cut)


def test_headings_keep_their_order_and_their_text() -> None:
    cut = split(book("第一章", body="　　一。\n") + book("第二章", body="　　二。\n"))
    assert [c.body for c in cut.chapters] == ["　　一。\n", "　　二。\n"]
    assert labels(cut) == ["第一章", "第二章"]


@pytest.mark.parametrize(
    "text",
    [
        *(" " * 10**6, "　" * 10**6, "第一章" + "\n" * 10**5 + "第二章\n", "   \n" * 10**5),
        *("=" * 10**6, "第" * 10**6, "第一卷" + " " * 10**6, "<" * 10**6, "<p>" * 10**5),
        *("Chapter " + "one " * 10**5, "第一章 雨" + "." * 10**6, "第一章" * 10**5, "“" * 10**6),
        *("第一卷：" + "：" * 10**5 + "第", "# " * 10**5, "(1" * 10**5, "目录\n" * 10**4),
    ],
    ids=lambda text: f"{text[:6]!r}",
)
def test_a_hostile_text_is_cut_without_backtracking(text: str) -> None:
    assert_whole(text, split(text))
