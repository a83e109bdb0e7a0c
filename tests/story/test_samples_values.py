"""Samples of ages, sums, ranks, dates and kinship: what is found, and what only looks like it."""

import pytest

from lorepack.records import FindingCode
from tests.story.told import codes

SAMPLES = [
    (("沈砚秋今年二十岁。",), "三年后，沈砚秋已经二十三岁了。", None),
    (("沈砚秋今年二十岁。",), "一年后，沈砚秋今年三十岁了。", FindingCode.AGE_CHANGED),
    (("沈砚秋今年20岁。", "转眼过了三年。"), "沈砚秋今年23岁。", None),
    (
        ("Ada Crane was twenty years old.",),
        "A year later Ada Crane was thirty years old.",
        FindingCode.AGE_CHANGED,
    ),
    (
        ("Ada Crane was twenty years old.",),
        "Three years later Ada Crane was twenty-three years old.",
        None,
    ),
    (("沈砚秋今年二十岁。",), "“沈砚秋今年三十岁。”媒婆撒谎道。", None),
    (("沈砚秋今年二十岁。",), "沈砚秋看上去只有十七八岁。", None),
    (("沈砚秋今年二十岁。",), "沈砚秋的姐姐今年三十岁。", None),
    (("沈砚秋今年二十岁。",), "沈砚秋带着今年六岁的儿子。", None),
    (("Ada, twenty, laughed.",), "Ada, thirty-five, laughed.", FindingCode.AGE_CHANGED),
    (("沈砚秋年方二八。",), "沈砚秋今年十六岁。", None),
    (("沈砚秋今年二十有三。",), "沈砚秋今年二十三岁。", None),
    (
        ("沈砚秋欠周老三三百两银子。",),
        "沈砚秋还清了欠周老三的银子。沈砚秋欠周老三五十两银子。",
        None,
    ),
    (("沈砚秋欠周老三100万元。",), "沈砚秋欠周老三一百万元。", None),
    (("沈砚秋欠周老三一百万元。",), "沈砚秋欠周老三三百万元。", FindingCode.SUM_CHANGED),
    (("沈砚秋欠周老三50块灵石。",), "沈砚秋还欠周老三八十块灵石。", FindingCode.SUM_CHANGED),
    (("沈砚秋的工资是八千元。",), "沈砚秋的工资是一万二千元。", FindingCode.SUM_CHANGED),
    (("沈砚秋的工资是八千元。", "沈砚秋的工资涨了。"), "沈砚秋的工资是一万二千元。", None),
    (("Tom owed Martin 1,000 dollars.",), "Tom owed Martin one thousand dollars.", None),
    (("Tom owed Martin 1,000 dollars.",), "Tom owed Ada fifty dollars.", None),
    (("Tom owed Martin 1,000 dollars.",), "Tom paid Martin. Tom owed Martin fifty dollars.", None),
    (("沈砚秋欠周老三一百万元。",), "沈砚秋欠周老三一百万。", None),
    (("那块玄铁重一斤。",), "那块玄铁重十六两。", None),
    (("镇河铁牛重一千斤。",), "镇河铁牛重半吨。", None),
    (("镇河铁牛重1000斤。",), "镇河铁牛重一千斤。", None),
    (("望潮楼高十丈。",), "望潮楼高十二丈。", FindingCode.NUMBER_CHANGED),
    (("The house had nine rooms.",), "The house had twelve rooms.", FindingCode.NUMBER_CHANGED),
    (("沈砚秋是金丹初期修士。",), "沈砚秋突破到金丹中期。沈砚秋已是金丹中期。", None),
    (("沈砚秋是金丹初期修士。",), "沈砚秋是元婴初期的修士。", FindingCode.RANK_CHANGED),
    (
        ("沈砚秋是金丹初期修士。", "一战之后，沈砚秋境界跌落，只剩筑基。"),
        "沈砚秋是筑基后期。",
        None,
    ),
    (
        ("沈砚秋是金丹初期修士。",),
        "沈砚秋是筑基后期的修士，仍在杂役房里挑水。",
        FindingCode.RANK_CHANGED,
    ),
    (("沈砚秋是金丹初期修士。",), "沈砚秋被人一掌震散金丹，修为尽失。沈砚秋不过是炼气三层。", None),
    (("沈砚秋不过是个答应。",), "沈砚秋是贵妃。", FindingCode.RANK_CHANGED),
    (("沈砚秋是常在。", "皇上下旨，封沈砚秋为贵人。"), "沈砚秋是贵人。", None),
    (("沈砚秋是常在。", "皇上晋了沈砚秋为贵人。"), "沈砚秋是贵人。", None),
    (("沈砚秋是销售经理。",), "沈砚秋是公司总裁。", FindingCode.RANK_CHANGED),
    (("Tom Reed was a captain.",), "Tom Reed was demoted. Tom Reed was a sergeant.", None),
    (
        ("Tom Reed was a captain.",),
        "Tom Reed was a private in the third company.",
        FindingCode.RANK_CHANGED,
    ),
    (("沈砚秋是筑基修士。",), "沈砚秋曾是炼气修士。", None),
    (("沈砚秋是金丹期修士。",), "沈砚秋自称是筑基修士。", None),
    (("沈砚秋是金丹期修士。",), "沈砚秋将修为压制在筑基，看上去是筑基修士。", None),
    (("沈砚秋是陆青禾的师父。",), "周老三是陆青禾的师父。", FindingCode.RELATION_CHANGED),
    (("沈砚秋是陆青禾的师父。",), "周老三是陆青禾的师弟。", None),
    (("Martin Vale was Ada Crane's father.",), "Tom Reed was Ada Crane's brother.", None),
    (("沈砚秋是陆青禾的父亲。",), "周老三是陆青禾的养父。", None),
    (("沈砚秋是陆青禾的父亲。",), "周老三是陆青禾的干爹。", None),
    (("沈砚秋的生日是三月初八。",), "三月初八是沈砚秋的生日。", None),
    (("沈砚秋的生日是3月8日。",), "沈砚秋的生日是三月八日。", None),
    (("拍卖会定在六月初一。",), "拍卖会定在六月十五。", FindingCode.DATE_CHANGED),
    (
        ("The trial is set for the ninth of May.",),
        "The trial is set for the second of June.",
        FindingCode.DATE_CHANGED,
    ),
    (("The trial is set for May 9.",), "The trial was set for the ninth of May.", None),
    (("沈砚秋的生日是三月初八。",), "沈砚秋的生日，她记错了，以为是三月初九。", None),
    (
        ("苏小满今年十八岁，在玄天宗做杂役弟子。",),
        "苏小满今年三十岁，是玄天宗的杂役弟子。",
        FindingCode.AGE_CHANGED,
    ),
    (("苏小满今年十八岁。",), "五年过去了，苏小满今年二十三岁。", None),
    (("苏小满今年十八岁。",), "百年之后，苏小满今年一百二十岁，容颜未改。", None),
    (
        ("Tom Reed was forty-two years old.",),
        "When Tom Reed was twenty years old, he had joined the force.",
        None,
    ),
    (
        ("Tom Reed was forty-two years old.",),
        "At the trial Tom Reed was fifty-nine years old.",
        FindingCode.AGE_CHANGED,
    ),
    (("苏小满是外门弟子。",), "苏小满是内门长老，谁敢拦她？", FindingCode.RANK_CHANGED),
    (("苏小满是外门弟子。", "大比之后，苏小满晋升内门弟子。"), "苏小满是内门弟子。", None),
    (("苏小满是炼气三层。",), "苏小满闭关三月，一举突破至筑基。苏小满已是筑基初期。", None),
    (
        ("苏小满是元婴初期修士。", "苏小满渡劫失败，境界跌落至金丹。"),
        "苏小满是金丹后期修士。",
        None,
    ),
    (("沈砚秋是公司的总监。",), "沈砚秋是公司的实习生。", FindingCode.RANK_CHANGED),
    (("陆青禾是常在。",), "陆青禾身为贵妃，自然不肯低头。", FindingCode.RANK_CHANGED),
    (("Tom Reed was a constable.",), "Tom Reed was an inspector.", FindingCode.RANK_CHANGED),
    (
        ("Tom Reed was a constable.", "In spring Tom Reed was made inspector."),
        "Tom Reed was an inspector.",
        None,
    ),
    (("Martin was an apprentice.",), "Martin was a journeyman now.", FindingCode.RANK_CHANGED),
    (("苏小满的月银是五两。",), "苏小满的月银是二十两，比嬷嬷还多。", FindingCode.SUM_CHANGED),
    (("沈砚秋欠银行三百万元。",), "沈砚秋欠银行五百万元。", FindingCode.SUM_CHANGED),
    (("沈砚秋欠银行三百万元。",), "沈砚秋卖了房子，还清了欠款。沈砚秋还欠银行五万元。", None),
    (("陆青禾的嫁妆是一千两。",), "陆青禾的嫁妆是八百两。", FindingCode.SUM_CHANGED),
    (
        ("Ada owed the bank nine hundred pounds.",),
        "Ada owed the bank two hundred pounds.",
        FindingCode.SUM_CHANGED,
    ),
    (("青云峰高三千丈。",), "青云峰高五千丈，直入云霄。", FindingCode.NUMBER_CHANGED),
    (("噬魂鼎重三百斤。",), "噬魂鼎重九百斤，沈砚秋单手举起。", FindingCode.NUMBER_CHANGED),
    (("噬魂鼎重三百斤。", "沈砚秋将噬魂鼎重炼了一遍。"), "噬魂鼎重九百斤。", None),
    (
        ("The tower was ninety feet high.",),
        "The tower was forty feet high.",
        FindingCode.NUMBER_CHANGED,
    ),
    (("The ship carried forty guns.",), "The ship carried sixty guns.", FindingCode.NUMBER_CHANGED),
    (("婚礼定在五月初六。",), "婚礼定在七月初六。", FindingCode.DATE_CHANGED),
    (("婚礼定在五月初六。", "婚礼推迟了。"), "婚礼定在七月初六。", None),
    (("Ada's birthday is March 3.",), "Ada's birthday is on the third of March.", None),
    (("宗门大比定在九月初九。",), "宗门大比定在九月。", None),
    (("周老三是苏小满的父亲。",), "沈砚秋是苏小满的父亲。", FindingCode.RELATION_CHANGED),
    (("苏小满拜沈砚秋为师。",), "苏小满的师父是周老三。", FindingCode.RELATION_CHANGED),
    (
        ("Tom Reed is Ada Crane's father.",),
        "Ada's father, Martin Vale, was waiting.",
        FindingCode.RELATION_CHANGED,
    ),
]


@pytest.mark.parametrize(("before", "draft", "code"), SAMPLES)
def test_a_sample_is_found_or_left_alone(
    before: tuple[str, ...], draft: str, code: FindingCode | None
) -> None:
    assert codes(before, draft) == ([] if code is None else [code])
