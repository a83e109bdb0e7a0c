"""English dates, times of day and durations; patterns for lower-cased text."""

import re
from functools import cache

from lorepack.records import FactKind
from text.facts.candidates import Pattern
from text.facts.english import GAP, NUMERAL, ORDINAL

_MONTHS_LIST = """
jan(?:uary)? feb(?:ruary)? mar(?:ch)? apr(?:il)? may june? july? aug(?:ust)? sept?(?:ember)?
oct(?:ober)? nov(?:ember)? dec(?:ember)?
"""
MONTHS = tuple(_MONTHS_LIST.split())
"""The months in order, as patterns."""
_MONTH = rf"(?:{'|'.join(MONTHS)})\b"
_PLAIN_MONTH = rf"(?:{'|'.join(m for m in MONTHS if m[:3] not in ('mar', 'may'))}|march)\b"
_WEEKDAY = r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|(?:tues?|wed|thurs?|fri|mon)\b\.?)"
_DAY = rf"(?:\d{{1,2}}(?:st|nd|rd|th)?\b|{ORDINAL})"
_YEAR = r"(?:1\d{3}|20\d\d)\b"
_THEN_YEAR = rf"(?:,?{GAP}{_YEAR})?"
_PART = "(?:morning|forenoon|afternoon|evening|night)"
_SEASON = "(?:spring|summer|autumn|winter)"
_WHICH = "(?:last|next|this|that|every|each|previous|following|coming|past)"
_PERIOD = rf"(?:week-?end|fortnight|week|month|year|quarter|century|decade|{_SEASON}|{_PART}|day)"
_HOUR = (
    r"(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight)\b"
)
_HALF_DAY = r"(?:[ap]\.?[ \t]?m\b\.?)"
_FESTIVAL = (
    rf"(?:christmas|new{GAP}year(?:['’]s)?|midsummer|easter|lady{GAP}day|all{GAP}(?:saints|souls)|"
    rf"thanksgiving|halloween|hallowe['’]en|michaelmas|whitsuntide|candlemas|labor{GAP}day)"
    rf"(?:{GAP}(?:eve|day|night|monday|sunday))?"
)
_PATTERNS = (
    (
        FactKind.DATE,
        rf"\b(?:(?:{_WEEKDAY}),?{GAP})?(?:(?:the{GAP})?{_DAY}{GAP}(?:of{GAP})?{_MONTH}{_THEN_YEAR}|"
        rf"{_MONTH}{GAP}?(?:the{GAP})?{_DAY}{_THEN_YEAR}|{_MONTH},?{GAP}(?:of{GAP})?{_YEAR})",
    ),
    (
        FactKind.DATE,
        rf"\b(?:(?:in|of|last|next|this|since|until|till|by|early|late|mid|every|from|to){GAP}{_MONTH}|{_PLAIN_MONTH})"
        rf"(?:{GAP}(?:last|next))?",
    ),
    (
        FactKind.DATE,
        rf"\b(?:(?:{_WHICH}|the{GAP}(?:next|last|following|same|previous)|on){GAP})?"
        rf"(?:{_WEEKDAY})(?:{GAP}{_PART})?",
    ),
    (
        FactKind.DATE,
        rf"\b(?:the{GAP})?(?!past{GAP}{_HOUR}){_WHICH}{GAP}(?:few{GAP}|{NUMERAL}{GAP})?{_PERIOD}s?\b(?:{GAP}{_PART})?",
    ),
    (
        FactKind.DATE,
        rf"\b(?:to-?day|to-?morrow|yesterday|to-?night)\b(?:{GAP}{_PART})?|"
        rf"\bthe{GAP}day{GAP}(?:after{GAP}to-?morrow|before{GAP}yesterday|before|after)\b|"
        rf"\b(?:at{GAP}present|right{GAP}now|daily|weekly|monthly|annually|quarterly|everyday)\b",
    ),
    (FactKind.DATE, rf"\b{_FESTIVAL}\b{_THEN_YEAR}"),
    (
        FactKind.DATE,
        rf"\b(?:the{GAP})?{ORDINAL}{GAP}century\b|\b(?:in{GAP}|the{GAP})?{_YEAR}s?|"
        rf"\bthe{GAP}(?:early{GAP}|late{GAP})?(?:1\d|20)?\d0['’]?s\b|"
        rf"\b(?:in|of){GAP}(?:the{GAP})?(?:early{GAP}|late{GAP})?{_SEASON}(?:{GAP}of{GAP}{_YEAR})?\b",
    ),
    (
        FactKind.TIME,
        rf"\b(?:a{GAP})?(?:half|quarter|{_HOUR}|twenty|\d\d)(?:{GAP}min(?:ute)?s?)?{GAP}"
        rf"(?:past|to|after|before|till){GAP}{_HOUR}|\b{_HOUR}{GAP}o['’]{GAP}?clock\b|"
        rf"\b(?:\d{{1,2}}(?:[.:]\d\d)?|{_HOUR})[ \t]?{_HALF_DAY}|\bat{GAP}\d{{1,2}}(?:\.\d\d)?\b",
    ),
    (
        FactKind.TIME,
        r"\b(?:mid-?)?(?:dawn|midnight|noon|dusk|sunset|sunrise|daybreak|nightfall|midday|twilight)\b|"
        rf"\b(?:in|during|by|towards){GAP}(?:the{GAP})?"
        rf"(?:(?:early|late|middle{GAP}of{GAP}the)[ -])?{_PART}\b|"
        rf"\b(?:early|late|mid)[ -](?:{_PART})\b|\b(?:at|by){GAP}night\b|\blunch-?{GAP}?time\b",
    ),
)


@cache
def english_calendar_patterns() -> tuple[Pattern, ...]:
    """The grammar of English dates and times, compiled at its first use."""
    return tuple((kind, re.compile(pattern)) for kind, pattern in _PATTERNS)
