"""The grammar of weights, lengths, prices, counts, and of what changes them."""

from story.claims.patterns import (
    CLAUSE,
    ENGLISH_NUMERAL,
    HAN,
    NUMERAL,
    PERSON,
    THING,
    VAGUE,
    any_of,
)

_NAME = f"(?:{PERSON}|{THING})"
_SIZES = any_of(
    "斤 两 钱 丈 尺 寸 里 步 贯 文 元 块钱 公里 公斤 米 吨 匹马力 英尺 灵石 金币 银币 铜"
    "钱 大洋 亩 顷 厘米 毫米 石 围"
)
_PARTS = any_of(
    """层 级 间 扇 座 口井 卷 页 根 节 孔 户 门 颗 棵 株 张床 条 道 重 围 个房间 个窗户 级台阶
    颗珠子 道门 块碑 篇 首 回 章 册
    枚 盏 柱 桌"""
)
_MEASURES = {
    "weight": any_of("重达 重约 重逾 净重 重 重量是 重量为 称得 称来"),
    "length": any_of("身长 身高 全长 长达 长约 长 高达 高约 高 周长 通高 总长"),
    "width": any_of("宽 阔 方圆 占地 面阔"),
    "depth": any_of("深达 深约 深 厚"),
    "price": any_of("价值 值 卖价 售价 标价 要价 造价 叫价 作价 卖得 估价 时价"),
}
_EXACTLY = "(?:足足|竟|也|都|只|仅|正好|恰好|整整|约|不过|足有|有|达|倒有|不多不少){0,3}"
_WHAT = rf"(?:(?P<who>{_NAME})(?:的|那)?|(?P<what>[{HAN}]{{2,12}}?))"

STATES = (
    *(
        (
            f"number/{predicate}",
            rf"{_WHAT}，?{_EXACTLY}{words}{_EXACTLY}(?P<value>{NUMERAL})(?P<unit>{_SIZES}){VAGUE}",
        )
        for predicate, words in _MEASURES.items()
    ),
    (
        "number/count",
        rf"{_WHAT}，?(?:里|中|上|内|前|"
        rf"统共)?{any_of('共有 一共有 总共有 足有 分为 共分 藏书 共 有 统共')}{_EXACTLY}"
        rf"(?P<value>{NUMERAL})(?P<unit>{_PARTS}){VAGUE}",
    ),
    (
        "number/weight",
        rf"(?P<value>{NUMERAL})(?P<unit>斤)重的(?P<what>[{HAN}]{{3,8}}?)(?=[，。；、])",
    ),
    (
        "number/length",
        rf"(?P<value>{NUMERAL})(?P<unit>丈|尺|米)来?[长高]的(?P<what>[{HAN}]{{3,8}}?)(?=[，。；"
        r"、])",
    ),
    (
        "number/children",
        rf"(?P<who>{PERSON})(?:膝下|共|一共|生)?有(?P<value>{NUMERAL})个?"
        rf"(?P<unit>儿子|女儿|孩子|徒弟|弟子)",
    ),
)
"""What tells a measure."""
_ALTERS = any_of(
    """重铸 重炼 熔 加长 扩建 改建 加固 截断 缩 涨 降价 加价 翻修 长高 又高了 增 添 拆 减
    扩 加盖 续修"""
)
CHANGES = (
    ("number", rf"(?:(?P<who>{_NAME})|(?P<what>[{HAN}]{{2,8}}?)){CLAUSE}{{0,6}}?{_ALTERS}"),
    ("number", rf"[将把](?:(?P<who>{_NAME})|(?P<what>[{HAN}]{{2,8}}?))(?:重新|又|再)?{_ALTERS}"),
)
"""What makes a measure another one."""

_ENGLISH_UNITS = any_of(
    """pounds? ounces? feet foot inches yards? miles? rooms? steps floors storeys stories pages?
    dollars? shillings? guineas? crowns? francs? coins? kilos? tons? metres? meters? acres? doors?
    windows? guns? oars? cannons? bells? beds?"""
)
_ENGLISH_VERBS = {
    "weight": "weighs|weighed",
    "length": r"(?:is|was|stands|stood|measures|measured|ran|rose)"
    r"(?=\s[\w -]{1,40}\s(?:feet|foot|inches|yards|miles|metres|meters))",
    "price": "costs?|is worth|was worth|sells for|sold for|fetched",
    "count": "has|had|contains|contained|holds|held|carries|carried",
}
ENGLISH_STATES = tuple(
    (
        f"number/{predicate}",
        rf"(?:\b(?:[Tt]he|[Hh]is|[Hh]er)\s(?P<what>(?:[\w-]+\s){{0,2}}?[\w-]+)|(?P<who>{_NAME}))\s"
        rf"(?:{verbs})\s(?:exactly\s|only\s|just\s)?(?P<value>{ENGLISH_NUMERAL})\s"
        rf"(?P<unit>{_ENGLISH_UNITS})\b",
    )
    for predicate, verbs in _ENGLISH_VERBS.items()
)
"""The same of English."""
