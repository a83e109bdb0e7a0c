"""The vector index, derived from the record and made again from it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from lorepack.ports.models import Vector
from lorepack.records import EVERYWHERE, Candidate, Scope, Where


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
    nth: int
    """Place among the snippets of its chapter, from 0."""
    importance: float
    people: tuple[str, ...]
    dense: Vector
    sparse: SparseVector
    speakers: tuple[str, ...] = ()
    """Folded names."""
    at: int | None = None
    """Seconds since 1970, if it is known when it was said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pooling:
    """Which pools of candidates are wanted: a dense and a sparse one for each range."""

    where: Where = EVERYWHERE
    """What may come up at all."""
    limit: int
    """Length of each of its two pools."""
    also: tuple[Where, ...] = ()
    """Ranges inside it whose best are wanted too, though there be better ones elsewhere."""
    also_limit: int = 0
    """Length of each of their pools."""


class VectorIndex(Protocol):
    """Finds snippets near a query; derived from the record and rebuilt from it."""

    def upsert(self, scope: Scope, points: Sequence[Point]) -> None:
        """Add or replace points by id."""
        ...

    def prune(self, scope: Scope, chapter_id: str, keep: Iterable[str]) -> None:
        """Delete the chapter's points except the ids to keep."""
        ...

    def search(
        self,
        scope: Scope,
        dense: Vector,
        sparse: SparseVector,
        pooling: Pooling,
    ) -> list[Candidate]:
        """Union of the pools, dense and sparse, in one round trip.

        Args:
            scope: Whose points.
            dense: The query's embedding.
            sparse: The query's terms; the IDF counts the points of `pooling.where` alone.
            pooling: Which pools are wanted.
        """
        ...

    def drop(self, scope: Scope, ids: Iterable[str] | None = None) -> None:
        """Delete points of a project by id, or all it has."""
        ...

    def points(self, scope: Scope) -> Iterator[Point]:
        """Every point the index holds for the project, in any order, read page by page.

        Vectors come back as the index keeps them: dense ones of length 1, in single precision.
        """
        ...

    def scopes(self) -> set[Scope]:
        """The projects it holds any point of."""
        ...

    def flush(self) -> None:
        """Make every change so far survive a power cut."""
        ...

    def close(self) -> None:
        """Release files and locks."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Pooled:
    """What the pools brought up."""

    candidates: Sequence[Candidate]
    spread: float = 1.0
    """How far the encoder's cosines lie apart where nothing has to do with anything: their
    standard deviation, by which evidence is measured."""


class Pools(Protocol):
    """One embedding call and one index call, wherever index and encoder live."""

    def search(
        self,
        scope: Scope,
        query: str,
        pooling: Pooling,
    ) -> Pooled:
        """Candidates for a query from the dense and the sparse pool: see `VectorIndex.search`.

        Raises:
            UnavailableError: Whoever holds the index did not answer in time.
        """
        ...
