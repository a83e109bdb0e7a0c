"""Names in two texts: those of the registry, and those that only the texts show."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import rjieba
from ahocorasick_rs import AhoCorasick, MatchKind

from text.aliases import AliasMatcher, plain
from text.names import chinese, english
from text.scripts import is_han

_PLACE_TAGS = frozenset({"ns", "nt"})
_PERSON_TAGS = frozenset({"nr", "nrt", "nrfg"})
_SHORTEST, _LONGEST_HAN = 2, 4
_CHANCE = 1
"""Times more often that a name stands than the name with one character more."""
_NO_PLACE = frozenset("上下入出立歇望左右中大小何两于渡在至到往从自")
"""What the segmenter takes for a place begins so where it is a deed or a side: 上马, 左军."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NameUse:
    """A name at its place in a text."""

    start: int
    end: int
    text: str
    """As it stands, in one width and script."""
    key: str
    """Id of the one entity that it means, or the text itself."""

    def same(self, other: "NameUse") -> bool:
        """Whether both may mean the same: one entity, or one name inside the other."""
        return (
            self.key == other.key or _holds(self.text, other.text) or _holds(other.text, self.text)
        )


def _holds(longer: str, shorter: str) -> bool:
    if is_han(shorter[0]):
        return shorter in longer
    return set(shorter.split()) <= set(longer.split())


class Names:
    """What is a name in a text: what a registry has, and some more."""

    def __init__(self, matcher: AliasMatcher, at: int | None, others: frozenset[str]) -> None:
        self._matcher, self._at = matcher, at
        self._automaton = AhoCorasick(sorted(others), matchkind=MatchKind.LeftmostLongest)

    def find(self, text: str) -> list[NameUse]:
        """Names in order, without overlaps; those of the registry go before others."""
        registered = list(self._registered(text))
        taken = {place for use in registered for place in range(use.start, use.end)}
        free = (u for u in self._unregistered(text) if taken.isdisjoint(range(u.start, u.end)))
        return sorted([*registered, *free], key=lambda use: use.start)

    def _registered(self, text: str) -> Iterator[NameUse]:
        for mention in self._matcher.find(text, self._at):
            words = bare(text[mention.start : mention.end])
            yield NameUse(start=mention.start, end=mention.end, text=words, key=mention.entity)

    def _unregistered(self, text: str) -> Iterator[NameUse]:
        flat = bare(text)
        for _, start, end in self._automaton.find_matches_as_indexes(flat):
            if not (_inside_word(flat, start) or _inside_word(flat, end)):
                yield NameUse(start=start, end=end, text=flat[start:end], key=flat[start:end])


def bare(text: str) -> str:
    """A text in one width and script without accents; every character keeps its place."""
    return "".join(map(_bare, plain(text)))


@lru_cache(maxsize=10_000)
def _bare(character: str) -> str:
    decomposed = unicodedata.normalize("NFD", character)
    return decomposed[0] if decomposed[0].isascii() else character


def _inside_word(text: str, offset: int) -> bool:
    if not 0 < offset < len(text):
        return False
    return all(c.isalnum() and not is_han(c) for c in text[offset - 1 : offset + 1])


def local_names(text: str, *, least: int = 2) -> frozenset[str]:
    """Names that a text shows by itself, in one script and without accents.

    Args:
        text: Any text.
        least: Times that a name must stand there which only the segmenter takes for one.
    """
    found = set(_english(text)) if re.search("[A-Za-z]{2}", text) else set[str]()
    if any(map(is_han, text)):
        found.update(_chinese(plain(text), least))
    return frozenset(map(bare, found))


def _chinese(text: str, least: int) -> Iterator[str]:
    spoken = chinese.spoken(text)
    yield from (_without_chance(name, text) for name in spoken if chinese.surname(name))
    tagged = {(w, tag) for w, tag in rjieba.tag(text) if tag in _PERSON_TAGS | _PLACE_TAGS}
    for word, tag in sorted(tagged):
        if not _SHORTEST <= len(word) <= _LONGEST_HAN or not chinese.plausible(word):
            continue
        name = word if tag in _PLACE_TAGS else _without_chance(word, text)
        if _is_place(name) if tag in _PLACE_TAGS else _is_person(name, text, least):
            yield name


def _is_place(name: str) -> bool:
    return name[0] not in _NO_PLACE


def _is_person(name: str, text: str, least: int) -> bool:
    if not chinese.surname(name) or chinese.is_ordinary(name):
        return False
    return text.count(name) >= least or rjieba.cut(name, hmm=False) == [name]


def _without_chance(name: str, text: str) -> str:
    """A name without what follows it once, and never of more than two after the surname."""
    name = name[: len(chinese.surname(name)) + _SHORTEST]
    while len(name) > _SHORTEST and text.count(name[:-1]) > _CHANCE * text.count(name):
        name = name[:-1]
    return name


def _english(text: str) -> Iterator[str]:
    # Where a sentence begins, a word with a capital is a name if it acts, or if two stand together.
    evidence = english.evidence(text)
    return (
        name
        for name, inside in evidence.inside.items()
        if inside or evidence.acting[name] or " " in name
    )
