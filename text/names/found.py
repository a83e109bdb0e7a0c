"""What name discovery finds."""

from dataclasses import dataclass

from lorepack.records import FactKind


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundName:
    """A name that the text itself makes known."""

    name: str
    kind: FactKind = FactKind.PERSON
    known_from: int
    """Index, from 0, of the chapter whose text completes the evidence."""
    aliases: tuple[str, ...] = ()
    """Other names of the same person, `name` left out. One that was found earlier in its own
    right is the same person as this one: the two belong together from `known_from` on."""
