"""What is known just before a chapter: everything a pack may be made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from lorepack.records import (
    Chapter,
    ChapterCard,
    Entity,
    Matched,
    MemoryKind,
    PackRequest,
    Passage,
    Score,
    Told,
)
from story.so_far import SoFar


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """An original passage and what brought it up."""

    passage: Passage
    position: int
    reason: str
    score: Score | None = None
    matched: tuple[Matched, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A mention of somebody, with the passage that it stands in."""

    passage: Passage
    position: int
    start: int
    end: int
    """In characters of the chapter's text, end exclusive."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody the next chapter is about."""

    name: str
    entity: Entity | None
    """None for a name that the book has not made known."""
    first: Seen | None = None
    """The first mention."""
    entered: Seen | None = None
    """The first mention in a scene in which he acts or speaks; None where that cannot be told."""
    acted: Seen | None = None
    """The last one in such a scene."""
    last: Seen | None = None
    """The last mention."""

    @property
    def names(self) -> frozenset[str]:
        """Every spelling that means this person."""
        return frozenset({self.name, *(self.entity.spellings if self.entity else ())})


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The story just before a chapter, and what is asked of it."""

    request: PackRequest
    chapter: int
    """Position of the one to be written."""
    chapters: Sequence[Chapter]
    """All before the one to be written."""
    so_far: SoFar
    told: Sequence[Told]
    """What memories add up to, oldest first."""
    people: Sequence[Person]
    """Those of the card and of the query, in the order they are named."""
    subjects: frozenset[str] = frozenset()
    """Every name of what card and query mention: people, places, things."""
    stored_card: str = ""
    """Id of the memory that the card was taken from; empty where none was."""
    shared: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    """Names in card and query that several bear, with the names that tell these apart."""
    originals: Sequence[Found]
    """Passages wanted, the dearest first."""
    passed: Sequence[Found] = ()
    """Passages that the query brought up and that are not wanted, each with why."""
    pinned: Sequence[Found] = ()
    """Passages that the request pins."""
    last_chapter: Chapter | None
    """The last one before that holds a text; a notice without one ends nothing."""
    last_text: str
    """Its text; empty where there is none."""
    chinese: bool
    """Whether the pack speaks Chinese."""
    positions: Mapping[str, int] = field(init=False, repr=False)
    """Positions of the chapters before, by id."""

    def __post_init__(self) -> None:
        positions = {chapter.id: chapter.position for chapter in self.chapters}
        object.__setattr__(self, "positions", positions)

    @property
    def card(self) -> ChapterCard:
        """The card, empty where none was given."""
        return self.request.card or ChapterCard()

    def of_kind(self, *kinds: MemoryKind) -> list[Told]:
        """What holds of some kinds, oldest first."""
        return [one for one in self.told if one.memory.kind in kinds]
