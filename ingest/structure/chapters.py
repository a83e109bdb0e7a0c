"""Operations on chapters: insert, edit, move, delete, split, merge, rename. All pure.

Each takes the whole edition and gives the whole edition as it is to be; chapters keep their ids,
and order keys are given afterwards. Positions count the chapters of the book from 1.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ingest.structure.edited import (
    Edited,
    Follow,
    Handed,
    NewChapter,
    NewId,
    book,
    called,
    find_volume,
    named,
    new_volume,
    replaced,
)
from lorepack.errors import InvalidInputError
from lorepack.ports import Edition
from lorepack.records import Chapter, Heading, Status, Volume


def insert(
    edition: Edition,
    new: Sequence[NewChapter],
    new_id: NewId,
    *,
    at: int | None = None,
    volume: str | None = None,
    draft: bool = False,
) -> Edited:
    """Put chapters in.

    Args:
        edition: The book.
        new: The chapters, in order.
        new_id: Makes ids.
        at: Position that the first of them gets; None for after the last chapter of the volume
            named, or of the book.
        volume: Title or id of their volume, made if there is none of that title; None for that of
            the chapter whose place they take, or of the last chapter.
        draft: Whether they are drafts.

    Raises:
        InvalidInputError: The position lies outside the book.
    """
    at = _behind(edition, volume) if at is None and volume is not None else at
    index, neighbour = _gap(edition, book(edition), at)
    volumes, made = edition.volumes, list[Chapter]()
    for chapter in new:
        told = replace(chapter, volume=volume) if volume is not None else chapter
        volumes, home = _home(volumes, told, neighbour, new_id)
        made.append(_made(new_id("chapter"), told, home, Status.DRAFT if draft else Status.CANON))
    placed = (*edition.chapters[:index], *made, *edition.chapters[index:])
    names = ", ".join(filter(None, map(called, made))) or "a chapter without a heading"
    return Edited(
        edition=Edition(volumes=volumes, chapters=placed),
        what=f"inserted {names}",
        texts={c.id: n.handed for c, n in zip(made, new, strict=True)},
    )


def _behind(edition: Edition, volume: str) -> int | None:
    """Position behind the last chapter of a volume; None where it has none."""
    live = (v for v in edition.volumes if v.status is not Status.TRASH)
    ids = {v.id for v in live if volume in (v.id, v.title)}
    return max((c.position + 1 for c in book(edition) if c.volume_id in ids), default=None)


def _gap(
    edition: Edition, chapters: Sequence[Chapter], at: int | None
) -> tuple[int, Chapter | None]:
    """Where in the edition a position is, and whose volume a newcomer there shares."""
    if at is None or at == len(chapters) + 1:
        last = chapters[-1] if chapters else None
        return (edition.chapters.index(last) + 1 if last else 0), last
    if not 1 <= at <= len(chapters):
        raise InvalidInputError(
            f"there is no place {at}: the book has {len(chapters)} chapters, so a chapter can be "
            f"put at 1 to {len(chapters) + 1}"
        )
    return edition.chapters.index(chapters[at - 1]), chapters[at - 1]


def _home(
    volumes: tuple[Volume, ...], new: NewChapter, neighbour: Chapter | None, new_id: NewId
) -> tuple[tuple[Volume, ...], Volume | None]:
    """The volumes with the one that a new chapter names, which is made if there is none."""
    if new.volume is None:
        home = neighbour.volume_id if neighbour else None
        return volumes, next((v for v in volumes if v.id == home), None)
    if any(new.volume in (v.id, v.title) for v in volumes if v.status is not Status.TRASH):
        return volumes, find_volume(Edition(volumes=volumes), new.volume)
    made = new_volume(new.volume, new_id, new.volume_heading)
    return (*volumes, made), made


def _made(id: str, new: NewChapter, volume: Volume | None, status: Status) -> Chapter:
    return Chapter(
        id=id,
        order_key=0,
        position=0,
        volume=volume.title if volume else None,
        volume_id=volume.id if volume else None,
        number=new.parsed.number,
        label=new.parsed.label,
        title=new.parsed.title,
        revision=1,
        chars=len(new.handed.text),
        sha256="",
        status=status,
        front_matter=new.front_matter,
    )


def edit(edition: Edition, chapter: Chapter, handed: Handed, parsed: Heading | None) -> Edited:
    """Give a chapter another text, and another heading where one is given."""
    edited = replace(chapter, chars=len(handed.text), sha256="")
    if parsed is not None:
        edited = replace(edited, label=parsed.label, title=parsed.title, number=parsed.number)
    return Edited(
        edition=replaced(edition, [edited]),
        what=f"edited {named(edited)}",
        texts={chapter.id: handed},
    )


def accept(edition: Edition, chapter: Chapter) -> Edited:
    """Make a draft part of the book.

    Raises:
        InvalidInputError: It is one already.
    """
    if chapter.status is not Status.DRAFT:
        raise InvalidInputError(f"{named(chapter)} is no draft: it is part of the book already")
    accepted = replace(chapter, status=Status.CANON)
    return Edited(edition=replaced(edition, [accepted]), what=f"accepted {named(chapter)}")


def move(
    edition: Edition, chapter: Chapter, *, to: int | None = None, volume: str | None = None
) -> Edited:
    """Move a chapter.

    Args:
        edition: The book.
        chapter: Which.
        to: Position that it gets; None for the end of the volume it is moved to.
        volume: Title or id of its volume from now on; None for that of its new neighbours.

    Raises:
        InvalidInputError: The position lies outside the book, or neither is given.
    """
    rest = Edition(
        volumes=edition.volumes,
        chapters=tuple(c for c in edition.chapters if c.id != chapter.id),
    )
    chapters = book(rest)
    home = find_volume(edition, volume) if volume is not None else None
    if to is None:
        if home is None:
            raise InvalidInputError("say where to: a position, a volume, or both")
        to = max((c.position for c in chapters if c.volume_id == home.id), default=len(chapters))
        to = 1 + sum(1 for c in chapters if c.position <= to)
    index, _ = _gap(rest, chapters, to)
    moved = _in_volume(chapter, home) if home else _among(chapter, chapters, to)
    placed = (*rest.chapters[:index], moved, *rest.chapters[index:])
    return Edited(
        edition=Edition(volumes=edition.volumes, chapters=placed),
        what=f"moved {named(chapter)} to place {to}",
    )


def _in_volume(chapter: Chapter, volume: Volume | None) -> Chapter:
    return replace(
        chapter,
        volume=volume.title if volume else None,
        volume_id=volume.id if volume else None,
    )


def _among(chapter: Chapter, chapters: Sequence[Chapter], to: int) -> Chapter:
    """In the volume of its new neighbours; where two meet, in its own if that is one of them."""
    around = [*chapters[max(0, to - 2) : to - 1], *chapters[to - 1 : to]]
    if not around or chapter.volume_id in {c.volume_id for c in around}:
        return chapter
    return replace(chapter, volume=around[0].volume, volume_id=around[0].volume_id)


def delete(edition: Edition, chapters: Sequence[Chapter]) -> Edited:
    """Put chapters into the trash."""
    gone = [replace(c, status=Status.TRASH) for c in chapters]
    names = ", ".join(named(c) for c in chapters)
    return Edited(edition=replaced(edition, gone), what=f"deleted {names}")


def rename(edition: Edition, chapter: Chapter, heading: Heading) -> Edited:
    """Give a chapter another heading."""
    renamed = replace(chapter, label=heading.label, title=heading.title, number=heading.number)
    what = f"renamed {named(chapter)} to {named(renamed)}"
    return Edited(edition=replaced(edition, [renamed]), what=what)


def split(
    edition: Edition, chapter: Chapter, handed: Handed, at: int, parsed: Heading, new_id: NewId
) -> Edited:
    """Cut a chapter in two; the second half is a new chapter behind it.

    What the chapter made known may stand in either half: from now on it is known from the second,
    so that no pack for that one tells it beforehand.

    Args:
        edition: The book.
        chapter: Which.
        handed: Its text as it is.
        at: Where the second half begins, in characters.
        parsed: Heading of the second half.
        new_id: Makes its id.

    Raises:
        InvalidInputError: One of the halves would hold no text.
    """
    first, second = handed.text[:at].rstrip(), handed.text[at:].strip("\n")
    if not first.strip() or not second.strip():
        raise InvalidInputError(
            f"{named(chapter)} cannot be split at {at}: both halves must hold text, and it has "
            f"{len(handed.text)} characters"
        )
    new = NewChapter(parsed=parsed, handed=Handed(heading="", text=second))
    made = replace(_made(new_id("chapter"), new, None, chapter.status))
    made = replace(made, volume=chapter.volume, volume_id=chapter.volume_id)
    left = replace(chapter, chars=len(first), sha256="")
    index = edition.chapters.index(chapter)
    placed = (*edition.chapters[:index], left, made, *edition.chapters[index + 1 :])
    return Edited(
        edition=Edition(volumes=edition.volumes, chapters=placed),
        what=f"split {named(chapter)}",
        texts={chapter.id: replace(handed, text=first), made.id: new.handed},
        follow=(Follow(chapter=chapter.id, to=made.id, gone=False),),
    )


def merge(
    edition: Edition, chapter: Chapter, next_: Chapter, texts: Mapping[str, Handed]
) -> Edited:
    """Make one chapter of two neighbours, under the first one's id and heading.

    Raises:
        InvalidInputError: The second does not follow the first.
    """
    chapters = book(edition)
    follows = chapter in chapters and chapters[chapters.index(chapter) + 1 :][:1] == [next_]
    if not follows:
        raise InvalidInputError(
            f"{named(next_)} does not follow {named(chapter)}; move it there first"
        )
    joined = f"{texts[chapter.id].text}\n\n{texts[next_.id].text}"
    whole = replace(chapter, chars=len(joined), sha256="")
    gone = replace(next_, status=Status.TRASH)
    return Edited(
        edition=replaced(edition, [whole, gone]),
        what=f"merged {named(next_)} into {named(chapter)}",
        texts={chapter.id: replace(texts[chapter.id], text=joined)},
        follow=(Follow(chapter=next_.id, to=chapter.id, gone=True),),
    )
