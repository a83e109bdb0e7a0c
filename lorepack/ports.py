"""What the steps need from the outside; adapters in `storage` and `providers` supply it.

Ports speak this project's words, one per record. They are synchronous; a `Scope` comes first
wherever stored data is touched.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from lorepack.records import (
    LEAD,
    Candidate,
    Chapter,
    ContextPack,
    Entity,
    Fact,
    Memory,
    Mention,
    PackRequest,
    Passage,
    Scope,
    Snippet,
)

Vector = npt.NDArray[np.float32]
"""One embedding: shape (dim,), float32, unit length."""

TokenCounter = Callable[[str], int]
"""Counts tokens as the target model does."""


class Tokenizer(Protocol):
    """Cuts text into the target model's tokens; counts of two texts do not add up exactly."""

    def count(self, text: str, /) -> int:
        """Tokens of a text."""
        ...

    def head(self, text: str, limit: int, /) -> str:
        """The longest beginning of at most `limit` tokens."""
        ...

    def tail(self, text: str, limit: int, /) -> str:
        """The longest end of at most `limit` tokens."""
        ...


Tokenizers = Callable[[str], Tokenizer]
"""Opens the tokenizer of an encoding; InvalidInputError for one that is not known."""

Progress = Callable[[str, int, int], None]
"""Hears of long work: what is being done, how many are done, how many there are."""


class Embedder(Protocol):
    """Turns text into unit vectors; a text's vector never depends on its neighbours."""

    @property
    def fingerprint(self) -> str:
        """Names weights, engine and prefixes; vectors of two fingerprints never mix."""
        ...

    @property
    def dim(self) -> int:
        """Length of every vector."""
        ...

    def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """Embed texts to be found, in the order given."""
        ...

    def embed_query(self, text: str) -> Vector:
        """Embed a text to find by."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class SparseVector:
    """Term weights by hashed term; indices are unique u32."""

    indices: Sequence[int]
    values: Sequence[float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A snippet as the vector index keeps it: no text and no position, so an insert moves none."""

    id: str
    """The snippet's UUID."""
    chapter_id: str
    order_key: int
    importance: float
    people: tuple[str, ...]
    dense: Vector
    sparse: SparseVector


class VectorIndex(Protocol):
    """Finds snippets near a query; derived from the record and rebuilt from it."""

    def upsert(self, scope: Scope, points: Sequence[Point]) -> None:
        """Add or replace points by id."""
        ...

    def prune(self, scope: Scope, chapter_id: str, keep: Iterable[str]) -> None:
        """Delete the chapter's points except the ids to keep."""
        ...

    def search(
        self, scope: Scope, dense: Vector, sparse: SparseVector, *, before: int | None, limit: int
    ) -> list[Candidate]:
        """Union of both pools, each `limit` long, in one round trip.

        Args:
            scope: Whose points.
            dense: The query's embedding.
            sparse: The query's terms; its IDF counts only points in range.
            before: Only chapters with a smaller order key; None for all.
            limit: Length of each pool.
        """
        ...

    def flush(self) -> None:
        """Make every change so far survive a power cut."""
        ...

    def ids(self, scope: Scope) -> set[str]:
        """Every id the index holds for the project."""
        ...

    def close(self) -> None:
        """Release files and locks."""
        ...


class Pools(Protocol):
    """One embedding call and one index call, wherever index and encoder live."""

    def search(
        self, scope: Scope, query: str, *, before: int | None, limit: int
    ) -> list[Candidate]:
        """Candidates for a query from the dense and the sparse pool.

        Raises:
            UnavailableError: Whoever holds the index did not answer in time.
        """
        ...


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

    def passages(self, scope: Scope, ids: Sequence[str], *, beyond: int = LEAD) -> list[Passage]:
        """Those of the ids that are current, with their texts; others are left out.

        Args:
            scope: Whose snippets.
            ids: Snippets wanted, in any order.
            beyond: Characters wanted after each, for matches that run past its end.
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
        self, scope: Scope, terms: Sequence[str], *, before: int | None
    ) -> list[LiteralRow]:
        """Snippets that hold every term, they or the words just after them, in reading order."""
        ...

    def holding_any(
        self, scope: Scope, terms: Sequence[str], *, before: int | None
    ) -> list[LiteralRow]:
        """Snippets that hold at least one of the terms, in reading order."""
        ...

    def holding_value(
        self, scope: Scope, values: Sequence[str], *, before: int | None
    ) -> list[LiteralRow]:
        """Snippets with a fact of one of these normalised values, in reading order."""
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


class Memories(Protocol):
    """Structured memories."""

    def add(self, scope: Scope, memories: Sequence[Memory]) -> None:
        """Store new memories; one of the same id is replaced."""
        ...

    def live(self, scope: Scope, *, before: int) -> list[Memory]:
        """What is known and holds just before a chapter, oldest first."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """A text that stands for a chapter or a window, in three lengths."""

    signature: str
    """Hash of what it was made from: equal sources have equal signatures."""
    level: int
    origin: str
    full: str
    short: str
    """At most 40 tokens."""
    line: str
    """At most 16 tokens."""
    tokens: tuple[int, int, int]
    """Sizes of the three in o200k_base tokens."""


class Summaries(Protocol):
    """Summaries by signature; one outlives its chapter and serves again when it comes back."""

    def standing(self, scope: Scope, signatures: Sequence[str]) -> dict[str, Summary]:
        """Summaries by signature: those asked for that are ready, and every window's."""
        ...

    def add(self, scope: Scope, summaries: Sequence[Summary]) -> None:
        """Store ready ones; one of the same signature is replaced."""
        ...


class VectorCache(Protocol):
    """Vectors by encoder and text hash: a text is embedded once, however often it moves."""

    def get(self, fingerprint: str, sha256s: Sequence[str]) -> dict[str, Vector]:
        """Those that are known."""
        ...

    def add(self, fingerprint: str, vectors: Mapping[str, Vector]) -> None:
        """Keep new ones."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalEntry:
    """A chapter whose points no longer match the record."""

    id: int
    scope: Scope
    chapter_id: str


class Journal(Protocol):
    """What the index has still to catch up on, written in the writer's own transaction."""

    def pending(self, limit: int) -> list[JournalEntry]:
        """The oldest entries of all projects."""
        ...

    def lag(self, scope: Scope, *, before: int | None = None) -> int:
        """How many chapters (before an order key) have entries pending."""
        ...

    def length(self) -> int:
        """How many entries are pending in all projects."""
        ...

    def forget(self, ids: Sequence[int]) -> None:
        """Delete exactly these entries."""
        ...


class Runs(Protocol):
    """Packs as they were handed out."""

    def add(self, scope: Scope, request: PackRequest, pack: ContextPack) -> None:
        """Keep a pack; the same pack again changes nothing."""
        ...

    def get(self, scope: Scope, pack_id: str) -> ContextPack:
        """Read a pack back, byte for byte.

        Raises:
            NotFoundError: No pack of that id was handed out.
        """
        ...

    def last_before(self, scope: Scope, chapter: int) -> str | None:
        """The rendered text of the newest pack for an earlier chapter."""
        ...


class UnitOfWork(Protocol):
    """One transaction over the record; leaving it by an error undoes its writes."""

    @property
    def projects(self) -> Projects:
        """Projects."""
        ...

    @property
    def chapters(self) -> Chapters:
        """Chapters."""
        ...

    @property
    def snippets(self) -> Snippets:
        """Snippets."""
        ...

    @property
    def literals(self) -> LiteralIndex:
        """Literal search."""
        ...

    @property
    def entities(self) -> Entities:
        """Entities and mentions."""
        ...

    @property
    def memories(self) -> Memories:
        """Memories."""
        ...

    @property
    def summaries(self) -> Summaries:
        """Summaries."""
        ...

    @property
    def vectors(self) -> VectorCache:
        """Cached vectors."""
        ...

    @property
    def journal(self) -> Journal:
        """The index journal."""
        ...

    @property
    def runs(self) -> Runs:
        """Packs handed out."""
        ...


class Record(Protocol):
    """The record itself: opens transactions."""

    def reading(self) -> AbstractContextManager[UnitOfWork]:
        """A consistent snapshot that takes no write lock."""
        ...

    def writing(self) -> AbstractContextManager[UnitOfWork]:
        """A transaction that is durable once left."""
        ...
