"""Facts written in Arabic figures and signs alone, in whatever language the text is."""

import re
from functools import cache

from lorepack.records import FactKind
from text.facts.candidates import Pattern

DIGIT = "[0-9０-９]"
# A full-width comma groups full-width digits only: in 有3，200个 it parts two clauses.
ARABIC = rf"(?:[０-９]+(?:，[０-９]{{3}})+|{DIGIT}+(?:,{DIGIT}{{3}}(?!{DIGIT}))*)(?:[.．]{DIGIT}+)?"
FIGURE_SIGNS = r"[0-9０-９@]|://|www\.|\.com"
"""A line without any of these holds nothing of this grammar."""
_SIGN = r"(?:(?<![\w.)])[-−－+])?"
_START = r"(?<![A-Za-z0-9０-９])(?<!\d[.．])"
_END = r"(?![A-Za-z0-9０-９])"

_CURRENCY = r"(?:US|HK|NT|R)?[$＄￥¥€£￡]"
_MEASURES = (
    "mm|cm|dm|km|m|nm|μm|mg|kg|g|ml|dl|l|L|cc|[kKMGT]i?B|[kMG]?bps|[kMG]?Hz|k?W|kWh|k?V|m?Ah?|"
    "mph|rpm|px|dpi|lbs?|oz|ft|yd|sq|ha|℃|℉|°[CF]?|″|tokens?|CM|KG|ML|KM|MM"
)
_DURATIONS = "ms|sec|s|mins?|hrs?|h"
_CLOCK = r"(?:[01]?\d|2[0-4])[:：][0-5]\d(?:[:：][0-5]\d)?"

# Repeats are bounded throughout, so that no row of digits or dashes costs quadratic time.
_LABEL = "[A-Za-z0-9-]{1,63}+"

_PATTERNS = (
    (FactKind.CODE, r"(?:https?|ftp)://[^\s\u4e00-\u9fff，。；）”]*[A-Za-z0-9/]|www\.[\w./-]+\w"),
    (FactKind.CODE, rf"(?<![\w.-]){_LABEL}(?:\.{_LABEL}){{0,6}}\.com(?:\.[a-z]{{2}})?{_END}"),
    (FactKind.CODE, r"(?<![\w.+-])[\w.+-]{1,64}+@\w[\w-]*(?:\.\w+)+"),
    (FactKind.CODE, rf"{_START}[0-9a-fA-F]{{8}}(?:-[0-9a-fA-F]{{4}}){{3}}-[0-9a-fA-F]{{12}}{_END}"),
    (FactKind.CODE, rf"{_START}\d{{1,3}}(?:\.\d{{1,3}}){{3}}{_END}"),
    (
        FactKind.CODE,
        rf"{_START}[A-Z]{{1,5}}[a-z]{{0,3}}-?\d+[A-Za-z0-9]*(?:-[A-Za-z0-9]+){{0,8}}{_END}",
    ),
    (FactKind.CODE, rf"{_START}[a-z]{{1,4}}-?\d{{2,}}[A-Za-z0-9]*{_END}"),
    (FactKind.CODE, rf"(?<!\w)(?:\+|\()?\d{{2,}}\)?(?:[ -]\(?\d{{2,}}\)?){{0,6}}-\d{{2,}}{_END}"),
    (FactKind.CODE, rf"(?<!\w)(?:\+\d|\(\+?\d|00?\d)[\d)(]*(?:[ .-]?\(?\d{{2,}}\)?){{2,8}}{_END}"),
    (FactKind.DATE, rf"{_START}\d{{4}}[-/. ]\d{{1,2}}[-/. ]\d{{1,2}}{_END}"),
    (FactKind.DATE, rf"{_START}\d{{1,2}}([-/.])\d{{1,2}}\1(?:\d{{4}}|\d{{2}}){_END}"),
    (FactKind.TIME, rf"{_START}{_CLOCK}(?:\s?[ap]\.?\s?m\b\.?)?{_END}"),
    (FactKind.PERCENT, rf"{_START}{_SIGN}{ARABIC}k?\s?[%％‰]"),
    (FactKind.PERCENT, rf"{_START}{ARABIC}\s?[/／]\s?{ARABIC}{_END}"),
    (FactKind.MONEY, rf"{_CURRENCY}\s?{ARABIC}(?:[kKmM]\b|[万亿千百]+)?元?"),
    (FactKind.MONEY, rf"{_START}{ARABIC}\s?(?:[$＄€£￡]|USD|RMB|CNY|EUR|GBP|JPY|HKD)(?![A-Za-z])"),
    (FactKind.DURATION, rf"{_START}{ARABIC}\s?(?:{_DURATIONS})(?![A-Za-z])"),
    (FactKind.QUANTITY, rf"{_START}{_SIGN}{ARABIC}\s?(?:{_MEASURES})[23²³]?(?![A-Za-z])"),
    (FactKind.NUMBER, rf"{_START}{_SIGN}{ARABIC}(?:[kKM]|[eE^][-+]?\d+)?(?![A-Za-z]{{3}})"),
)


@cache
def figure_patterns() -> tuple[Pattern, ...]:
    """The grammar of figures, compiled at its first use."""
    return tuple((kind, re.compile(pattern)) for kind, pattern in _PATTERNS)
