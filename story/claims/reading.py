"""Reading every kind of claim out of a text."""

from story.claims.acts import acts
from story.claims.attributes import attributes
from story.claims.claim import Claim
from story.claims.clock import clock
from story.claims.custody import custody
from story.claims.deaths import deaths
from story.claims.knowledge import knowledge
from story.claims.names import Names
from story.claims.relations import relations
from story.claims.telling import Telling

_READERS = (deaths, acts, attributes, custody, knowledge, clock, relations)


def read_claims(text: str, names: Names, at: int | None = None) -> tuple[Claim, ...]:
    """Read what a text says of the people and things it names.

    Args:
        text: A chapter, a draft or a memory.
        names: The known names of the book.
        at: Place of the chapter in the book; None where no range of chapters matters.

    Returns:
        Claims in the order in which they stand.
    """
    marked, telling = names.mark(text, at), Telling(text)
    found = {claim for reader in _READERS for claim in reader(marked, telling)}
    return tuple(sorted(found, key=lambda c: (c.start, c.end, c.kind, c.predicate, c.value)))
