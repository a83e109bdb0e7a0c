"""A story bible read in from a file: what it says, and what became of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from lorepack.records.memory import MemoryKind


class BibleFormat(StrEnum):
    """A file form of a story bible."""

    YAML = "yaml"
    """JSON is a part of it."""
    MARKDOWN = "markdown"


@dataclass(frozen=True, slots=True, kw_only=True)
class BibleEntry:
    """One thing that a file says."""

    kind: MemoryKind
    subject: str
    text: str
    line: int
    """Of the file, counted from 1."""
    fields: Mapping[str, object] = field(default_factory=dict[str, object])
    importance: float = 0.5
    known_from: str | None = None
    """Position or id of a chapter."""
    valid_to: str | None = None
    visibility: str = "author"
    supersedes: str | None = None
    id: str | None = None
    """Of the memory it was exported from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unplaced:
    """Words of a file that stand for no field or section, and where they were kept."""

    line: int
    words: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Bible:
    """A story bible as a file has it."""

    entries: tuple[BibleEntry, ...]
    unplaced: tuple[Unplaced, ...]


class BibleAction(StrEnum):
    """What an import makes of an entry."""

    ADDED = "added"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    KEPT = "kept"
    """It was imported before and edited since: the newer version stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BibleLine:
    """An entry and what became of it."""

    line: int
    kind: MemoryKind
    subject: str
    id: str
    action: BibleAction


@dataclass(frozen=True, slots=True, kw_only=True)
class BibleReport:
    """What an import of a story bible did, or would do."""

    project: str
    added: int
    changed: int
    unchanged: int
    kept: int
    entries: tuple[BibleLine, ...]
    unplaced: tuple[Unplaced, ...]
    dry_run: bool
