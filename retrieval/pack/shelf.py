"""Books as packs read them, kept from one pack to the next for as long as the record says so."""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from threading import Lock

from lorepack.ports import Project, TokenCounter, Tokenizer, UnitOfWork
from lorepack.records import Chapter, Entity, Scope
from story.coverage import Lengths
from story.entries import chapter_key, sources
from story.positions import order_key_at
from story.so_far import SoFar, Story, gather
from text.aliases import AliasMatcher

COUNTS = 4_096
"""Items at once whose tokens are known, in each encoding."""
CUTS = 64
"""Texts at once whose beginnings or ends are known, likewise: whole chapters, some of them."""
KEPT = 4
"""Books at once; one of 2,000 chapters takes some ten megabytes."""
PARTS = 4
"""Parts of a book at once; one of 2,000 chapters takes a quarter of a megabyte."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptTokenizer:
    """A tokenizer that keeps what it was asked last."""

    count: TokenCounter
    head: Callable[[str, int], str]
    tail: Callable[[str, int], str]
    steady: TokenCounter
    """Counts what all packs for a chapter begin with, whatever is asked of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What stands before a chapter."""

    chapters: tuple[Chapter, ...]
    positions: Mapping[str, int]
    """By chapter id, from 1."""
    before: int
    """Order key of the chapter."""
    known: Sequence[Entity]
    """Whom and what a reader has met by then."""
    matcher: AliasMatcher
    """Finds their names."""
    so_far: SoFar


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelved:
    """A whole book; whoever reads it before a chapter takes what stands before that."""

    chapters: tuple[Chapter, ...]
    """All, in reading order."""
    story: Story
    sources: Mapping[str, str]
    """Hash of the text that each chapter's summary was made from, by chapter id."""
    parts: OrderedDict[int, Part] = field(default_factory=OrderedDict[int, Part])
    """Those asked for last, by the position they stand before."""
    guard: Lock = field(default_factory=Lock, compare=False, repr=False)
    """Held while these change: several threads may ask at once."""

    def before(self, position: int, unit: UnitOfWork, scope: Scope) -> Part:
        """What stands before a position.

        Args:
            position: Counted from 1; one past the last chapter is allowed.
            unit: The snapshot that the book was asked for in.
            scope: Whose book.

        Raises:
            InvalidInputError: The position lies outside the book.
        """
        with self.guard:
            part = self.parts.get(position)
        if part is None:
            part = _part(self, position, unit, scope)
            with self.guard:
                self.parts[position] = part
                while len(self.parts) > PARTS:
                    self.parts.popitem(last=False)
        return part


def _part(book: Shelved, position: int, unit: UnitOfWork, scope: Scope) -> Part:
    before = order_key_at([(c.order_key, c.id) for c in book.chapters], position)
    chapters = book.chapters[: position - 1]
    known = unit.entities.known(scope, before=before)
    return Part(
        chapters=chapters,
        before=before,
        known=known,
        matcher=AliasMatcher(known),
        positions={chapter.id: chapter.position for chapter in chapters},
        so_far=book.story.before(position - 1),
    )


_Mark = tuple[str, int, int, Lengths]


class Shelf:
    """Holds the books of a data folder that packs were built of last.

    The record counts the writes of a book and those of its summaries, in the writer's own
    transaction; a book is read anew whenever the snapshot it is asked for in counts otherwise. So
    it does not matter who wrote, nor in which process.
    """

    def __init__(self) -> None:
        self._books: OrderedDict[tuple[Scope, str], tuple[_Mark, Shelved]] = OrderedDict()
        self._guard = Lock()
        self._items: dict[str, KeptTokenizer] = {}

    def __len__(self) -> int:
        """How many books it holds."""
        return len(self._books)

    def items(self, encoding: str, tokenizer: Tokenizer) -> KeptTokenizer:
        """Counts and cuts items as they stand in packs; most stand in one after the other."""
        if encoding not in self._items:
            kept = KeptTokenizer(
                count=lru_cache(COUNTS)(tokenizer.count),
                head=lru_cache(CUTS)(tokenizer.head),
                tail=lru_cache(CUTS)(tokenizer.tail),
                steady=lru_cache(CUTS)(tokenizer.count),
            )
            self._items.setdefault(encoding, kept)
        return self._items[encoding]

    def book(
        self, unit: UnitOfWork, project: Project, lengths: Lengths, count: TokenCounter
    ) -> Shelved:
        """The book as a snapshot has it.

        Args:
            unit: The snapshot.
            project: Its own row, read in the same snapshot.
            lengths: How many members a window has.
            count: Counts tokens.
        """
        mark = (project.secret, project.revision, project.told, lengths)
        with self._guard:
            former = self._books.get((project.scope, project.secret))
        if former is not None and former[0] == mark:
            return former[1]
        book = _read(unit, project, lengths, count, former and former[1])
        with self._guard:
            self._books[project.scope, project.secret] = mark, book
            self._books.move_to_end((project.scope, project.secret))
            while len(self._books) > KEPT:
                self._books.popitem(last=False)
        return book


def _read(
    unit: UnitOfWork,
    project: Project,
    lengths: Lengths,
    count: TokenCounter,
    former: Shelved | None,
) -> Shelved:
    scope = project.scope
    chapters = tuple(entry.chapter for entry in unit.chapters.outline(scope))
    standing = unit.summaries.standing(scope, [chapter_key(c) for c in chapters])
    return Shelved(
        chapters=chapters,
        story=gather(chapters, standing, count, lengths, former and former.story),
        sources=sources(chapters, standing),
    )
