"""Operations on volumes: begin, move, delete, merge, rename. All pure."""

from collections.abc import Sequence
from dataclasses import replace

from ingest.structure.edited import Edited, NewId, book, new_volume, replaced
from lorepack.errors import InvalidInputError
from lorepack.ports import Edition
from lorepack.records import Chapter, Status, Volume


def begin_volume(edition: Edition, title: str, new_id: NewId, *, at: int | None) -> Edited:
    """Begin a volume.

    Args:
        edition: The book.
        title: Title of the new volume.
        new_id: Makes its id.
        at: Position of its first chapter: it takes over the rest of the volume that this one
            stands in. None for a volume without chapters at the end.

    Raises:
        InvalidInputError: There is no chapter at the position.
    """
    made = new_volume(title, new_id)
    chapters = book(edition)
    if at is not None and not 1 <= at <= len(chapters):
        raise InvalidInputError(f"there is no chapter {at}: the book has {len(chapters)} chapters")
    taken = _run(edition, chapters[at - 1]) if at is not None else []
    moved = [replace(c, volume=title, volume_id=made.id) for c in taken]
    shaped = replaced(replace(edition, volumes=(*edition.volumes, made)), moved)
    return Edited(edition=shaped, what=f"began the volume {title}")


def _run(edition: Edition, first: Chapter) -> list[Chapter]:
    """A chapter and those that follow it in its volume."""
    following = edition.chapters[edition.chapters.index(first) :]
    run: list[Chapter] = []
    for chapter in following:
        if chapter.volume_id != first.volume_id:
            break
        run.append(chapter)
    return run


def rename_volume(edition: Edition, volume: Volume, title: str) -> Edited:
    """Give a volume another title; its lines in the manuscript are written anew."""
    volumes = _with(edition, replace(volume, title=title, heading=""))
    chapters = [replace(c, volume=title) for c in _of(edition, volume)]
    return Edited(
        edition=replaced(replace(edition, volumes=volumes), chapters),
        what=f"renamed the volume {volume.title} to {title}",
    )


def move_volume(edition: Edition, volume: Volume, before: Volume | None) -> Edited:
    """Move a volume with its chapters before another one, or to the end.

    Raises:
        InvalidInputError: It would stand before itself.
    """
    if before is not None and before.id == volume.id:
        raise InvalidInputError(f"the volume {volume.title!r} cannot stand before itself")
    moved = _of(edition, volume)
    rest = [c for c in edition.chapters if c.volume_id != volume.id]
    at = next((n for n, c in enumerate(rest) if before and c.volume_id == before.id), len(rest))
    others = [v for v in edition.volumes if v.id != volume.id]
    place = others.index(before) if before else len(others)
    where = f"before {before.title}" if before else "to the end"
    return Edited(
        edition=Edition(
            volumes=(*others[:place], volume, *others[place:]),
            chapters=(*rest[:at], *moved, *rest[at:]),
        ),
        what=f"moved the volume {volume.title} {where}",
    )


def merge_volumes(edition: Edition, volume: Volume, other: Volume) -> Edited:
    """Let the chapters of another volume follow those of a volume, as a part of it.

    Raises:
        InvalidInputError: Both are the same.
    """
    if volume.id == other.id:
        raise InvalidInputError(f"the volume {volume.title!r} cannot be merged into itself")
    joined = [replace(c, volume=volume.title, volume_id=volume.id) for c in _of(edition, other)]
    rest = [c for c in edition.chapters if c.volume_id != other.id]
    last = max((n for n, c in enumerate(rest) if c.volume_id == volume.id), default=len(rest) - 1)
    return Edited(
        edition=Edition(
            volumes=_with(edition, replace(other, status=Status.TRASH)),
            chapters=(*rest[: last + 1], *joined, *rest[last + 1 :]),
        ),
        what=f"merged the volume {other.title} into {volume.title}",
    )


def delete_volume(edition: Edition, volume: Volume, *, keep_chapters: bool) -> Edited:
    """Delete a volume with its chapters, or leave these to the volume before them."""
    chapters = _of(edition, volume)
    if keep_chapters:
        heir = _before(edition, chapters)
        left = [replace(c, volume=heir[0], volume_id=heir[1]) for c in chapters]
    else:
        left = [replace(c, status=Status.TRASH) for c in chapters]
    volumes = _with(edition, replace(volume, status=Status.TRASH))
    return Edited(
        edition=replaced(replace(edition, volumes=volumes), left),
        what=f"deleted the volume {volume.title}{', not its chapters' * keep_chapters}",
    )


def _before(edition: Edition, chapters: Sequence[Chapter]) -> tuple[str | None, str | None]:
    """Title and id of the volume that the chapter before some chapters stands in."""
    at = edition.chapters.index(chapters[0]) if chapters else 0
    if at == 0:
        return None, None
    return edition.chapters[at - 1].volume, edition.chapters[at - 1].volume_id


def _of(edition: Edition, volume: Volume) -> list[Chapter]:
    """A volume's chapters, drafts and the trash included."""
    return [c for c in edition.chapters if c.volume_id == volume.id]


def _with(edition: Edition, volume: Volume) -> tuple[Volume, ...]:
    return tuple(volume if v.id == volume.id else v for v in edition.volumes)
