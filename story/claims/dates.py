"""The grammar of days on which something falls, and of what moves them."""

import re

from story.claims.patterns import CLAUSE, HAN, PERSON, THING, any_of
from text.numerals import parse

_NAME = f"(?:{PERSON}|{THING})"
_DAY = (
    "[正一二三四五六七八九十冬腊]{1,2}月(?:初|十|廿|二十|三十)?[一二三四五六七八九十]{0,2}[日号]?|"
    "[0-9]{1,2}月[0-9]{1,2}[日号]?"
)
_OCCASIONS = any_of(
    """生日 生辰 寿辰 诞辰 忌日 婚期 佳期 吉期 婚礼 大婚 考期 大典 大会 大比 期限 归期 祭典 祭日
    约期 比武 庙会 开张 寿诞 周年 喜日
    集市 灯会 法会 会试 乡试 殿试 开学 开业 决战 约战 祭祖 迎亲 成亲 出阁 下聘 满月 及笄礼 冠礼
    试剑 秋猎 拍卖会 演武 宗门大比"""
)
_FALLS = any_of(
    """是 定在 定于 在 为 正是 乃是 乃 设在 选在 是在 就在 便是 恰是 却是 改不得， 本是 原是 原定
    说定 订在 定的是 不是别日，正是
    一向在 年年都在 落在"""
)
_MONTHS = """January February March April May June July August September October November
    December"""
_MONTH_NAMES: list[str] = [*_MONTHS.split()]
_MONTH = any_of(_MONTHS)
_ENGLISH_DAY = rf"(?P<value>\w+(?:\sof)?\s{_MONTH}|{_MONTH}\s\w+)"

STATES = (
    (
        "date",
        rf"(?:(?P<who>{_NAME})的?(?={_OCCASIONS}))?(?P<what>[{HAN}]{{0,6}}?{_OCCASIONS})，?(?:"
        r"就|便|早已|已|都)?"
        rf"{_FALLS}了?(?P<value>{_DAY})",
    ),
    (
        "date",
        rf"(?P<value>{_DAY})(?:，|这[一日天]{{0,2}}，?|便|就|正|"
        rf"乃){{0,4}}是(?P<who>{_NAME})的?(?P<what>{_OCCASIONS})",
    ),
    ("date", rf"(?P<who>{PERSON})(?P<what>生)于(?P<value>{_DAY})"),
    (
        "date",
        rf"(?P<who>{PERSON})['’]s\s(?P<what>birthday|wedding|trial|coronation|execution|funeral)\s"
        rf"(?:is|was|fell|falls)\s(?:set\sfor\s|on\s)?(?:the\s)?{_ENGLISH_DAY}",
    ),
    (
        "date",
        r"\b[Tt]he\s(?P<what>(?:\w+\s)?(?:wedding|trial|coronation|festival|auction|election|"
        r"hanging|ball|fair|regatta))\s(?:is|was)\s(?:set\sfor|on|"
        rf"fixed\sfor)\s(?:the\s)?{_ENGLISH_DAY}",
    ),
)
"""What tells a date."""
CHANGES = (
    (
        "date",
        rf"(?:(?P<who>{_NAME})的?)?(?P<what>{_OCCASIONS}){CLAUSE}{{0,6}}?"
        "(?:改(?!不)|推迟|提前|延|推后|延后|挪)",
    ),
    (
        "date",
        rf"(?P<who>{PERSON})['’]s\s(?P<what>birthday|wedding|trial|coronation)\s(?:was|is)\s"
        r"(?:moved|postponed|brought forward|put off)",
    ),
)
"""What makes a date another one."""
_PARTS = re.compile(rf"(?P<month>{_MONTH})|[0-9]+|[正一二三四五六七八九十冬腊廿]+|[A-Za-z]+")
_MONTHS_OF_OLD = {"正": 1, "冬": 11, "腊": 12}


def same_day(one: str, other: str) -> bool:
    """Whether two dates can be one day: 3月8日 is 三月初八, ninth of May is May 9.

    A month without a day can be any day of it, and words that are no date any date.
    """
    mine, theirs = _month_and_day(one), _month_and_day(other)
    return all(a == b for a, b in zip(mine, theirs, strict=False))


def _month_and_day(words: str) -> tuple[int, ...]:
    months = [found for found in _PARTS.finditer(words) if found["month"]]
    rest = [found.group() for found in _PARTS.finditer(words) if not found["month"]]
    month = [_MONTH_NAMES.index(found.group()) + 1 for found in months]
    numbers = (_MONTHS_OF_OLD.get(word) or parse(word) for word in rest)
    return (*month, *(number for number in numbers if number is not None))
