"""How much a text reads like prose rather than like bytes taken for another encoding."""

import re
import unicodedata
from collections import Counter
from functools import lru_cache

from text.scripts import is_han

_FREQUENT = frozenset(
    "的一是不了在人有我他这這个個们們中来來上大为為和国國地到以说說时時要就出会會可也你对對生能而子"
    "那得于於着著下自之年过過发發后後作里裏裡用道行所然家种種事成方多经經么麼去法学學如都同现現当當"
    "没沒动動面起看定天分还還进進好小部其些主样樣理心她本前开開但因只从從想实實日者意无無力它与與长"
    "長把机機十民第公此已工使情明性知全三又关關点點正业業外将將两兩高间間由问問很最重并手应應头頭文"
    "体體相见見被利什二等产產或新己身话話回名安女老母父儿兒姑娘爷爺声聲白走笑眼門门坐听聽叫吃吧呢啊"
    "吗嗎哪今夜月水火风風雨山路车車马馬書书字信先师師王李张張林死活真美冷黑红紅青东東西南北便才却卻"
    "给給让讓打快慢轻輕忽然似乎像让再次句章卷节節几幾四五六七八九百千万萬半每谁誰怎太更少早晚远遠近"
    "住站停转轉离離带帶拿放推拉抬望低向朝往入进内內旁边邊处處间口脸臉手脚腳头发神气氣色光影房屋床桌"
    "椅窗灯燈街城村河海船花草树樹酒茶饭飯衣刀剑劍血痛哭泪淚怕爱愛恨怒喜愁梦夢记記忘认認识識告诉訴答"
    "应该該必须須许許能够夠愿願求帮幫救杀殺伤傷病药藥钱錢银銀买買卖賣军軍兵官皇帝朋友兄弟姐妹孩夫妻"
    "世界命运運时候地方东西问题题東題电電话机会体现在因此已经经过可以没有自己什么这样那里知道起来"
)
"""Characters of which two in three of any page of Chinese are, in simplified and traditional."""

_PUNCTUATION = frozenset("，。、；：？！“”‘’「」『』《》〈〉【】（）…—·\u3000～〇")
_LATIN = frozenset(
    "“”‘’–—…«»¿¡£€°§©®™•\xa0àâäáãåæçèéêëìíîïñòóôöõøœùúûüýÿßšžÀÂÄÁÃÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÖÕØŒÙÚÛÜÝŠŽ"
)
_LATIN_RUN = re.compile(r"[¡-ÿ]{3,}+")
"""No language written in Latin letters has three of these in a row; misread bytes do."""

_ASCII = re.compile(r"[\t\n\f\r -~]++")
_LEVEL_ONE = {
    "gb2312": range(0xB0, 0xD8),
    "big5": range(0xA4, 0xC7),
    "shift_jis": range(0x88, 0x99),
}
"""Lead bytes of the characters that each national standard put first, as the frequent ones."""


def plausibility(text: str) -> float:
    """Mean weight of all but plain ASCII, from -1 (noise) to 1 (prose); 1 for ASCII alone."""
    runs = sum(len(found.group()) for found in _LATIN_RUN.finditer(text))
    counts = Counter(_ASCII.sub("", _LATIN_RUN.sub("", text)))
    total = counts.total() + runs
    return sum(weight(c) * times for c, times in counts.items()) / total if total else 1.0


@lru_cache(maxsize=1 << 16)
def weight(character: str) -> float:
    """What one character outside ASCII says for the reading that yields it, from -1 to 1."""
    if character in _FREQUENT or character in _PUNCTUATION or character in _LATIN:
        return 1.0
    if "\u3041" <= character <= "\u30ff":
        return 0.9
    if "\uff01" <= character <= "\uff5e" or character >= "\U0001f000":
        return 0.05 if is_han(character) else 0.8
    if is_han(character):
        return _of_han(character)
    return _of_symbol(character)


def _of_han(character: str) -> float:
    if unicodedata.category(character) == "Co":
        return 0.0
    if is_frequent_in_a_standard(character):
        return 0.4
    return 0.15 if "\u4e00" <= character <= "\u9fff" else 0.05


def is_frequent_in_a_standard(han: str) -> bool:
    """Whether a national standard of mainland China, Taiwan or Japan has it in its first part."""
    encoded = ((han.encode(name, "ignore"), leads) for name, leads in _LEVEL_ONE.items())
    return any(len(pair) == 2 and pair[0] in leads for pair, leads in encoded)


def _of_symbol(character: str) -> float:
    if character == "\ufffd" or unicodedata.category(character) in {"Cc", "Cn", "Cs"}:
        return -1.0
    if "\uff61" <= character <= "\uff9f":
        return 0.1
    return 0.5 if character.isalpha() else 0.2
