"""An edition of a book, and what an operation makes of it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from lorepack.errors import InvalidInputError, NotFoundError
from lorepack.ports import Edition
from lorepack.records import Chapter, Heading, Status, Volume

NewId = Callable[[str], str]
"""Makes an id for a new `chapter` or `volume`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Handed:
    """A text handed in for a chapter."""

    heading: str
    """What stands before it, to the letter."""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Follow:
    """What was known from the end of one chapter, or held up to it, goes over to another."""

    chapter: str
    to: str
    gone: bool
    """Whether the chapter itself is gone; else what begins with it stays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edited:
    """An edition as it is to be."""

    edition: Edition
    what: str
    """What was done, one line for people."""
    texts: Mapping[str, Handed] = field(default_factory=dict[str, Handed])
    """New texts by chapter id."""
    follow: tuple[Follow, ...] = ()
    written: tuple[str, ...] = ()
    """Ids of the chapters whose texts were written from `from_pack`."""
    from_pack: str = ""
    """Id of a pack that was handed out."""

    def written_from(self, pack: str | None, *standing: str) -> "Edited":
        """With its new texts, and those of some standing chapters, as written from a pack."""
        if pack is None:
            return self
        return replace(self, written=(*self.texts, *standing), from_pack=pack)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewChapter:
    """A chapter to be put in."""

    parsed: Heading
    handed: Handed
    volume: str | None = None
    """Title of the volume that its own text names; None for that of its neighbour."""
    volume_heading: str = ""
    """The lines that name it."""
    front_matter: bool = False


def book(edition: Edition) -> list[Chapter]:
    """The chapters of the book itself, in reading order."""
    return [c for c in edition.chapters if c.status is Status.CANON]


def find(edition: Edition, chapter: str) -> Chapter:
    """A chapter that is not in the trash, by its id or its position in the book.

    Raises:
        NotFoundError: There is none.
    """
    if chapter.isascii() and chapter.isdigit():
        return _at(edition, int(chapter))
    found = next((c for c in edition.chapters if c.id == chapter), None)
    if found is None or found.status is Status.TRASH:
        raise NotFoundError(
            f"there is no chapter {chapter!r}; `chapters` lists them with their ids"
        )
    return found


def _at(edition: Edition, position: int) -> Chapter:
    chapters = book(edition)
    if not 1 <= position <= len(chapters):
        raise NotFoundError(
            f"there is no chapter {position}: the book has {len(chapters)} chapters"
        )
    return chapters[position - 1]


def find_volume(edition: Edition, volume: str) -> Volume:
    """A volume that is not in the trash, by its id or its title.

    Raises:
        NotFoundError: There is none.
        InvalidInputError: Several have the title.
    """
    live = [v for v in edition.volumes if v.status is not Status.TRASH]
    found = [v for v in live if volume in (v.id, v.title)]
    if not found:
        known = ", ".join(repr(v.title) for v in live) or "none"
        raise NotFoundError(f"there is no volume {volume!r}; there are: {known}")
    if len(found) > 1:
        ids = ", ".join(v.id for v in found)
        raise InvalidInputError(
            f"{len(found)} volumes are called {volume!r}; name one by id: {ids}"
        )
    return found[0]


def called(chapter: Chapter) -> str:
    """What people call a chapter."""
    return " ".join(filter(None, (chapter.label, chapter.title)))


def named(chapter: Chapter) -> str:
    """The same, and its place where it has no heading."""
    return called(chapter) or f"chapter {chapter.position}"


def new_volume(title: str, new_id: NewId, heading: str = "") -> Volume:
    """A volume without chapters."""
    return Volume(id=new_id("volume"), order_key=0, title=title, heading=heading)


def replaced(edition: Edition, chapters: Iterable[Chapter]) -> Edition:
    """The edition with some chapters in place of those of the same ids."""
    by_id = {c.id: c for c in chapters}
    return replace(edition, chapters=tuple(by_id.get(c.id, c) for c in edition.chapters))
