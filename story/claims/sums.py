"""The grammar of debts, wages and other sums, and of what settles them."""

from story.claims.patterns import (
    CLAUSE,
    ENGLISH_NUMERAL,
    FLOW,
    NUMERAL,
    PERSON,
    THING,
    VAGUE,
    any_of,
)

_NAME = f"(?:{PERSON}|{THING})"
_COINS = any_of(
    """两银子 两黄金 两白银 两纹银 两 贯钱 贯 文钱 文 块大洋 大洋 元 块钱 块灵石 枚灵石 灵石 枚金币
    金币 银元 吊钱 吊 块 锭银子
    万元 万两"""
)
_AMOUNT = rf"(?P<value>{NUMERAL})(?P<unit>{_COINS}){VAGUE}"
_FEES = any_of(
    """赎金 聘礼 嫁妆 月钱 月银 月例 俸禄 工钱 租金 悬赏 赏金 束脩 盘缠 积蓄 酬劳 彩礼 学费 工资
    遗产 本钱 房租 地租 薪水 月俸 定金
    押金 赌注 家产 药钱 年俸 分例 饷银 佣金 身价 债务 欠款 欠债"""
)
_OWES = any_of("还欠 总共欠 一共欠 尚欠 共欠 已经欠 至今欠 仍欠 如今欠 足足欠 欠")
_AMOUNTS_TO = any_of(
    "是 为 共 定为 一共 总共 不过 足足 足有 约有 倒有 也有 整整 有 ： 只有 才 仅 只 每月 "
    "每年 统共 乃 合计 折"
    "银 约定 定的是 算来 就是 本是 原是 现是"
    ""
)
_COIN = "(?:银|钱|债|账|帐|欠|两|贯|款|金币|灵石)"

STATES = (
    (
        "sum/owes",
        rf"(?P<who>{PERSON})(?:{CLAUSE}{{0,8}}?){_OWES}(?:了|着|下)?"
        rf"(?:(?P<other>{_NAME})的?)?(?:{CLAUSE}{{0,6}}?){_AMOUNT}",
    ),
    (
        "sum/owes",
        rf"(?P<who>{PERSON}){CLAUSE}{{0,6}}?[向跟找问从](?P<other>{_NAME}){CLAUSE}{{0,4}}?"
        rf"(?:挪?借|赊)(?:了|走|去|得|来)?{CLAUSE}{{0,3}}?{_AMOUNT}",
    ),
    (
        "sum/owes",
        rf"(?P<other>{PERSON}){CLAUSE}{{0,4}}?借给(?P<who>{PERSON}){CLAUSE}{{0,3}}?{_AMOUNT}",
    ),
    (
        "sum/fee",
        rf"(?P<who>{_NAME})的?{FLOW}{{0,4}}?(?P<what>{_FEES})，?{_AMOUNTS_TO}{{1,4}}{_AMOUNT}",
    ),
    (
        "sum/owes",
        rf"(?P<who>{PERSON})\s(?:still\s|now\s)?(?:owes|owed)\s(?:(?P<other>{PERSON})\s|the\s\w+\s)?"
        rf"(?P<value>{ENGLISH_NUMERAL})\s(?P<unit>dollars?|pounds?|shillings?|guineas?|crowns?|"
        r"francs?|coins?|taels?|gold|silver)",
    ),
    (
        "sum/owes",
        rf"(?P<who>{PERSON})\shad\sborrowed\s(?P<value>{ENGLISH_NUMERAL})\s(?P<unit>dollars?|"
        rf"pounds?|shillings?|guineas?|crowns?|francs?|coins?)\sfrom\s(?P<other>{PERSON})",
    ),
)
"""What tells a sum."""
CHANGES = (
    (
        "sum/owes",
        rf"(?P<who>{PERSON}){FLOW}{{0,16}}?"
        rf"(?:还了|还清|偿还|归还|付清|还给|还上|结清|抵了|免去|又借|再借|又欠|输了?)"
        rf"(?:{_NAME})?{FLOW}{{0,8}}?{_COIN}",
    ),
    (
        "sum/fee",
        rf"(?P<who>{_NAME})的?{FLOW}{{0,4}}?{_FEES}{CLAUSE}{{0,6}}?"
        r"(?:涨|加|减|降|改|增|提|扣|裁)",
    ),
    ("sum/owes", rf"(?P<who>{PERSON})\s(?:\w+\s){{0,3}}?(?:paid|repaid|settled|forgave)"),
)
"""What makes a sum another one."""
