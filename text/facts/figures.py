"""Facts written in Arabic figures and signs alone, in whatever language the text is."""

import re
from functools import cache

from lorepack.records import FactKind
from text.facts.candidates import Pattern

DIGIT = "[0-9０-９]"
# A full-width comma groups full-width digits only: in 有3，200个 it parts two clauses.
ARABIC = rf"(?:[０-９]+(?:，[０-９]{{3}})+|{DIGIT}+(?:,{DIGIT}{{3}}(?!{DIGIT}))*)(?:[.．]{DIGIT}+)?"
_DOMAINS = "com|org|net|edu|gov|io|ly|ms|cn|ai|tv|si|aws|academy"
FIGURE_SIGNS = rf"[0-9０-９@#½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]|://|::|www\.|[a-z]\.(?:{_DOMAINS})(?![a-z])"
"""A line without any of these holds nothing of this grammar."""
_SIGN = r"(?:(?<![\w.)])[-−－+负負])?"
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

_HEX = "[0-9a-fA-F]"
_GUID = (
    rf"(?<![A-Za-z0-9])(?:urn:uuid:|X'|%7B|[{{(])?"
    rf"(?:{_HEX}{{8,9}}-(?:{_HEX}{{4}}-){{3}}{_HEX}{{12}}|{_HEX}{{32,33}}){_END}(?:['}})]|%7D)?"
)
_ADDRESS = (
    rf"(?<![A-Za-z0-9:])(?=[0-9a-fA-F:]{{0,39}}::|(?:{_HEX}{{1,4}}:){{7}})"
    rf"(?:{_HEX}{{0,4}}:){{2,7}}{_HEX}{{0,4}}(?![A-Za-z0-9:])"
)
# A telephone number begins with a plus, a bracket or a nought, or is grouped in a known way.
_GROUPS = r"(?:(?:[ .-]| [-/] ?|- |/ ?)?\(?\d{1,12}+\)?){1,7}"
_EXTENSION = r"(?: ?(?:x|ext\.?) ?\d{1,6})?"
_PHONE = (
    rf"(?<![A-Za-z0-9０-９(+.])(?=(?:[^\d\n]{{0,3}}\d){{7}})(?:"
    rf"(?:\+|\(\+?)\d{{1,5}}\)?{_GROUPS}|00 ?\d{{1,5}}[ -]?{_GROUPS}|"
    rf"0\d{{2,5}}(?:(?:[ -]| - )\d{{2,8}}){{1,4}}|0\d(?:[ -]\d\d){{4}}|0\d[ -]\d{{8}}|"
    r"(?:1[ -]?)?(?:\(?\d{3}\)|\d{3}[ .-])[ -]?\d{3}[ .-]\d{4}|"
    r"(?:86 ?)?(?:\(?\d{2,4}\)[ -]?)\d{4,8}(?:-\d{4})?|86 \d{11}|(?:86 )?\d{3}[ -]\d{4}[ -]\d{4}|"
    r"\d{1,3} \(\d{1,4}\) \d{6,8}|\d{2,3} \d{9}|\d{2,3}(?: \d{3}){2,3}|\d{3} \d{7}|"
    r"\d{3}(?: \d\d){3}|\d\d(?:-\d\d){3}|"
    rf"\d{{11}}(?=x)){_EXTENSION}{_END}"
)
_NO_MONTH = r"(?!(?i:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)-?\d{1,2}(?!\d))"

_PATTERNS = (
    (FactKind.DATE, rf"{_START}[qQ][1-4]{_END}"),
    (FactKind.DATE, rf"{_START}\d{{4}}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?{_END}"),
    (FactKind.DATE, rf"{_START}\d{{4}}[-/. ]\d{{1,2}}[-/. ]\d{{1,2}}{_END}"),
    (FactKind.DATE, rf"{_START}\d{{1,2}}([-/.])\d{{1,2}}\1(?:\d{{4}}|\d{{2}}){_END}"),
    (FactKind.CODE, r"(?:https?|ftp)://[^\s\u4e00-\u9fff，。；）”]*[A-Za-z0-9/]|www\.[\w./-]+\w"),
    (
        FactKind.CODE,
        rf"(?<![A-Za-z0-9_.@-]){_LABEL}(?:\.{_LABEL}){{0,6}}\.(?:{_DOMAINS})(?:\.[a-z]{{2}})?{_END}"
        r"(?:/[\w./#-]{1,200})?",
    ),
    (FactKind.CODE, r"(?<![\w@#/])[@#][A-Za-z][A-Za-z0-9_]{1,62}|(?<![\w#])#\d{1,9}"),
    (FactKind.CODE, r"(?<![\w.+-])[\w.+-]{1,64}+@\w[\w-]*(?:\.\w+)+"),
    (FactKind.CODE, _GUID),
    (FactKind.CODE, _ADDRESS),
    (FactKind.CODE, _PHONE),
    (FactKind.CODE, rf"{_START}\d{{1,3}}(?:\.\d{{1,3}}){{3}}{_END}"),
    (
        FactKind.CODE,
        rf"{_START}{_NO_MONTH}[A-Z]{{1,5}}[a-z]{{0,3}}-?\d+[A-Za-z0-9]*(?:-[A-Za-z0-9]+){{0,8}}"
        rf"{_END}",
    ),
    (FactKind.CODE, rf"{_START}{_NO_MONTH}[a-z]{{1,4}}-?\d{{2,}}[A-Za-z0-9]*{_END}"),
    (FactKind.CODE, rf"(?<!\w)(?:\+|\()?\d{{2,}}\)?(?:[ -]\(?\d{{2,}}\)?){{0,6}}-\d{{2,}}{_END}"),
    (
        FactKind.CODE,
        rf"(?<!\w)(?:\+\d|\(\+?\d|00?\d)[\d)(]{{0,24}}(?:[ .-]?\(?\d{{2,}}+\)?){{2,8}}{_END}",
    ),
    (FactKind.TIME, rf"{_START}{_CLOCK}(?:\s?[ap](?:\.\s?m\b\.?|\s?m\b))?{_END}"),
    (FactKind.PERCENT, rf"{_START}{_SIGN}{ARABIC}k?\s?[%％‰]"),
    (
        FactKind.PERCENT,
        rf"{_START}{_SIGN}(?:{ARABIC} )?{ARABIC}\s?[/／]\s?{ARABIC}{_END}|"
        rf"{_SIGN}(?:\d{{1,9}} ?)?[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]",
    ),
    (FactKind.MONEY, rf"{_CURRENCY}\s?{ARABIC}(?:[kKmM]\b|[万亿千百]+)?元?"),
    (
        FactKind.MONEY,
        rf"{_START}{ARABIC}\s?(?:[$＄€£￡₭₿₩₹]|USD|RMB|CNY|EUR|GBP|JPY|HKD)(?![A-Za-z])",
    ),
    (FactKind.DURATION, r"[½¼¾]\s?(?:hours?|days?|years?)(?![A-Za-z])"),
    (FactKind.DURATION, rf"{_START}{ARABIC}\s?(?:{_DURATIONS})(?![A-Za-z])"),
    (FactKind.QUANTITY, rf"{_START}{_SIGN}{ARABIC}\s?(?:{_MEASURES})[23²³]?(?![A-Za-z])"),
    (
        FactKind.NUMBER,
        rf"{_START}{_SIGN}(?:{ARABIC}|\.\d{{1,20}})(?: ?[kKMGTbB](?![A-Za-z])|"
        rf"[eE^][-+]{{0,2}}\d+)?(?![A-Za-z]{{3}})",
    ),
)


@cache
def figure_patterns() -> tuple[Pattern, ...]:
    """The grammar of figures, compiled at its first use."""
    return tuple((kind, re.compile(pattern)) for kind, pattern in _PATTERNS)
