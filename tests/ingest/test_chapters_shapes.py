"""Headings of many shapes, in Chinese and English, and what their lines say."""

import pytest

from ingest.chapters import split
from tests.ingest.chapter_books import (
    BODY,
    ENGLISH_BODY,
    book,
    codes,
    labels,
    named,
    volumes,
)

CHINESE = {
    ("第一回 雨", "第二回 雪"): [("第一回", "雨"), ("第二回", "雪")],
    ("第三囘 雨", "第四囘 雪"): [("第三囘", "雨"), ("第四囘", "雪")],
    ("第十二話 雨", "第十三話 雪"): [("第十二話", "雨"), ("第十三話", "雪")],
    ("第1章：雨", "第2章 雪！"): [("第1章", "雨"), ("第2章", "雪！")],
    ("第001章", "第002章 雪"): [("第001章", ""), ("第002章", "雪")],
    ("第一章-雨", "第二章——雪"): [("第一章", "雨"), ("第二章", "雪")],
    ("第 一 章　雨", "第 二 章　雪"): [("第 一 章", "雨"), ("第 二 章", "雪")],
    ("第１節", "第２節"): [("第１節", ""), ("第２節", "")],
    ("第Ⅻ章 雨", "第XIII章", "第Ⅻ章"): [("第Ⅻ章", "雨"), ("第Ⅻ章", "")],
    ("第廿一話 雨", "第卅二話 雪"): [("第廿一話", "雨"), ("第卅二話", "雪")],
    ("第一章归来", "第二章你好，世界"): [("第一章", "归来"), ("第二章", "你好，世界")],
    ("第一章《雨》", "第二章（雪）"): [("第一章", "《雨》"), ("第二章", "（雪）")],
    ("【第三章】雨", "【第四章 雪】"): [("第三章", "雨"), ("第四章", "雪")],
    ("===第3章===", "=== 第4章 雪 ==="): [("第3章", ""), ("第4章", "雪")],
    ("☆、第3章 雨", "☆、第4章 雪"): [("第3章", "雨"), ("第4章", "雪")],
    ("# 第1章 雨", "# 第2章"): [("第1章", "雨"), ("第2章", "")],
    ("正文 第一章 雨（上）", "正文 第二章"): [("第一章", "雨（上）"), ("第二章", "")],
    ("VIP章节 第3章 雨", "VIP章节 第4章 雪"): [("第3章", "雨"), ("第4章", "雪")],
    ("三十章", "三十一章 雪"): [("三十章", ""), ("三十一章", "雪")],
    ("第一幕", "第二幕 雪夜"): [("第一幕", ""), ("第二幕", "雪夜")],
    ("第3章 雨", "第3.5章 间奏", "第4章"): [("第3章", "雨"), ("第3.5章", "间奏"), ("第4章", "")],
}


@pytest.mark.parametrize(("headings", "expected"), CHINESE.items())
def test_chinese_headings_of_many_shapes_split(
    headings: tuple[str, ...], expected: list[tuple[str, str]]
) -> None:
    cut = split(book(*(h for h in headings if h != "第XIII章")))
    assert (cut.rule, named(cut)) == ("zh-chapter", expected)
    assert {"contents", "empty", "notice"}.isdisjoint(codes(cut))


ENGLISH = {
    ("Chapter One", "Chapter Two: snow"): [("Chapter One", ""), ("Chapter Two", "snow")],
    ("CHAPTER XIV.", "CHAPTER XV. Snow"): [("CHAPTER XIV", ""), ("CHAPTER XV", "Snow")],
    ("chapter.001", "chapter.002"): [("chapter.001", ""), ("chapter.002", "")],
    ("Chapter 12 - Rain", "Chapter 13 – Snow"): [("Chapter 12", "Rain"), ("Chapter 13", "Snow")],
    ("Chapter 12 雨", "Chapter 13 雪"): [("Chapter 12", "雨"), ("Chapter 13", "雪")],
    ("Ch. 7", "Ch. 8: Snow"): [("Ch. 7", ""), ("Ch. 8", "Snow")],
    ("CHAPTER THE FIRST", "CHAPTER THE SECOND"): [
        *(("CHAPTER THE FIRST", ""), ("CHAPTER THE SECOND", ""))
    ],
    ("The Third Chapter", "The Fourth Chapter"): [
        *(("The Third Chapter", ""), ("The Fourth Chapter", ""))
    ],
    ("Letter IV", "Letter V"): [("Letter IV", ""), ("Letter V", "")],
    ("ACT I", "ACT II"): [("ACT I", ""), ("ACT II", "")],
    ("ＣＨＡＰＴＥＲ　Ⅰ", "ＣＨＡＰＴＥＲ　Ⅱ"): [
        *(("ＣＨＡＰＴＥＲ　Ⅰ", ""), ("ＣＨＡＰＴＥＲ　Ⅱ", ""))
    ],
    ("*** Chapter 1 ***", "*** Chapter 2 ***"): [("Chapter 1", ""), ("Chapter 2", "")],
}


@pytest.mark.parametrize(("headings", "expected"), ENGLISH.items())
def test_english_headings_of_many_shapes_split(
    headings: tuple[str, ...], expected: list[tuple[str, str]]
) -> None:
    cut = split(book(*headings, body=ENGLISH_BODY))
    assert (cut.rule, named(cut), cut.warnings) == ("en-chapter", expected, ())


@pytest.mark.parametrize(
    ("headings", "rule", "expected"),
    [
        (("## Rain", "## Snow"), "markdown", [("", "Rain"), ("", "Snow")]),
        (("(10)雨", "（11）雪"), "numbered-title", [("(10)", "雨"), ("（11）", "雪")]),
        (("001 雨，夜", "002 谁？"), "numbered-title", [("001", "雨，夜"), ("002", "谁？")]),
        (("一、雨", "二、雪"), "numbered-title", [("一", "雨"), ("二", "雪")]),
        (("1. Rain", "2. Snow"), "numbered-title", [("1", "Rain"), ("2", "Snow")]),
        (("\n33.\n", "\n34.\n"), "bare-numeral", [("33", ""), ("34", "")]),
        (("\nIX\n", "\nX\n"), "bare-numeral", [("IX", ""), ("X", "")]),
        (("\nⅪ\n", "\nⅫ\n"), "bare-numeral", [("Ⅺ", ""), ("Ⅻ", "")]),
        (("\n（三）\n", "\n（四）\n"), "bare-numeral", [("三", ""), ("四", "")]),
        (("\n【12】\n", "\n【13】\n"), "bare-numeral", [("12", ""), ("13", "")]),
    ],
)
def test_weaker_rules_split_where_no_line_names_a_chapter(
    headings: tuple[str, ...], rule: str, expected: list[tuple[str, str]]
) -> None:
    cut = split(book(*headings))
    assert (cut.rule, named(cut), cut.warnings) == (rule, expected, ())


@pytest.mark.parametrize("numbers", [("1", "2", "3"), ("31.", "32.", "33."), ("（一）", "（二）")])
@pytest.mark.parametrize("gap", ["", "\n"])
@pytest.mark.parametrize("indent", ["", "　　"])
def test_numbers_that_the_text_touches_split_and_are_to_be_looked_at(
    numbers: tuple[str, ...], gap: str, indent: str
) -> None:
    cut = split("".join(f"{n}\n{indent}雨下了一夜。\n{indent}灯灭了。\n{gap}" for n in numbers))
    assert [chapter.parsed.label for chapter in cut.chapters] == [n.strip("（.）") for n in numbers]
    assert (cut.rule, [w.code for w in cut.warnings]) == ("bare-numeral", ["low_confidence"])


def test_the_books_name_may_stand_before_each_heading() -> None:
    cut = split(book("《潮》第一章 雨", "《潮》第二章 雪", "《潮》番外 灯"))
    assert named(cut) == [("第一章", "雨"), ("第二章", "雪"), ("番外", "灯")]
    assert (cut.rule, cut.confidence > 0.7) == ("zh-chapter", True)


def test_a_sentence_that_names_a_book_and_its_chapter_is_none() -> None:
    told = ("《潮》第一章 雨夜", "《潮》第一卷 已经读完", "《潮》番外 还没有")
    prose = "".join(f"　　她合上书。\n{line}\n" for line in told)
    cut = split(book("第一章 雨", "第二章 雪", "第三章 灯", body=prose))
    assert named(cut) == [("第一章", "雨"), ("第二章", "雪"), ("第三章", "灯")]
    assert {chapter.volume for chapter in cut.chapters} == {None}


def test_a_doubtful_title_does_not_speak_for_a_sentence_that_names_a_book() -> None:
    prose = "　　她合上书。\n《潮》番外 还没有\n　　灯灭了。\n"
    cut = split(book("第一章 雨", "第二章他说，走吧", "第三章 灯", body=prose))
    assert [c.parsed.label for c in cut.chapters] == ["第一章", "第二章", "第三章"]


def test_numbers_begin_again_in_each_part() -> None:
    parts = ("PART ONE", "1", "2", "3", "PART TWO", "1", "2")
    cut = split("".join(f"{p}\n\n" if p[0] == "P" else f"{p}\nIt rained.\n\n" for p in parts))
    assert [(c.volume, c.parsed.number) for c in cut.chapters] == [
        *(("PART ONE", number) for number in (1, 2, 3)),
        *(("PART TWO", number) for number in (1, 2)),
    ]


def test_a_lone_number_that_is_missing_between_two_chapters_is_one() -> None:
    cut = split(book("第32章 雨", "33.", "第34章 雪", "第35章 灯"))
    assert [c.parsed.number for c in cut.chapters] == [32, 33, 34, 35]
    assert cut.warnings == ()


def test_lone_numbers_that_count_inside_a_chapter_are_none() -> None:
    cut = split(book("第2章 雨", "1", "2", "3", "第4章 雪"))
    assert [c.parsed.number for c in cut.chapters] == [2, 4]
    assert cut.warnings[0].code == "gap"


def test_the_numbers_of_pages_and_lists_do_not_split() -> None:
    pages = "雨下了一夜，他\n12\n没有睡。灯灭了，门\n13\n还开着。她等到\n14\n天亮。\n"
    assert len(split(pages).chapters) == 1
    assert len(split("他数着。\n1\n2\n3\n4\n然后灯灭了。\n").chapters) == 1


def test_numbers_are_read_in_any_script() -> None:
    numerals = ("廿一", "两百零三", "壹佰", "〇", "１２３", "百二十", "一百零八", "Ⅻ", "兩千")
    cut = split(book(*(f"第{numeral}章" for numeral in numerals)))
    assert [c.parsed.number for c in cut.chapters] == [21, 203, 100, 0, 123, 120, 108, 12, 2000]


def test_special_chapters_are_labelled_and_keep_their_place() -> None:
    cut = split(book("楔子", "序章 夜", "第一章", "第二章", "番外二 雪", "尾声", "后记：谢谢"))
    assert labels(cut) == ["楔子", "序章", "第一章", "第二章", "番外二", "尾声", "后记"]
    assert [c.parsed.number for c in cut.chapters] == [None, None, 1, 2, 2, None, None]
    assert cut.warnings == ()


@pytest.mark.parametrize(
    ("line", "label", "title"),
    [
        ("【番外】", "番外", ""),
        ("番外篇·雪", "番外篇", "雪"),
        ("番外 第一章", "番外 第一章", ""),
        ("番外 第三章 雪", "番外 第三章", "雪"),
        ("番外（二）雪", "番外（二）", "雪"),
        ("番外之雪夜", "番外", "之雪夜"),
        ("序", "序", ""),
        ("尾　聲", "尾　聲", ""),
        ("後記", "後記", ""),
        ("正文 楔子", "楔子", ""),
    ],
)
def test_chapters_outside_the_numbering_have_many_names(line: str, label: str, title: str) -> None:
    cut = split(book("第一章", line, "第二章"))
    assert named(cut) == [("第一章", ""), (label, title), ("第二章", "")]
    assert "gap" not in codes(cut)


def test_english_special_chapters_are_labelled() -> None:
    headings = (
        "PRELUDE",
        "CHAPTER I.",
        "Interlude II",
        "CHAPTER II.",
        "FINALE.",
        "Appendix A: Maps",
    )
    cut = split(book(*headings, body=ENGLISH_BODY))
    assert labels(cut) == [
        *("PRELUDE", "CHAPTER I", "Interlude II", "CHAPTER II", "FINALE", "Appendix A")
    ]


def test_letters_before_the_first_chapter_are_chapters() -> None:
    cut = split(
        book("Letter 1", "Letter 2", "Chapter 1", "Letter 3", "Chapter 2", body=ENGLISH_BODY)
    )
    assert labels(cut) == ["Letter 1", "Letter 2", "Chapter 1", "Chapter 2"]


@pytest.mark.parametrize(
    ("acts", "scenes"),
    [
        (("ACT I", "ACT II"), ("SCENE I. A hill.", "SCENE II")),
        (("第一幕", "第二幕"), ("第一场", "第二场")),
    ],
)
def test_the_acts_of_a_play_are_its_volumes(acts: tuple[str, str], scenes: tuple[str, str]) -> None:
    first, second = acts
    cut = split(book(f"{first}\n\n{scenes[0]}", scenes[1], f"{second}\n\n{scenes[0]}"))
    assert [c.volume for c in cut.chapters] == [first, first, second]
    assert [c.parsed.number for c in cut.chapters] == [1, 2, 1]


def test_a_volume_and_a_chapter_share_a_line() -> None:
    cut = split(book("第一卷 山 第一章 雨", "第一卷 山 第二章 雪", "第二卷海 第一章 风"))
    assert volumes(cut) == ["第一卷 山", "第二卷海"]
    assert named(cut) == [("第一章", "雨"), ("第二章", "雪"), ("第一章", "风")]
    assert [c.heading for c in cut.chapters] == ["第一章 雨\n", "第二章 雪\n", "第一章 风\n"]
    assert codes(cut) == ["restart"]


@pytest.mark.parametrize(
    ("line", "volume", "label"),
    [
        ("上卷 第三回 雨", "上卷", "第三回"),
        ("第一卷：山 第3章 雨", "第一卷：山", "第3章"),
        ("第一卷·山·第3章", "第一卷·山", "第3章"),
        ("Volume 1 Chapter 3: Rain", "Volume 1", "Chapter 3"),
        ("BOOK ONE, CHAPTER III", "BOOK ONE", "CHAPTER III"),
    ],
)
def test_a_volume_beside_a_chapter_is_told_apart(line: str, volume: str, label: str) -> None:
    cut = split(f"{line}\n{BODY}")
    assert [(c.volume, c.parsed.label, c.parsed.number) for c in cut.chapters] == [
        (volume, label, 3)
    ]
    assert cut.volumes[0].heading + cut.chapters[0].heading == f"{line}\n"


def test_a_volume_before_every_chapter_is_one_volume() -> None:
    cut = split(book("第一卷 山\n第一章", "第一卷 山\n第二章", "第二卷海\n第三章"))
    assert [(v.title, v.heading, v.start) for v in cut.volumes] == [
        ("第一卷 山", "第一卷 山\n", 0),
        ("第二卷海", "第二卷海\n", 2 * len(f"第一卷 山\n第一章\n{BODY}")),
    ]
    assert [c.volume for c in cut.chapters] == ["第一卷 山", "第一卷 山", "第二卷海"]
    assert [c.heading for c in cut.chapters] == ["第一章\n", "第二章\n", "第三章\n"]


@pytest.mark.parametrize(
    ("lines", "title"),
    [
        ("BOOK I.\n\nTHE HILL.\n\n", "BOOK I. THE HILL."),
        ("Book the Third\n\n", "Book the Third"),
        ("第一卷\n风起青萍\n\n", "第一卷 风起青萍"),
        ("卷之三 山\n", "卷之三 山"),
        ("【第一卷】\n", "第一卷"),
        ("第一部分 山\n", "第一部分 山"),
        ("上篇　少年\n", "上篇　少年"),
    ],
)
def test_a_volume_takes_its_subtitle_in(lines: str, title: str) -> None:
    chapters = book("CHAPTER I.", "CHAPTER II.") if title.isascii() else book("第一章", "第二章")
    cut = split(lines + chapters)
    assert [(v.title, v.heading) for v in cut.volumes] == [(title, lines)]
    assert [c.volume for c in cut.chapters] == [title, title]


@pytest.mark.parametrize("own", [BODY, "这一年雨下得很多。\n", "他来了。\n他走了。\n"])
def test_a_volumes_own_text_is_a_chapter_without_a_label(own: str) -> None:
    cut = split(f"第一卷 山\n{own}" + book("第一章", "第二章"))
    assert [(c.volume, c.parsed.label) for c in cut.chapters] == [
        *(("第一卷 山", ""), ("第一卷 山", "第一章"), ("第一卷 山", "第二章"))
    ]
    assert (cut.chapters[0].body, cut.chapters[0].front_matter) == (own, False)


def test_volumes_alone_split_too() -> None:
    cut = split(book("第一卷 山", "第二卷 海"))
    assert (cut.rule, volumes(cut)) == ("volume", ["第一卷 山", "第二卷 海"])
    assert [c.volume for c in cut.chapters] == ["第一卷 山", "第二卷 海"]


@pytest.mark.parametrize(
    "again",
    [
        *(
            "第一章 雨\n",
            "\n第一章 雨\n",
            "雨\n",
            "\n　　雨\n",
            "第一章　　雨\n",
            "【第一章 雨】\n",
        ),
        *("第1章 雨\n", "第一章\n", "第一章 雨\n第一章 雨\n"),
    ],
)
def test_a_repeated_heading_counts_once(again: str) -> None:
    cut = split("第一章 雨\n" + again + BODY + book("第二章 雪"))
    assert named(cut) == [("第一章", "雨"), ("第二章", "雪")]
    assert cut.chapters[0].heading == "第一章 雨\n" + again
    assert cut.chapters[0].body == BODY


def test_a_title_may_stand_in_the_repetition_alone() -> None:
    cut = split("第一章\n第一章 雨\n" + BODY + book("第二章 雪"))
    assert named(cut) == [("第一章", "雨"), ("第二章", "雪")]


def test_a_chapter_of_one_line_that_is_its_title_keeps_the_line() -> None:
    cut = split("第一章 雨\n雨\n第二章 雪\n雪\n")
    assert [c.body for c in cut.chapters] == ["雨\n", "雪\n"]


def test_neighbours_of_one_title_and_two_texts_are_two_chapters() -> None:
    cut = split(book("第一章 雨") + book("第一章 雨", body="　　天晴了。\n"))
    assert named(cut) == [("第一章", "雨"), ("第一章", "雨")]
    assert codes(cut) == ["repeat"]


@pytest.mark.parametrize(
    ("below", "title"),
    [
        ("THE MAN WHO CAME\nIN THE RAIN\n\n", "THE MAN WHO CAME IN THE RAIN"),
        ("The Man of the Rain\n\n", "The Man of the Rain"),
        ("\nTHE RAIN\n\n", "THE RAIN"),
        ("\nII\n\n", ""),
        ("The rain fell.\n\n", ""),
        ("\nThe Rain\n\n", ""),
    ],
)
def test_an_english_title_may_stand_below_its_number(below: str, title: str) -> None:
    text = f"CHAPTER I.\n{below}He sat down.\n\n" + book("CHAPTER II.", body=ENGLISH_BODY)
    assert split(text).chapters[0].parsed.title == title


@pytest.mark.parametrize(
    "tagged",
    [
        "<p>第一章 雨</p>\n<p>他来了。</p>\n<p>第二章 雪</p>\n<p>他走了。</p>\n",
        "<html><body><h2 class='t'>第一章 雨</h2><p>他来了。</p><h2>第二章 雪</h2><p>他走了。</p>",
        "第一章 <b>雨</b><br/>\n他来了。<br/>\n第二章 <b>雪</b><br/>\n他走了。<br/>\n",
        "&nbsp;&nbsp;第一章 雨\n&nbsp;他来了。\n&nbsp;&nbsp;第二章 雪\n<p>他走了。\n",
    ],
)
def test_headings_are_seen_through_tags_which_stay_and_are_reported(tagged: str) -> None:
    cut = split(tagged)
    assert named(cut) == [("第一章", "雨"), ("第二章", "雪")]
    assert "".join(tagged[p.start : p.end] for p in cut.parts) == tagged
    assert "他来了。" in cut.chapters[0].body
    assert "markup" in codes(cut)


def test_words_in_angle_brackets_are_no_tags() -> None:
    cut = split(book("第一章 <雨>", "第二章 <红楼>"))
    assert named(cut) == [("第一章", "<雨>"), ("第二章", "<红楼>")]
    assert "markup" not in codes(cut)


STORY = "他走进门来，坐下喝茶。外面还在下雨。屋里的人都没有说话，只听见雨声。天快亮了。"


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("".join(f"第{n}回雨夜{n}話說{STORY}" for n in "一二三四"), ["雨夜一", "雨夜二"]),
        ("".join(f"第{n}章 雨夜{n}　{STORY}" for n in range(1, 5)), ["雨夜1", "雨夜2"]),
        ("".join(f"第{n}章{STORY}" for n in "一二三四"), ["", ""]),
        ("书名" + "".join(f"第{n}回雨话说{STORY}且听下回" for n in "一二三四"), ["雨", "雨"]),
    ],
)
def test_headings_inside_one_line_are_found_where_they_count_on(
    text: str, titles: list[str]
) -> None:
    cut = split(text)
    assert (cut.rule, [c.parsed.number for c in cut.chapters]) == ("zh-inline", [1, 2, 3, 4])
    assert [c.parsed.title for c in cut.chapters][:2] == titles
    assert all(STORY in c.body for c in cut.chapters)


@pytest.mark.parametrize(
    "text",
    [
        "本书第一章讲雨，第二章讲雪，第三章讲风，各有各的好处，读者可以自己去看。" * 2,
        f"{STORY}他翻到第一章。第二章他没有看。第三章也没有。{STORY}第三次他才看完。",
        "".join(f"第{n}章{STORY}\n{STORY}\n{STORY}\n" for n in ("一", "五", "九")).replace(
            "\n第", "第"
        ),
        "".join(f"第{n}章{STORY}{STORY}" for n in ("一", "五", "九", "三十")),
    ],
)
def test_a_line_about_chapters_is_not_cut(text: str) -> None:
    assert split(text).rule == "whole-file"


def test_what_ends_a_book_stays_in_its_last_chapter() -> None:
    chinese = split(book("第一章", "第二章") + "(全文完)\n")
    english = split(book("Chapter 1", "Chapter 2", body=ENGLISH_BODY) + "THE END\n")
    assert chinese.chapters[-1].body == BODY + "(全文完)\n"
    assert english.chapters[-1].body == ENGLISH_BODY + "THE END\n"


def test_volumes_inside_volumes_are_named_by_both() -> None:
    text = "第一部 山\n第一卷 春\n" + book("第一章") + "第二卷 夏\n" + book("第二章")
    text += "第二部 海\n第一卷 春\n" + book("第三章")
    cut = split(text)
    assert [c.volume for c in cut.chapters] == [
        *("第一部 山 第一卷 春", "第一部 山 第二卷 夏", "第二部 海 第一卷 春")
    ]
    assert [v.heading for v in cut.volumes] == [
        *("第一部 山\n第一卷 春\n", "第二卷 夏\n", "第二部 海\n第一卷 春\n")
    ]


@pytest.mark.parametrize(
    ("holder", "heading"),
    [("EPILOGUE", "CHAPTER I"), ("番外", "第一章 雪"), ("尾声：归", "第一章")],
)
def test_an_epilogue_with_chapters_of_its_own_is_a_volume(holder: str, heading: str) -> None:
    first, second = ("CHAPTER I", "CHAPTER II") if holder.isascii() else ("第一章", "第二章")
    cut = split(book(first, second, f"{holder}\n\n{heading}", second))
    assert [c.volume is None for c in cut.chapters] == [True, True, False, False]
    assert codes(cut) == ["restart"]


def test_a_prologue_without_a_text_stays_a_chapter() -> None:
    cut = split("楔子\n\n" + book("第一章", "第二章"))
    assert (labels(cut), codes(cut)) == (["楔子", "第一章", "第二章"], ["empty"])
