"""Points, ranges and pools in the words of a Qdrant server."""

from collections.abc import Iterable, Sequence
from typing import Any, cast

import numpy as np
from qdrant_client import models

from lorepack.ports import Point, Pooling, SparseVector, Vector
from lorepack.records import Scope, Where
from storage.payloads import (
    CARRIED,
    DENSE,
    PROJECT,
    SPARSE,
    in_project,
    payload_of,
    point_of,
    tenant_key,
)
from storage.qdrant.options import Graph, Options, Quantisation

_OVERSAMPLING = 4.0
"""Times as many by short vectors as are wanted, put into order by the whole ones."""


def of_project(scope: Scope) -> models.FieldCondition:
    """Points of one project."""
    return models.FieldCondition(key=PROJECT, match=models.MatchValue(value=tenant_key(scope)))


def in_range(scope: Scope, where: Where) -> models.Filter:
    """Points of a project that may come up."""
    must: list[models.Condition] = [of_project(scope)]
    if where.before is not None:
        must.append(_number("order_key", lt=where.before))
    if where.chapters:
        stretches = [_number("order_key", gte=first, lte=last) for first, last in where.chapters]
        must.append(models.Filter(should=list(stretches)))
    for key, wanted in (("people", where.entities), ("speaker", where.speakers)):
        if wanted:
            match = models.MatchAny(any=list(wanted))
            must.append(models.FieldCondition(key=key, match=match))
    if where.since is not None or where.until is not None:
        must.append(_number("at", gte=where.since, lt=where.until))
    return models.Filter(must=must)


def with_ids(scope: Scope, ids: Iterable[str]) -> models.Filter:
    """The named points of a project."""
    return models.Filter(must=[of_project(scope), models.HasIdCondition(has_id=list(ids))])


def of_chapter_except(scope: Scope, chapter_id: str, keep: Iterable[str]) -> models.Filter:
    """A chapter's points that are none of the named ones."""
    in_chapter = models.FieldCondition(key="chapter", match=models.MatchValue(value=chapter_id))
    kept: list[models.ExtendedPointId] = list(keep)
    excepted = models.Filter(must_not=[models.HasIdCondition(has_id=kept)])
    must: list[models.Condition] = [of_project(scope), in_chapter]
    return models.Filter(must=[*must, excepted] if kept else must)


def _number(
    key: str,
    *,
    lt: float | None = None,
    gte: float | None = None,
    lte: float | None = None,
) -> models.FieldCondition:
    return models.FieldCondition(key=key, range=models.Range(lt=lt, gte=gte, lte=lte))


def stored(scope: Scope, point: Point) -> models.PointStruct:
    """A point as the server keeps it."""
    vectors: dict[str, Any] = {DENSE: point.dense.tolist(), SPARSE: _own(scope, point.sparse)}
    return models.PointStruct(id=point.id, vector=vectors, payload=payload_of(scope, point))


def held(record: models.Record) -> Point:
    """A point that the server has."""
    vectors = cast("dict[str, Any]", record.vector)
    sparse = vectors[SPARSE]
    return point_of(
        str(record.id),
        record.payload or {},
        np.asarray(vectors[DENSE], dtype=np.float32),
        SparseVector(indices=sparse.indices, values=sparse.values),
    )


def queries(
    scope: Scope,
    dense: Vector,
    sparse: SparseVector,
    pooling: Pooling,
    options: Options,
    shard_key: models.ShardKeyWithFallback | None,
) -> list[models.QueryRequest]:
    """One batch for all pools: the near ones, the lexical ones, and the cosines of these.

    Returns:
        Three queries for each range: as many near ones first, then the lexical ones.
    """
    corpus = in_range(scope, pooling.where)
    ranges = [(corpus, pooling.limit)]
    for also in pooling.also:
        narrower = models.Filter(must=[corpus, in_range(scope, also)])
        ranges.append((narrower, pooling.also_limit))
    made = _Queries(dense.tolist(), _own(scope, sparse), corpus, options, shard_key)
    asked = (made.near, made.lexical, made.compared)
    return [query(within, limit) for query in asked for within, limit in ranges]


class _Queries:
    """The three queries of a range."""

    def __init__(
        self,
        dense: list[float],
        sparse: models.SparseVector,
        corpus: models.Filter,
        options: Options,
        shard_key: models.ShardKeyWithFallback | None,
    ) -> None:
        self._dense, self._sparse = dense, sparse
        self._shards = options.shard_number
        self._shard_key = shard_key
        self._near = _dense_params(options)
        # Every lexical pool weighs words by the same texts, so that their scores compare.
        self._words = models.SearchParams(idf=models.IdfCorpusParams(corpus=corpus))

    def near(self, within: models.Filter, limit: int) -> models.QueryRequest:
        return models.QueryRequest(
            query=self._dense,
            using=DENSE,
            filter=within,
            limit=limit,
            params=self._near,
            with_payload=CARRIED,
            shard_key=self._shard_key,
        )

    def lexical(self, within: models.Filter, limit: int) -> models.QueryRequest:
        return models.QueryRequest(
            query=self._sparse,
            using=SPARSE,
            filter=within,
            limit=limit,
            params=self._words,
            with_payload=CARRIED,
            shard_key=self._shard_key,
        )

    def compared(self, within: models.Filter, limit: int) -> models.QueryRequest:
        """The cosines of a lexical pool: what the words brought up has a meaning too."""
        words = models.Prefetch(
            query=self._sparse,
            using=SPARSE,
            filter=within,
            limit=limit,
            params=self._words,
        )
        return models.QueryRequest(
            prefetch=words,
            query=self._dense,
            using=DENSE,
            limit=limit * self._shards,  # each shard brings a pool of its own to this step
            params=models.SearchParams(exact=True),
            with_payload=False,
            shard_key=self._shard_key,
        )


def _dense_params(options: Options) -> models.SearchParams:
    """Exact unless something else is asked for, in which case the whole vectors decide."""
    short = options.quantisation is not Quantisation.NONE
    if options.graph is Graph.NONE and not short:
        return models.SearchParams(exact=True)
    if not short:
        return models.SearchParams()
    rescored = models.QuantizationSearchParams(rescore=True, oversampling=_OVERSAMPLING)
    return models.SearchParams(quantization=rescored)


def _own(scope: Scope, sparse: SparseVector) -> models.SparseVector:
    own = in_project(tenant_key(scope), sparse)
    return models.SparseVector(indices=list(own.indices), values=list(own.values))


def best_scores(points: Sequence[models.ScoredPoint]) -> dict[str, float]:
    """Scores by id, in single precision: REST writes them shorter than gRPC does."""
    return {str(point.id): float(np.float32(point.score)) for point in points}
