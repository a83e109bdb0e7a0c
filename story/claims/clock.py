"""The story's clock: how many days go by, which day of a journey it is."""

import re
from collections.abc import Iterator

from story.claims.claim import Claim, ClaimKind
from story.claims.names import Marked
from story.claims.patterns import ENGLISH_NUMERAL, NUMERAL, matches
from story.claims.telling import Telling
from text.facts.values import read_numeral

_DAYS = {
    "天": 1, "日": 1, "夜": 1, "昼夜": 1, "个昼夜": 1, "天天夜": 1, "个月": 30, "月": 30, "年": 365, "载": 365, "个春秋": 365, "day": 1,
    "night": 1, "week": 7, "month": 30, "year": 365,
}  # fmt: skip
_UNIT = "(?P<unit>个昼夜|昼夜|天|日|夜|个月|年|载|个春秋)"
_GO = "走|行|赶|奔波|跋涉|航行|飘|漂|颠簸|骑行|奔驰|奔行|驶|飞|逃|行进|行军|奔走|赶路|在路上|路上"
_SET_OUT = "出发|启程|上路|动身|离开|离家|起程|开拔|出海|下山|出城|登船|启航|踏上旅途|踏上征途"
_TRAVELS = (
    "travelled|traveled|walked|rode|sailed|marched|journeyed|trudged|driven|ridden|been on the road"
)
_GRAMMAR = (
    ("travel", rf"(?:{_GO})了?(?:整整|足足|约|大约|将近|差不多|有)?(?P<value>{NUMERAL}){_UNIT}(?!内|之内|里)"),
    ("travel", rf"(?P<value>{NUMERAL}){_UNIT}的?(?:路程|跋涉|奔波|航程|行程|旅途|颠簸|长途)"),
    ("elapsed", rf"(?:(?:过了?|又过了?|一连|转眼|倏忽|一晃|不觉)(?P<value>{NUMERAL}){_UNIT})(?!前|内|之内)"),
    ("elapsed", rf"(?P<value>{NUMERAL}){_UNIT}(?:之后|以后|后(?!面|来|宫)|过去|已过)"),
    ("next_year", "次年|明年(?=[正二三四五六七八九春夏秋冬])|来年|转年|第二年|新年|除夕|过了年|开春|又是一年"),
    ("long", "光阴|岁月|不觉数|数年|几年(?:过去|之后|以后|后)|多年(?:过去|之后|以后|后)|数载|若干年|years (?:passed|went by|later)"),
    ("sets_out", rf"(?:再次|重新|又|即刻|当即|次日|一早|连夜|便|就|于是|收拾.{{0,8}})(?:{_SET_OUT})(?!的|第|前|后|至今|已)"),
    ("day", rf"(?:{_SET_OUT}|旅程|旅途|行程|路程|在路上|上路|赶路)[^，。！？；：“”\n]{{0,8}}?第(?P<value>{NUMERAL})[天日]"),
    ("day", rf"第(?P<value>{NUMERAL})[天日](?:的)?(?:路程|行程|旅程|赶路|跋涉)"),
    ("since", rf"(?:{_SET_OUT})[^，。！？；：“”\n]{{0,6}}?(?:才|刚|刚刚|不过|仅|只有|仅仅|只)(?:过了?|有|走了)?(?P<value>{NUMERAL})[天日]"),
    ("story_day", rf"(?:\A|(?<=\n))[\s　【（(]*(?:末世|穿越|重生|开学|入宗|航行|比赛|围城|隔离)?(?:后)?第(?P<value>{NUMERAL})天(?=[\s】）)，。：:]|\Z)"),
    ("travel", rf"\b(?:{_TRAVELS})\s(?:\w+\s){{0,3}}?for\s(?P<value>{ENGLISH_NUMERAL})\s(?P<unit>day|week|month|night)s?\b"),
    ("travel", rf"\b(?:[Aa]fter)\s(?P<value>{ENGLISH_NUMERAL})\s(?P<unit>day|week|month|night)s?\s(?:on the road|at sea|of (?:travel|walking|riding|sailing|marching))"),
    ("elapsed", rf"\b(?P<value>{ENGLISH_NUMERAL})\s(?P<unit>day|week|month|year|night)s?\s(?:later|passed|went by|had passed)"),
    ("sets_out", r"\b(?:set out|set off|departed|left town|started out)\s(?:again|once more|for|that|the next)\b"),
    ("day", rf"\b(?P<value>\w+)\sday\s(?:of|on)\s(?:the|their|his|her|our)\s(?:journey|voyage|road|march|trek|ride|crossing)"),
    ("day", rf"\b[Dd]ay\s(?P<value>{ENGLISH_NUMERAL})\s(?:of|on)\s(?:the|their|his|her)\s(?:journey|voyage|road|march|trek|ride|crossing)"),
    ("since", rf"\bonly\s(?P<value>{ENGLISH_NUMERAL})\sdays?\s(?:since|after)\s(?:they|he|she|we|leaving|setting)\b"),
    ("story_day", rf"(?:\A|(?<=\n))\s*Day\s(?P<value>{ENGLISH_NUMERAL})(?=[\s.:,]|\Z)"),
)  # fmt: skip
_ORDINALS = {
    word: str(n)
    for n, word in enumerate(
        ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"), 1
    )
}  # fmt: skip
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
        mode=telling.mode(start, end),
        start=start,
        end=end,
        text=marked.text[start:end],
    )
