"""The embedded vector index: Qdrant's own engine inside this process.

One shard holds every project of a data folder, told apart by a tenant key: a shard of its own for
each would cost some 39 MB and eight threads. There is no HNSW graph: exact search over 20,000
points takes milliseconds, and building a graph would hold the interpreter still for seconds.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypedDict, cast
from uuid import UUID

import numpy as np
import qdrant_edge as edge

from lorepack.errors import BrokenIndexError, UnavailableError
from lorepack.ports import Point, Pooling, SparseVector, Vector
from lorepack.records import EVERYWHERE, Candidate, Scope, Where
from storage.edge_corpus import counted_by_postings
from storage.payloads import (
    CARRIED,
    DENSE,
    INDEXED,
    PROJECT,
    SPARSE,
    Indexed,
    in_project,
    payload_of,
    point_id,
    point_of,
    scope_of,
    tenant_key,
)
from storage.pooled import SPARE, Scored, candidates
from storage.room import check_room

_BATCH = 200
"""Points in one update: the engine holds the interpreter lock for the length of each."""

_PAGE = 1_000
"""Points read at a time, with their vectors."""

_MOST_PROJECTS = 1 << 31

_LOOKUPS = {
    Indexed.TENANT: edge.KeywordIndexParams(is_tenant=True),
    Indexed.WORD: edge.KeywordIndexParams(),
    Indexed.NUMBER: edge.IntegerIndexParams(lookup=False, range=True),
}

_NO_GRAPH = edge.HnswIndexConfig(m=0, ef_construct=100, full_scan_threshold=10_000, payload_m=0)


class _Vectors(TypedDict):
    dense: list[float]
    sparse: edge.SparseVector


class EdgeIndex:
    """A vector index in a folder that this process alone has open."""

    def __init__(self, folder: Path, shard: edge.EdgeShard) -> None:
        self.folder, self._shard = folder, shard

    @classmethod
    def open(cls, folder: Path, dim: int) -> "EdgeIndex":
        """Open the index in a folder, made if it is not there.

        Args:
            folder: Folder of one encoder's vectors; vectors of two encoders never mix.
            dim: Length of every dense vector.

        Raises:
            StorageFullError: The disk has too little room left.
            UnavailableError: Another process has it open.
            BrokenIndexError: Its files cannot be read.
        """
        folder.mkdir(parents=True, exist_ok=True)
        check_room(folder)
        try:
            with _translated(folder):
                if any(folder.iterdir()):
                    return cls(folder, edge.EdgeShard.load(str(folder)))
                return cls(folder, _create(folder, dim))
        except _EngineError as error:
            raise BrokenIndexError(str(error)) from error

    def upsert(self, scope: Scope, points: Sequence[Point]) -> None:
        """Add or replace points by id."""
        for start in range(0, len(points), _BATCH):
            batch = [_point(scope, p) for p in points[start : start + _BATCH]]
            self._update(edge.UpdateOperation.upsert_points(batch))

    def prune(self, scope: Scope, chapter_id: str, keep: Iterable[str]) -> None:
        """Delete the chapter's points except the ids to keep."""
        kept = edge.HasIdCondition({point_id(scope, id) for id in keep})
        in_chapter = edge.FieldCondition("chapter", match=edge.MatchValue(chapter_id))
        stale = edge.Filter(must=[_of(scope), in_chapter], must_not=[kept])
        self._update(edge.UpdateOperation.delete_points_by_filter(stale))

    def flush(self) -> None:
        """Write everything to disk; until then the write-ahead log guards it against a crash."""
        with _translated(self.folder):
            self._shard.flush()

    def _update(self, operation: edge.UpdateOperation) -> None:
        check_room(self.folder)
        with _translated(self.folder):
            self._shard.update(operation)

    def search(
        self,
        scope: Scope,
        dense: Vector,
        sparse: SparseVector,
        pooling: Pooling,
    ) -> list[Candidate]:
        """Union of the pools, dense and sparse, in one round trip."""
        corpus, words = _range(scope, pooling.where), _own(scope, sparse)
        ranges = [(corpus, pooling.limit + SPARE)]
        also = pooling.also_limit + SPARE
        ranges += [(_both(corpus, _range(scope, where)), also) for where in pooling.also]
        near = [_nearest(dense, within, length) for within, length in ranges]
        with _translated(self.folder):
            # Every lexical pool weighs words by the same texts, so that their scores compare.
            texts = counted_by_postings(self._shard, corpus)
            lexical = [_lexical(words, within, length, texts) for within, length in ranges]
            compared = [_compared(dense, words, within, n, texts) for within, n in ranges]
            pools = self._shard.query_batch(edge.QueryBatchRequest([*near, *lexical, *compared]))
        size = len(ranges)
        first, second, third = pools[:size], pools[size : 2 * size], pools[2 * size :]
        return candidates(scope, pooling, *(map(_scored, some) for some in (first, second, third)))

    def drop(self, scope: Scope, ids: Iterable[str] | None = None) -> None:
        """Delete points of a project by id, or all it has."""
        must: list[edge.FieldCondition | edge.HasIdCondition] = [_of(scope)]
        if ids is not None:
            must.append(edge.HasIdCondition({point_id(scope, id) for id in ids}))
        unwanted = edge.Filter(must=list(must))
        self._update(edge.UpdateOperation.delete_points_by_filter(unwanted))

    def points(self, scope: Scope) -> Iterator[Point]:
        """Every point the index holds for the project, read page by page."""
        offset = None
        while True:
            request = edge.ScrollRequest(
                limit=_PAGE, offset=offset, filter=_range(scope, EVERYWHERE), with_vector=True
            )
            with _translated(self.folder):
                records, offset = self._shard.scroll(request)
            yield from map(_held, records)
            if offset is None:
                return

    def count(self) -> int:
        """Points of all projects."""
        with _translated(self.folder):
            return self._shard.count(edge.CountRequest())

    def scopes(self) -> set[Scope]:
        """The projects it holds any point of."""
        every = edge.FacetRequest(PROJECT, limit=_MOST_PROJECTS, exact=True)
        with _translated(self.folder):
            found = self._shard.facet(every)
        return {scope_of(str(hit.value)) for hit in found.hits if hit.count}

    def close(self) -> None:
        """Flush and release files and locks."""
        with _translated(self.folder):
            try:
                self._shard.flush()
            finally:
                self._shard.close()


def _create(folder: Path, dim: int) -> edge.EdgeShard:
    config = edge.EdgeConfig(
        vectors={DENSE: edge.EdgeVectorParams(size=dim, distance=edge.Distance.Cosine)},
        sparse_vectors={SPARSE: edge.EdgeSparseVectorParams(modifier=edge.Modifier.Idf)},
        hnsw_config=_NO_GRAPH,
        wal_enabled=True,
    )
    shard = edge.EdgeShard.create(str(folder), config)
    for field, kind in INDEXED.items():
        shard.update(edge.UpdateOperation.create_field_index(field, _LOOKUPS[kind]))
    return shard


class _EngineError(UnavailableError):
    """The engine failed at something."""


@contextmanager
def _translated(folder: Path) -> Generator[None]:
    """Turn the engine's bare exceptions, and its panics, into ours."""
    try:
        yield
    except (GeneratorExit, KeyboardInterrupt, SystemExit, UnavailableError):
        raise
    except BaseException as error:  # the engine raises nothing narrower
        if "WouldBlock" in str(error):
            raise UnavailableError(f"another process has the index {folder} open") from error
        raise _EngineError(f"the index {folder} failed: {error}") from error


def _of(scope: Scope) -> edge.FieldCondition:
    return edge.FieldCondition(PROJECT, match=edge.MatchValue(tenant_key(scope)))


def _range(scope: Scope, where: Where) -> edge.Filter:
    conditions: list[edge.FieldCondition | edge.Filter] = [_of(scope)]
    if where.before is not None:
        conditions.append(edge.FieldCondition("order_key", range=edge.RangeFloat(lt=where.before)))
    if where.chapters:
        stretches = [edge.RangeFloat(gte=first, lte=last) for first, last in where.chapters]
        any_of = [edge.FieldCondition("order_key", range=stretch) for stretch in stretches]
        conditions.append(edge.Filter(should=list(any_of)))
    for field, wanted in (("people", where.entities), ("speaker", where.speakers)):
        if wanted:
            conditions.append(edge.FieldCondition(field, match=edge.MatchAny(list(wanted))))
    if where.since is not None or where.until is not None:
        span = edge.RangeFloat(gte=where.since, lt=where.until)
        conditions.append(edge.FieldCondition("at", range=span))
    return edge.Filter(must=list(conditions))


def _both(one: edge.Filter, other: edge.Filter) -> edge.Filter:
    return edge.Filter(must=[one, other])


def _nearest(dense: Vector, within: edge.Filter, limit: int) -> edge.QueryRequest:
    return edge.QueryRequest(
        limit=limit,
        query=edge.Query.Nearest(dense.tolist(), using=DENSE),
        filter=within,
        with_payload=CARRIED,
    )


def _lexical(
    words: edge.SparseVector, within: edge.Filter, limit: int, corpus: edge.Filter
) -> edge.QueryRequest:
    return edge.QueryRequest(
        limit=limit,
        query=edge.Query.Nearest(words, using=SPARSE),
        filter=within,
        with_payload=CARRIED,
        params=edge.SearchParams(idf=edge.IdfParams(corpus=corpus)),
    )


def _compared(
    dense: Vector, words: edge.SparseVector, within: edge.Filter, limit: int, corpus: edge.Filter
) -> edge.QueryRequest:
    """The cosines of a lexical pool: what the words brought up has a meaning too."""
    pool = edge.Prefetch(
        limit=limit,
        query=edge.Query.Nearest(words, using=SPARSE),
        filter=within,
        params=edge.SearchParams(idf=edge.IdfParams(corpus=corpus)),
    )
    return edge.QueryRequest(
        limit=limit, query=edge.Query.Nearest(dense.tolist(), using=DENSE), prefetches=[pool]
    )


def _own(scope: Scope, sparse: SparseVector) -> edge.SparseVector:
    own = in_project(tenant_key(scope), sparse)
    return edge.SparseVector(indices=list(own.indices), values=list(own.values))


def _point(scope: Scope, point: Point) -> edge.Point:
    vectors = {DENSE: point.dense.tolist(), SPARSE: _own(scope, point.sparse)}
    return edge.Point(point_id(scope, point.id), vectors, payload_of(scope, point))


def _held(record: edge.Record) -> Point:
    vectors = cast("_Vectors", record.vector)
    sparse = SparseVector(indices=vectors["sparse"].indices, values=vectors["sparse"].values)
    dense = np.asarray(vectors["dense"], dtype=np.float32)
    return point_of(_uuid(record.id), record.payload or {}, dense, sparse)


def _scored(pool: Sequence[edge.ScoredPoint]) -> list[Scored]:
    return [Scored(id=_uuid(p.id), score=p.score, payload=p.payload or {}) for p in pool]


def _uuid(id: UUID | int | str) -> UUID:
    """The engine has three kinds of ids; ours are of one."""
    return id if isinstance(id, UUID) else UUID(str(id))
