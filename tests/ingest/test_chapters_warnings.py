"""What a person is told of a split, and that nothing is repaired."""

import pytest

from ingest.chapters import Split, split
from tests.ingest.chapter_books import BODY, book, codes, labels, named


def told(cut: Split, code: str) -> list[tuple[str | None, str]]:
    return [(w.at, w.message) for w in cut.warnings if w.code == code]


def test_gaps_and_repeats_are_reported_and_kept() -> None:
    parts = [f"第{n}章\n　　{at}。\n" for at, n in enumerate((1, 2, 2, 4, 5, 9))]
    cut = split("".join(parts))
    assert [c.parsed.number for c in cut.chapters] == [1, 2, 2, 4, 5, 9]
    assert told(cut, "repeat") == [("第2章", "number 2 comes again at 第2章")]
    assert told(cut, "gap") == [
        ("第4章", "第4章 follows 第2章: 3 is missing"),
        ("第9章", "第9章 follows 第5章: 6 to 8 are missing"),
    ]


def test_a_repeat_with_the_same_text_says_so() -> None:
    cut = split(book("第1章", "第2章", "第2章"))
    assert told(cut, "repeat") == [("第2章", "number 2 comes again at 第2章, with the same text")]


@pytest.mark.parametrize("second", ["下卷\n第一章", "第一章 云"])
def test_a_restart_is_reported_with_and_without_a_volume(second: str) -> None:
    cut = split("上卷\n" + book("第一章", "第二章", second, "第二章"))
    assert [c.parsed.number for c in cut.chapters] == [1, 2, 1, 2]
    assert codes(cut) == ["restart"]
    assert "after 第二章" in cut.warnings[0].message


def test_a_series_inside_a_story_of_specials_does_not_break_the_numbering() -> None:
    assert codes(split(book("第1章", "番外 第一章", "番外 第二章", "第2章"))) == []


def test_numbers_that_count_down_are_one_warning() -> None:
    cut = split(book(*(f"第{number}章" for number in (5, 4, 3, 2, 1))))
    assert [c.parsed.number for c in cut.chapters] == [5, 4, 3, 2, 1]
    assert codes(cut) == ["reversed"]
    assert "from 第5章 to 第1章" in cut.warnings[0].message


def test_odd_sizes_are_reported_and_kept() -> None:
    parts = {
        "第1章": BODY * 40,
        "第2章 短": "今天很短。\n",
        "第3章": "\n",
        "第4章": "雨" * 100_000,
    }
    cut = split("".join(f"{heading}\n{body}\n" for heading, body in parts.items()))
    assert len(cut.chapters) == 4
    assert [(w.code, w.at) for w in cut.warnings] == [
        *(("short", "第2章"), ("empty", "第3章"), ("long", "第4章"))
    ]


@pytest.mark.parametrize("apart", [" ", ""])
def test_a_long_title_is_reported_and_kept_whole(apart: str) -> None:
    cut = split(book("第一章" + apart + "雨" * 45, "第二章", "第三章 " + "雪" * 100))
    assert [c.parsed.title for c in cut.chapters] == ["雨" * 45, "", "雪" * 100]
    assert [at for at, _ in told(cut, "title")] == ["第一章", "第三章"]


NOTICES = (
    *(
        "请假条",
        "请假一天",
        "通知",
        "【公告】",
        "关于更新的公告",
        "上架感言",
        "新书感言",
        "完本感言",
    ),
    *("停更通知", "作者的话", "今天请假", "Announcement"),
)


@pytest.mark.parametrize("notice", NOTICES)
def test_a_notice_is_a_chapter_of_its_own_and_flagged(notice: str) -> None:
    cut = split(book("第1章 雨", notice, "第2章 雪"))
    label = notice.strip("【】")
    assert named(cut) == [("第1章", "雨"), (label, ""), ("第2章", "雪")]
    assert told(cut, "notice") == [
        (label, f"{label} (after 第1章) reads as a notice; it is kept as a chapter")
    ]
    assert {"gap", "short"}.isdisjoint(codes(cut))


@pytest.mark.parametrize("title", ["请假条", "请假一天", "公告", "上架感言"])
def test_an_empty_numbered_notice_keeps_its_number(title: str) -> None:
    cut = split(f"第1章 雨\n{BODY * 9}第2章 {title}\n\n第3章 雪\n{BODY * 9}")
    assert labels(cut) == ["第1章", "第2章", "第3章"]
    assert codes(cut) == ["notice", "empty"]


def test_a_story_about_a_notice_is_no_notice() -> None:
    cut = split(book("第1章 雨", "第2章 请假", "第3章 通知", body=BODY * 20))
    assert cut.warnings == ()


def test_a_sign_in_the_story_is_no_heading() -> None:
    sign = "他抬头看见：\n\n通知\n\n" + "外面还在下雨。\n\n" * 400
    cut = split("".join(f"第{n}章 题{n}\n\n{sign}" for n in (1, 2)))
    assert labels(cut) == ["第1章", "第2章"]


def test_a_leave_told_in_a_chapter_of_its_own_number_is_its_text() -> None:
    cut = split("第1章 雨\n" + BODY + "第2章\n请假一天\n第3章 雪\n" + BODY)
    assert labels(cut) == ["第1章", "第2章", "第3章"]
    assert cut.chapters[1].body == "请假一天\n"


PACKAGED = "更新时间:2019-3-4 5:06:07 本章字数:4321\n"


def test_a_sites_lines_below_headings_are_left_out_and_counted() -> None:
    chapters = "".join(f"第{n}章 题{n}\n{PACKAGED}\n{BODY}" for n in (1, 2, 3))
    cut = split(chapters + "某某下载网 www.example.com\n")
    assert [c.body for c in cut.chapters[:2]] == [f"\n{BODY}"] * 2
    assert cut.chapters[2].body == f"\n{BODY}某某下载网 www.example.com\n"
    assert told(cut, "notice_lines") == [
        (
            "line 2",
            "4 lines of a site's packaging, the first at line 2: 3 below headings were left out, "
            "1 stay in the text",
        )
    ]


def test_a_heading_repeated_below_a_sites_line_counts_once() -> None:
    cut = split("".join(f"第{n}章 题{n}\n{PACKAGED}第{n}章 题{n}\n{BODY}" for n in (1, 2)))
    assert [c.heading for c in cut.chapters] == [
        f"第{n}章 题{n}\n{PACKAGED}第{n}章 题{n}\n" for n in (1, 2)
    ]


@pytest.mark.parametrize(
    "line",
    [
        *("最新网址：example.net", "请收藏本站", "　　上一章", "返回目录", "本书由某某论坛整理"),
        *("手机用户请浏览阅读", "------章节内容开始-------", "作品仅供读者预览，请购买正版"),
    ],
)
def test_a_sites_line_inside_a_text_stays_and_is_counted(line: str) -> None:
    cut = split(book("第1章", "第2章") + f"{line}\n")
    assert cut.chapters[1].body == f"{BODY}{line}\n"
    assert [at for at, _ in told(cut, "notice_lines")] == ["line 7"]


def test_a_sites_words_in_a_long_line_are_text() -> None:
    line = "他说网址是 www.example.com，" + "可是没有人记得它。" * 20
    assert codes(split(book("第1章", "第2章", body=f"　　{line}\n"))) == []


def test_tags_are_counted() -> None:
    cut = split("<p>第1章</p>\n<p>他来了。</p>\n<p>第2章</p>\n<p>他走了。</p>\n")
    assert told(cut, "markup") == [
        (None, "8 HTML tags stand in the text; headings were looked for through them")
    ]


@pytest.mark.parametrize(
    ("notice", "text"),
    [
        ("请假条", ""),
        ("请假一天", "今天有事，明天补上。\n"),
        ("上架感言", "谢谢大家。\n明天见。\n"),
    ],
)
def test_a_notice_needs_no_blank_lines_where_the_book_has_none(notice: str, text: str) -> None:
    body = "他走进门来，坐下喝茶。\n外面还在下雨。\n"
    cut = split(f"第一章 雨\n{body}{notice}\n{text}第二章 雪\n{body}第三章 风\n{body}")
    assert [c.parsed.label for c in cut.chapters] == ["第一章", notice, "第二章", "第三章"]
    assert [c.parsed.number for c in cut.chapters] == [1, None, 2, 3]
    assert cut.chapters[1].body == text
    assert "notice" in codes(cut)
    assert "gap" not in codes(cut)


@pytest.mark.parametrize("line", ["他写了一张请假条", "请假条上写着他的名字。", "请假条，他想。"])
def test_a_sentence_about_a_notice_is_no_notice(line: str) -> None:
    body = "他走进门来，坐下喝茶。\n"
    cut = split(f"第一章 雨\n{body}{line}\n第二章 雪\n{body}")
    assert [c.parsed.label for c in cut.chapters] == ["第一章", "第二章"]
