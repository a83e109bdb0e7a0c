"""The registry: people, places, organisations and objects, and how a text names them."""

from dataclasses import dataclass
from enum import StrEnum

from lorepack.records.book import FactKind


class AliasKind(StrEnum):
    """What sort of name an alias is."""

    NAME = "name"
    SHORT = "short"
    """A part of the name: a given name, a surname."""
    NICKNAME = "nickname"
    TITLE = "title"
    """A form of address, with a name or without."""
    ROLE = "role"
    """What somebody is for a time: the innkeeper, the captain."""
    FORMER = "former"
    SPELLING = "spelling"
    """Another way to write the name."""


class EntityOrigin(StrEnum):
    """Who says that an entity exists, and what became of it."""

    FOUND = "found"
    """The text makes it known by itself."""
    AUTHOR = "author"
    PROPOSED = "proposed"
    """A guess that waits for an answer: nothing is made from it."""
    REJECTED = "rejected"
    """Nobody: never found or proposed again."""
    MERGED = "merged"
    """The same as another one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alias:
    """A spelling that means an entity, over a range of chapters."""

    text: str
    kind: AliasKind = AliasKind.NAME
    from_chapter: str | None = None
    """Id of the first chapter in which it does; None for no bound."""
    to_chapter: str | None = None
    """Id of the last chapter in which it does."""
    confirmed: bool = False
    """Whether an author vouches for it: a single character and a bare title need that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """Somebody or something the book keeps coming back to."""

    id: str
    kind: FactKind
    """`person`, `place`, `organisation` or `object`."""
    name: str
    origin: EntityOrigin = EntityOrigin.FOUND
    aliases: tuple[Alias, ...] = ()
    """Every spelling that means it, `name` included."""
    known_from: str | None = None
    """Id of the first chapter after which the book alone makes it known; None if an author
    registered it. A reader who has not come past that chapter does not know it yet."""
    merged_into: str | None = None
    """Id of the entity that this one is, or is proposed to be, the same as."""

    @property
    def spellings(self) -> tuple[str, ...]:
        """The texts of its aliases, each once."""
        return tuple(dict.fromkeys(alias.text for alias in self.aliases))


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A name of a known entity at a place in a chapter."""

    entity: str
    """Id of the entity."""
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AliasView:
    """An alias as it is shown: chapters by their positions."""

    text: str
    kind: AliasKind
    from_chapter: int | None
    to_chapter: int | None
    confirmed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityView:
    """An entity as it is shown: with its place in the book."""

    id: str
    kind: FactKind
    name: str
    origin: EntityOrigin
    aliases: tuple[AliasView, ...]
    known_from: int | None
    """Position of the chapter after which the book alone makes it known."""
    merged_into: str | None
    """Name of the entity that it is, or is proposed to be, the same as."""
    mentions: int
    first: int | None
    """Position of the first chapter that mentions it."""
    last: int | None
    ambiguous: tuple[str, ...]
    """Its aliases that another entity has too, somewhere in the same chapters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A proposed entity, or a proposed alias of one, with what speaks for it."""

    id: str
    kind: FactKind
    name: str
    alias_of: str | None
    """Name of the entity that it would be an alias of; None for an entity of its own."""
    count: int
    """Times that the text has it."""
    chapter: int | None
    """Position of the first chapter that has it."""
    quote: str
    """A few words around that place."""
