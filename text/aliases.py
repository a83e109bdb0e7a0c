"""Where the people, places and things of a registry are mentioned."""

from collections.abc import Iterable

from ahocorasick_rs import AhoCorasick, MatchKind

from lorepack.records import Entity, Mention

_SHORTEST = 2
"""Characters; a shorter alias stands in too many other words to be taken unconfirmed."""


class AliasMatcher:
    """Finds every alias of the entities it was built from, the longest at each place.

    An alias that several entities share is ambiguous: it gives no mention, nor does a shorter
    one inside it.
    """

    def __init__(self, entities: Iterable[Entity]) -> None:
        owners: dict[str, set[str]] = {}
        for entity in entities:
            for alias in {entity.name, *entity.aliases}:
                if len(alias) >= _SHORTEST:
                    owners.setdefault(alias, set()).add(entity.id)
        self._aliases = list(owners)
        self._owners = [next(iter(ids)) if len(ids) == 1 else None for ids in owners.values()]
        self._automaton = AhoCorasick(self._aliases, matchkind=MatchKind.Standard)

    def find(self, text: str) -> list[Mention]:
        """Mentions in order, without overlaps; offsets count characters of `text`."""
        mentions: list[Mention] = []
        reached = 0
        for start, end, entity in self._leftmost_longest(text):
            if start >= reached:
                reached = end
                if entity is not None:
                    mentions.append(Mention(entity=entity, start=start, end=end))
        return mentions

    def _leftmost_longest(self, text: str) -> list[tuple[int, int, str | None]]:
        # Every match is asked for and then chosen from: the automaton's own choice of the
        # longest would hide a shorter alias where the longer one ends inside a word.
        matches = [
            (start, end, self._owners[place])
            for place, start, end in self._automaton.find_matches_as_indexes(text, overlapping=True)
            if not (_inside_word(text, start) or _inside_word(text, end))
        ]
        return sorted(matches, key=lambda match: (match[0], -match[1]))


def _inside_word(text: str, offset: int) -> bool:
    """Whether a word of a script that parts its words by spaces runs across the offset."""
    return 0 < offset < len(text) and _parts_words(text[offset - 1]) and _parts_words(text[offset])


def _parts_words(character: str) -> bool:
    return character.isdecimal() or character.lower() != character.upper()
