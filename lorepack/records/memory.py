"""Structured memories: what an author or a compressor has written down about the story."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

FieldValue = str | int | bool | tuple[str, ...]
"""What a typed field of a memory may hold."""


class MemoryKind(StrEnum):
    """What a memory is about; one section of the pack shows each kind."""

    BIBLE = "bible"
    STYLE_RULE = "style_rule"
    BAN_RULE = "ban_rule"
    LOCKED_RULE = "locked_rule"
    VOLUME_OUTLINE = "volume_outline"
    MAINLINE = "mainline"
    CHARACTER_STATE = "character_state"
    RELATIONSHIP = "relationship"
    SCENE = "scene"
    ITEM = "item"
    EVENT = "event"
    FORESHADOW = "foreshadow"
    NEXT_DUTY = "next_duty"
    CHAPTER_CARD = "chapter_card"
    """What the author wants of a chapter ahead; the pack for that one takes it as its card."""
    CHAPTER_SUMMARY = "chapter_summary"
    """What a chapter tells, with who, where and when; the story so far shows it."""
    PREFERENCE = "preference"
    DECISION = "decision"
    TASK_RESULT = "task_result"
    """What came of a task."""
    SESSION_SUMMARY = "session_summary"
    """What a session was about, and what it left."""
    NOTE = "note"


AUTHOR = "author"
"""Origin of what the author said; it outranks what was extracted."""
EXTRACTIVE = "extractive"
"""Origin of what was taken out of the text without a model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """A stretch of a chapter's text, as it was then, that says so."""

    chapter: str
    """Id of the chapter."""
    sha256: str
    """Hash of the text that the offsets are counted in."""
    start: int
    end: int
    """In characters, end exclusive."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """One thing worth remembering, and over which chapters it holds."""

    id: str
    kind: MemoryKind
    subject: str = ""
    """Whom or what it is about: a name, a foreshadow's code."""
    text: str
    importance: float = 0.5
    """In [0, 1]."""
    known_from: str | None = None
    """Id of the chapter that establishes it: only packs for later chapters hold it. None:
    planned before the first chapter."""
    valid_to: str | None = None
    """Id of the chapter that ends it: packs for later chapters no longer hold it."""
    fields: Mapping[str, FieldValue] = field(default_factory=dict[str, FieldValue])
    """Typed fields of its kind by name, those that say something: see `memory_fields`."""
    facts: tuple[str, ...] = ()
    """Hard facts that belong to what it says, to the letter."""
    sources: tuple[Provenance, ...] = ()
    """The words that it was taken from."""
    visibility: str = AUTHOR
    """Who may know it: `author`, `reader:CHAPTER` or `person:NAME:CHAPTER`, from a chapter's id
    on, or from the number of one that is still to be written."""
    origin: str = AUTHOR
    """`author`, `extractive`, or the model that wrote it."""
    made_from: str | None = None
    """Hash of the chapter text that it was extracted from; it holds as long as that chapter's
    summary is made from the same text. None for an author's own."""
    supersedes: str | None = None
    """Id of the memory that it takes the place of."""
    version: int = 1
    """Counts what was said under this id from 1; the newest one holds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryVersion:
    """What was said under a memory's id at one time."""

    memory: Memory
    at: str
    """When, ISO 8601 in UTC."""
    retired: bool
    """Whether it took the memory away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What holds about a subject just before a chapter."""

    memory: Memory
    """The newest word on it; of a foreshadow, with the fields that all its steps add up to."""
    since: Memory | None = None
    """What was extracted from chapters after the author's own word: it stands beside that one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryDraft:
    """A memory as somebody hands it in; chapters are named by position or id."""

    kind: MemoryKind
    text: str
    subject: str = ""
    """Whom or what it is about; a foreshadow without one gets the next code."""
    id: str | None = None
    """One of its own; None for a new one."""
    importance: float = 0.5
    known_from: int | str | None = None
    """The chapter that establishes it; None for planned before the first one."""
    valid_to: int | str | None = None
    """The chapter that ends it."""
    fields: Mapping[str, object] = field(default_factory=dict[str, object])
    """Typed fields of its kind."""
    facts: tuple[str, ...] = ()
    """Hard facts beside those that its text holds."""
    sources: tuple[Provenance, ...] = ()
    visibility: str = AUTHOR
    """`author`, `reader:CHAPTER` or `person:NAME:CHAPTER`, a chapter by position or id."""
    supersedes: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryEdit:
    """What is to be different about a memory; None keeps what there is."""

    subject: str | None = None
    text: str | None = None
    importance: float | None = None
    known_from: int | str | None = None
    """Empty for: planned before the first chapter."""
    valid_to: int | str | None = None
    """Empty for: nothing ends it."""
    fields: Mapping[str, object] = field(default_factory=dict[str, object])
    """Put over those there are; an empty one takes its field away."""
    visibility: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryView:
    """A memory as it is shown: chapters by their positions."""

    id: str
    version: int
    kind: MemoryKind
    subject: str
    text: str
    importance: float
    known_from: int | None
    """Position of the chapter that establishes it; None for planned before the first one."""
    valid_to: int | None
    fields: Mapping[str, FieldValue]
    facts: tuple[str, ...]
    sources: tuple[Provenance, ...]
    visibility: str
    origin: str
    supersedes: str | None
    holds: bool
    """Whether packs hold it: its chapter stands in the book, nothing has taken its place, and
    what it was extracted from is still the text."""
    at: str = ""
    """When it was said, ISO 8601 in UTC; empty where that is not asked for."""
    retired: bool = False
