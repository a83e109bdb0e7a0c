"""What a spoiler scan finds."""

from dataclasses import dataclass
from enum import StrEnum


class LeakKind(StrEnum):
    """What a pack tells too early."""

    TEXT = "text"
    """Words of a later chapter's text."""
    TITLE = "title"
    """A later chapter's title or label, or the title of a volume that begins later."""
    NAME = "name"
    """A name or alias that only becomes known later."""
    FACT = "fact"
    """A figure, date, code or condition that only a later text holds."""
    MEMORY = "memory"
    """Words of a memory that is known from a later chapter on."""
    SOURCE = "source"
    """An item that is said to stand in a later chapter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leak:
    """Something that a pack says and nothing before its chapter does."""

    kind: LeakKind
    words: str
    """As they are compared: folded. Of a source, the item's id."""
    chapter: int
    """Position of the first chapter that tells it; one more than the book has for what belongs to
    none, such as a draft."""
    section: str
    """Section of the pack; empty for what stands in no item."""
