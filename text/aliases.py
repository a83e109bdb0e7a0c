"""Where the people, places and things of a registry are mentioned."""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from types import MappingProxyType
from typing import NamedTuple

import rjieba
from ahocorasick_rs import AhoCorasick, MatchKind

from lorepack.records import Alias, Entity, EntityOrigin, Mention
from text.fold import fold
from text.scripts import is_han

SILENT = frozenset({EntityOrigin.PROPOSED, EntityOrigin.REJECTED, EntityOrigin.MERGED})
"""Origins of entities that no text is said to mention."""

_FIRST, _LAST = -1, 1 << 62
"""Places before and behind every chapter."""


class _Holder(NamedTuple):
    """An entity that an alias means, over the chapters in which it does."""

    entity: str
    first: int
    last: int
    known: int
    """Place from which on a reader knows the entity."""


class _Match(NamedTuple):
    start: int
    end: int
    owners: tuple[str, ...]


class AliasMatcher:
    """Finds every alias of the entities it was built from, the longest at each place.

    Letters match in any width and any script, traditional or simplified. An alias that several
    entities share is ambiguous: it gives no mention, nor does a shorter one inside it.
    """

    def __init__(
        self, entities: Iterable[Entity], order: Mapping[str, int] = MappingProxyType({})
    ) -> None:
        """Build a matcher.

        Args:
            entities: A registry; its proposed, rejected and merged entities are left out.
            order: Places of chapters in the book by their ids. An alias from a chapter without
                a place is not valid yet, one up to such a chapter is valid to the end.
        """
        holders: dict[str, list[_Holder]] = {}
        for entity in entities:
            if entity.origin not in SILENT:
                for alias in filter(_can_stand, entity.aliases):
                    holder = _holder(entity, alias, order)
                    holders.setdefault(plain(alias.text), []).append(holder)
        self._texts = list(holders)
        self._holders = list(holders.values())
        self._automaton = AhoCorasick(self._texts, matchkind=MatchKind.Standard)

    def find(self, text: str, at: int | None = None) -> list[Mention]:
        """Mentions in order, without overlaps; offsets count characters of `text`.

        Args:
            text: A chapter, or any other words.
            at: Place of the chapter; entities that a reader knows there go before those that
                only later chapters make known. None where no range matters.
        """
        return [
            Mention(entity=match.owners[0], start=match.start, end=match.end)
            for match in self._chosen(text, at)
            if len(match.owners) == 1
        ]

    def ambiguous(self, text: str, at: int | None = None) -> dict[str, tuple[str, ...]]:
        """Ids of the entities that share an alias which the text has, by that alias as it stands.

        Args:
            text: A chapter, or any other words.
            at: Place of the chapter; None where no range matters.
        """
        shared = (match for match in self._chosen(text, at) if len(match.owners) > 1)
        return {text[match.start : match.end]: match.owners for match in shared}

    def _chosen(self, text: str, at: int | None) -> list[_Match]:
        # What is read out of a chapter must not depend on later ones: a name that only they make
        # known takes no letter from one that is known already.
        known: list[_Match] = []
        unknown: list[_Match] = []
        for place, start, end in self._matches(plain(text)):
            active = [h for h in self._holders[place] if at is None or h.first <= at <= h.last]
            met = [h for h in active if at is None or h.known <= at]
            owners = tuple(dict.fromkeys(h.entity for h in met or active))
            if owners:
                (known if met else unknown).append(_Match(start, end, owners))
        chosen = _leftmost_longest(known)
        return sorted([*chosen, *_leftmost_longest(_beside(chosen, unknown))])

    def _matches(self, text: str) -> Iterator[tuple[int, int, int]]:
        # Every match is asked for and then chosen from: the automaton's own choice of the
        # longest would hide a shorter alias where the longer one ends inside a word.
        words: frozenset[int] | None = None
        for place, start, end in self._automaton.find_matches_as_indexes(text, overlapping=True):
            if _inside_word(text, start) or _inside_word(text, end):
                continue
            if end - start == 1 and is_han(text[start]):
                words = _words_of_one(text) if words is None else words
                if start not in words:
                    continue
            yield place, start, end


def holding(texts: Mapping[str, str], names: Iterable[str]) -> set[str]:
    """Which texts hold one of some names, be it inside another word: the keys of those."""
    automaton = AhoCorasick([*{plain(name) for name in names if name}])
    found = automaton.find_matches_as_indexes
    return {key for key, text in texts.items() if found(plain(text))}


def plain(text: str) -> str:
    """Give a text one width, one script and one sort of space; every character keeps its place."""
    return text.translate(_PLAIN)


class _Plain(dict[int, str]):
    """A translation table that fills itself: one entry for each character met so far."""

    def __missing__(self, code: int) -> str:
        self[code] = one = _plain_character(chr(code))
        return one


def _plain_character(character: str) -> str:
    if character.isspace():
        return " "
    if character in "’ʼ＇":
        return "'"
    if "\ud800" <= character <= "\udfff":  # half of a character, which no matcher takes
        return "\ufffd"
    one = fold(character) if is_han(character) else unicodedata.normalize("NFKC", character)
    return one if len(one) == 1 else character


_PLAIN = _Plain()


def _can_stand(alias: Alias) -> bool:
    """Whether it may be looked for: a single character stands in too many other words."""
    return len(alias.text) > 1 or (alias.confirmed and bool(alias.text))


def _holder(entity: Entity, alias: Alias, order: Mapping[str, int]) -> _Holder:
    def place(chapter: str | None, without: int) -> int:
        return without if chapter is None else order.get(chapter, _LAST)

    return _Holder(
        entity=entity.id,
        first=place(alias.from_chapter, _FIRST),
        last=place(alias.to_chapter, _LAST),
        known=place(entity.known_from, _FIRST),
    )


def _leftmost_longest(matches: Iterable[_Match]) -> list[_Match]:
    chosen: list[_Match] = []
    reached = 0
    for match in sorted(matches, key=lambda match: (match.start, -match.end)):
        if match.start >= reached:
            reached = match.end
            chosen.append(match)
    return chosen


def _beside(chosen: Sequence[_Match], others: Iterable[_Match]) -> Iterator[_Match]:
    """Those of the others that overlap none of the chosen ones."""
    starts = [match.start for match in chosen]
    for match in others:
        after = bisect_right(starts, match.start)
        starts_free = after == 0 or chosen[after - 1].end <= match.start
        if starts_free and (after == len(chosen) or match.end <= starts[after]):
            yield match


def _words_of_one(text: str) -> frozenset[int]:
    """Where the segmenter leaves a character as a word of its own."""
    # Without its guesses at unknown words: those tie a name to the verb that follows.
    words = rjieba.cut(text, hmm=False)
    starts = accumulate(map(len, words), initial=0)
    return frozenset(start for start, word in zip(starts, words, strict=False) if len(word) == 1)


def _inside_word(text: str, offset: int) -> bool:
    """Whether a word of a script that parts its words by spaces runs across the offset."""
    return 0 < offset < len(text) and _parts_words(text[offset - 1]) and _parts_words(text[offset])


def _parts_words(character: str) -> bool:
    return character.isdecimal() or character.lower() != character.upper()
