"""English times of day; patterns for lower-cased text."""

import re
from functools import cache

from lorepack.records import FactKind
from text.facts.candidates import Pattern
from text.facts.english import GAP, JOIN
from text.facts.english_calendar import PART

_ONES = "one|two|three|four|five|six|seven|eight|nine"
_HOUR = rf"(?:\d{{1,2}}(?!:\d)|{_ONES}|ten|eleven|twelve|noon|midnight)\b"
_HALF_DAY = r"(?:[ap]\.[ \t]?m\b\.?|[ap][ \t]?m\b)"
_MINUTES = rf"{JOIN}(?:ten|fifteen|(?:twenty|thirty|forty|fifty)(?:{JOIN}five)?)"

_PAST = (
    rf"(?:a{GAP})?(?:half|three{GAP}quarters|(?:twenty|thirty|forty|fifty)-(?:{_ONES})|"
    rf"quarter|{_HOUR}|twenty|\d\d)(?:{GAP}min(?:ute)?s?)?{GAP}"
    rf"(?:past|to|after|before|till){GAP}{_HOUR}(?:{GAP}(?:in{GAP}the{GAP})?{PART}\b)?"
)
_CLOCK = rf"(?:at{GAP})?{_HOUR}{GAP}o['’]?{GAP}?clock\b"
_HALF_OF_DAY = (
    rf"{_HOUR}(?:{_MINUTES})?{GAP}?{_HALF_DAY}|\d{{1,2}}[.:]\d\d[ \t]?{_HALF_DAY}|"
    rf"\d{{1,4}}(?::\d\d)?[ \t]?{_HALF_DAY}|(?:1[0-2]|0?\d)(?::\d\d)?[ap]\b(?!\.?[ \t]?m)"
)
_RANGE_OF_HOURS = (
    rf"{_HOUR}(?:{GAP}(?:to|till?|until){GAP}|-)(?:{_HOUR}|\d{{1,2}})[ \t]?{_HALF_DAY}"
)
_IN_THE_MORNING = rf"{_HOUR}(?:{JOIN}(?:fifteen|thirty|forty-five))?{GAP}in{GAP}the{GAP}{PART}\b"
_MORNING_HOUR = (
    rf"(?:{PART}|lunch-?time){GAP}"
    rf"(?:\d{{1,2}}:\d\d(?::\d\d)?|{_HOUR}(?:{GAP}{_HALF_DAY}|{GAP}o['’]clock)?)"
)
_AT = (
    rf"at{GAP}(?:\d{{1,2}}(?:[.:]\d\d)?(?:[ \t]?{_HALF_DAY}|\b(?![.:]\d))|"
    rf"{_HOUR}(?:{JOIN}(?:fifteen|thirty))?)"
)
_PART_OF_DAY = (
    rf"(?:in|during|by|towards){GAP}(?:the{GAP})?"
    rf"(?:(?:early|late|middle{GAP}of{GAP}the)[ -])?{PART}\b|"
    rf"(?:early|late|mid)[ -](?:{PART})\b|(?:at|by){GAP}night\b|(?:at{GAP})?lunch-?{GAP}?time\b"
)
_LIGHT = (
    "(?:mid-?)?(?:dawn|midnight|noon|dusk|sunset|sunrise|daybreak|nightfall|midday|day|twilight)"
)

# What each can begin with stands before it: the search passes over all other words at once.
_PATTERNS = (
    (r"[\dahtqofsenm]", _PAST),
    (r"[\daotfsenm]", _CLOCK),
    (r"[\dotfsenm]", _HALF_OF_DAY),
    (r"[\dotfsenm]", _RANGE_OF_HOURS),
    (r"[\dotfsenm]", _IN_THE_MORNING),
    ("[mfaenl]", _MORNING_HOUR),
    ("a", _AT),
    ("[idbtelma]", _PART_OF_DAY),
    ("[mdnst]", rf"(?!day){_LIGHT}\b"),
)


@cache
def english_clock_patterns() -> tuple[Pattern, ...]:
    """The grammar of English times of day, compiled at its first use."""
    return tuple(
        (FactKind.TIME, re.compile(rf"\b(?<![:.\d])(?={lead})(?:{pattern})"))
        for lead, pattern in _PATTERNS
    )
