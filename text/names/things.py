"""Names of places, organisations and objects in Chinese prose, by their last character.

A word alone proves little: a name counts where what stands before it or behind it says what it is.
"""

import re
from collections import Counter
from functools import cache

import rjieba

from lorepack.records import FactKind
from text.names.chinese_words import TITLES

_HAN = "[\u4e00-\u9fff]"
_PLACES = (
    "山|城|谷|峰|岛|湖|河|江|海|岭|洞|镇|村|庄|寨|渡|关|桥|寺|庙|观|宫|殿|楼|阁|园|院|坊|街|巷|洲|府|县|州|郡|港|崖|"
    "林|坡|冈|岗|潭|泉|塔|亭|庵|堂|轩|馆|店"
)
_ORGANISATIONS = "门|宗|派|帮|教|盟|会|阁|堂|司|局|谷|宫"
_OBJECTS = "剑|刀|枪|鼎|珠|镜|印|戟|矛|斧|棒|杖|鞭|弓|琴|旗|扇|钟|塔|瓶|葫芦|令|丹|环|绳|袋"
_TOWARDS = (
    "来到了?|回到了?|走到了?|去到|到了|到得|来至|行至|走至|回至|进了|入了|离了|离开了?|逃出|出了|前往|赶往|直奔|直至|望着|"
    "投奔|住在|坐在|坐落在|位于|名叫|名为|唤作|唤做|叫做|叫作|名唤|攻打|攻下|占了|取了|守住|镇守|屯于|屯兵|在|往|到|至|投|"
    "奔"
)
_AFTER_PLACE = r"[，。！？；：、\s]|[的里中内上下外前去来之而坐住做看时与和有人]"
_BEFORE_MEMBER = r"^|[，。！？；：、“「『\s]|[是乃入属为的与和在投]"
_MEMBERS = (
    "弟子|掌门|长老|门下|中人|上下|众人|的人|宗主|帮主|教主|门主|谷主|主事|分舵|总舵|主人|首领"
)
_HOLDING = (
    "一把|一柄|一口|那把|那柄|那口|一件|那件|一杆|一枚|一面|一颗|握着|拔出|祭出|取出|抽出|举起|舞起|使一|使|名叫|名为|唤作|"
    "唤做|叫做|抡起|掣出|掣"
)
_AFTER_OBJECT = r"[，。！？；：、\s]|[的来在向往劈砍刺照便就与]"

_VAGUE = frozenset(
    "这那此其我你他她它咱俺吾汝某众诸各每几半没不有的了是便又向从把被将与跟对给让使"
    "本贵敝得後双大小长短新旧老好破高深前后左右东西南北中上下内外里宝名正古全入出到去来回"
)
_MEASURES = frozenset("口枝条把柄杆面件枚颗座处所个位")
"""Words that begin so are no names: 那山, 本县, 口宝剑."""
_SHORTEST = 2
_SHORT_PLACES = frozenset("州山城县郡岛")
"""What a name of two characters ends in, if a dictionary has it as a place."""
_NO_BEGINNINGS = frozenset({"r", "d", "p", "ud", "uj"})
"""Tags of words that stand before a name and not in it."""
_OWNERS = (*TITLES, "官人", "太公", "太尉", "丞相", "庄主")
"""Whose house it is has no name of its own: 柴大官人庄."""


@cache
def _patterns() -> tuple[tuple[FactKind, re.Pattern[str]], ...]:
    place = rf"(?:{_TOWARDS})(?P<name>{_HAN}{{1,4}}?(?:{_PLACES}))(?={_AFTER_PLACE})"
    member = rf"(?:{_BEFORE_MEMBER})(?P<name>{_HAN}{{1,3}}?(?:{_ORGANISATIONS}))(?={_MEMBERS})"
    thing = rf"(?:{_HOLDING})(?P<name>{_HAN}{{1,4}}?(?:{_OBJECTS}))(?={_AFTER_OBJECT})"
    return (
        (FactKind.ORGANISATION, re.compile(member)),
        (FactKind.OBJECT, re.compile(thing)),
        (FactKind.PLACE, re.compile(place)),
    )


def things(text: str) -> Counter[tuple[FactKind, str]]:
    """How often each plausible name of a thing is used as one."""
    found = Counter((kind, m["name"]) for kind, p in _patterns() for m in p.finditer(text))
    return Counter({(kind, name): n for (kind, name), n in found.items() if _plausible(name)})


def _plausible(name: str) -> bool:
    if name[0] in _VAGUE | _MEASURES or name[:-1].endswith(_OWNERS):
        return False
    tags = [tag for _, tag in rjieba.tag(name, hmm=False)]
    if len(name) == _SHORTEST:
        return tags == ["ns"] and name[-1] in _SHORT_PLACES
    return tags[0] not in _NO_BEGINNINGS
