"""Ladders of rank: on one ladder, nobody stands on two rungs at a time."""

import re

_STEP = "[一二三四五六七八九十]"
_LADDERS = {
    "cultivation": "炼气 练气 筑基 开光 金丹 元婴 出窍 分神 合体 渡劫 大乘 化神 炼虚 返虚 淬体 锻体 炼体 元丹 凝脉 斗者 斗师 "
    "大斗师 斗灵 斗王 斗皇 斗宗 斗尊 斗圣 斗帝 后天 先天 宗师 大宗师 武者 武师 大武师 武王 武皇 武帝 真仙 金仙 大罗金仙 灵徒 灵师 魂师 大魂师 "
    "魂尊 魂宗 魂王 魂帝 魂圣 魂斗罗",
    "sect": "杂役弟子 外门弟子 内门弟子 核心弟子 真传弟子 亲传弟子 外门执事 内门执事 外门长老 内门长老 大长老 太上长老 副掌门 掌门 "
    "副宗主 宗主",
    "army": "伍长 什长 百夫长 千夫长 万夫长 百户 千户 偏将 裨将 副将 参将 总兵 都督 大都督 元帅 大元帅 班长 排长 连长 营长 团长 旅长 军长",
    "office": "县丞 知县 县令 通判 知州 知府 道台 巡抚 总督 侍郎 尚书 大学士",
    "company": "实习生 职员 组长 主管 副经理 经理 总经理 总监 副总裁 总裁 董事长",
    "police": "警员 警长 队长 副局长 局长",
    "soldiers": "private corporal sergeant lieutenant captain major colonel brigadier general",
    "constables": "constable inspector superintendent commissioner",
    "firm": "clerk secretary manager director chairman",
    "craft": "apprentice journeyman",
    "crew": "midshipman bosun commodore admiral",
    "order": "novice initiate acolyte deacon priest bishop archbishop cardinal",
}
LADDER_OF = {rank: ladder for ladder, ranks in _LADDERS.items() for rank in ranks.split()}
"""The ladder of every rank."""

_STAGE = f"(?:[初中后]期|巅峰|圆满|大圆满|{_STEP}+[层重星阶段品级])"


def _ranks(*, latin: bool) -> str:
    found = sorted((r for r in LADDER_OF if r.isascii() is latin), key=len, reverse=True)
    return "|".join(found)


RANKS_ENGLISH = rf"(?:{_ranks(latin=True)})"
"""Pattern of an English rank."""
RANKS_CHINESE = rf"(?:{_ranks(latin=False)})(?:期|境)?{_STAGE}?"
"""Pattern of a Chinese rank with its stage, if one is said."""
_RUNG = re.compile(
    rf"(?P<rank>{_ranks(latin=False)}|{_ranks(latin=True)})(?:期|境)?(?P<stage>{_STAGE})?"
)


def rung(words: str) -> tuple[str, str]:
    """The rank and the stage of it in some words; each empty where there is none."""
    found = _RUNG.search(words)
    return (found["rank"].replace("练气", "炼气"), found["stage"] or "") if found else ("", "")


def same_rung(one: str, other: str) -> bool:
    """Whether two values `rank` or `rank/stage` can be true together."""
    rank, _, stage = one.partition("/")
    their_rank, _, their_stage = other.partition("/")
    return rank == their_rank and (not stage or not their_stage or stage == their_stage)
