"""Known names in a text, marked so that one grammar serves every name."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from lorepack.records import Entity, FactKind
from text.aliases import SILENT, AliasMatcher, plain

PERSON_SIGN, THING_SIGN, REST_SIGN = "\ufdd0", "\ufdd1", "\ufdd2"
"""Noncharacters, which no text holds: the first of a person's name, of another name, the rest."""
PERSON = f"{PERSON_SIGN}{REST_SIGN}*+"
"""Pattern of a person's name in a marked text: the whole of it, so that what must not stand behind
a name is looked for behind its end."""
THING = f"{THING_SIGN}{REST_SIGN}*+"
"""Pattern of any other name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """A text beside the same text with its known names marked, character by character."""

    text: str
    marked: str
    at: Mapping[int, str]
    """Ids of the entities by the offsets at which their names begin."""

    def who(self, start: int, end: int) -> str:
        """The entity of the name that begins at an offset, else the words themselves."""
        return self.at.get(start) or self.text[start:end]


class Names:
    """The known names of a book."""

    def __init__(
        self, entities: Iterable[Entity], order: Mapping[str, int] = MappingProxyType({})
    ) -> None:
        """Gather them.

        Args:
            entities: A registry.
            order: Places of chapters in the book by their ids.
        """
        live = [entity for entity in entities if entity.origin not in SILENT]
        self._matcher = AliasMatcher(live, order)
        self._signs = {e.id: PERSON_SIGN if e.kind is FactKind.PERSON else THING_SIGN for e in live}
        self._names = {entity.id: entity.name for entity in live}
        self._ids = _unshared(live)

    def mark(self, text: str, at: int | None = None) -> Marked:
        """Mark the names in a text.

        Args:
            text: A chapter.
            at: Its place in the book; None where no range of chapters matters.
        """
        characters = list(text)
        mentions = self._matcher.find(text, at)
        for mention in mentions:
            sign = self._signs[mention.entity]
            rest = REST_SIGN * (mention.end - mention.start - 1)
            characters[mention.start : mention.end] = sign + rest
        return Marked(
            text=text,
            marked="".join(characters),
            at={mention.start: mention.entity for mention in mentions},
        )

    def subject(self, words: str) -> str:
        """The id of the one entity that some words name, else the words."""
        return self._ids.get(plain(words.strip()), words.strip())

    def name(self, subject: str) -> str:
        """What people call a subject: an entity's name, else the words themselves."""
        return self._names.get(subject, subject)


def _unshared(entities: Iterable[Entity]) -> dict[str, str]:
    holders: dict[str, set[str]] = {}
    for entity in entities:
        for spelling in (entity.name, *entity.spellings):
            holders.setdefault(plain(spelling), set()).add(entity.id)
    return {text: next(iter(ids)) for text, ids in holders.items() if len(ids) == 1}
