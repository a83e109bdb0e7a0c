"""Samples of what an author asks of a chapter: put in other words, denied, only wished for."""

import pytest

from lorepack.records import ChapterCard, FindingCode, Memory, MemoryKind
from tests.story.told import findings, memory

MUST_HAPPEN = [
    ("沈砚秋在望潮楼烧掉账册", "沈砚秋登上望潮楼，把那几本账册丢进火盆，看着它们化为灰烬。", True),
    ("沈砚秋在望潮楼烧掉账册", "望潮楼上风很大。沈砚秋把账册一页页投进火里烧尽了。", True),
    ("沈砚秋在望潮楼烧掉账册", "沈砚秋登上望潮楼，看了半夜的潮水。", False),
    (
        "陆青禾发现苏小满枕下的半块虎符",
        "夜里，陆青禾在枕下摸到半块虎符，才知道苏小满骗了她。",
        True,
    ),
    ("让陆青禾收到沈砚秋的信", "一只鸽子落在窗台上，陆青禾解下竹筒，是沈砚秋的信。", True),
    ("让陆青禾收到沈砚秋的信", "陆青禾喝了一碗酒。", False),
    ("沈砚秋用三百两赎回铜铃", "沈砚秋数出三百两银票，推到周老三面前，赎回了铜铃。", True),
    ("沈砚秋用三百两赎回铜铃", "沈砚秋数出五百两银票，推到周老三面前，赎回了铜铃。", False),
    ("苏小满突破金丹", "苏小满终于突破，结成金丹，天边雷声滚滚。", True),
    ("陆青禾拿到股份，签协议", "陆青禾终于拿到了公司百分之三十的股份，签下协议。", True),
    ("Ada burns the ledger", "Ada put the ledger on the fire and watched it burn.", True),
    ("Tom confesses the murder", "“I killed him,” Tom said; it was a confession of murder.", True),
    ("Tom confesses the murder", "Ada read the ledger by the fire.", False),
]
MUST_NOT = [
    ("沈砚秋不得打开铁匣", "沈砚秋一咬牙，打开了铁匣。", True),
    ("沈砚秋不得打开铁匣", "沈砚秋没有打开铁匣，他怕打开铁匣，可到底打开铁匣看了。", True),
    ("沈砚秋不得打开铁匣", "沈砚秋没有打开铁匣。", False),
    ("沈砚秋不得打开铁匣", "沈砚秋看着铁匣，始终没有打开它。", False),
    ("沈砚秋不得打开铁匣", "沈砚秋想打开铁匣，又忍住了。", False),
    ("沈砚秋不得打开铁匣", "沈砚秋不肯打开铁匣。", False),
    ("沈砚秋不得打开铁匣", "如果沈砚秋打开铁匣，一切就都完了。", False),
    ("沈砚秋不得打开铁匣", "“谁打开铁匣，谁就得死。”沈砚秋说道。", False),
    ("沈砚秋不得打开铁匣", "“别让他打开铁匣！”沈砚秋喊道。", False),
    ("沈砚秋不得打开铁匣", "沈砚秋把铁匣推回床下。陆青禾打开窗子。", False),
    ("沈砚秋不得突破金丹", "沈砚秋突破金丹，天边雷声滚滚。", True),
    ("沈砚秋不得突破金丹", "沈砚秋离突破金丹还差一步。", False),
    ("沈砚秋不得突破金丹", "苏小满突破金丹。沈砚秋在一旁看着。", False),
    ("沈砚秋不得离开渡口", "沈砚秋收拾了包袱，连夜离开渡口去了。", True),
    ("不得提到海底沉船", "陆青禾忽然说起海底沉船的事。", True),
    ("Ada must not open the iron chest", "Ada opened the iron chest.", True),
    ("Ada must not open the iron chest", "Ada did not open the iron chest.", False),
    ("Ada must not open the iron chest", "Ada never opened the iron chest.", False),
    ("Ada must not open the iron chest", "Ada wanted to open the iron chest, but Tom came.", False),
]


@pytest.mark.parametrize(("line", "draft", "happens"), MUST_HAPPEN)
def test_what_must_happen_may_be_told_in_other_words(line: str, draft: str, happens: bool) -> None:
    found = findings("天晴。", draft, card=ChapterCard(must_happen=(line,)))
    assert [f.code for f in found] == [FindingCode.MUST_HAPPEN_UNMET][happens:]
    duty = memory(MemoryKind.NEXT_DUTY, "", line)
    unmet = findings("天晴。", draft, memories=[duty])
    assert [f.code for f in unmet] == [FindingCode.DUTY_UNMET][happens:]


@pytest.mark.parametrize(("line", "draft", "happens"), MUST_NOT)
def test_what_must_not_happen_may_be_denied_or_wished_for(
    line: str, draft: str, happens: bool
) -> None:
    found = findings("天晴。", draft, card=ChapterCard(must_not=(line,)))
    assert [f.code for f in found] == [FindingCode.MUST_NOT_BROKEN][: int(happens)]


def foreshadow(**fields: str) -> Memory:
    return memory(MemoryKind.FORESHADOW, "F050", "铃舌在谁手里？", **fields)


@pytest.mark.parametrize(
    ("chapter", "draft", "overdue"),
    [
        (49, "苏小满喝了一碗酒。", False),
        (60, "苏小满喝了一碗酒。", False),
        (61, "苏小满喝了一碗酒。", True),
        (61, "原来铃舌一直在周老三手里。", False),
    ],
)
def test_a_foreshadow_is_overdue_after_the_last_chapter_that_is_due(
    chapter: int, draft: str, overdue: bool
) -> None:
    due = foreshadow(due_from="50", due_to="60")
    found = findings(["天晴。"] * (chapter - 1), draft, memories=[due])
    assert [f.code for f in found] == [FindingCode.FORESHADOW_OVERDUE][: int(overdue)]


@pytest.mark.parametrize(
    ("chapter", "draft", "early"),
    [
        (8, "原来陆青禾是前朝公主。", True),
        (9, "原来陆青禾是前朝公主。", False),
        (8, "陆青禾不是前朝公主，她只是个船娘。", False),
    ],
)
def test_a_truth_is_hidden_until_it_is_due(chapter: int, draft: str, early: bool) -> None:
    hidden = foreshadow(hidden_truth="陆青禾是前朝公主", due_from="9", due_to="99")
    found = findings(["天晴。"] * (chapter - 1), draft, memories=[hidden])
    assert [f.code for f in found] == [FindingCode.CANNOT_KNOW][: int(early)]
