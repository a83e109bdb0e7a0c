"""English dates; patterns for lower-cased text."""

import re
from functools import cache

from lorepack.records import FactKind
from text.facts.candidates import Pattern
from text.facts.english import GAP, JOIN, NUMERAL, ORDINAL

_MONTHS_LIST = """
jan(?:uary)? feb(?:ruary)? mar(?:ch)? apr(?:il)? may june? july? aug(?:ust)? sept?(?:ember)?
oct(?:ober)? nov(?:ember)? dec(?:ember)?
"""
MONTHS = tuple(_MONTHS_LIST.split())
"""The months in order, as patterns."""
_MONTH = rf"(?:{'|'.join(MONTHS)})\b(?:\.(?=[ \t]?\d))?"
_PLAIN_MONTH = rf"(?:{'|'.join(m for m in MONTHS if m[:3] not in ('mar', 'may'))}|march)\b"
_WEEKDAY = (
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|(?:tues?|wed|thurs?|fri|mon)\b\.?|"
    rf"sat\b(?={GAP}\d))"
)
_DAY = (
    rf"(?:(?:0?[1-9]|[12]\d|3[01])(?:(?:st|nd|rd|th)?\b|(?={_MONTH}))|{ORDINAL}|"
    rf"(?:twenty|thirty)(?:{JOIN}(?:one|two|three|four|five|six|seven|eight|nine))?\b)"
)
_YEAR = r"(?:1\d{3}|20\d\d)\b"
_THEN_YEAR = rf"(?:[ \t]?,?{GAP}{_YEAR})?"
PART = "(?:mid-?morning|mid-?afternoon|morning|forenoon|afternoon|evening|night)"
"""A part of the day."""
_SEASON = "(?:spring|summer|autumn|winter)"
_WHICH = (
    rf"(?:(?:this{GAP})?(?:upcoming|coming)|last|next|this|that|every(?:{GAP}other)?|each|any|"
    r"previous|following|past|current|same)"
)
_PERIOD = (
    rf"(?:(?:fiscal|school|business|work|couple){GAP}?)?(?:week-?end|hour|minute|fortnight|week|"
    rf"month|year|quarter|century|decade|{_SEASON}|{PART}|day)"
)
_FESTIVAL = (
    rf"(?:christmas|new{GAP}year(?:['’]s)?|midsummer|easter|(?:lady|earth|labou?r|independence|"
    rf"memorial|mother['’]?s|father['’]?s|valentine['’]?s){GAP}day|black{GAP}friday|"
    rf"clean{GAP}monday|(?:saint|st\.?){GAP}patrick(?:['’]s)?|eid{GAP}al{GAP}fitr|"
    rf"all{GAP}(?:saints|souls)|"
    rf"thanksgiving|halloween|hallowe['’]en|michaelmas|whitsuntide|candlemas|labor{GAP}day)"
    rf"(?:{GAP}(?:eve|day|night|monday|sunday))?"
)
_UNIT = "(?:day|week|month|year|quarter|week-?end)"
_OF_LAST = (
    rf"(?:the{GAP})?(?:end|beginning|start|middle|rest|remaining|close|remainder)(?:{GAP}of)?"
    rf"(?:{GAP}(?:the|this|my|current|next|last))?{GAP}{_UNIT}\b"
)
"""The end of the week, rest of my week."""
_THE_WEEK = (
    rf"the{GAP}(?:week|month|year|week-?end)(?:{GAP}after{GAP}next|{GAP}starting(?:{GAP}on)?)?"
    rf"(?={GAP}(?:of{GAP})?(?:(?:the{GAP})?\d|{_MONTH}|{_FESTIVAL})|\b(?=[.,?!]|\Z))"
)
_NTH_WEEK = (
    rf"(?:the{GAP})?(?:{ORDINAL}|last)[- ]{{1,2}}(?:week|month|quarter|week-?end)"
    rf"(?:{GAP}(?:of|in)(?:{GAP}the{GAP}(?:month|year))?)?(?:{GAP}{_MONTH})?\b|"
    rf"(?:the{GAP})?{ORDINAL}{GAP}day{GAP}of{GAP}(?:the|this|next){GAP}(?:month|year)\b"
)
_DECADE = (
    rf"the{GAP}(?:nineteen|twenty|two{GAP}thousand{GAP}and)[- ]"
    r"(?:ten|twentie|thirtie|fortie|fiftie|sixtie|seventie|eightie|ninetie)e?s\b|"
    rf"the{GAP}(?:early{GAP}|late{GAP})?(?:1\d|20)?\d0['’]?s\b|(?:the{GAP})?noughties\b"
)
_EVERY_SO_OFTEN = (
    "(?:daily|weekly|(?:bi-)?monthly|(?:semi-?)?annual(?:ly)?|quarterly|everyday|weekends)"
)
_DAY_OF_MONTH = (
    rf"(?:(?:{_WEEKDAY}),?{GAP})?(?:"
    rf"(?:the{GAP})?{_DAY}(?:{GAP}|[-/])?(?:of{GAP})?{_MONTH}(?:{_THEN_YEAR}|[-/]{_YEAR})|"
    rf"{_MONTH}(?:,?{GAP}|[-/])?(?:the{GAP})?{_DAY}{_THEN_YEAR}|{_MONTH}[-/]{_YEAR}|"
    rf"{_MONTH},?{GAP}(?:of{GAP})?{_YEAR})"
)
_BARE_MONTH = (
    rf"(?:(?:in|of|last|next|this|since|until|till|by|early|late|mid|every|from|to){GAP}{_MONTH}|"
    rf"(?:mid|early|late)-{_MONTH}|{_PLAIN_MONTH})(?:{GAP}(?:last|next))?"
)
_WEEKDAYS = (
    rf"(?:(?:{_WHICH}|the{GAP}(?:next|last|following|same|previous)|on|"
    rf"(?:the{GAP})?{ORDINAL}|two|three|four){GAP})?(?:{_WEEKDAY})(?:{GAP}{PART})?"
)
_NEXT_WEEK = (
    rf"(?:the{GAP})?(?!past{GAP}(?:\d|noon|midnight)){_WHICH}{GAP}(?:few{GAP}|{NUMERAL}{GAP})?"
    rf"{_PERIOD}s?\b(?:{GAP}{PART})?"
)
_NAMED_DAY = (
    rf"(?:to-?day|to-?morrow|yesterday|to-?night|tonite|tmrw)\b(?:{GAP}{PART})?|"
    rf"the{GAP}day{GAP}(?:after{GAP}to-?morrow|before{GAP}yesterday|before|after)\b|"
    rf"(?:at{GAP}present|right{GAP}now|at{GAP}the{GAP}(?:moment|minute|present{GAP}time)|"
    rf"as{GAP}soon{GAP}as{GAP}possible|(?:year{GAP})?to{GAP}date)\b"
)
_SPAN_OF_DAYS = (
    rf"(?:earlier|later|early|late){GAP}in{GAP}the{GAP}(?:day|week|month|year)\b|"
    r"(?:all|full|half|whole)[- ](?:day|week|month|year|night|quarter)s?\b|"
    rf"(?:week|year){GAP}\d{{1,4}}\b"
)
_CENTURY_OR_YEAR = (
    rf"(?:the{GAP})?{ORDINAL}{GAP}century\b|"
    rf"(?:in{GAP}|the{GAP}){{0,2}}(?:1\d{{3}}|20\d\d)(?:[ \t]?['’]?s)?\b"
)
_OF_SEASON = (
    rf"(?:in|of){GAP}(?:the{GAP})?(?:early{GAP}|late{GAP})?{_SEASON}(?:{GAP}of{GAP}{_YEAR})?\b|"
    rf"(?:the{GAP})?{_SEASON}(?:{GAP}of)?{GAP}{_YEAR}|the{GAP}{_SEASON}\b"
)
_FIGURED_DAY = (
    rf"(?:before|after|since|until|by|next|each|every|on){GAP}\d{{1,2}}[/.-]\d{{1,2}}\b(?![/.-]\d)"
)

# What each can begin with stands before it: the search passes over all other words at once.
_PATTERNS = (
    (r"[t\dfsenloihm]", _CENTURY_OR_YEAR),
    (r"[\dmtwfsjandoe]", _DAY_OF_MONTH),
    ("[jfmasondilntubecrw]", _BARE_MONTH),
    ("[lntecpfmstwoaug]", _WEEKDAYS),
    ("[tlneapfcsu]", _NEXT_WEEK),
    ("[tyar]", _NAMED_DAY),
    ("[tebsmrc]", _OF_LAST),
    ("t", _THE_WEEK),
    (r"[t\dfsenloihm]", _NTH_WEEK),
    ("[tn]", _DECADE),
    ("[dwbmsaqe]", rf"{_EVERY_SO_OFTEN}\b"),
    ("[elafhwy]", _SPAN_OF_DAYS),
    ("[basuneo]", _FIGURED_DAY),
    ("[cnmelatwhibsvf]", rf"{_FESTIVAL}\b{_THEN_YEAR}"),
    ("[iotsaw]", _OF_SEASON),
)


@cache
def english_calendar_patterns() -> tuple[Pattern, ...]:
    """The grammar of English dates, compiled at its first use."""
    return tuple(
        (FactKind.DATE, re.compile(rf"\b(?={lead})(?:{pattern})")) for lead, pattern in _PATTERNS
    )
