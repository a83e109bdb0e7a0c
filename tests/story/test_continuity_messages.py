"""What people are told of a finding: in the language of the draft, in words and not in codes."""

import pytest

from lorepack.records import ChapterCard, Finding, MemoryKind
from story.claims import ClaimKind, read_claims
from story.claims.ranks import LADDER_OF
from story.continuity.wording import attribute
from tests.story.told import NAMES, findings, memory

MESSAGES = [
    ("沈砚秋今年二十七岁。", "沈砚秋今年才十九岁。", "沈砚秋的年龄前文为27岁，这里为19岁"),
    ("Ada Crane was nineteen years old.", "Ada Crane is thirty-four years old.",
        "Ada Crane's age was 19 and is 34 here"),
    ("镇河铁牛重九百斤。", "镇河铁牛重五百斤。", "镇河铁牛的重量前文为900斤，这里为500斤"),
    ("The old bell weighs two hundred pounds.", "The old bell weighs ninety pounds.",
        "old bell's weight was 200 pounds and is 90 pounds here"),
    ("听雨楼高六丈。", "听雨楼高九丈。", "听雨楼的尺寸前文为6丈，这里为9丈"),
    ("沈砚秋有两个儿子。", "沈砚秋有三个儿子。", "沈砚秋的儿子前文为2个，这里为3个"),
    ("沈砚秋欠周老三三百两银子。", "沈砚秋欠周老三五百两银子。",
        "沈砚秋的欠款前文为300两，这里为500两"),
    ("沈砚秋的月钱是二两银子。", "沈砚秋的月钱是五两银子。", "沈砚秋的月钱前文为2两，这里为5两"),
    ("Martin owed Tom forty dollars.", "Martin owes Tom ninety dollars.",
        "Martin Vale's debt was 40 dollars and is 90 dollars here"),
    ("沈砚秋是筑基初期的修士。", "沈砚秋是炼气七层。",
        "沈砚秋的境界前文为筑基初期，这里为炼气七层"),
    ("沈砚秋是知县。", "沈砚秋是知府。", "沈砚秋的官职前文为知县，这里为知府"),
    ("Tom Reed was a sergeant.", "Tom Reed was a captain.",
        "Tom Reed's rank in the army was sergeant and is captain here"),
    ("沈砚秋的生日是三月初八。", "沈砚秋的生日是九月十二。",
        "沈砚秋的生日前文为三月初八，这里为九月十二"),
    ("沈砚秋是苏小满的父亲。", "周老三是苏小满的父亲。", "苏小满的父亲前文为沈砚秋，这里为周老三"),
    ("沈砚秋把铜铃交给了陆青禾。", "沈砚秋掏出铜铃。", "铜铃在陆青禾手里，这里却在沈砚秋手里"),
    ("沈砚秋弄丢了铜铃。", "沈砚秋掏出铜铃。", "铜铃已不在沈砚秋手里，这里却又在"),
    ("Martin gave the brass key to Ada.", "Martin pulled out the brass key.",
        "brass key is with Ada Crane; here Martin Vale has it"),
    ("一行人走了八天。", "这是上路的第二天。", "这里是第2天，前文已过了更多天：行人走了八天"),
    ("沈砚秋气绝身亡。", "沈砚秋推门进来。", "沈砚秋已死，这里却在场：沈砚秋推门"),
    ("Martin Vale died.", "Martin opened the door.",
        "Martin Vale is dead and acts: Martin opened"),
    ("陆青禾不知道周老三换走了海图。", "陆青禾早就知道周老三换走了海图。",
        "陆青禾还无从知道：周老三换走了海图"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "draft", "message"), MESSAGES)
def test_a_finding_is_told_in_the_language_of_the_draft(
    before: str, draft: str, message: str
) -> None:
    assert [finding.message for finding in findings(before, draft)] == [message]


def wishes(draft: str) -> list[Finding]:
    card = ChapterCard(must_happen=("Ada burns the ledger",), must_not=("不得打开铁匣",))
    memories = [
        memory(MemoryKind.BAN_RULE, "", "禁用词：手机"),
        memory(MemoryKind.FORESHADOW, "F012", "铃舌在谁手里？", due_to="1"),
    ]
    return findings(["天晴。"], draft, memories=memories, card=card)


def test_what_an_author_wanted_is_told_in_the_language_of_the_draft_too() -> None:
    messages = [finding.message for finding in wishes("苏小满掏出手机，打开铁匣。")]
    assert sorted(messages) == [
        "不该发生，却写到了：不得打开铁匣",
        "伏笔 F012 最迟应在第 1 章收回",
        "没有写到：Ada burns the ledger",
        "规则禁用“手机”",
    ]
    assert {finding.message for finding in wishes("It rained all day.")} == {
        "does not happen: Ada burns the ledger",
        "foreshadow F012 was due by chapter 1",
    }


def test_the_language_of_a_message_is_no_part_of_the_id() -> None:
    chinese = "沈砚秋今年才十九岁。"
    (one,) = findings("沈砚秋今年二十七岁。", chinese)
    (other,) = findings("沈砚秋今年二十七岁。", "The rain did not stop for days.\n" * 99 + chinese)
    assert (one.id, one.message != other.message) == (other.id, True)


@pytest.mark.parametrize("chinese", [True, False])
def test_every_ladder_and_every_value_that_is_read_has_words(chinese: bool) -> None:
    texts = [text for before, draft, _ in MESSAGES for text in (before, draft)]
    predicates = {f"rank/{ladder}" for ladder in LADDER_OF.values()} | {
        claim.predicate
        for text in texts
        for claim in read_claims(text, NAMES)
        if claim.kind is ClaimKind.ATTRIBUTE
    }
    assert not any("/" in attribute(one, chinese=chinese) for one in predicates)
    raw = {one.partition("/")[2] for one in predicates if one.startswith("rank")}
    assert not raw & {attribute(f"rank/{one}", chinese=chinese) for one in raw} - {"office"}
