"""Projects, chapters, snippets and the names in them, as the record keeps them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from lorepack.records import (
    Chapter,
    Fact,
    Passage,
    RevisionView,
    Scope,
    Snippet,
    Volume,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """A project's own row."""

    scope: Scope
    revision: int
    """Counts its committed writes."""
    chapters_made: int
    """Serial numbers handed out to chapters so far."""
    secret: str
    """What the pack's fences are derived from; never rendered itself."""
    told: int = 0
    """Counts writes of its summaries."""


class Projects(Protocol):
    """The projects of a store."""

    def get(self, scope: Scope) -> Project:
        """Read one.

        Raises:
            NotFoundError: There is none of that name.
        """
        ...

    def hold(self, scope: Scope) -> Project:
        """Read one, and let nobody else touch it before this transaction ends.

        Raises:
            NotFoundError: There is none of that name.
        """
        ...

    def ensure(self, scope: Scope) -> Project:
        """Read one, made if there is none of that name."""
        ...

    def names(self, tenant: str) -> list[str]:
        """The names of a tenant's projects, sorted."""
        ...

    def revisions(self) -> dict[Scope, int]:
        """Every project of every tenant, with the count of its committed writes."""
        ...

    def touch(self, scope: Scope) -> None:
        """Count one more committed write."""
        ...

    def tell(self, scope: Scope) -> None:
        """Count one more write of summaries."""
        ...

    def names_due(self, scope: Scope) -> bool:
        """Whether names are still to be looked for again in the chapters."""
        ...

    def with_names_due(self) -> list[Scope]:
        """Projects of every tenant in which they are."""
        ...

    def mark_names(self, scope: Scope, *, due: bool) -> None:
        """Say whether names are to be looked for again."""
        ...

    def number_chapters(self, scope: Scope, count: int) -> range:
        """Serial numbers for new chapters, never handed out before."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class OutlineEntry:
    """A chapter and the words that stand for it until it has a summary."""

    chapter: Chapter
    opening: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """The whole shape of a book: every volume and chapter, drafts and the trash included."""

    volumes: tuple[Volume, ...] = ()
    """In order."""
    chapters: tuple[Chapter, ...] = ()
    """In order; those of the book itself are in reading order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """A text as it was once handed in; it never changes afterwards."""

    heading: str
    """What stands before the text, to the letter: a title page, its heading lines."""
    text: str
    sha256: str
    opening: str
    """Its first sentences, which stand for it until there is a summary."""
    observed: str
    """What it shows of names, as JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChapterContent:
    """What was read out of a chapter's text."""

    snippets: tuple[Snippet, ...]
    facts: tuple[Fact, ...]


class Chapters(Protocol):
    """Chapters in reading order, and their texts by revision."""

    def outline(self, scope: Scope, *, before: int | None = None) -> list[OutlineEntry]:
        """Chapters of the book in reading order, those with a smaller order key than `before`."""
        ...

    def reading_order(self, scope: Scope) -> list[tuple[int, str]]:
        """Order key and id of every chapter of the book, in reading order."""
        ...

    def edition(self, scope: Scope) -> Edition:
        """Every volume and chapter, whatever its status."""
        ...

    def text(self, scope: Scope, chapter_id: str) -> str:
        """Current text of a chapter.

        Raises:
            NotFoundError: The book has no such chapter.
        """
        ...

    def texts(self, scope: Scope, chapter_ids: Sequence[str]) -> dict[str, str]:
        """Current texts of chapters of the book, by chapter id."""
        ...

    def written(self, scope: Scope, chapter_ids: Sequence[str]) -> dict[str, Revision]:
        """Current revisions by chapter id, whatever the chapter's status."""
        ...

    def observed(self, scope: Scope) -> dict[str, str]:
        """What each chapter's text shows of names, by chapter id."""
        ...

    def unread(self, scope: Scope) -> set[str]:
        """Ids of chapters of the book of whose current text nothing was read out yet."""
        ...

    def place(self, scope: Scope, edition: Edition) -> None:
        """Give volumes and chapters the shape told; what is not told of stays as it is."""
        ...

    def revise(self, scope: Scope, chapter: Chapter, revision: Revision) -> None:
        """Store a text of a chapter that is placed already, as its revision `chapter.revision`."""
        ...

    def read_in(self, scope: Scope, chapter: Chapter, content: ChapterContent) -> None:
        """Put what was read out of the current text in place of what was read before."""
        ...

    def revisions(self, scope: Scope, chapter_id: str) -> list[RevisionView]:
        """Every text a chapter has had, the first one first.

        Raises:
            NotFoundError: There is no such chapter, not even in the trash.
        """
        ...

    def former(self, scope: Scope, wanted: Mapping[str, str]) -> dict[str, str]:
        """Texts that chapters have or had, by chapter id.

        Args:
            scope: Whose chapters.
            wanted: Hash of the text wanted, by chapter id; one that is not there is left out.
        """
        ...

    def newest(self, scope: Scope, chapter_ids: Sequence[str]) -> dict[str, int]:
        """Number of the newest text of each chapter; a text taken back counts too."""
        ...

    def revision(self, scope: Scope, chapter_id: str, revision: int) -> Revision:
        """One of a chapter's texts.

        Raises:
            NotFoundError: There is no such chapter or revision.
        """
        ...

    def follow(self, scope: Scope, chapter_id: str, to: str, *, gone: bool) -> None:
        """Let what is known from a chapter's end, or holds up to it, follow to another one.

        Args:
            scope: Whose chapter.
            chapter_id: The chapter.
            to: The other one.
            gone: Whether the chapter itself is gone, so that what begins with it follows too.
        """
        ...

    def purge(self, scope: Scope, neighbours: Mapping[str, tuple[str | None, str | None]]) -> None:
        """Delete chapters for good, with all that was made from them.

        Args:
            scope: Whose chapters.
            neighbours: For each of them the nearest one before and behind it that stays.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where words stand in a chapter's text."""

    chapter_id: str
    start: int
    end: int


class Snippets(Protocol):
    """Snippets of the current revisions, read back for search and index."""

    def of_chapter(self, scope: Scope, chapter_id: str) -> list[Snippet]:
        """The chapter's snippets in order."""
        ...

    def passages(self, scope: Scope, ids: Sequence[str], *, beyond: int = 0) -> list[Passage]:
        """Those of the ids that are current, with their texts; others are left out.

        Args:
            scope: Whose snippets.
            ids: Snippets wanted, in any order.
            beyond: Characters wanted after each, if more than its lead.
        """
        ...

    def around(self, scope: Scope, places: Sequence[Place]) -> list[Passage]:
        """The snippets in which these places begin, in reading order."""
        ...
