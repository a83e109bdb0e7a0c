"""Story bibles in Markdown: headings are sections, nothing is lost."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.bible import read_bible
from lorepack.records import Bible, BibleEntry, BibleFormat, MemoryKind

CHINESE = """\
# 《斜塔》设定集

## 一、世界观
塔城悬在海上，一年只退三次潮。

退潮时城门必须关闭。

### 货币
一枚铜贝抵三千二百粒盐。

## 规则
- 不得出现现代词语
- 叙述用第三人称

## 人物
### 林墨
- 现状：左手有伤
- 知道：海图是假的；塔下有人
守塔人的女儿，十七岁。

### 苏小满
第3章起失踪。

## 人物关系
- 林墨与苏小满：同门，互相不信

## 伏笔
- F012 铃舌：铃舌在谁手里？（第50-60章揭晓）
  - 真相：在苏小满手里
- 缺角：海图缺的那一角。

## 大纲
### 第一卷 渡口
众人到齐。

## 时间线
- 三年前：塔塌过一次
- 去年冬天：林墨的父亲出海

## 道具
- 铜铃
  - 持有：林墨
"""

ENGLISH = """\
## Characters

- **Ada Crane**: keeps the brass key.
- Martin Vale: a carpenter.
  - location: the old mill

## Foreshadows

### F003 The key
- surface: it fits no door in the house
- truth: it fits the mill
- due: chapters 12-15

## Style
Short sentences.

No adverbs.
"""


def read(text: str) -> Bible:
    return read_bible(text.encode(), BibleFormat.MARKDOWN)


def of_kind(bible: Bible, kind: MemoryKind) -> list[BibleEntry]:
    return [e for e in bible.entries if e.kind is kind]


def told(bible: Bible, kind: MemoryKind) -> list[tuple[str, str]]:
    return [(e.subject, e.text) for e in of_kind(bible, kind)]


def test_sections_of_a_chinese_bible_are_placed() -> None:
    bible = read(CHINESE)
    assert told(bible, MemoryKind.BIBLE) == [
        ("一、世界观", "塔城悬在海上，一年只退三次潮。\n\n退潮时城门必须关闭。"),
        ("货币", "一枚铜贝抵三千二百粒盐。"),
    ]
    assert told(bible, MemoryKind.BAN_RULE) == [("", "不得出现现代词语")]
    assert told(bible, MemoryKind.LOCKED_RULE) == [("", "叙述用第三人称")]
    assert told(bible, MemoryKind.RELATIONSHIP) == [("林墨/苏小满", "同门，互相不信")]
    assert told(bible, MemoryKind.VOLUME_OUTLINE) == [("第一卷 渡口", "众人到齐。")]
    assert bible.unplaced == ()


def test_bullets_under_a_name_are_fields_and_the_rest_is_text() -> None:
    people = of_kind(read(CHINESE), MemoryKind.CHARACTER_STATE)
    assert [(e.subject, e.text) for e in people] == [
        ("林墨", "守塔人的女儿，十七岁。"),
        ("苏小满", "第3章起失踪。"),
    ]
    assert people[0].fields == {"current_state": "左手有伤", "knows": "海图是假的；塔下有人"}


def test_foreshadows_are_read_with_code_title_window_and_truth() -> None:
    coded, titled = of_kind(read(CHINESE), MemoryKind.FORESHADOW)
    assert (coded.subject, coded.text) == ("F012", "铃舌在谁手里？")
    assert coded.fields == {
        "title": "铃舌",
        "due_from": 50,
        "due_to": 60,
        "hidden_truth": "在苏小满手里",
    }
    assert (titled.subject, titled.text, titled.fields) == (
        "",
        "海图缺的那一角。",
        {"title": "缺角"},
    )


def test_a_time_line_has_an_order() -> None:
    events = of_kind(read(CHINESE), MemoryKind.EVENT)
    assert [(e.fields["story_time"], e.fields["order"], e.text) for e in events] == [
        ("三年前", 1, "塔塌过一次"),
        ("去年冬天", 2, "林墨的父亲出海"),
    ]


def test_a_thing_with_fields_alone_is_told_by_them() -> None:
    (item,) = of_kind(read(CHINESE), MemoryKind.ITEM)
    assert (item.subject, item.text, item.fields) == ("铜铃", "持有：林墨", {"holder": "林墨"})


def test_sections_of_an_english_bible_are_placed() -> None:
    bible = read(ENGLISH)
    assert told(bible, MemoryKind.CHARACTER_STATE) == [
        ("Ada Crane", "keeps the brass key."),
        ("Martin Vale", "a carpenter."),
    ]
    (key,) = of_kind(bible, MemoryKind.FORESHADOW)
    assert (key.subject, key.fields["title"]) == ("F003", "The key")
    assert (key.fields["due_from"], key.fields["due_to"]) == (12, 15)
    assert key.fields["hidden_truth"] == "it fits the mill"
    assert told(bible, MemoryKind.STYLE_RULE) == [("", "Short sentences."), ("", "No adverbs.")]


def test_what_has_no_place_is_kept_as_a_note_and_reported() -> None:
    text = "作者自用。\n\n# 设定集\n前言一句。\n## 尾注\n没有分类。\n## 道具\n没有名字的东西\n"
    bible = read(text)
    assert told(bible, MemoryKind.NOTE) == [
        ("", "作者自用。"),
        ("设定集", "前言一句。"),
        ("尾注", "没有分类。"),
        ("", "没有名字的东西"),
    ]
    assert [(u.line, u.why) for u in bible.unplaced] == [
        (1, "it stands before any section: kept as a note"),
        (3, "'设定集' names no section: kept as a note"),
        (5, "'尾注' names no section: kept as a note"),
        (7, "no name before a colon says which item: kept as a note"),
    ]


def test_a_heading_in_a_fence_is_a_line() -> None:
    bible = read("## 文风\n```\n# 不是标题\n```\n")
    assert told(bible, MemoryKind.STYLE_RULE) == [("", "```\n# 不是标题\n```")]


def test_plain_text_with_bracketed_sections_and_bare_numbers_is_read_as_well() -> None:
    bible = read(
        "【规则】\n1、不得出现现代词语\n2、叙述用第三人称\n----\n##人物\n* 林墨：守塔人\n【注】\n"
    )
    assert [(e.kind.value, e.subject, e.text) for e in bible.entries] == [
        ("ban_rule", "", "不得出现现代词语"),
        ("locked_rule", "", "叙述用第三人称"),
        ("note", "", "【注】"),
        ("character_state", "林墨", "守塔人"),
    ]


def test_headings_below_a_name_stay_in_its_text() -> None:
    (person,) = read("## 人物\n### 林墨\n守塔人。\n#### 外貌\n瘦，高。\n").entries
    assert "外貌" in person.text
    assert "瘦，高。" in person.text


@pytest.mark.parametrize(
    ("words", "window"),
    [
        ("（第50-60章揭晓）", {"due_from": 50, "due_to": 60}),
        ("（第五十章到第六十章回收）", {"due_from": 50, "due_to": 60}),
        ("（第60章前揭晓）", {"due_to": 60}),
        ("（第50章之后揭晓）", {"due_from": 50}),
        ("（约第50章）", {"due_from": 50, "due_to": 50}),
        ("(revealed in chapters 50-60)", {"due_from": 50, "due_to": 60}),
        ("（不知何时揭晓）", {}),
        ("（第50层楼）", {}),
    ],
)
def test_a_window_is_read_out_of_brackets(words: str, window: dict[str, Any]) -> None:
    (entry,) = read(f"## 伏笔\n- F012：铃舌在谁手里？{words}\n").entries
    fields = {k: v for k, v in entry.fields.items() if k.startswith("due")}
    assert fields == window
    assert (words in entry.text) == (not window), "what is no window stays in the text"


@given(
    st.lists(
        st.sampled_from(
            [
                "## 人物",
                "### 林墨",
                "- 甲：乙",
                "  - 所在：渡口",
                "x",
                "",
                "# 附录",
                "```",
                "- F012：铃",
            ]
        ),
        max_size=12,
    )
)
def test_no_word_of_a_file_is_lost(lines: list[str]) -> None:
    """Every word stands in an entry or is a name that one goes by."""
    bible = read("\n".join(lines))
    kept = "\n".join(f"{e.subject} {e.text} {e.fields}" for e in bible.entries)
    counted = {word: "\n".join(lines).count(word) for word in ("乙", "渡口", "x", "铃")}
    for word, times in counted.items():
        assert kept.count(word) >= times
