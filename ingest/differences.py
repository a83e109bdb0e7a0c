"""What tells two editions of a book apart, and what follows from it. All pure."""

from collections.abc import Iterable
from dataclasses import replace

from ingest.structure import Edited
from lorepack.ports import Edition, Revision
from lorepack.records import Chapter, Entity, Volume


def in_reading_order(edition: Edition) -> list[Volume]:
    """Volumes by their first chapters; those without any come last."""
    first: dict[str | None, int] = {}
    for at, chapter in enumerate(edition.chapters):
        first.setdefault(chapter.volume_id, at)
    return sorted(edition.volumes, key=lambda v: first.get(v.id, len(edition.chapters)))


def bounds_names(edited: Edited, registry: Iterable[Entity]) -> bool:
    """Whether the range of a name begins or ends with a chapter whose bounds have moved."""
    moved = {follow.chapter for follow in edited.follow}
    aliases = (alias for entity in registry for alias in entity.aliases)
    return any({alias.from_chapter, alias.to_chapter} & moved for alias in aliases)


def revised(chapter: Chapter, revision: Revision | None, newest: int) -> Chapter:
    """A chapter with the text that is handed in for it, if one is.

    Args:
        chapter: The chapter.
        revision: Its text; None if it keeps its own.
        newest: Number of the newest text that it has had.
    """
    if revision is None:
        return chapter
    return replace(chapter, revision=newest + 1, chars=len(revision.text), sha256=revision.sha256)


def differing(before: Edition, after: Edition) -> Edition:
    """Volumes and chapters that are new or are to be another way than they were."""
    volumes = {v.id: v for v in before.volumes}
    chapters = {c.id: _row(c) for c in before.chapters}
    return Edition(
        volumes=tuple(v for v in after.volumes if volumes.get(v.id) != v),
        chapters=tuple(c for c in after.chapters if chapters.get(c.id) != _row(c)),
    )


def _row(chapter: Chapter) -> Chapter:
    """A chapter without what is only a view: its position, its volume's title."""
    return replace(chapter, position=0, volume=None)


def moved(before: Edition, after: Edition) -> set[str]:
    """Chapters that came into the book, left it, or have another place in it."""
    former = {c.id: (c.status, c.order_key) for c in before.chapters}
    return {c.id for c in after.chapters if former.get(c.id) != (c.status, c.order_key)}
