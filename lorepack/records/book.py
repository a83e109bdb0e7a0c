"""The book: volumes, chapters, snippets, and what is read out of them."""

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Whose data a call is about; the first argument of every port."""

    tenant: str = "local"
    project: str
    """Name of the project, unique within the tenant."""


class SummaryState(StrEnum):
    """How far a chapter's summary has come."""

    NONE = "none"
    QUEUED = "queued"
    RUNNING = "running"
    READY = "ready"
    STALE = "stale"
    FAILED = "failed"


class Status(StrEnum):
    """Whether a chapter or a volume is part of the book."""

    DRAFT = "draft"
    """Written and not yet accepted: it has a place, and nothing is made from it."""
    CANON = "canon"
    TRASH = "trash"
    """Deleted: hidden everywhere until it is taken back or purged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """What a heading line says; every field as it stands in the text."""

    label: str = ""
    """The numbering words: `第十二回`, `CHAPTER XII`, `楔子`; empty for unlabelled front matter."""
    number: int | None = None
    """The label's numeral as an integer, where it has one."""
    title: str = ""
    """The rest of the line, stripped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChapterText:
    """One chapter cut out of a decoded file; heading and body are slices of that file."""

    volume: str | None
    """Title of the volume it stands in, None outside any."""
    heading: str
    """Its own heading lines to the letter, line ends included; empty where it has none."""
    parsed: Heading
    body: str
    start: int
    """Offset of `body` in the decoded file, in characters."""
    front_matter: bool = False
    """Whether it stands before the story: a preface without a heading, a copyright page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VolumeText:
    """A volume as a file names it."""

    title: str
    heading: str
    """Its lines to the letter where it appears first; empty where the text has none."""
    start: int
    """Offset of `heading` in the decoded file, in characters."""


class PartKind(StrEnum):
    """What a stretch of a file is."""

    TITLE_PAGE = "title_page"
    CONTENTS = "contents"
    VOLUME = "volume"
    HEADING = "heading"
    BODY = "body"
    LEFT_OUT = "left_out"
    """Blank lines and a site's notices that belong to no chapter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A stretch of a decoded file, in characters, end exclusive; the parts of a file tile it."""

    kind: PartKind
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejected:
    """A line that looks like a heading and was not taken for one."""

    line: str
    """Stripped, at most 80 characters."""
    start: int
    """Offset of the line in the decoded file, in characters."""
    number: int
    """Number of the line, counted from 1."""
    reason: str
    """A few words for people: "reads as prose", "its number is taken"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Volume:
    """A stored volume."""

    id: str
    """Stable through every move and renaming."""
    order_key: int
    """Place among the volumes; gapped."""
    title: str
    heading: str
    """Its lines in the manuscript to the letter; empty where there are none."""
    status: Status = Status.CANON


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """A stored chapter without its text."""

    id: str
    """Stable through every insert, move and edit."""
    order_key: int
    """Place in global reading order; gapped, so that an insert renumbers nothing."""
    position: int
    """Place in global reading order counted from 1: a view over `order_key`, never stored. That
    of a chapter outside the book is the place it would have in it."""
    volume: str | None
    """Title of its volume."""
    volume_id: str | None
    number: int | None
    """The number its heading claims."""
    label: str
    title: str
    revision: int
    """Counts the versions of its text from 1."""
    chars: int
    """Length of the text in characters."""
    sha256: str
    """Hash of the text as UTF-8, hexadecimal."""
    status: Status = Status.CANON
    front_matter: bool = False
    """Whether it stands before the story: a preface, a copyright page."""


class FactKind(StrEnum):
    """What a protected fact is."""

    NUMBER = "number"
    QUANTITY = "quantity"
    MONEY = "money"
    PERCENT = "percent"
    DATE = "date"
    TIME = "time"
    DURATION = "duration"
    PERSON = "person"
    PLACE = "place"
    ORGANISATION = "organisation"
    OBJECT = "object"
    CODE = "code"
    CONDITION = "condition"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A detail that compression must not touch; `text == source[start:end]`."""

    kind: FactKind
    text: str
    start: int
    """Offset of the first character in the source."""
    end: int
    """Offset past the last character."""
    value: str | None = None
    """Normalised value where it is certain: a plain decimal numeral, an ISO date."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A stretch of a text, in characters, end exclusive."""

    start: int
    end: int


LEAD = 48
"""Folded characters after a snippet that its folded text holds too, if so many follow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Snippet:
    """A span of one revision of a chapter; the snippets of a revision tile it."""

    id: str
    """UUID derived from chapter, text hash and the count of equal texts before it."""
    chapter_id: str
    nth: int
    """Place among the chapter's snippets, from 0."""
    start: int
    end: int
    sha256: str
    """Hash of its text, the key of its cached vector."""
    folded: str
    """The text folded for literal search, with the first words that follow it, so that a
    quotation across the border is found."""
    own: int
    """Length of the part of `folded` that is the snippet itself."""
    lead: int
    """Characters after `end` that the rest of `folded` was made of."""
    importance: float
    """In [0, 1]: how much would be lost without it."""
    people: tuple[str, ...] = ()
    """Ids of the entities mentioned."""
    speakers: tuple[str, ...] = ()
    """Folded names of those who say it; none outside a transcript."""
    at: int | None = None
    """When it was said, in seconds since 1970; None outside a transcript or where it is unknown."""
