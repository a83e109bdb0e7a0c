"""The grammar of ages."""

from story.claims.patterns import CLAUSE, ENGLISH_NUMERAL, FLOW, HAN, NUMERAL, PERSON, any_of

_NOW = any_of(
    """今年 年方 时年 年已 年纪 才 刚满 刚过 不过 年仅 已经 已是 年届 现年 芳龄 虚岁 年 是个 已 满
    足足 整整 刚交 才交 恰好 正好
    今岁 本年 活到 活了 长到 如今 到底 乃是 只有 是 也有 约有"""
)
_NO_LONGER = any_of(
    "时候 的时候 时 那年 那一年 上 起 之前 以前 前 后 左右 上下 开外 出头 生日 多 余"
)
_PAST = f"(?!{_NO_LONGER}|的?[他她那])"
_COUNT = f"(?P<value>{NUMERAL})(?:周|虚)?岁"

_OTHERS = any_of("父 母 爹 娘 妻 夫 儿 女 孙 姐 妹 兄 弟 哥 徒 师 丫 仆 叔 伯 舅 姑 姨 爷 奶 媳 婿")
"""Words behind a name that make the age another one's."""
_MEETS = "(?:带|领|抱|牵|看|望|搀|扶|背|养|娶|嫁|收|见|遇)[着了到过]"
_NOT_OF_OTHERS = rf"(?!的?{_OTHERS})(?:(?!{_MEETS}){FLOW}){{0,16}}?"

STATES = (
    ("age", rf"(?P<who>{PERSON}){_NOT_OF_OTHERS}{_NOW}{CLAUSE}{{0,3}}?{_COUNT}{_PAST}"),
    ("age", rf"(?P<who>{PERSON}){_COUNT}{_PAST}"),
    ("age", rf"(?P<who>{PERSON})，{_COUNT}(?=[，。])"),
    ("age", rf"(?P<who>{PERSON})(?:今年|年方|年已|时年)(?P<value>{NUMERAL})(?=[，。；])"),
    (
        "age",
        rf"(?<![{HAN}])(?:年仅|才|刚满|今年|年方)?{_COUNT}的(?:少年|姑娘|老人|"
        rf"汉子)?(?P<who>{PERSON})",
    ),
    (
        "age",
        rf"(?P<who>{PERSON})(?:\s(?:is|was)(?:\s(?:only|just|now|already|barely))?|\shad\sjust\s"
        rf"turned|\sturned|,(?:\saged)?)\s(?P<value>{ENGLISH_NUMERAL})"
        r"(?:\syears\s(?:old|of\sage)(?!\swhen)|(?=[.,;](?!\d)))",
    ),
    ("age", rf"\b(?P<value>{ENGLISH_NUMERAL})-year-old\s(?P<who>{PERSON})"),
)
"""What tells an age of now."""
