"""What an import did, or would do."""

from dataclasses import dataclass

from lorepack.records.book import Chapter, SummaryState
from lorepack.records.pack import Warned


@dataclass(frozen=True, slots=True, kw_only=True)
class VolumeView:
    """A volume as people see it."""

    title: str


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
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """What an import did to a project."""

    project: str
    encoding: str
    rule: str
    """The heading rule that won."""
    volumes: tuple[VolumeView, ...]
    chapters: tuple[ChapterView, ...]
    warnings: tuple[Warned, ...]
    added: int
    updated: int
    unchanged: int
    dry_run: bool = False
