"""Who knows what, who learns it, and who does not know it."""

import re
from collections.abc import Iterator

from story.claims.claim import Claim, ClaimKind, Mode
from story.claims.names import Marked
from story.claims.patterns import CLAUSE, FLOW, PERSON, any_of, matches
from story.claims.telling import Telling

_WHAT = r"(?P<what>[^，。！？；：\n“”]{3,40})"
_STILL = (
    "(?:还|并|尚|仍|却|也|始终|一直|从来|根本|至今|全然|丝毫|完全|压根|都|竟|浑|一点|"
    "半点|此时|这时|哪里){0,4}"
)
_LONG = (
    "(?:早就|早已|早|一直|其实|心里|心中|也|已经|已|分明|明明|原本就|当然|向来|"
    "从一开始就|自然|暗暗|都|很|本就|原就|老早|"
    "一早|私下|暗地里|如何不|岂不){0,4}"
)
_TELLS = "告诉|告知|禀告|透露给|说给|写信告诉|坦白给|通知"
_NO_QUESTION = "(?!怎|如何|所措|好歹|不觉|是谁|何|几|为|多少|该|什么|哪)"
_KNOWS = any_of(
    "知道 晓得 知晓 清楚 明白 心知 了解 深知 知情 记得 知得 料定 有数 得知了 看透 认得出 "
    "深晓 明知 尽知 洞悉 听闻过 知悉"
)
_NOT_KNOWN = any_of(
    """不知 不知道 不晓得 不清楚 未曾听说 没听说过 没有听说 不知情 没料到 不明白 毫不知情 没有察觉
    未察觉 不曾知道 蒙在鼓里 没人告诉过 想不到
    没想到 不知晓 毫无所知 没有发觉 没发觉 未曾知晓 还未听说 尚未听说 没听说"""
)
_LEARNS = any_of(
    """得知 听说 获悉 才知 才知道 方知 这才明白 才明白 发现 看出 识破 打听到 听到 闻知 终于知道
    终于明白 查出 认出 猜到 听见 想起 查到 撞见
    看破 探知 悟出 打听得 打听出 问出"""
)
_CHINESE = (
    (
        "ignores",
        rf"(?P<who>{PERSON})(?:{CLAUSE}{{0,8}}?，)?{_STILL}{_NOT_KNOWN}[，：]?{_NO_QUESTION}"
        rf"{_WHAT}",
    ),
    (
        "ignores",
        r"(?:瞒着|瞒过|瞒住|没有?告诉|不曾告诉|未告诉|背着|不许告诉|不让|避着|不肯告诉|"
        rf"对)(?P<who>{PERSON})"
        rf"(?:只字不提|绝口不提|瞒下|隐瞒|不提|知道)?[，：]?{_WHAT}",
    ),
    (
        "ignores",
        rf"{_WHAT}，(?:[这此]?事|却|大家都?|众人都?|人人都?)?(?:只|单|独|唯独|偏偏)?(?:瞒着|"
        rf"瞒住|瞒过|没有?告诉|不让)(?P<who>{PERSON})",
    ),
    ("learns", rf"(?P<who>{PERSON}){FLOW}{{0,10}}?(?<![没未不有曾]){_LEARNS}{_WHAT}"),
    (
        "learns",
        rf"(?P<who>{PERSON}){FLOW}{{0,16}}?信[上中里](?:说|写道?|写着|写明|言道|称|提到)[，：]?{_WHAT}",
    ),
    (
        "learns",
        r"[将把](?P<what>[^，。！？；：\n“”]{3,40}?)(?<![没有不未也许肯敢])(?:全|都|也|一五一十地?){0,2}"
        rf"(?:{_TELLS})了?(?P<who>{PERSON})",
    ),
    (
        "learns",
        r"(?<![没有不未也许肯敢])(?:告诉|告知|禀告|透露给|说给|写信给|通知|"
        rf"坦白给)了?(?P<who>{PERSON})[，：]?{_WHAT}",
    ),
    (
        "knows",
        rf"(?P<who>{PERSON})(?:{CLAUSE}{{0,8}}?，)?{_LONG}{_KNOWS}[，：]?{_NO_QUESTION}{_WHAT}",
    ),
    ("knows", rf"(?P<who>{PERSON}){_LONG}对{_WHAT}(?=早|心|了如|一清|已|全|也|都|，)"),
    (
        "knows",
        rf"(?P<who>{PERSON}){CLAUSE}{{0,8}}?(?:说起|提起|谈起|说出|道出|点破|说破|拿){_WHAT}",
    ),
)
_SAID = r"(?:that\s|of\s|about\s)?(?P<what>[^.!?;\n”\"]{4,80})"
_ENGLISH = (
    (
        "ignores",
        rf"(?P<who>{PERSON})\s(?:still\s)?(?:did not know|didn['’]t know|does not know|"
        r"doesn['’]t know|had no idea|was unaware|"
        r"knew nothing|never knew|did not suspect|never suspected)\s(?!what|how|why|where|"
        rf"when|who){_SAID}",
    ),
    ("ignores", rf"\b(?:kept|hid|concealed)\sfrom\s(?P<who>{PERSON})\s(?:the fact\s)?{_SAID}"),
    (
        "learns",
        rf"(?P<who>{PERSON})\s(?:\w+\s){{0,2}}?(?:learned|learnt|discovered|found out|heard|"
        r"realised|realized|understood|overheard|"
        rf"guessed|was told)\s{_SAID}",
    ),
    ("learns", rf"\b(?:told|informed|confessed to|warned|wrote to)\s(?P<who>{PERSON})\s{_SAID}"),
    (
        "knows",
        rf"(?P<who>{PERSON})\s(?:had\s)?(?:already|always|long|well|perfectly well|of course|"
        r"certainly)?\s?(?:knew|knows|known)\s(?:well\s)?"
        rf"(?!what|how|why|where|when|who){_SAID}",
    ),
)


def knowledge(marked: Marked, telling: Telling) -> Iterator[Claim]:
    """Claims of what somebody knows; the value is what is known, as it stands."""
    for predicate, found in matches((*_CHINESE, *_ENGLISH), marked, telling):
        start, end = found.span()
        yield Claim(
            kind=ClaimKind.KNOWLEDGE,
            subject=marked.who(*found.span("who")),
            predicate=predicate,
            value=marked.text[slice(*found.span("what"))].strip(),
            mode=_mode(marked, telling, found),
            start=start,
            end=end,
            text=marked.text[start:end],
        )


_SUPPOSES = re.compile("若|如果|倘|要是|假如|难道|莫非|[？?]|\\bif\\b|\\bwhether\\b")


def _mode(marked: Marked, telling: Telling, found: re.Match[str]) -> Mode:
    """What is known may speak of ghosts, wishes and the past: only who knows it counts."""
    first, last = telling.sentence(found.start())
    if _SUPPOSES.search(marked.text, first, last):
        return Mode.HYPOTHETICAL
    told = telling.mode_of_fact(found.start(), found.start("what"))
    return Mode.FLASHBACK if telling.in_memory(found.start()) else told
