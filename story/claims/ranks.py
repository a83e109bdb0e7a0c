"""Ladders of rank: on one ladder, nobody stands on two rungs at a time."""

import re

from story.claims.patterns import CLAUSE, FLOW, HAN, PERSON, any_of

_STEP = "[一二三四五六七八九十]"
_LADDERS = {
    "cultivation": """炼气 练气 筑基 开光 金丹 元婴 出窍 分神 合体 渡劫 大乘 化神 炼虚 返虚 淬体
    锻体 炼体
    元丹 凝脉 斗者 斗师 大斗师 斗灵 斗王 斗皇 斗宗 斗尊 斗圣 斗帝 后天 先天 宗师 大宗师 武者 武师
    大武师 武王 武皇
    武帝 真仙 金仙 大罗金仙 灵徒 灵师 魂师 大魂师 魂尊 魂宗 魂王 魂帝 魂圣 魂斗罗 凝气 结丹 通玄
    天元 地元 玄级""",
    "sect": """杂役弟子 外门弟子 内门弟子 核心弟子 真传弟子 亲传弟子 外门执事 内门执事 外门长老
    内门长老 大长老
    太上长老 副掌门 掌门 副宗主 宗主 舵主 堂主 帮主 副帮主""",
    "army": """伍长 什长 百夫长 千夫长 万夫长 百户 千户 把总 千总 守备 游击 偏将 裨将 副将 参将
    总兵 提督 都督
    大都督 元帅 大元帅 班长 排长 连长 营长 团长 旅长 军长 校尉 都尉 中郎将""",
    "office": """县丞 县尉 知县 县令 主簿 通判 知州 知府 同知 道台 巡抚 总督 侍郎 尚书 大学士 太守
    刺史 州牧 御史
    员外郎 郎中 给事中 司马 长史 别驾 丞相 太尉 司徒 司空""",
    "company": "实习生 职员 组长 主管 副经理 经理 总经理 总监 副总裁 总裁 董事长 店员 店长",
    "police": "警员 警长 副局长 局长 捕快 捕头",
    "harem": "官女子 答应 常在 贵人 婕妤 昭仪 嫔位 妃位 贵妃 皇贵妃 皇后",
    "school": "童生 秀才 举人 进士 探花 榜眼 状元 贡生",
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


_IS = any_of(
    """已是 已经是 乃是 乃 是 不过是 只是 仍是 还是 身为 贵为 官居 官拜 官至 任 现任 现为 正是
    依旧是
    做着 当着 充任 充 现居 忝为
    身居 领着 担任 充当 做个 当个 不过 只是个 挂着"""
)
_STANDS_AT = any_of("修为 境界 实力 职位 官职 身份 官衔 功名 军衔")
_AT = any_of("是 为 已达 达到 只有 在 停在 停留在 不过 不过是 才 已是 仍是 还是 卡在 止步于 只到")
_RISES = any_of(
    """突破 晋升 晋级 升为 升任 升到 升至 升了 升作 提拔 擢升 踏入 迈入 步入 进阶 凝结 结成 结丹
    成就 封为 拜为 加封 任命 改任 调任
    降为 贬为 跌落 跌回 废去 被废 罢免 撤职 革职 当上 成为 做了 继任 接任 就任 出任 授 选为 推举
    推为 破境 渡劫成功 册封 官复 中了
    考中 考取 高中 补了 署理 除授 迁 转任 赴任 革去
    晋为 晋封 晋位 降位 褫夺 废黜 尽失 尽废 散功 跌境 跌至 打落 震散 自废 大跌"""
)
STATES = (
    (
        "rank",
        rf"(?P<who>{PERSON}){FLOW}{{0,8}}?{_IS}了?(?:一?[名个位员])?{CLAUSE}{{0,4}}?"
        rf"(?!答应[了下过你我他她])(?P<value>{RANKS_CHINESE})",
    ),
    (
        "rank",
        rf"(?P<who>{PERSON})的?{_STANDS_AT}{FLOW}{{0,4}}?{_AT}{CLAUSE}{{0,4}}?(?P<value>"
        rf"{RANKS_CHINESE})",
    ),
    (
        "rank",
        rf"(?<![{HAN}])(?:身为)?(?P<value>{RANKS_CHINESE})(?:期|境|境界|修为)?的(?P<who>{PERSON})",
    ),
    (
        "rank",
        rf"(?P<who>{PERSON})\s(?:is|was|remained|is still|was still|is now|was now)\s"
        rf"(?:(?:only|just|still)\s)?(?:an?|the)\s(?:\w+\s)?(?P<value>{RANKS_ENGLISH})\b",
    ),
)
"""What tells a rank."""
CHANGES = (
    (
        "rank",
        rf"(?P<who>{PERSON}){FLOW}{{0,12}}?{_RISES}{CLAUSE}{{0,4}}?(?P<value>{RANKS_CHINESE})?",
    ),
    (
        "rank",
        rf"[封拜升擢任授贬晋降]了?(?P<who>{PERSON})(?:为|作){CLAUSE}{{0,4}}?(?P<value>{RANKS_CHINESE})?",
    ),
    (
        "rank",
        rf"(?P<who>{PERSON})\s(?:\w+\s){{0,3}}?(?:promoted|became|made|appointed|demoted|elected|"
        rf"rose|commissioned|named)(?:\s(?:to|an?|the)){{0,3}}(?:\s(?P<value>{RANKS_ENGLISH}))?\b",
    ),
)
"""What makes a rank another one."""
