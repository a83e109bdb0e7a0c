"""A text as the guard reads it: sentences, clauses, and in them words, names and values."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from py_rust_stemmers import SnowballStemmer

from lorepack.records import Fact, FactKind, Span
from story.guard.lexicon import NUMERALS, PARTICLES, lexemes
from story.guard.names import NameUse
from text.aliases import plain
from text.facts.extraction import extract_parts
from text.sentences import sentences


class Kind(StrEnum):
    """What a token is to the guard."""

    WORD = "word"
    NAME = "name"
    VALUE = "value"
    NEGATION = "negation"
    PASSIVE = "passive"
    BREAK = "break"


_KINDS: Mapping[str, Kind] = MappingProxyType(
    {"negation": Kind.NEGATION, "passive": Kind.PASSIVE, "break": Kind.BREAK}
)
_NO_TERMS = NUMERALS | PARTICLES
_FATES = {
    "dead": "dead",
    "slain": "killed",
    "killed": "killed",
    "alive": "alive",
    "spared": "spared",
}
_FATE_KEYS = {"dead": "dead", "slain": "dead", "killed": "killed"}
"""What one word of death has in common with another one."""


class Token(NamedTuple):
    """A word, a name, a value or a mark at its place in the text."""

    kind: Kind
    key: str
    """What two spellings of it have in common."""
    start: int
    end: int
    fate: str = ""
    """`dead`, `killed`, `alive` or `spared` if it tells of life and death."""
    is_term: bool = False
    """Whether a place in the source may be found by it."""
    vague: bool = False
    """Whether it is a word that stands where a number could."""
    fact: Fact | None = None
    """A value's fact."""
    name: NameUse | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """Words between two pauses."""

    sentence: int
    tokens: tuple[Token, ...]

    @property
    def start(self) -> int:
        """Where its first word begins."""
        return self.tokens[0].start

    @property
    def end(self) -> int:
        """Where its last word ends."""
        return self.tokens[-1].end


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A text with its sentences, and its clauses in order."""

    text: str
    sentences: tuple[Span, ...]
    clauses: tuple[Clause, ...]
    facts: tuple[Fact, ...]
    """All facts but conditions and those inside names."""


def read(text: str, names: Sequence[NameUse]) -> Reading:
    """Read a text.

    Args:
        text: Any text.
        names: Where it has names, in order, without overlaps.
    """
    facts = tuple(_facts(text, names))
    found = tuple(sentences(text))
    tokens = list(_tokens(text, names, facts))
    return Reading(text=text, sentences=found, clauses=tuple(_clauses(found, tokens)), facts=facts)


def _facts(text: str, names: Sequence[NameUse]) -> Iterator[Fact]:
    """Facts that are no part of a name: 刘四 is nobody's number."""
    within = {place: name for name in names for place in range(name.start, name.end)}
    for fact in extract_parts(text):
        name = within.get(fact.start)
        if fact.kind is not FactKind.CONDITION and not (name and fact.end <= name.end):
            yield fact


def _tokens(text: str, names: Sequence[NameUse], facts: Sequence[Fact]) -> Iterator[Token]:
    special = [*map(_value_token, facts), *map(_name_token, names)]
    lowered = plain(text).replace("\u0130", "I").lower()
    reached = 0
    for token in sorted(special, key=lambda token: token.start):
        if token.start >= reached:  # what a fact and a name share belongs to the first
            yield from _words(lowered, reached, token.start)
            yield token
            reached = token.end
    yield from _words(lowered, reached, len(text))


def _name_token(name: NameUse) -> Token:
    return Token(kind=Kind.NAME, key=name.key, start=name.start, end=name.end, name=name)


def _value_token(fact: Fact) -> Token:
    return Token(kind=Kind.VALUE, key=fact.text, start=fact.start, end=fact.end, fact=fact)


def _words(lowered: str, start: int, end: int) -> Iterator[Token]:
    for match in lexemes().finditer(lowered, start, end):
        sort, word = match.lastgroup, match[0]
        if sort == "word":
            yield Token(Kind.WORD, _key(word), *match.span(), is_term=word not in _NO_TERMS)
        else:
            yield _marked(sort or "", word, *match.span())


def _marked(sort: str, word: str, start: int, end: int) -> Token:
    """A word that turns what its clause says."""
    return Token(
        kind=_KINDS.get(sort, Kind.WORD),
        key=_FATE_KEYS.get(sort) or _key(word),
        start=start,
        end=end,
        fate=_FATES.get(sort, ""),
        vague=sort == "vague",
        is_term=sort in _FATE_KEYS or sort == "phrase",
    )


@lru_cache(maxsize=1)
def _stemmer() -> SnowballStemmer:
    return SnowballStemmer("english")


@lru_cache(maxsize=20_000)
def _key(word: str) -> str:
    return _stemmer().stem_word(word) if word.isascii() and word.isalpha() else word


def _clauses(found: Sequence[Span], tokens: Sequence[Token]) -> Iterator[Clause]:
    """What stands between two breaks, never beyond a sentence; what holds no word leads on."""
    place = 0
    held: list[Token] = []
    for token in tokens:
        while place < len(found) - 1 and token.start >= found[place].end:
            if held:
                yield Clause(sentence=place, tokens=tuple(held))
            held, place = [], place + 1
        if token.kind is not Kind.BREAK:
            held.append(token)
        elif any(each.kind is Kind.WORD for each in held):
            yield Clause(sentence=place, tokens=tuple(held))
            held = []
    if held:
        yield Clause(sentence=place, tokens=tuple(held))
