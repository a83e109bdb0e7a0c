"""Ages, ranks, measures, sums and dates of named people and things, and what changes them."""

import re
from collections.abc import Iterator

from story.claims.claim import Claim, ClaimKind, Mode
from story.claims.names import Marked
from story.claims.patterns import (
    CLAUSE,
    ENGLISH_NUMERAL,
    HAN,
    NUMERAL,
    PERSON,
    SIGNS,
    THING,
    VAGUE,
    bare,
    matches,
)
from story.claims.ranks import LADDER_OF, RANKS_CHINESE, RANKS_ENGLISH, rung
from story.claims.telling import Telling
from text.facts.values import read_numeral

_NAME = f"(?:{PERSON}|{THING})"
_AGE_AFTER = "(?![时起的]?时候|时|那年|那一年|上|起|之前|以前|前|后|左右|上下|开外|出头|生日)"
_AGES = (
    rf"(?P<who>{PERSON})(?:，|{CLAUSE}{{0,5}}?)(?:今年|年方|时年|年已|年纪|才|刚满|刚过|不过|年仅|已经|已是|年届|现年|芳龄|"
    rf"虚岁|年|是个|已)(?:也|才|刚满|刚|已|不过|只有|有|整|是|约)?(?P<value>{NUMERAL})岁{_AGE_AFTER}",
    rf"(?P<who>{PERSON})(?P<value>{NUMERAL})岁{_AGE_AFTER}",
    rf"(?P<who>{PERSON})(?:今年|年方|年已|时年)(?P<value>{NUMERAL})(?=[，。；])",
    rf"(?<![{HAN}])(?:年仅|才|刚满|今年)?(?P<value>{NUMERAL})岁的(?P<who>{PERSON})",
    rf"(?P<who>{PERSON})(?:\s(?:is|was)(?:\s(?:only|just|now|already|barely))?|\shad\sjust\sturned|,"
    rf"(?:\saged)?)\s(?P<value>{ENGLISH_NUMERAL})(?:\syears\s(?:old|of\sage)(?!\swhen)|(?=[.,;](?!\d)))",
    rf"\b(?P<value>{ENGLISH_NUMERAL})-year-old\s(?P<who>{PERSON})",
)
_UNITS = (
    "斤|两|钱|丈|尺|寸|里|步|层|级|间|扇|座|口井|亩|贯|文|元|块钱|枚|公里|公斤|米|吨|匹马力|英尺|卷|回|页|根|节|孔|"
    "户|灵石|金币|银币|铜钱|大洋"
)
_MEASURES = {
    "weight": "重达|重约|重逾|净重|重",
    "length": "身长|身高|全长|长达|长约|长|高达|高约|高|周长",
    "width": "宽|阔|方圆|占地",
    "depth": "深达|深约|深|厚",
    "price": "价值|值|卖价|售价|标价|要价|造价|叫价|作价",
    "count": "共有|一共有|总共有|足有|分为|共分|藏书|共",
}
_NUMBERS = tuple(
    (
        f"number/{predicate}",
        rf"(?:(?P<who>{_NAME})(?:的|那)?|(?P<what>[{HAN}]{{3,10}}?))(?:足足|竟|也|都|只|仅|正好|恰好|整整|约)?(?:{words})"
        rf"(?:足足|整整|正好|恰好|达|有)?(?P<value>{NUMERAL})(?P<unit>{_UNITS}){VAGUE}",
    )
    for predicate, words in _MEASURES.items()
)
_HEAVY = (
    ("number/weight", rf"(?P<value>{NUMERAL})斤重的(?P<what>[{HAN}]{{3,8}}?)(?=[，。；、])"),
    ("number/length", rf"(?P<value>{NUMERAL})(?P<unit>丈|尺|米)(?:来)?[长高]的(?P<what>[{HAN}]{{3,8}}?)(?=[，。；、])"),
    ("number/children", rf"(?P<who>{PERSON})(?:膝下|共|一共|生)?有(?P<value>{NUMERAL})个?(?P<unit>儿子|女儿|孩子|徒弟|弟子)"),
)  # fmt: skip
_ENGLISH_UNITS = (
    r"pounds?|ounces?|feet|foot|inches|yards?|miles?|rooms?|steps|floors|stor(?:eys|ies)|pages?|"
    r"dollars?|shillings?|guineas?|crowns?|francs?|coins?|kilos?|tons?|metres?|meters?|acres?|"
    r"doors?|windows?|guns?|oars?"
)
_ENGLISH_NUMBERS = tuple(
    (
        f"number/{predicate}",
        rf"(?:\b(?:[Tt]he|[Hh]is|[Hh]er)\s(?P<what>(?:[\w-]+\s){{0,2}}?[\w-]+)|(?P<who>{_NAME}))\s(?:{words})\s"
        rf"(?:exactly\s)?(?P<value>{ENGLISH_NUMERAL})\s(?P<unit>{_ENGLISH_UNITS})\b",
    )
    for predicate, words in (
        ("weight", "weighs|weighed"),
        ("length", r"(?:is|was|stands|stood|measures|measured)(?=\s[\w -]+\s(?:feet|foot|inches|yards|miles|metres|meters))"),
        ("price", "costs?|is worth|was worth|sells for|sold for"),
        ("count", "has|had|contains|contained|holds|held"),
    )
)  # fmt: skip
_MONEY = "两银子|两黄金|两白银|两纹银|两|贯钱|贯|文钱|文|块大洋|大洋|元|块钱|块灵石|枚灵石|灵石|枚金币|金币|银元"
_SUMS = (
    ("sum/owes", rf"(?P<who>{PERSON})(?:还|总共|一共|尚|共|已经|至今|仍|如今|足足|前前后后)*欠(?:了|着|下)?"
                 rf"(?:(?P<other>{_NAME})的?)?(?:{CLAUSE}{{0,4}}?)(?P<value>{NUMERAL})(?P<unit>{_MONEY}){VAGUE}"),
    ("sum/owes", rf"(?P<who>{PERSON})[向跟找问](?P<other>{_NAME})借(?:了|走|去)?(?P<value>{NUMERAL})(?P<unit>{_MONEY}){VAGUE}"),
    ("sum/fee", rf"(?P<who>{_NAME})(?:的)?(?P<what>赎金|聘礼|嫁妆|月钱|月银|月例|俸禄|工钱|租金|悬赏|赏金|束脩|盘缠|积蓄|酬劳|彩礼|"
                rf"学费|工资|遗产|本钱)(?:是|为|共|定为|一共|总共|不过|足足|整整|有|：)+(?P<value>{NUMERAL})(?P<unit>{_MONEY}){VAGUE}"),
    ("sum/owes", rf"(?P<who>{PERSON})\s(?:still\s)?(?:owes|owed)\s(?:(?P<other>{PERSON})\s)?(?P<value>{ENGLISH_NUMERAL})\s"
                 rf"(?P<unit>dollars?|pounds?|shillings?|guineas?|crowns?|francs?|coins?|taels?|gold|silver)"),
)  # fmt: skip
_DAY = "[正一二三四五六七八九十冬腊]{1,2}月(?:初|十|廿|二十|三十)?[一二三四五六七八九十]{0,2}[日号]?|[0-9]{1,2}月[0-9]{1,2}[日号]?"
_OCCASIONS = "生日|生辰|寿辰|诞辰|忌日|婚期|佳期|吉期|婚礼|大婚|考期|大典|大会|大比|期限|归期|祭典|祭日|约期|比武|庙会|开张"
_MONTH = "January|February|March|April|May|June|July|August|September|October|November|December"
_DATES = (
    ("date", rf"(?:(?P<who>{_NAME})的?)?(?P<what>[{HAN}]{{0,6}}(?:{_OCCASIONS}))(?:就|便|早已|已)?(?:是|定在|定于|在|为|正是|乃是|乃|设在|选在)"
             rf"(?:了)?(?P<value>{_DAY})"),
    ("date", rf"(?P<who>{PERSON})(?P<what>生)于(?P<value>{_DAY})"),
    ("date", rf"(?P<who>{PERSON})['’]s\s(?P<what>birthday|wedding|trial|coronation)\s(?:is|was|fell)\s(?:set\sfor\s|on\s)?(?:the\s)?"
             rf"(?P<value>\w+(?:\sof)?\s(?:{_MONTH})|(?:{_MONTH})\s\w+)"),
    ("date", rf"\b[Tt]he\s(?P<what>(?:\w+\s)?(?:wedding|trial|coronation|festival|auction|election|hanging|ball))\s(?:is|was)\sset\sfor\s(?:the\s)?"
             rf"(?P<value>\w+(?:\sof)?\s(?:{_MONTH})|(?:{_MONTH})\s\w+)"),
)  # fmt: skip
_IS = (
    "(?:如今|现在|现|眼下|此时|本|原)?(?:已是|已经是|乃是|乃|是|不过是|只是|仍是|还是|身为|贵为|官居|官拜|官至|任|正是|依旧是|"
    "的?(?:修为|境界|实力|职位|官职|身份)(?:仍|还|已|已经|依旧|如今)?(?:是|为|已达|达到|只有|在|停在|停留在|不过|不过是|才))"
)
_RANKS = (
    ("rank", rf"(?P<who>{PERSON}){_IS}(?:了)?(?:一[名个位])?{CLAUSE}{{0,4}}?(?P<value>{RANKS_CHINESE})"),
    ("rank", rf"(?<![{HAN}])(?:身为)?(?P<value>{RANKS_CHINESE})(?:期|境|境界|修为)的(?P<who>{PERSON})"),
    ("rank", rf"(?P<who>{PERSON})\s(?:is|was|remained|is still|was still|is now|was now)\s(?:(?:only|just|still)\s)?(?:an?|the)\s"
             rf"(?:\w+\s)?(?P<value>{RANKS_ENGLISH})\b"),
)  # fmt: skip
_RISES = (
    "突破|晋升|晋级|升为|升任|升到|升至|升了|提拔|擢升|踏入|迈入|步入|进阶|凝结|结成|结丹|成就|封为|拜为|加封|任命|改任|调任|"
    "降为|贬为|跌落|跌回|废去|被废|罢免|撤职|革职|当上|成为|做了|继任|接任|就任|出任|授|选为|推举|推为|破境|渡劫成功|册封|官复"
)
_CHANGES = (
    ("rank", rf"(?P<who>{PERSON}){CLAUSE}{{0,12}}?(?:{_RISES}){CLAUSE}{{0,4}}?(?P<value>{RANKS_CHINESE})?"),
    ("rank", rf"[封拜升擢任授贬](?P<who>{PERSON})(?:为|作){CLAUSE}{{0,4}}?(?P<value>{RANKS_CHINESE})?"),
    ("rank", rf"(?P<who>{PERSON})\s(?:\w+\s){{0,3}}?(?:promoted|became|made|appointed|demoted|elected|rose|commissioned|"
             rf"named)(?:\s(?:to|an?|the))*(?:\s(?P<value>{RANKS_ENGLISH}))?\b"),
    ("sum/owes", rf"(?P<who>{PERSON}){CLAUSE}{{0,12}}?(?:还了|还清|偿还|归还|付清|还给|还上|结清|抵了|免去|又借|再借|又欠|输)"),
    ("sum/owes", rf"(?P<who>{PERSON})\s(?:\w+\s){{0,3}}?(?:paid|repaid|settled|borrowed|forgave)"),
    ("date", rf"(?:(?P<who>{_NAME})的?)?(?P<what>{_OCCASIONS}){CLAUSE}{{0,6}}?(?:改|推迟|提前|延|推后|延后|挪)"),
    ("number", rf"(?:(?P<who>{_NAME})|(?P<what>[{HAN}]{{2,8}}?)){CLAUSE}{{0,6}}?(?:重铸|重炼|熔|加长|扩建|改建|加固|截断|缩|涨|降价|加价|翻修|长高|又高了)"),
)  # fmt: skip

_STATES = (
    *(("age", source) for source in _AGES),
    *_NUMBERS,
    *_HEAVY,
    *_ENGLISH_NUMBERS,
    *_SUMS,
    *_DATES,
    *_RANKS,
)
_UNIT_ALIKE = re.compile("银子|黄金|白银|纹银|钱|块|枚|s$")
_NOTHING_CERTAIN = re.compile("[得其皆每各见约都只]|[身人水雪地]$")
_SHORTEST_THING = 3  # characters; shorter words name too many things


def attributes(marked: Marked, telling: Telling) -> Iterator[Claim]:
    """Claims of what somebody or something is, and of what changes that."""
    for kind, grammar in ((ClaimKind.ATTRIBUTE, _STATES), (ClaimKind.EVENT, _CHANGES)):
        for predicate, found in matches(grammar, marked, telling):
            claim = _claim(kind, predicate, found, marked, telling)
            if claim is not None:
                yield claim


def _claim(
    kind: ClaimKind, predicate: str, found: re.Match[str], marked: Marked, telling: Telling
) -> Claim | None:
    parts = found.groupdict()
    subject = _subject(predicate, found, marked)
    value = _value(predicate, parts.get("value"))
    if not subject or (kind is ClaimKind.ATTRIBUTE and value is None):
        return None
    start, end = found.span()
    mode = telling.mode(start, end)
    if kind is ClaimKind.ATTRIBUTE and mode is Mode.DREAM:
        mode = telling.mode_of_fact(start, end)
    return Claim(
        kind=kind,
        subject=subject,
        predicate=_predicate(predicate, parts),
        value=value or "",
        other=marked.who(*found.span("other")) if parts.get("other") else "",
        mode=mode,
        start=start,
        end=end,
        text=marked.text[start:end],
    )


def _subject(predicate: str, found: re.Match[str], marked: Marked) -> str:
    parts = found.groupdict()
    if parts.get("who"):
        return marked.who(*found.span("who"))
    what = bare(parts.get("what") or "")
    named = len(what) >= _SHORTEST_THING and not _NOTHING_CERTAIN.search(what)
    return what if named or predicate == "date" else ""


def _predicate(predicate: str, parts: dict[str, str | None]) -> str:
    if predicate == "rank":
        return f"rank/{LADDER_OF.get(rung(parts.get('value') or '')[0], '')}".rstrip("/")
    unit = _UNIT_ALIKE.sub("", parts.get("unit") or "")
    what = parts.get("what") or "" if predicate in {"date", "sum/fee"} else ""
    return "/".join(filter(None, (predicate, what, unit)))


def _value(predicate: str, words: str | None) -> str | None:
    if words is None:
        return None
    if predicate == "rank":
        return "/".join(filter(None, rung(words)))
    return words.rstrip("日号") if predicate == "date" else read_numeral(words)
