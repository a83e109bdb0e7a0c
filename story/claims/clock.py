"""The story's clock: how many days go by, which day of a journey it is."""

import re
from collections.abc import Iterator

from story.claims.claim import Claim, ClaimKind
from story.claims.names import Marked
from story.claims.patterns import (
    CLAUSE,
    ENGLISH_NUMERAL,
    FLOW,
    HAN,
    NUMERAL,
    any_of,
    matches,
)
from story.claims.telling import Telling
from text.facts.values import read_numeral

_DAYS = {
    **dict.fromkeys(("天", "日", "夜", "昼夜", "个昼夜", "day", "night"), 1),
    **dict.fromkeys(("个月", "月", "month"), 30),
    **dict.fromkeys(("年", "载", "个春秋", "year"), 365),
    "week": 7,
}
"""Days that a unit counts."""
_UNIT = "(?P<unit>个昼夜|昼夜|天|日|夜|个月|年|载|个春秋)"
_GO = any_of(
    "走 行 赶 奔波 跋涉 航行 飘 漂 颠簸 骑行 奔驰 奔行 驶 飞 逃 行进 行军 奔走 赶路 在路"
    "上 路上 途中 海上 江上 山中 山里 林中 漠中 船上"
    ""
)
_SET_OUT = any_of(
    """出发 启程 上路 动身 离开 离家 起程 开拔 出海 下山 出城 登船 启航 踏上旅途 踏上征途 登程 起身
    开船 上船 离京 出关 启行 出门 登岸
    拔营 起锚 扬帆"""
)
_STARTS = any_of("启程 上路 动身 起程 登程 出发 启航 扬帆 开拔 踏上旅途 踏上征途 起锚 拔营")
_ON_THE_WAY = any_of("旅程 旅途 行程 路程 路上 上路 赶路 途中 航程 船上 海上 马背上 行军")
_ONLY = any_of("才 刚 刚刚 不过 仅 只有 仅仅 只 方 统共 总共")
_TRAVELS = "travelled|traveled|walked|rode|sailed|marched|journeyed|trudged|driven|ridden|been"
_MORE_OF_IT = "(?!内|之内|里(?!路)|前|之前|以前)"
_GRAMMAR = (
    (
        "travel",
        rf"{_GO}{FLOW}{{0,6}}?(?:整整|足足|约|大约|将近|差不多|有|"
        rf"了)(?P<value>{NUMERAL}){_UNIT}{_MORE_OF_IT}",
    ),
    ("travel", rf"{_GO}(?P<value>{NUMERAL}){_UNIT}{_MORE_OF_IT}"),
    (
        "travel",
        rf"(?P<value>{NUMERAL}){_UNIT}[{HAN}]?夜?的?(?:路程|跋涉|奔波|航程|行程|旅途|颠簸|长途|"
        r"路)(?=[，。；之后才方])",
    ),
    (
        "elapsed",
        rf"(?:过了?|又过了?|一连|转眼|倏忽|一晃|不觉)(?P<value>{NUMERAL}){_UNIT}{_MORE_OF_IT}",
    ),
    ("elapsed", rf"(?P<value>{NUMERAL}){_UNIT}(?:之后|以后|后(?!面|来|宫)|过去|已过)"),
    (
        "next_year",
        "次年|明年(?=[正二三四五六七八九春夏秋冬])|来年|转年|第二年|新年|除夕|过了年|开春|又是一年",
    ),
    (
        "long",
        "光阴|岁月|不觉数|数年|几年(?:过去|之后|以后|后)|多年(?:过去|之后|以后|后)|数载|若干年|"
        "[百千万]年(?:过去|之后|以后|后)|"
        "years (?:passed|went by|later)",
    ),
    (
        "sets_out",
        rf"(?:再次|重新|又|即刻|当即|次日|一早|连夜|便|就|于是|收拾.{{0,8}}){_STARTS}"
        rf"(?!{FLOW}{{0,10}}[天日])",
    ),
    ("day", rf"(?:{_SET_OUT}|{_ON_THE_WAY}){FLOW}{{0,12}}?第(?P<value>{NUMERAL})[天日]"),
    ("day", rf"第(?P<value>{NUMERAL})[天日]的?{CLAUSE}{{0,4}}?(?:{_ON_THE_WAY}|跋涉)"),
    ("since", rf"{_SET_OUT}{FLOW}{{0,10}}?{_ONLY}(?:过了?|有|走了|第)?(?P<value>{NUMERAL})[天日]"),
    ("since", rf"{_ONLY}{CLAUSE}{{0,4}}?(?:走|行|赶|过)了(?P<value>{NUMERAL})[天日]"),
    ("since", rf"(?P<value>{NUMERAL})[天日]之?前{CLAUSE}{{0,4}}?{_SET_OUT}"),
    (
        "since",
        rf"(?P<value>昨[天日夜晚]|前[天日](?!里)){CLAUSE}{{0,3}}?{_ONLY}{CLAUSE}{{0,2}}?{_SET_OUT}",
    ),
    (
        "story_day",
        r"(?:\A|(?<=\n))[^\S\n]*+(?:[【（(]|(?:末世|穿越|重生|开学|入宗|航行|比赛|围城|隔离|失踪)后?)"
        rf"第(?P<value>{NUMERAL})天(?=[\s】）)，。：:]|\Z)",
    ),
    (
        "travel",
        rf"\b(?:{_TRAVELS})\s(?:\w+\s){{0,3}}?for\s(?P<value>{ENGLISH_NUMERAL})\s"
        r"(?P<unit>day|week|month|night)s?\b",
    ),
    (
        "travel",
        rf"\b(?P<value>{ENGLISH_NUMERAL})\s(?P<unit>day|week|month|night)s?['’]?\s(?:on the road|"
        r"at sea|of (?:travel|walking|riding|sailing|marching)|journey|march|ride)",
    ),
    (
        "elapsed",
        rf"\b(?P<value>{ENGLISH_NUMERAL})\s(?P<unit>day|week|month|year|night)s?\s"
        r"(?:later|passed|went by|had passed)",
    ),
    (
        "sets_out",
        r"\b(?:set out|set off|departed|left town|started out)\s"
        r"(?:again|once more|for|that|the next)\b",
    ),
    (
        "day",
        r"\b(?P<value>\w+)\s(?:day|morning|night|evening)\s(?:of|on|at)\s(?:the|their|his|her|"
        r"our)\s"
        r"(?:journey|voyage|road|march|trek|ride|crossing|sea)",
    ),
    (
        "day",
        rf"\b[Dd]ay\s(?P<value>{ENGLISH_NUMERAL})\s(?:of|on)\s(?:the|their|his|her)\s"
        r"(?:journey|voyage|road|march|trek|ride|crossing)",
    ),
    (
        "since",
        rf"\bonly\s(?P<value>{ENGLISH_NUMERAL})\sdays?\s(?:since|after|out from|from)\b",
    ),
    ("story_day", rf"(?:\A|(?<=\n))[^\S\n]*+Day\s(?P<value>{ENGLISH_NUMERAL})(?=[\s.:,]|\Z)"),
)
_YESTERDAY = {"昨": "1", "前": "2"}
_ORDINALS = {
    word: str(n)
    for n, word in enumerate(
        (
            "first",
            "second",
            "third",
            "fourth",
            "fifth",
            "sixth",
            "seventh",
            "eighth",
            "ninth",
            "tenth",
            "eleventh",
            "twelfth",
        ),
        1,
    )
}
_YEAR = "365"


def clock(marked: Marked, telling: Telling) -> Iterator[Claim]:
    """Claims about time; the value counts days, and is empty where nobody can say how many."""
    for predicate, found in matches(_GRAMMAR, marked, telling):
        days = _days(predicate, found)
        if days is not None:
            yield _claim(predicate, days, found, marked, telling)


def _days(predicate: str, found: re.Match[str]) -> str | None:
    parts = found.groupdict()
    words = parts.get("value")
    if words is None:
        return _YEAR if predicate == "next_year" else ""
    words = _YESTERDAY.get(words[0], words)
    number = _ORDINALS.get(words.lower()) or read_numeral(words)
    if number is None or not number.isdigit():
        return None
    return str(int(number) * _DAYS.get(parts.get("unit") or "天", 1))


def _claim(
    predicate: str, days: str, found: re.Match[str], marked: Marked, telling: Telling
) -> Claim:
    start, end = found.span()
    return Claim(
        kind=ClaimKind.CLOCK,
        subject="",
        predicate=predicate,
        value=days,
        mode=telling.mode(start, end, of_before=False),
        start=start,
        end=end,
        text=marked.text[start:end],
    )
