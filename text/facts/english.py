"""English numbers, quantities, money, fractions and ordinals; patterns for lower-cased text."""

import re
from functools import cache

from lorepack.records import FactKind
from text.facts.candidates import Pattern

GAP = r"(?:(?:[ \t]+(?:\n[ \t]*)?|\n[ \t]*)(?!\n))"
"""What may stand between two words: one line break, for hard-wrapped text, but no blank line."""
JOIN = rf"(?:-|{GAP})"
"""What may stand between the parts of a number in words."""
_ONES = "one|two|three|four|five|six|seven|eight|nine"
_TEENS = (
    "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|"
    "thirty|forty|fifty|sixty|seventy|eighty|ninety"
)
_TEENS_ONLY = f"(?:{_TEENS})"
_SETS = "hundred|thousand|million|billion|trillion|dozen|score|lakh|crore|bln|mln|tln|mil|doz"
_WORD = rf"(?:{_ONES}|{_TEENS}|{_SETS}|threescore|fourscore)s?\b"
_ARABIC = r"(?<![\w.,:])-?\d+(?:,\d{2,3})*(?:\.\d+)?(?!\d|:\d\d)"
_WORDS = (
    rf"(?:(?:a|an|half|half{GAP}a|(?:a{GAP})?quarter|several|a{GAP}few|"
    rf"many){GAP}(?=(?:{_SETS})s?\b))?"
    rf"{_WORD}(?:{JOIN}(?:and{GAP})?{_WORD})*"
)
_WHOLE = rf"(?:{_ARABIC}(?:{GAP}(?:{_SETS})s?\b)*|{_WORDS})"
_AND_PART = (
    rf"(?:{GAP}and{GAP}(?:an?{GAP})?(?:half|quarter|third|fourth|fifth)(?:{GAP}(?:{_SETS})\b)?)?"
)
_POINT = rf"(?:{GAP}point(?:{JOIN}(?:zero|nought|nil|{_ONES}|{_TEENS})\b){{1,8}})?"
NUMERAL = (
    rf"(?:(?:minus|negative){GAP})?{_WHOLE}{_POINT}{_AND_PART}(?:{GAP}(?:or|to){GAP}{_WHOLE})?"
)
"""A numeral in words or figures, a range included."""
ORDINAL = (
    rf"(?:\d+(?:st|nd|rd|th)\b|(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety){JOIN})?"
    r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)\b|(?:ten|eleven|twelf|"
    r"thirteen|"
    r"fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twentie|thirtie|fortie|fiftie|sixtie|"
    r"seventie|eightie|ninetie|hundred|thousand|million)th\b)"
)
"""An ordinal number in words or figures."""
_NTH = (
    r"(?:four|fif|six|seven|eigh|nin|ten|eleven|twelf|thirteen|fourteen|fifteen|sixteen|"
    r"seventeen|eighteen|nineteen|twentie|thirtie|fortie|fiftie|sixtie|seventie|eightie|ninetie|"
    r"hundred|thousand|million|billion|trillion)ths|thirds|halves|firsts"
)
_OWNER = rf"(?:the|his|her|my|your|our|their|its|every|each|a){GAP}"

_COINS = (
    "dollars?|cents?|pounds?|shillings?|pence|penny|pennies|guineas?|crowns?|francs?|livres?|"
    "ducats?|euros?|roubles?|rubles?|yuan|taels?|sovereigns?|florins?|farthings?|yen|rupees?|"
    "rmb|kuai|mao|liras?|guilders?|pesetas?|satoshis?|"
    rf"pesos?|bitcoins?|(?:usd|eur|gbp|cny)(?:{GAP}million)?|(?:gold|silver|"
    rf"copper){GAP}(?:coins?|pieces?)|a{JOIN}year"
)
_MEASURES = (
    "miles?|yards?|feet|foot|inch(?:es)?|leagues?|furlongs?|fathoms?|paces?|(?:kilo|centi|milli)?"
    "met(?:re|er)s?|acres?|hectares?|lbs?|ounces?|stone|tons?|tonnes?|(?:kilo|milli)?grams?|kilos?|"
    rf"pints?|quarts?|gallons?|bushels?|barrels?|lit(?:re|er)s?|degrees?(?:{GAP}(?:celsius|"
    rf"fahrenheit|c|f)\b)?|fahrenheit|knots?|bytes?|bits?|ft(?:{GAP}\d{{1,2}}{GAP}in\b)?|"
    rf"tokens?|(?:square|cubic|metric){GAP}\w+|"
    rf"cups?|tablespoons?|teaspoons?|deg(?:\.|{GAP}c(?:elsius)?\b)?|cel[cs]ius|centigrade|turns?|"
    "micrograms?|picomet(?:re|er)s?"
)
_COUNTED = (
    "people|men|women|children|persons?|soldiers?|horses?|ships?|pages?|chapters?|guests?|houses?|"
    "rooms?|bottles?|pieces?|times|daughters|sons|sisters|brothers|words|letters|lines|steps"
)
_PART = "half|third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth"

SPELL = (
    "(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|week-?ends?|fortnights?|"
    "months?|years?|decades?|centur(?:y|ies)|generations?|quarters?)"
)
_KINDS_OF_SPELL = (
    "(?:upcoming|coming|past|previous|next|last|business|working|whole|full|long|more)"
)
AROUND = (
    rf"(?:{GAP}(?:ago|later|before|after|hence|earlier|since|from{GAP}now|of{GAP}age|old)|-old)?\b"
)
_VAGUE = (
    rf"(?:an?|half{GAP}an?|an?{GAP}half|a{GAP}few|a{GAP}quarter{GAP}of{GAP}an|several|few|some|"
    r"many|another)"
)

_IDIOMS = (
    rf"one{GAP}(?:another|day|morning|evening|night|thing|of|by{GAP}one|such|or{GAP}other)\b|"
    rf"(?:no|any|every|some|at|each|this|that){GAP}one\b|ones?\b|"
    rf"first{GAP}of{GAP}all|(?:at|from{GAP}the){GAP}first\b|second{GAP}(?:thoughts?|hand)\b|"
    rf"on{GAP}second\b|hundredth{GAP}time"
)

# What may follow a numeral. All these begin with one, so they are tried at numerals only.
_COUNTED_PATTERNS = (
    (
        FactKind.PERCENT,
        rf"{NUMERAL}{GAP}?(?:%|per{GAP}?cents?|percents?|percentage(?:{GAP}points?)?)(?!\w)",
    ),
    (
        FactKind.PERCENT,
        rf"{NUMERAL}(?:{GAP}?-{GAP}?|{GAP})(?:{_NTH})\b|{_WHOLE}{GAP}over{GAP}{_WHOLE}",
    ),
    (FactKind.PERCENT, rf"(?:{_ONES}|ten|\d+){GAP}(?:in|out{GAP}of){GAP}{_WHOLE}"),
    (FactKind.PERCENT, rf"{_WHOLE}{GAP}times\b"),
    (
        FactKind.MONEY,
        rf"{NUMERAL}{JOIN}?(?:(?:us|swiss|hong{GAP}kong|canadian|chinese|turkish|dutch|british|"
        rf"australian){GAP})?(?:{_COINS})\b"
        rf"(?:{GAP}(?:and{GAP})?{_WHOLE}(?:{GAP}(?:{_COINS})\b|(?={GAP}?(?:[.,;!?)]|\Z))))?",
    ),
    (
        FactKind.QUANTITY,
        rf"(?:\d{{1,3}}/\d{{1,3}}|"
        rf"{NUMERAL}){JOIN}?(?:{_MEASURES})\b(?:{GAP}(?:and{GAP})?{_WHOLE}{GAP}(?:{_MEASURES})\b)?",
    ),
    (FactKind.QUANTITY, rf"{NUMERAL}{JOIN}(?:{_COUNTED})\b"),
    (
        FactKind.DURATION,
        rf"{NUMERAL}{JOIN}?(?:{_KINDS_OF_SPELL}{GAP})?{SPELL}\b(?:{GAP}and{GAP}(?:an?{GAP}"
        rf")?(?:half|quarter))?"
        rf"(?:,?{GAP}(?:and{GAP})?{NUMERAL}{GAP}{SPELL}\b){{0,8}}{AROUND}",
    ),
    (FactKind.NUMBER, NUMERAL),
)

_PATTERNS = (
    (None, rf"\b(?=[nafsoeth])(?:{_IDIOMS})"),
    (
        FactKind.PERCENT,
        rf"\b(?:(?:one|an?){JOIN}(?:{_PART})|(?:{_ONES}|\d){JOIN}(?:halves|(?:{_PART})s))\b|"
        r"\b(?:twice|thrice)\b",
    ),
    (
        FactKind.MONEY,
        rf"\bhalf{GAP}a{GAP}(?:{_COINS})\b|\b(?:six|two|three|four|nine|half)-?pence\b|"
        r"\bhalf-?a?-?crowns?\b|\bhalfpenny\b",
    ),
    (
        FactKind.MONEY,
        rf"(?:\b(?:us|hk|nt|c|cad|mxn|mex|usd|aud|a|r)[ \t]?\$|[$£€¥₿₭])\s?\d[\d,]*(?:\.\d+)?"
        rf"(?:{GAP}(?:million|billion|and{GAP}{_TEENS_ONLY})\b)?(?:{GAP}dollars?\b)?|"
        rf"\b(?:usd|eur|gbp|cad|aud|hkd|sen|maud)\s?\d[\d,.]*\d(?:{GAP}(?:million|billion)\b)?",
    ),
    (
        FactKind.MONEY,
        r"[$£€¥]\s?\d[\d,]*(?:\.\d+)?(?:\s?(?:million|billion|thousand|[kmb])\b)|"
        r"\busd\s?\d[\d,.]*\d",
    ),
    (FactKind.QUANTITY, rf"\bhalf{GAP}an?{GAP}(?:{_MEASURES})\b"),
    (FactKind.DURATION, rf"\b(?=[ahsfm]){_VAGUE}{JOIN}{SPELL}\b{AROUND}"),
    (
        FactKind.NUMBER,
        rf"\b(?:{_OWNER}{ORDINAL}|"
        rf"(?:{_WORD}(?:{JOIN}(?:and{GAP})?{_WORD}){{0,6}}){JOIN}{ORDINAL}|(?!first|"
        rf"second){ORDINAL})(?:{GAP}(?:chapter|book|volume|time|"
        rf"day|night|year|son|daughter|wife|husband|floor)\b)?",
    ),
    (
        FactKind.CODE,
        rf"\b(?:room|no\.|number|flat|apartment|chapter|flight|gate|platform|section|article|"
        rf"route|page){GAP}[a-z]?\d+[a-z]?\b",
    ),
)


@cache
def english_patterns() -> tuple[Pattern, ...]:
    """The grammar of English amounts that need no numeral, compiled at its first use."""
    return tuple((kind, re.compile(pattern)) for kind, pattern in _PATTERNS)


@cache
def counted_patterns() -> tuple[Pattern, ...]:
    """The grammar of what follows an English numeral, compiled at its first use."""
    return tuple((kind, re.compile(pattern)) for kind, pattern in _COUNTED_PATTERNS)


@cache
def numeral_start() -> re.Pattern[str]:
    """Where English numerals begin."""
    return re.compile(rf"\b{NUMERAL}")
