"""Words that turn what a clause says: negations, life and death, the passive, vague amounts."""

import re
from functools import cache

_LAST_LATIN = "\u2e7f"
_SET_PHRASES = (
    "不得不|不能不|不可不|不敢不|不由|无不|莫不|无非|莫非|非但|不但|不仅|不过|不料|不觉|不禁|不久|"
    "不如|不妨|不免|未免|不意|不时|不断|不愧|不胜|不顾|不论|无论|不管|无奈|无数|无故|非常|除非|是非|"
    "莫大|差不多|了不起|对不起|好不|不然|未来|无穷|无比|无限|别人|别的|别处|别有|特别|分别|告别|辞别|"
    "区别|拜别|作别|相别|离别|休息|休整|没收|沉没|出没|埋没|莫如|非凡|不幸|何不|岂不|岂非|能不|不测|"
    "无双|无敌|无道|无礼|不日|不在话下|不题|不提|不表|若非|不共戴天|"
    r"\bno one but\b|\bno doubt\b|\bnot only\b|\bno sooner\b|\bno longer than\b"
)
_NEGATIONS = (
    "没|未尝|未曾|未|不曾|不|无|勿|毋|莫|弗|非|休(?=[要得教想怪言说])|别(?=[再去说动让想管])|"
    r"\b(?:not|never|no|neither|nobody|nothing|none|nowhere)\b|(?<=can)not\b|n't\b"
)
_SLAIN = "死(?<=[杀射刺打砍毒害勒逼咬]死)"
_DEAD = (
    "死(?![战罪士守命活敌])(?<![效拼誓该万敢怕生]死)|气绝|咽气|断气|丧命|毙命|去世|逝世|病故|遇害|"
    "亡(?![命入])(?<![逃流败灭危存兴]亡)|殁|薨|毙|"
    r"\b(?:died|dies|dead|perished|deceased|death)\b"
)
_KILLED = (
    "斩|杀(?![奔来出到退散入败气声])(?<![追掩厮冲砍攻]杀)|诛|"
    r"\b(?:kill(?:ed|s|ing)?|slain|slew|murdered|executed|beheaded)\b"
)
_ALIVE = (
    "活了下来|活下来|活着|还活|复活|活(?![动捉跃])|生还|幸存|在世|还阳|尚存|"
    r"\b(?:alive|surviv(?:ed|es|ing)|living|lives|lived)\b"
)
_SPARED = (
    "释放|饶恕|饶了|饶过|赦免|赦|放了|放走|放归|放还|释|饶|救活|救了|救出|"
    r"\b(?:spared|released|saved|pardoned)\b"
)
_PASSIVE = r"被|遭|为(?<!以为)(?=[^，。]{1,8}?所)|\bby\b"
_VAGUE = (
    "有限|若干|不少|许多|大量|一些|少许|不多|众多|无数|好几|"
    r"\b(?:limited|some|several|many|a few|a number of|a lot of|countless|numerous)\b"
)
_WORDS = (
    r"[a-zà-ÿ]+(?=n't\b)|\bcan(?=not\b)|[a-zà-ÿ]+(?:'(?!t\b)[a-z]+)?|\d+|"
    r"[\u3400-\u9fff\uf900-\ufaff\ue000-\uf8ff\U00020000-\U0003ffff〇]"
)
_BREAKS = r"[，。！？；：,!?;:\n…—|“”\"「」『』()（）]|\.(?!\d)|--"

_AUXILIARIES_LIST = """
do does did be been being have has had will would shall should can could may might must ever even
yet quite so at all
"""
AUXILIARIES = frozenset("会将能可敢肯愿要得曾已便就遂乃即亦也又还却都再更尚有") | frozenset(
    _AUXILIARIES_LIST.split()
)
"""Words that may stand between a negation and what it denies."""
NUMERALS = frozenset("一二三四五六七八九十百千万两")
"""Characters that may be a number no fact is made of: 战不三合."""
PARTICLES = frozenset("的了着过之也矣乎者吧呢吗啊而其")
"""Words that any sentence may have: two sentences that share them share nothing."""
JOINING = frozenset("与和同及并、跟") | frozenset({"and", "or", "&"})
"""Words between names that name several at once."""


@cache
def lexemes() -> re.Pattern[str]:
    """Finds, in a plain text in small letters, one group for each class of words."""
    classes = (
        ("phrase", _SET_PHRASES),
        ("vague", _VAGUE),
        ("alive", _ALIVE),
        ("spared", _SPARED),
        ("slain", _SLAIN),
        ("dead", _DEAD),
        ("killed", _KILLED),
        ("negation", _NEGATIONS),
        ("passive", _PASSIVE),
    )
    marked = "|".join(f"(?P<{name}>{pattern})" for name, pattern in classes)
    # Most characters begin none of these: one look passes them all over.
    first = "".join(sorted({c for _, pattern in classes for c in _firsts(pattern)}))
    return re.compile(rf"(?=[a-z'{first}])(?:{marked})|(?P<word>{_WORDS})|(?P<break>{_BREAKS})")


def _firsts(pattern: str) -> set[str]:
    """The Chinese characters that alternatives begin with."""
    return {part[0] for part in pattern.split("|") if part[:1] > _LAST_LATIN}
