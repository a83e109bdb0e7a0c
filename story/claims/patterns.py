"""Pieces that the grammars of all kinds of claims are built from."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from story.claims.names import PERSON, PERSON_SIGN, THING, THING_SIGN, Marked
from story.claims.telling import Telling

SIGNS = PERSON_SIGN + THING_SIGN
HAN = "\u4e00-\u9fff"
CLAUSE = rf"[^，。！？；：、“”‘’「」『』\n{SIGNS}]"
"""A character that neither ends a clause nor begins a name."""
FLOW = rf"[^。！？；“”‘’「」『』\n{SIGNS}]"
"""The same, but it may run over a comma."""
NUMERAL = "(?:[一二三四五六七八九十百千万两廿卅零〇]{1,9}|[0-9０-９]{1,9}(?:\\.[0-9]+)?)"
ENGLISH_NUMERAL = (
    r"(?i:\d[\d,]{0,15}(?:\.\d+)?|(?:(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|"
    r"sixty|seventy|eighty|ninety|hundred|thousand|million|a hundred|a thousand)"
    r"(?:[ -](?:and )?)?){1,6}(?<![ -]))"
)
VAGUE = "(?![多余馀來来几上左][^月]?|左右|上下|开外|出头)"
"""Behind a numeral or its unit: what makes it a guess."""
_CLASSIFIER = re.compile(
    "^一?[把柄条口杆座匹块件颗枚艘张支棵道间部副具个尊株头只本封面串对卷册](?=..)"
)
_DETERMINERS = re.compile(
    "^.*[的之那这此]|^(?:[那这此其]|就是|便是|只见|原来|手中|手里|腰间|身上|自己|"
    "一[把柄条口杆座匹块件颗枚艘张支棵道间部副"
    "尊株头只本封面串对]|[把柄条口杆座匹块件颗枚艘张支棵道间部副具个尊株头只本封面串对](?=..))+"
)


def any_of(words: str) -> str:
    """Pattern of any of some words, parted by white space; the longest goes first."""
    return f"(?:{'|'.join(sorted(words.split(), key=len, reverse=True))})"


def bare(words: str) -> str:
    """A thing's words without what only points at it: 那柄青龙刀 is 青龙刀."""
    return _CLASSIFIER.sub("", _DETERMINERS.sub("", words))


@cache
def compiled(sources: tuple[tuple[str, str], ...]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """A grammar ready for use: predicates and their patterns."""
    return tuple((predicate, re.compile(source)) for predicate, source in sources)


def matches(
    grammar: Sequence[tuple[str, str]], marked: Marked, telling: Telling
) -> Iterator[tuple[str, re.Match[str]]]:
    """Every place that fits a grammar, outside speeches."""
    for predicate, pattern in compiled(tuple(grammar)):
        for found in pattern.finditer(marked.marked):
            if not telling.in_speech(found.start()):
                yield predicate, found


__all__ = [
    "CLAUSE",
    "ENGLISH_NUMERAL",
    "FLOW",
    "HAN",
    "NUMERAL",
    "PERSON",
    "SIGNS",
    "THING",
    "VAGUE",
    "any_of",
    "bare",
    "compiled",
    "matches",
]
