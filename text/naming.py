"""Whom or what the words of an author mean in the registry."""

from collections.abc import Sequence
from difflib import get_close_matches

from lorepack.errors import InvalidInputError, NotFoundError
from lorepack.records import Entity, EntityOrigin
from text.aliases import plain

GONE = frozenset({EntityOrigin.REJECTED, EntityOrigin.MERGED})
"""Origins of entities that are kept only so that they do not come back."""


def resolve(registry: Sequence[Entity], named: str) -> Entity:
    """The entity of an id, a name or an alias; one that is gone only where no other is meant.

    Raises:
        NotFoundError: There is none; the text lists names that are near.
        InvalidInputError: Several are called so.
    """
    live = [e for e in registry if e.origin not in GONE]
    gone = [e for e in registry if e.origin in GONE]
    wanted = plain(" ".join(named.split()))  # as names are stored
    for found in (
        [e for e in registry if e.id == named],
        [e for e in live if plain(e.name) == wanted],
        [e for e in live if wanted in map(plain, e.spellings)],
        [e for e in gone if plain(e.name) == wanted],
    ):
        if len(found) > 1:
            ids = ", ".join(f"{e.name!r} ({e.id})" for e in found)
            raise InvalidInputError(f"several are called {named!r}: {ids}; name one by its id")
        if found:
            return found[0]
    raise NotFoundError(f"there is nobody and nothing called {named!r}{_near(live, named)}")


def _near(live: Sequence[Entity], named: str) -> str:
    spellings = {text for e in live for text in (e.name, *e.spellings)}
    # A name inside the one asked for, or around it, is nearer than one that shares letters.
    inside = sorted(s for s in spellings if s in named or named in s)
    near = list(dict.fromkeys([*inside, *get_close_matches(named, sorted(spellings), 3, 0.5)]))[:3]
    return f"; near it: {', '.join(map(repr, near))}" if near else ""
