"""What an import did, or would do."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from lorepack.records.book import Chapter, Rejected, Status, SummaryState, Volume
from lorepack.records.warned import Warned


class ManuscriptFormat(StrEnum):
    """How a book can be written out; also the ending of its file."""

    TXT = "txt"
    MD = "md"
    EPUB = "epub"


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOptions:
    """How a manuscript is to be taken in."""

    pattern: str | None = None
    """A regular expression for heading lines; None for the rules that fit best."""
    remove_missing: bool = False
    """Whether chapters of the book that the manuscript lacks go into the trash."""
    dry_run: bool = False
    """Whether only to report what would be done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VolumeView:
    """A volume as people see it."""

    title: str
    id: str = ""
    """Empty for one that is not stored yet."""
    first: int | None = None
    """Position of its first chapter; None if it has none."""
    chapters: int = 0
    """How many it has."""


def volume_view(volume: Volume, chapters: Sequence[Chapter]) -> VolumeView:
    """Show a volume to people.

    Args:
        volume: The volume.
        chapters: Its chapters in order, whatever their status.
    """
    own = [c for c in chapters if c.status is Status.CANON]
    first = own[0].position if own else None
    return VolumeView(title=volume.title, id=volume.id, first=first, chapters=len(own))


@dataclass(frozen=True, slots=True, kw_only=True)
class ChapterView:
    """A chapter as people see it."""

    id: str
    position: int
    volume: str | None
    number: int | None
    label: str
    title: str
    chars: int
    sha256: str
    summary: SummaryState = SummaryState.NONE
    status: Status = Status.CANON
    front_matter: bool = False
    """Whether it stands before the story."""
    revision: int = 1
    """Which of its texts this is."""


def chapter_view(chapter: Chapter, summary: SummaryState = SummaryState.NONE) -> ChapterView:
    """Show a chapter to people."""
    return ChapterView(
        id=chapter.id,
        position=chapter.position,
        volume=chapter.volume,
        number=chapter.number,
        label=chapter.label,
        title=chapter.title,
        chars=chapter.chars,
        sha256=chapter.sha256,
        summary=summary,
        status=chapter.status,
        front_matter=chapter.front_matter,
        revision=chapter.revision,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """What an import did to a project."""

    project: str
    format: str
    """`text`, `markdown`, `html`, `epub`, `docx`, `zip`, `folder` or `transcript`."""
    encoding: str
    reason: str
    """Why that encoding."""
    rule: str
    """The heading rule that won."""
    confidence: float
    """How sure the split is, in [0, 1]."""
    volumes: tuple[VolumeView, ...]
    chapters: tuple[ChapterView, ...]
    warnings: tuple[Warned, ...]
    rejected: tuple[Rejected, ...]
    """Lines that look like headings and were not taken for any: the first 200."""
    rejected_total: int
    added: int
    updated: int
    unchanged: int
    missing: tuple[ChapterView, ...] = ()
    """Chapters of the book that the manuscript lacks."""
    removed: int = 0
    """How many of them went into the trash."""
    dry_run: bool = False
