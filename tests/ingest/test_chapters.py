import gzip
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.chapters import Split, split
from lorepack.records import ChapterText

BODY = "　　他走进门来，坐下喝茶。\n　　外面还在下雨。\n"
ENGLISH_BODY = "\nHe came in and sat down.\n\n"
NOVELS = Path(__file__).parents[2].parent / "shared" / "data" / "novels"

HEADINGS = st.sampled_from(
    [
        *("第一章 雨\n", "第二章 雨\n", "第二章归来\n", "第三回\n", "【第4章】\n", "第1节\n"),
        *(
            "第一卷 山\n",
            "第二卷海\n",
            "上卷\n",
            "第一卷 山 第五章 夜\n",
            "楔子\n",
            "尾声\n",
            "目录\n",
        ),
        *(
            "CHAPTER I.\n",
            "THE RAIN\n",
            "Chapter Two\n",
            "BOOK ONE\n",
            "Epilogue\n",
            "# 题\n",
            "## 题\n",
        ),
        *("1\n", "2.\n", "IV\n", "001 题\n", "(2)题\n", "第二章写得不错，他想。\n"),
    ]
)
LINES = st.one_of(HEADINGS, st.sampled_from(["\n", " \n", BODY, "He left.\n", "第一章", "雨"]))


def named(cut: Split) -> list[tuple[str, str]]:
    return [(c.parsed.label, c.parsed.title) for c in cut.chapters]


def codes(cut: Split) -> list[str]:
    return [warning.code for warning in cut.warnings]


def book(*headings: str, body: str = BODY) -> str:
    return "".join(f"{heading}\n{body}" for heading in headings)


@given(lines=st.lists(LINES, max_size=24))
@settings(deadline=None)
def test_nothing_is_lost(lines: list[str]) -> None:
    text = "".join(lines)
    chapters = split(text).chapters
    assert "".join(c.heading + c.body for c in chapters) == text
    assert all(text[c.start : c.start + len(c.body)] == c.body for c in chapters)


@given(lines=st.lists(LINES, max_size=24))
@settings(deadline=None)
def test_a_label_and_a_title_stand_in_their_heading(lines: list[str]) -> None:
    for chapter in split("".join(lines)).chapters:
        plain = " ".join(chapter.heading.split())
        assert chapter.parsed.label in plain
        assert chapter.parsed.title in plain


@pytest.mark.parametrize(
    ("first", "second", "rule", "expected"),
    [
        ("第一回 雨", "第二回 雪", "zh-chapter", [("第一回", "雨"), ("第二回", "雪")]),
        ("第1章：雨", "第2章 雪！", "zh-chapter", [("第1章", "雨"), ("第2章", "雪！")]),
        ("第１節", "第２節", "zh-chapter", [("第１節", ""), ("第２節", "")]),
        ("第廿一話 雨", "第卅二話 雪", "zh-chapter", [("第廿一話", "雨"), ("第卅二話", "雪")]),
        (
            "第一章归来",
            "第二章你好，世界",
            "zh-chapter",
            [("第一章", "归来"), ("第二章", "你好，世界")],
        ),
        ("【第三章】雨", "【第四章 雪】", "zh-chapter", [("第三章", "雨"), ("第四章", "雪")]),
        ("===第3章===", "=== 第4章 雪 ===", "zh-chapter", [("第3章", ""), ("第4章", "雪")]),
        ("# 第1章 雨", "# 第2章", "zh-chapter", [("第1章", "雨"), ("第2章", "")]),
        (
            "正文 第一章 雨（上）",
            "正文 第二章",
            "zh-chapter",
            [("第一章", "雨（上）"), ("第二章", "")],
        ),
        ("三十章", "三十一章 雪", "zh-chapter", [("三十章", ""), ("三十一章", "雪")]),
        (
            "Chapter One",
            "Chapter Two: snow",
            "en-chapter",
            [("Chapter One", ""), ("Chapter Two", "snow")],
        ),
        (
            "CHAPTER XIV.",
            "CHAPTER XV. Snow",
            "en-chapter",
            [("CHAPTER XIV", ""), ("CHAPTER XV", "Snow")],
        ),
        ("chapter.001", "chapter.002", "en-chapter", [("chapter.001", ""), ("chapter.002", "")]),
        ("## Rain", "## Snow", "markdown", [("", "Rain"), ("", "Snow")]),
        ("(10)雨", "(11)雪", "numbered-title", [("(10)", "雨"), ("(11)", "雪")]),
        ("001 雨", "002 雪", "numbered-title", [("001", "雨"), ("002", "雪")]),
        ("\n33.\n", "\n34.\n", "bare-numeral", [("33", ""), ("34", "")]),
        ("\nIX\n", "\nX\n", "bare-numeral", [("IX", ""), ("X", "")]),
    ],
)
def test_headings_of_many_shapes_split(
    first: str, second: str, rule: str, expected: list[tuple[str, str]]
) -> None:
    cut = split(book(first, second))
    assert (cut.rule, named(cut)) == (rule, expected)
    assert {"repeat", "restart", "contents", "empty"}.isdisjoint(codes(cut))


def test_numbers_are_read_in_any_script() -> None:
    cut = split(book("第廿一章", "第两百零三章", "第壹佰章", "第〇章", "第１２３章"))
    assert [c.parsed.number for c in cut.chapters] == [21, 203, 100, 0, 123]


@pytest.mark.parametrize(
    "prose",
    [
        *(
            "第二章写得不错，他想。",
            "第一卷胶卷用完了",
            "第三节课",
            "第一部分",
            "第一封信",
            "第四本书",
        ),
        *("第二回合", "第二章里写着他的名字", "第二章 写得不错，他想。"),
        *("Chapter 2 was the best of them", "Part of this was true", "Book two of the series"),
    ],
)
def test_prose_never_splits(prose: str) -> None:
    cut = split(book("第一章 雨", prose, "第二章 雪"))
    assert named(cut) == [("第一章", "雨"), ("第二章", "雪")]
    assert cut.volumes == ()
    assert split(prose + "\n").rule == "whole-file"


def test_an_indented_run_on_line_belongs_to_its_chapter() -> None:
    assert len(split(book("第一章 雨", "　　第二章很精彩", "第三章 雪")).chapters) == 2


def test_a_wrapped_line_is_no_heading() -> None:
    wrapped = (
        "\nShe had read the book three times and still thought that\nChapter 9. In it\nhe died.\n"
    )
    assert len(split(book("Chapter 1", "Chapter 2", body=wrapped)).chapters) == 2


def test_figures_and_ages_are_no_numbered_titles() -> None:
    cut = split(book("001 雨", "98:95，主队领先。", "40多岁", "002 雪"))
    assert named(cut) == [("001", "雨"), ("002", "雪")]


def test_a_list_is_no_book() -> None:
    assert split("要买：\n1. 米\n2. 茶\n3. 盐\n").rule == "whole-file"


def test_sections_inside_chapters_do_not_split() -> None:
    cut = split(book("第一章 雨", "第一节", "第二节", "第二章 雪", "第一节", "\n1\n", "\n2\n"))
    assert [label for label, _ in named(cut)] == ["第一章", "第二章"]


def test_one_chapter_may_be_all_there_is() -> None:
    cut = split(book("第十二章 雨", "\n1\n", "\n2\n"))
    assert (cut.rule, named(cut)) == ("zh-chapter", [("第十二章", "雨")])


def test_special_chapters_are_labelled_and_keep_their_place() -> None:
    cut = split(book("楔子", "序章 夜", "第一章", "第二章", "番外二 雪", "尾声", "后记：谢谢"))
    assert [label for label, _ in named(cut)] == [
        *("楔子", "序章", "第一章", "第二章", "番外二", "尾声", "后记")
    ]
    assert [c.parsed.number for c in cut.chapters] == [None, None, 1, 2, 2, None, None]
    assert cut.warnings == ()


def test_english_special_chapters_are_labelled() -> None:
    cut = split(book("PRELUDE", "CHAPTER I.", "CHAPTER II.", "FINALE.", body=ENGLISH_BODY))
    assert [label for label, _ in named(cut)] == ["PRELUDE", "CHAPTER I", "CHAPTER II", "FINALE"]


def test_an_indented_special_line_belongs_to_its_chapter() -> None:
    assert len(split(book("第一章", "　　附录　旧事", "第二章")).chapters) == 2


def test_a_volume_and_a_chapter_share_a_line() -> None:
    cut = split(book("第一卷 山 第一章 雨", "第一卷 山 第二章 雪", "第二卷海 第一章 风"))
    assert cut.volumes == ("第一卷 山", "第二卷海")
    assert named(cut) == [("第一章", "雨"), ("第二章", "雪"), ("第一章", "风")]
    assert codes(cut) == ["restart"]


def test_a_volume_before_every_chapter_is_one_volume() -> None:
    cut = split(book("第一卷 山\n第一章", "第一卷 山\n第二章", "第二卷海\n第三章"))
    assert cut.volumes == ("第一卷 山", "第二卷海")
    assert [c.volume for c in cut.chapters] == ["第一卷 山", "第一卷 山", "第二卷海"]
    assert cut.chapters[0].heading == "第一卷 山\n第一章\n"


def test_an_english_volume_takes_its_subtitle_in() -> None:
    text = book("BOOK I.\n\nTHE HILL.\n\nCHAPTER I.", "CHAPTER II.", body=ENGLISH_BODY)
    assert split(text).volumes == ("BOOK I. THE HILL.",)


def test_a_volumes_own_text_is_a_chapter_without_a_label() -> None:
    cut = split(book("第一卷 山", "第一章", "第二章"))
    assert [(c.volume, c.parsed.label) for c in cut.chapters] == [
        *(("第一卷 山", ""), ("第一卷 山", "第一章"), ("第一卷 山", "第二章"))
    ]


def test_volumes_alone_split_too() -> None:
    assert split(book("第一卷 山", "第二卷 海")).rule == "volume"


@pytest.mark.parametrize("front", ["斜渡\n某某 著\n\n", "THE LANTERN VETCH\n\nby Nobody\n\n"])
def test_a_title_page_goes_with_the_first_chapter_and_is_reported(front: str) -> None:
    cut = split(front + book("第一章", "第二章"))
    assert len(cut.chapters) == 2
    assert cut.chapters[0].heading == front + "第一章\n"
    assert [w.message for w in cut.warnings if w.code == "title_page"] == [
        f"kept with the first chapter: {' '.join(front.split())!r}"
    ]


@pytest.mark.parametrize("front", ["献给母亲。\n\n", "“走吧。”\n\n", "It began in June.\n\n"])
def test_a_short_beginning_with_a_sentence_is_no_title_page(front: str) -> None:
    cut = split(front + book("第一章", "第二章"))
    assert cut.chapters[0].body == front


def test_front_matter_is_kept() -> None:
    front = "雨" * 60 + "\n\n"
    cut = split(front + book("第一章", "第二章"))
    assert (cut.chapters[0].body, cut.chapters[0].heading) == (front, "")
    assert len(cut.chapters) == 3


def test_blank_front_matter_goes_with_the_first_heading() -> None:
    cut = split("\n\n" + book("第一章", "第二章"))
    assert cut.chapters[0].heading == "\n\n第一章\n"


@pytest.mark.parametrize("divider", ["", "\n", "------\n"])
def test_a_contents_page_is_reported_and_no_chapter(divider: str) -> None:
    contents = "目　录\n第一章 雨……1\n第二章 雪……9\n第三章 风……20\n"
    cut = split("书名\n" + contents + divider + book("第一章 雨", "第二章 雪", "第三章 风"))
    assert named(cut) == [("第一章", "雨"), ("第二章", "雪"), ("第三章", "风")]
    assert cut.chapters[0].heading.startswith("书名\n" + contents)
    assert cut.chapters[0].body == BODY
    assert codes(cut) == ["contents", "title_page"]


def test_a_contents_page_with_volumes_is_told_too() -> None:
    lines = ("PART I", "CHAPTER I", "CHAPTER II", "PART II", "CHAPTER I")
    body = "PART I\n\n" + book("CHAPTER I", "CHAPTER II", "PART II\nCHAPTER I", body=ENGLISH_BODY)
    cut = split("\n".join(lines) + "\n\n" + body)
    assert [c.volume for c in cut.chapters] == ["PART I", "PART I", "PART II"]
    assert codes(cut) == ["contents", "restart"]


@pytest.mark.parametrize("again", ["第一章 雨\n", "\n第一章 雨\n", "雨\n", "\n雨\n"])
def test_a_repeated_heading_counts_once(again: str) -> None:
    cut = split("第一章 雨\n" + again + BODY + book("第二章 雪"))
    assert named(cut) == [("第一章", "雨"), ("第二章", "雪")]
    assert cut.chapters[0].body == BODY


def test_neighbours_of_one_title_and_two_texts_are_two_chapters() -> None:
    cut = split(book("第一章 雨") + book("第一章 雨", body="　　天晴了。\n"))
    assert named(cut) == [("第一章", "雨"), ("第一章", "雨")]


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


def test_gaps_and_repeats_are_reported_and_kept() -> None:
    cut = split(book(*(f"第{number}章" for number in (1, 2, 2, 4, 5, 9))))
    assert [c.parsed.number for c in cut.chapters] == [1, 2, 2, 4, 5, 9]
    assert [(w.code, w.at) for w in cut.warnings] == [
        *(("repeat", "第2章"), ("gap", "第4章"), ("gap", "第9章"))
    ]
    assert "3 is missing" in cut.warnings[1].message
    assert "6 to 8 are missing" in cut.warnings[2].message


def test_a_restart_in_each_volume_is_reported() -> None:
    cut = split(book("上卷\n第一章", "第二章", "下卷\n第一章", "第二章"))
    assert [(c.volume, c.parsed.number) for c in cut.chapters] == [
        *(("上卷", 1), ("上卷", 2), ("下卷", 1), ("下卷", 2))
    ]
    assert codes(cut) == ["restart"]


def test_odd_sizes_are_reported_and_kept() -> None:
    parts = {
        "第1章": BODY * 40,
        "第2章 请假": "今天请假。\n",
        "第3章": "\n",
        "第4章": "雨" * 100_000,
    }
    cut = split("".join(f"{heading}\n{body}\n" for heading, body in parts.items()))
    assert len(cut.chapters) == 4
    assert [(w.code, w.at) for w in cut.warnings] == [
        *(("short", "第2章"), ("empty", "第3章"), ("long", "第4章"))
    ]


def test_a_long_title_is_reported_and_kept() -> None:
    cut = split(book("第一章 " + "雨" * 45, "第二章"))
    assert cut.chapters[0].parsed.title == "雨" * 45
    assert codes(cut) == ["title"]


@pytest.mark.parametrize("text", ["", "\n \n", "他走了。\n雨还在下。"])
def test_a_text_without_headings_is_one_chapter(text: str) -> None:
    cut = split(text)
    assert cut.rule == "whole-file"
    assert [(c.heading, c.body) for c in cut.chapters] == [("", text)]


@pytest.mark.skipif(not NOVELS.exists(), reason="the gold novels are not beside the project")
@pytest.mark.parametrize(
    ("name", "chapters", "volumes"),
    [("zh/水浒传", 121, 0), ("zh/呼兰河传", 8, 0), ("en/War_and_Peace", 365, 17)],
)
def test_whole_novels_split_as_printed(name: str, chapters: int, volumes: int) -> None:
    with gzip.open(NOVELS / f"{name}.txt.gz", "rt", encoding="utf-8", newline="") as file:
        cut = split(file.read())
    assert sum(_is_labelled(chapter) for chapter in cut.chapters) == chapters
    assert len(cut.volumes) == volumes


def _is_labelled(chapter: ChapterText) -> bool:
    return chapter.parsed.label != ""
