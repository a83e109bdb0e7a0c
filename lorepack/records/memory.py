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
    CHAPTER_SUMMARY = "chapter_summary"
    """What a chapter tells, with who, where and when; the story so far shows it."""
    PREFERENCE = "preference"
    DECISION = "decision"
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
    """Further typed fields of its kind, such as a foreshadow's `due_from` and `due_to`."""
    facts: tuple[str, ...] = ()
    """Hard facts that belong to what it says, to the letter."""
    sources: tuple[Provenance, ...] = ()
    """The words that it was taken from."""
    visibility: str = AUTHOR
    """Who may know it: `author`, `reader:CHAPTER` or `person:NAME:CHAPTER`, from a chapter's id."""
    origin: str = AUTHOR
    """`author`, `extractive`, or the model that wrote it."""
    made_from: str | None = None
    """Hash of the chapter text that it was extracted from; it holds as long as that chapter's
    summary is made from the same text. None for an author's own."""
    supersedes: str | None = None
    """Id of the memory that it takes the place of."""
    version: int = 1
    """Counts what was said under this id from 1; the newest one holds."""
