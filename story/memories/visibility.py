"""Who may know a memory."""

from dataclasses import dataclass

from lorepack.errors import InvalidInputError
from lorepack.records import AUTHOR

READER, PERSON = "reader", "person"


@dataclass(frozen=True, slots=True, kw_only=True)
class Visibility:
    """Who may know a memory, and from which chapter on."""

    who: str
    """`author`, `reader` or `person`."""
    name: str = ""
    """Of the person."""
    chapter: str = ""
    """Its id, or the number of one that is still to be written; empty for `author`."""

    def __str__(self) -> str:
        """As it is written."""
        return ":".join(filter(None, (self.who, self.name, self.chapter)))


def read_visibility(written: str) -> Visibility:
    """Read `author`, `reader:CHAPTER` or `person:NAME:CHAPTER`.

    Raises:
        InvalidInputError: It is none of them.
    """
    who, _, rest = written.partition(":")
    name, _, chapter = rest.rpartition(":") if who == PERSON else ("", "", rest)
    if written == AUTHOR:
        return Visibility(who=AUTHOR)
    if who not in {READER, PERSON} or not chapter.strip() or (who == PERSON) != bool(name.strip()):
        raise InvalidInputError(
            f"visibility {written!r} is none of author, reader:CHAPTER, person:NAME:CHAPTER"
        )
    return Visibility(who=who, name=name.strip(), chapter=chapter.strip())
