"""Chapter cards in free text: labelled words become fields, and nothing is lost."""

from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lorepack.errors import InvalidInputError
from lorepack.records import ChapterCard, PackRequest, Scope
from retrieval.pack.cards.reading import completed, read_free_card
from retrieval.pack.cards.words import card_text, words
from runtime.library import Library
from tests.strategies import cards, hostile_texts

CHINESE = """\
标题：渡口
本章目标: 找到铜铃。
必须发生：铜铃响三次；苏小满认出笔迹。
不得发生：说出海图的下落
本章出场人物：甲、乙和丙
地点：望潮楼
物件/道具：铜铃、半张海图
涉及伏笔：F012、F3
视角：沈砚秋
章末钩子：铃又响了。

要写得慢。
"""
ENGLISH = """\
## Title: Two Bearings
**Goal:** find it. Must happen: Owen shows the page; Mrs. Pell asks for the hook.
Must not happen: nobody says who shows the light
People: Dr. Agnes Pell, Mr. and Mrs. Vale, Ferdinand and Bram. They sail at noon.
Places: Marrack, the Hare and Hounds
Items: the caddy
Foreshadows: F002
POV: Owen Tallis
Ending hook: Three long and two short.
"""
MARKDOWN = """\
# 第7章 渡口
## 必须发生
- 铜铃响三次
- 苏小满认出笔迹

## 人物
1. 沈砚秋：左手有伤
2. 苏小满（师妹，失踪）
## 其他
写慢一点，呼应f12。
"""


def card(**said: Any) -> ChapterCard:
    return ChapterCard(**said)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (
            CHINESE,
            card(
                title="渡口",
                goal="找到铜铃",
                must_happen=("铜铃响三次", "苏小满认出笔迹"),
                must_not=("说出海图的下落",),
                people=("甲", "乙", "丙"),
                places=("望潮楼",),
                items=("铜铃", "半张海图"),
                foreshadow_codes=("F012", "F003"),
                pov="沈砚秋",
                ending_hook="铃又响了",
                text="要写得慢。",
            ),
        ),
        (
            ENGLISH,
            card(
                title="Two Bearings",
                goal="find it.",
                must_happen=("Owen shows the page", "Mrs. Pell asks for the hook."),
                must_not=("nobody says who shows the light",),
                people=("Dr. Agnes Pell", "Mr. and Mrs. Vale", "Ferdinand", "Bram"),
                places=("Marrack", "the Hare and Hounds"),
                items=("the caddy",),
                foreshadow_codes=("F002",),
                pov="Owen Tallis",
                ending_hook="Three long and two short.",
                text="They sail at noon.",
            ),
        ),
        (
            MARKDOWN,
            card(
                must_happen=("铜铃响三次", "苏小满认出笔迹"),
                people=("沈砚秋", "苏小满"),
                foreshadow_codes=("F012",),
                text="# 第7章 渡口\n\n沈砚秋：左手有伤\n苏小满（师妹，失踪）\n"
                "## 其他\n写慢一点，呼应f12。",
            ),
        ),
        (
            "准备写第7章 送宫花贾琏戏熙凤。本章出场人物：冷子兴、周瑞家的",
            card(people=("冷子兴", "周瑞家的"), text="准备写第7章 送宫花贾琏戏熙凤。"),
        ),
        (
            "Prepare to write CHAPTER III. "
            "Characters in this chapter: Jane, Mr. Bennet, Mrs. Bennet",
            card(
                people=("Jane", "Mr. Bennet", "Mrs. Bennet"), text="Prepare to write CHAPTER III."
            ),
        ),
        (
            "人物：沈砚秋 苏小满等人\n必须发生：\n铃响。\n海图找到。\n\n慢一点。",
            card(
                people=("沈砚秋", "苏小满"),
                must_happen=("铃响", "海图找到"),
                text="苏小满等人\n\n慢一点。",
            ),
        ),
        (
            "目标：进城\n- 过江\n- 上山\n\n- 别的",
            card(goal="进城\n过江\n上山", text="- 别的"),
        ),
    ],
)
def test_labelled_words_become_fields(text: str, read: ChapterCard) -> None:
    assert read_free_card(text) == read


@pytest.mark.parametrize(
    ("listed", "names"),
    [
        ("冷子兴、周瑞家的", ["冷子兴", "周瑞家的"]),
        ("贾琏和平儿", ["贾琏", "平儿"]),
        ("柳和平、颐和园", ["柳和平", "颐和园"]),
        ("和珅、陈永和与刘墉", ["和珅", "陈永和", "刘墉"]),
        ("何汀/何汀洲", ["何汀", "何汀洲"]),
        ("Mr. Bennet, Mrs. Bennet and Dr. Pell", ["Mr. Bennet", "Mrs. Bennet", "Dr. Pell"]),
        ("Mr. and Mrs. Vale; Sandy", ["Mr. and Mrs. Vale", "Sandy"]),
        ("John Vale, Jr., Smith and Sons, and Ada", ["John Vale, Jr.", "Smith and Sons", "Ada"]),
        ("the Skipper and Ada Crane", ["the Skipper", "Ada Crane"]),
        ("A, B and C", ["A", "B", "C"]),
    ],
)
def test_no_name_is_cut_apart(listed: str, names: list[str]) -> None:
    assert list(read_free_card(f"People: {listed}").people) == names


@pytest.mark.parametrize(
    "text",
    [
        "他说：“目标：回家。”",
        "Find the item: it is a bell.",
        "没有标签的一段话。",
        "At 6:40 the scene changed; nobody spoke.",
    ],
)
def test_a_label_inside_a_sentence_or_a_quotation_is_none(text: str) -> None:
    assert read_free_card(text) == ChapterCard(text=text)


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("回应F012，也见f12和Ｆ３。", ("F012", "F003")),
        ("F5.6 and half.F3 in 1F2", ()),
        ("f5 again", ()),
        ("伏笔：f5", ("F005",)),
    ],
)
def test_codes_count_wherever_they_stand(text: str, codes: tuple[str, ...]) -> None:
    assert read_free_card(text).foreshadow_codes == codes


def test_half_of_a_character_is_refused_by_name_and_breaks_nothing(
    shelf: Library, told: Scope
) -> None:
    card = ChapterCard(text="人物：甲和\ud83d")
    assert "甲" in "".join(completed(card).people)
    with pytest.raises(InvalidInputError, match="is half of one; send whole UTF-8"):
        shelf.pack(told, PackRequest(card=card))


LABELS = st.sampled_from(
    [
        *("标题：", "目标:", "必须发生：", "本章出场人物：", "地点：", "物件/道具：", "伏笔："),
        *("说明：", "Title:", "Goal: ", "Cast:", "Must happen: ", "Ending hook:"),
        *("## 人物\n", "**Items**\n", "- ", "1. ", "# "),
    ]
)
JOINTS = st.sampled_from(
    [*"、，；。 （）：/“”*的和\n", *("\n\n", ". ", ", ", "; ", " and ", "——", "等人", " Mr. ")]
)


@st.composite
def written(draw: st.DrawFn) -> tuple[str, list[str]]:
    """A card of words that stand nowhere else, with labels and marks in any order between them."""
    count = draw(st.integers(1, 12))
    tokens = [f"词{'甲乙丙丁戊己庚辛'[n % 8]}w{n}x" for n in range(count)]
    parts = [
        part
        for token in tokens
        for part in (*draw(st.lists(LABELS, max_size=2)), token, draw(JOINTS), draw(JOINTS))
    ]
    return "".join(parts), tokens


@given(written())
def test_every_word_stands_in_some_field(made: tuple[str, list[str]]) -> None:
    text, tokens = made
    read = read_free_card(text)
    told = "\n".join(
        value if isinstance(value, str) else "\n".join(value)
        for value in (getattr(read, f.name) for f in fields(read))
    )
    assert [token for token in tokens if token not in told] == []


@given(st.one_of(st.text(max_size=60), hostile_texts()))
def test_a_text_without_a_label_is_kept_as_it_stands(text: str) -> None:
    plain = text.replace(":", "").replace("：", "")
    read = read_free_card(plain)
    if not any(getattr(read, f.name) for f in fields(read) if f.name != "text"):
        assert "".join(read.text.split()) == "".join(plain.split())


@given(cards())
def test_a_card_in_words_reads_back_as_the_same_card(one: ChapterCard) -> None:
    one = replace(one, text="", pov="沈砚秋")
    codes = {"foreshadow_codes": tuple(dict.fromkeys(one.foreshadow_codes))}
    said = replace(one, **codes)
    assert read_free_card(words(said)) == said


@given(cards(), st.sampled_from([CHINESE, ENGLISH, MARKDOWN, ""]))
@example(ChapterCard(people=("丁",)), CHINESE)
def test_what_the_author_said_in_fields_wins(one: ChapterCard, text: str) -> None:
    done = completed(replace(one, text=text))
    read = read_free_card(text)
    for name in (f.name for f in fields(one) if f.name != "text"):
        assert getattr(done, name) == (getattr(one, name) or getattr(read, name))
    assert done.text == text
    assert completed(done) == done


@pytest.mark.parametrize("text", [CHINESE, ENGLISH, MARKDOWN])
def test_a_card_is_shown_as_its_author_wrote_it_and_each_thing_once(text: str) -> None:
    asked = ChapterCard(text=text.strip())
    shown = card_text(completed(asked), 7, chinese=True)
    assert shown == f"第7章（全书顺序）\n{text.strip()}"
    more = card_text(completed(replace(asked, goal="回家")), 7, chinese=True)
    assert more == f"第7章（全书顺序）\n目标：回家\n说明：{text.strip()}"
