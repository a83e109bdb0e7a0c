"""Whether a text keeps to the facts of the text it was made from."""

import re
import unicodedata
from collections.abc import Iterable

from lorepack.records import Fact, FactKind
from text.facts.extraction import extract_parts
from text.facts.normal import split_numeral
from text.facts.values import read_numeral
from text.fold import fold

_GROUPS = {
    FactKind.QUANTITY: FactKind.NUMBER,
    FactKind.MONEY: FactKind.NUMBER,
    FactKind.DURATION: FactKind.NUMBER,
}
_NUMERAL_SIGNS = frozenset("〇零一二三四五六七八九十百千万亿廿卅两点第初几数多余")
_CHINESE_RUN = re.compile(
    r"(?:两(?=[百千万亿]))?[〇零○一二三四五六七八九十百千万亿廿卅]+|(?<![\d〇一二三四五六七八九十百千万亿])两"
)
_ALONE = {"百": "100", "千": "1000", "万": "10000", "两": "2"}
_INSIDE_FIGURES = frozenset(".,:/-")
_GUESS = re.compile(r"(?:大?约莫?|大概|将近|几乎|(?:about|nearly|almost|around) ?)")
_LONGEST_UNIT = 16
_SIDE = re.compile("[之以]([前后内外])")
"""三天之后, 三天以后 and 三天后 are one."""
_MAKES_MORE = frozenset("半多余")
"""What may follow a unit and change the amount: 三年半."""


def verify(summary: str, source: str) -> tuple[Fact, ...]:
    """Find the facts of a summary that its source does not hold.

    A fact is held if the source has one of the same group (numbers, quantities, money and
    durations are one) with the same value and unit, or holds its text but for width, script,
    case and punctuation, and not as a part of another number.

    Returns:
        The facts of `summary` without a ground in `source`, in order; empty if all are sound.
    """
    ground = Ground(extract_parts(source), source)
    return tuple(fact for fact in extract_parts(summary) if not ground.holds(fact))


def identity(fact: Fact) -> tuple[str, ...]:
    """What two facts have in common that say the same: group, value and unit, else their text."""
    if fact.value is None:
        return _group(fact), _comparable(fact)
    return _group(fact), fact.value, *_unit(fact)


def same_fact(one: Fact, other: Fact) -> bool:
    """Whether two facts say the same in whatever spelling.

    The first may leave out its unit, and a word such as about.
    """
    if _group(one) is not _group(other):
        return False
    if one.value is not None and one.value == other.value:
        return _same_unit(_unit(one), _unit(other))
    text, whole = _respelled(one.text), _respelled(other.text)
    guess, found, rest = whole.partition(text)
    return text == whole or bool(found and not rest and _GUESS.fullmatch(guess))


def same_measure(one: Fact, other: Fact) -> bool:
    """Whether two facts count the same thing, or are both dates or both times."""
    return _group(one) is _group(other) and _unit(one)[1] == _unit(other)[1]


class Ground:
    """The facts of a source, ready to be compared with."""

    def __init__(self, facts: Iterable[Fact], source: str) -> None:
        self._folded, self._plain = fold(source), _plain(source)
        self._figures = _respelled(source)
        self._texts: set[tuple[FactKind, str]] = set()
        self._units: dict[tuple[FactKind, str], list[tuple[str, str]]] = {}
        for fact in facts:
            self._texts.add((_group(fact), _comparable(fact)))
            if fact.value is not None:
                self._units.setdefault((_group(fact), fact.value), []).append(
                    _unit_in(fact, source)
                )

    def holds(self, fact: Fact) -> bool:
        """Whether the source has the fact, in whatever spelling."""
        text = _comparable(fact)
        if (_group(fact), text) in self._texts or self._has_value(fact):
            return True
        if fact.kind is FactKind.CONDITION:
            return text in self._folded
        if _stands_in(text, self._plain if _has_figure(fact.text) else self._folded):
            return True
        return _stands_in(_respelled(fact.text), self._figures)

    def _has_value(self, fact: Fact) -> bool:
        if fact.value is None:
            return False
        unit = _unit(fact)
        theirs = self._units.get((_group(fact), fact.value), ())
        return any(_same_unit(unit, other) for other in theirs)


def _group(fact: Fact) -> FactKind:
    return _GROUPS.get(fact.kind, fact.kind)


def _comparable(fact: Fact) -> str:
    """The text without what means nothing; beside figures even a point or a dash means much."""
    is_figure = _has_figure(fact.text) and fact.kind is not FactKind.CONDITION
    return _plain(fact.text) if is_figure else fold(fact.text)


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _respelled(text: str) -> str:
    """The text with every Chinese numeral in figures, where it has one reading."""
    return _CHINESE_RUN.sub(_in_figures, _plain(text))


def _in_figures(numeral: re.Match[str]) -> str:
    alone = _ALONE.get(numeral[0])
    return alone or read_numeral(numeral[0]) or numeral[0]


def _has_figure(text: str) -> bool:
    return any(c.isdecimal() for c in text)


def _unit(fact: Fact) -> tuple[str, str]:
    """What stands before and after the numeral: 3 days do not prove 3 years, nor $3 €3."""
    if _group(fact) is not FactKind.NUMBER:
        return "", ""
    _, before, after = split_numeral(fact.text)
    signs = "".join(c for c in f"{before}{after}" if unicodedata.category(c).startswith("S"))
    return fold(before) + unicodedata.normalize("NFKC", signs), _SIDE.sub(r"\1", fold(after))


def _unit_in(fact: Fact, source: str) -> tuple[str, str]:
    """The same with what the text goes on with, which may be the unit: forty | riders."""
    before, after = _unit(fact)
    if _group(fact) is not FactKind.NUMBER or after:
        return before, after
    return before, fold(source[fact.end : fact.end + _LONGEST_UNIT])


def _same_unit(mine: tuple[str, str], theirs: tuple[str, str]) -> bool:
    (before, after), (their_before, their_after) = mine, theirs
    if before != their_before or not their_after.startswith(after):
        return False
    border = len(after)
    return not (after and _is_word(their_after[border - 1 : border + 1]))


def _stands_in(text: str, source: str) -> bool:
    """Whether the text stands in the source and is no part of a longer number or word there."""
    place = source.find(text)
    while place >= 0:
        end = place + len(text)
        if not (_goes_back(source, place) or _goes_on(source, end)):
            return True
        place = source.find(text, place + 1)
    return False


def _goes_back(source: str, start: int) -> bool:
    before = source[max(0, start - 2) : start]
    in_figure = before[-1:] in _INSIDE_FIGURES and before[:1].isdecimal()
    return in_figure or _is_one(source[max(0, start - 1) : start + 1])


def _goes_on(source: str, end: int) -> bool:
    after = source[end : end + 2]
    in_figure = after[:1] in _INSIDE_FIGURES and after[1:].isdecimal()
    return in_figure or after[:1] in _MAKES_MORE or _is_one(source[end - 1 : end + 1])


def _is_one(pair: str) -> bool:
    return _is_word(pair) or (
        len(pair) == 2 and all(c in _NUMERAL_SIGNS or c.isdecimal() for c in pair)
    )


def _is_word(pair: str) -> bool:
    return len(pair) == 2 and pair.isascii() and pair.isalnum()
