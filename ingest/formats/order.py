"""The order of files by their names, as people count: 2 before 10, 第二章 before 第十章."""

import re
import unicodedata
from collections.abc import Sequence
from itertools import pairwise

from text.numerals import CHINESE_NUMERALS, ENGLISH_NUMERAL_WORDS, parse

_WORD = "|".join(sorted(ENGLISH_NUMERAL_WORDS, key=len, reverse=True))
_UNIT = "[章回节節话話卷部集篇册冊幕折]"
_NUMBER = re.compile(
    r"(?P<arabic>\d{1,18}(?:\.\d{1,9})?)"
    rf"|(?:(?<=第)|(?<=卷)|^)(?P<chinese>[{CHINESE_NUMERALS}]{{1,10}})(?={_UNIT}|\W|$)"
    rf"|(?P<part>[上中下])(?={_UNIT}|$)"
    r"|(?P<label>chapter|chap|ch|part|book|volume|vol)[ ._-]{0,3}"
    rf"(?P<english>[ivxlc]{{1,8}}|(?:{_WORD})(?:[ -](?:{_WORD}))?)\b"
)
_PARTS = "上中下"

_FIRST = re.compile(
    "序|楔子|引子|引言|前言|自序|代序|简介|簡介|封面|扉页|版权|人物表|prologue|prelude|preface|"
    "foreword|introduction|cover"
)
_LAST = re.compile(
    "尾声|尾聲|后记|後記|跋|附录|附錄|番外|外传|外傳|终章|終章|大结局|大結局|完本感言|epilogue|"
    "afterword|appendix|postscript"
)
_ORDER_NUMBER = re.compile(r"\d{1,9}+(?:\.\d{1,9})?+[ \t\u3000._、．—-]{1,9}(?=\S)")

_COUNTED = re.compile(
    rf"\s{{0,9}}(?:第?\s?(?P<chinese>[0-9０-９]{{1,5}}|[{CHINESE_NUMERALS}]{{1,10}})\s?[章回节節话話]"
    r"|(?i:chapter|chap\.?|ch\.?)[ .]{0,3}(?P<english>[0-9]{1,5}|[A-Za-z-]{1,20}))"
)
_FEWEST_COUNTING_DOWN = 3

Part = tuple[int, int, int, str]
"""A piece of a name: number or text, the number before and behind its point, the text."""


def natural_key(path: str) -> tuple[tuple[int, tuple[Part, ...]], ...]:
    """What paths are sorted by: every folder and the name, numbers as numbers.

    A prologue comes before all that is numbered, an epilogue after it.
    """
    *folders, name = path.split("/")
    return tuple(_name_key(part) for part in [*folders, _stem(name)])


def numbered(name: str) -> bool:
    """Whether a name says a place in a series."""
    return any(kind == 0 for kind, *_ in _name_key(name)[1])


def title_of(path: str) -> str:
    """What a file's name says beside its place: `001 雨夜.txt` is 雨夜, `1.txt` is 1."""
    stem = unicodedata.normalize("NFC", _stem(path.rsplit("/", 1)[-1])).strip()
    return _ORDER_NUMBER.sub("", stem, count=1) if _ORDER_NUMBER.match(stem) else stem


def count_down(first_lines: Sequence[str]) -> bool:
    """Whether the headings that files begin with run from the last chapter to the first."""
    found = [_COUNTED.match(line) for line in first_lines]
    numbers = [parse(f["chinese"] or f["english"]) for f in found if f]
    known = [number for number in numbers if number is not None]
    enough = len(known) >= max(_FEWEST_COUNTING_DOWN, len(first_lines) // 2)
    return enough and all(a > b for a, b in pairwise(known))


def _stem(name: str) -> str:
    return name[: len(name) - len(suffix(name))]


def suffix(name: str) -> str:
    """The extension in lower case; empty where the dot belongs to the name (`第1.5章`)."""
    _, dot, end = name.rpartition(".")
    is_extension = dot and end.isascii() and end.isalnum() and not end.isdigit() and len(end) < 9
    return f".{end.lower()}" if is_extension else ""


def _name_key(name: str) -> tuple[int, tuple[Part, ...]]:
    plain = unicodedata.normalize("NFKC", name).casefold()
    parts: list[Part] = []
    at = 0
    for found in _NUMBER.finditer(plain):
        parts += _words(plain[at : found.start()] + (found["label"] or ""))
        parts += _number(found)
        at = found.end()
    return _rank(plain), (*parts, *_words(plain[at:]))


def _words(text: str) -> list[Part]:
    words = text.strip(" ._-、")
    return [(1, 0, 0, words)] if words else []


def _number(found: re.Match[str]) -> list[Part]:
    if found["arabic"]:
        whole, _, fraction = found["arabic"].partition(".")
        return [(0, int(whole), int(fraction or 0), "")]
    if found["part"]:
        return [(0, 1 + _PARTS.index(found["part"]), 0, "")]
    written = found["chinese"] or found["english"]
    value = parse(written)
    return _words(written) if value is None else [(0, value, 0, "")]


def _rank(plain: str) -> int:
    return -1 if _FIRST.match(plain) else 1 if _LAST.match(plain) else 0
