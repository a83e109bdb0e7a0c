"""Projects, chapters, snippets and the names in them, as the record keeps them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from lorepack.records import Chapter, Entity, Fact, Mention, Passage, Scope, Snippet


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


class Projects(Protocol):
    """The projects of a store."""

    def get(self, scope: Scope) -> Project:
        """Read one.

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

    def touch(self, scope: Scope) -> None:
        """Count one more committed write."""
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
class ChapterContent:
    """A chapter's new text and all that was read out of it."""

    heading: str
    """What stands before the text, to the letter: its heading line, a volume's, a title page."""
    text: str
    sha256: str
    opening: str
    """Its first sentences, which stand for it until there is a summary."""
    snippets: tuple[Snippet, ...]
    facts: tuple[Fact, ...]


class Chapters(Protocol):
    """Chapters in reading order, and their texts by revision."""

    def outline(self, scope: Scope, *, before: int | None = None) -> list[OutlineEntry]:
        """Live chapters in reading order, those with a smaller order key than `before`."""
        ...

    def reading_order(self, scope: Scope) -> list[tuple[int, str]]:
        """Order key and id of every live chapter, in reading order."""
        ...

    def text(self, scope: Scope, chapter_id: str) -> str:
        """Current text of a chapter.

        Raises:
            NotFoundError: There is no such live chapter.
        """
        ...

    def texts(self, scope: Scope, chapter_ids: Sequence[str]) -> dict[str, str]:
        """Current texts by chapter id."""
        ...

    def volume(self, scope: Scope, title: str) -> str:
        """Id of the volume of that title, made at the end if there is none."""
        ...

    def add(self, scope: Scope, chapter: Chapter, content: ChapterContent) -> None:
        """Store a new chapter with its first revision and journal it."""
        ...

    def revise(self, scope: Scope, chapter: Chapter, content: ChapterContent) -> None:
        """Store the next revision of a chapter and journal it."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Appearance:
    """A mention, by its place."""

    order_key: int
    chapter_id: str
    start: int


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

    def around(self, scope: Scope, places: Sequence[Appearance]) -> list[Passage]:
        """The snippets in which these places stand."""
        ...


class LiteralRow(NamedTuple):
    """A snippet that holds the terms asked for, not yet verified.

    A tuple, since a common name brings thousands of them.
    """

    id: str
    chapter_id: str
    order_key: int
    start: int
    folded: str
    own: int
    importance: float


class LiteralIndex(Protocol):
    """Finds snippets by their terms, in the record itself: no vectors, no lag."""

    def holding_all(
        self, scope: Scope, terms: Sequence[str], *, before: int | None, limit: int | None = None
    ) -> list[LiteralRow]:
        """Snippets that hold every term, they or the words just after them, in reading order.

        Args:
            scope: Whose snippets.
            terms: Terms to be held; none hold nothing.
            before: Only chapters with a smaller order key; None for all.
            limit: How many are wanted at the most; None for all.
        """
        ...

    def holding_any(
        self, scope: Scope, terms: Sequence[str], *, before: int | None
    ) -> list[LiteralRow]:
        """Snippets that hold at least one of the terms, in reading order."""
        ...

    def holding_value(
        self, scope: Scope, values: Sequence[str], *, before: int | None
    ) -> list[LiteralRow]:
        """Snippets with a fact of one of these normalised values, once for each such fact."""
        ...

    def count(self, scope: Scope, *, before: int | None) -> int:
        """Snippets in range."""
        ...


class Entities(Protocol):
    """People, places and things, and where they are mentioned."""

    def known(self, scope: Scope, *, before: int | None = None) -> list[Entity]:
        """Entities a reader who has come to `before` has met."""
        ...

    def replace_found(self, scope: Scope, entities: Sequence[Entity]) -> None:
        """Put what the book itself shows in place of what it showed before, mentions included.

        An author's own entities are not touched.
        """
        ...

    def mention(self, scope: Scope, mentions: Mapping[str, Sequence[Mention]]) -> None:
        """Put new mentions in place of a chapter's old ones, by chapter id."""
        ...

    def appearances(
        self, scope: Scope, entity_ids: Sequence[str], *, before: int
    ) -> dict[str, list[Appearance]]:
        """First and last mention of each entity before a chapter, first one first."""
        ...
