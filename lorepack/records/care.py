"""What taking care of a store tells: whether record and index agree, and what was put right."""

from dataclasses import dataclass, field
from enum import StrEnum

from lorepack.records.book import Scope
from lorepack.records.imports import ChapterView
from lorepack.records.jobs import JobState


class FaultCode(StrEnum):
    """What is wrong."""

    MISSING = "missing"
    """The index lacks a snippet."""
    ORPHAN = "orphan"
    """The index holds a point of a snippet that is no more."""
    STALE = "stale"
    """The index holds a snippet otherwise than the record."""
    UNPROVEN = "unproven"
    """The record has lost the vector that the index holds: the two cannot be compared."""
    INDEX = "index"
    """The index cannot be read at all."""
    DAMAGED = "damaged"
    """The database's own check of its file, or of its keys, found something."""
    TEXT = "text"
    """A chapter's text is not the one that its hash was taken of."""
    SNIPPETS = "snippets"
    """A chapter's snippets do not tile its text."""
    FACTS = "facts"
    """A fact is not its slice of the text."""
    TERMS = "terms"
    """Literal search knows a snippet by other words than it has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One thing that is wrong, and where."""

    code: FaultCode
    chapter: str = ""
    """Id of the chapter, where it is one's."""
    snippet: str = ""
    message: str = ""
    """For people, where code and place do not say it all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexAudit:
    """What a comparison of a project's points with the record found."""

    snippets: int
    """Those that the book has."""
    points: int
    """Those that the index holds."""
    pending: int
    """Chapters that the index has still to catch up on; they are not compared."""
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordAudit:
    """What a check of a project's rows found."""

    rows: dict[str, int]
    """How many there are, by table."""
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Purged:
    """What was deleted for good."""

    projects: tuple[str, ...] = ()
    """Names of whole projects that are gone."""
    chapters: tuple[ChapterView, ...] = ()
    """Chapters that are gone; those of whole projects are not listed."""
    volumes: int = 0
    """Volumes of the trash that are gone, as none of their chapters is left."""
    entries: int = 0
    """Entries of the ledger that are gone."""
    names: tuple[str, ...] = ()
    """Names that an author registered and that only these chapters spoke of: they stay."""
    still: tuple[str, ...] = ()
    """What is still to be done before no file holds any of it, in words, and why."""
    notes: tuple[str, ...] = ()
    """What is worth knowing besides, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DoctorReport:
    """Whether a project is sound."""

    project: str
    ok: bool
    """Whether nothing is wrong: what the index has still to catch up on is not."""
    sql: dict[str, int]
    """How many rows of each kind the record holds."""
    index: dict[str, int]
    """Points that the index holds, snippets that it is to hold, chapters pending."""
    missing: int
    orphan: int
    stale: int
    jobs: dict[JobState, int]
    problems: tuple[Fault, ...]
    repaired: int = 0
    """Faults that were put right."""
    notes: tuple[str, ...] = field(default=())
    """What is worth knowing besides, in words: what was not looked at, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreReport:
    """Whether all projects of a store are sound."""

    ok: bool
    projects: tuple[DoctorReport, ...]
    problems: tuple[Fault, ...] = ()
    """What is wrong with the database as a whole."""
    strays: tuple[Scope, ...] = ()
    """Projects that the index held points of though the record has none of."""
    purge_due: bool = False
    """Whether files may still hold what a purge has deleted."""
