"""Requests of the protocol in the words of the embedded engine; what is not known is refused."""

from collections.abc import Sequence
from typing import Any, cast
from uuid import UUID

import qdrant_edge as edge
from qdrant_client import models

from tests.qdrant_server.refused import RefusedError

Condition = (
    models.FieldCondition
    | models.IsEmptyCondition
    | models.IsNullCondition
    | models.HasIdCondition
    | models.HasVectorCondition
    | models.NestedCondition
    | models.SliceCondition
    | models.Filter
)
Conditions = list[Any] | Condition | None


def point_id(id: object) -> UUID:
    try:
        return UUID(str(id))
    except ValueError:
        raise RefusedError(400, f"Unable to parse UUID: {id}") from None


def filter_of(wanted: models.Filter | None) -> edge.Filter | None:
    return None if wanted is None else _filter(wanted)


def _filter(wanted: models.Filter) -> edge.Filter:
    if wanted.min_should is not None:
        raise RefusedError(400, "min_should is not known here")
    return edge.Filter(
        must=_conditions(wanted.must),
        should=_conditions(wanted.should),
        must_not=_conditions(wanted.must_not),
    )


def _conditions(wanted: Conditions) -> list[Any] | None:
    if wanted is None:
        return None
    several = cast("list[Condition]", wanted) if isinstance(wanted, list) else [wanted]
    return [_condition(one) for one in several]


def _condition(one: Condition) -> edge.Filter | edge.HasIdCondition | edge.FieldCondition:
    if isinstance(one, models.Filter):
        return _filter(one)
    if isinstance(one, models.HasIdCondition):
        return edge.HasIdCondition({point_id(id) for id in one.has_id})
    if isinstance(one, models.FieldCondition):
        return _field(one)
    raise RefusedError(400, f"{type(one).__name__} is not known here")


def _field(one: models.FieldCondition) -> edge.FieldCondition:
    known = {"key", "match", "range"}
    if strange := {k for k, v in one.model_dump().items() if v is not None} - known:
        raise RefusedError(400, f"{sorted(strange)} are not known here")
    if isinstance(one.match, models.MatchValue):
        return edge.FieldCondition(one.key, match=edge.MatchValue(one.match.value))
    if isinstance(one.match, models.MatchAny):
        return edge.FieldCondition(one.key, match=edge.MatchAny(cast("list[str]", one.match.any)))
    if isinstance(one.range, models.Range):
        bounds = one.range
        span = edge.RangeFloat(gt=bounds.gt, gte=bounds.gte, lt=bounds.lt, lte=bounds.lte)
        return edge.FieldCondition(one.key, range=span)
    raise RefusedError(400, f"the condition on {one.key} is not known here")


def _vector(vector: object) -> list[float] | edge.SparseVector:
    if isinstance(vector, models.SparseVector):
        return edge.SparseVector(indices=list(vector.indices), values=list(vector.values))
    if isinstance(vector, list):
        return cast("list[float]", vector)
    raise RefusedError(400, f"a vector of {type(vector).__name__} is not known here")


def point_of(stored: models.PointStruct) -> edge.Point:
    vectors = cast("dict[str, object]", stored.vector)
    named: dict[str, Any] = {name: _vector(vector) for name, vector in vectors.items()}
    return edge.Point(point_id(stored.id), named, stored.payload)


def _nearest(query: object, using: str | None) -> edge.Query:
    if isinstance(query, models.NearestQuery) and query.mmr is None:
        query = query.nearest
    return edge.Query.Nearest(_vector(query), using=using)


def _params(wanted: models.SearchParams | None) -> edge.SearchParams | None:
    if wanted is None:
        return None
    if wanted.idf is None:
        return edge.SearchParams(exact=wanted.exact or False)
    if not isinstance(wanted.idf, models.IdfCorpusParams):
        raise RefusedError(400, "an IDF without a corpus is not known here")
    corpus = edge.IdfParams(corpus=_filter(wanted.idf.corpus))
    return edge.SearchParams(exact=wanted.exact or False, idf=corpus)


def _prefetch(wanted: models.Prefetch) -> edge.Prefetch:
    if wanted.prefetch is not None or wanted.limit is None:
        raise RefusedError(400, "such a prefetch is not known here")
    return edge.Prefetch(
        limit=wanted.limit,
        query=_nearest(wanted.query, wanted.using),
        filter=filter_of(wanted.filter),
        params=_params(wanted.params),
    )


def query_of(wanted: models.QueryRequest) -> edge.QueryRequest:
    if wanted.limit is None or wanted.query is None:
        raise RefusedError(400, "a query without a vector or a limit is not known here")
    fetched = wanted.prefetch or []
    several = fetched if isinstance(fetched, list) else [fetched]
    return edge.QueryRequest(
        limit=wanted.limit,
        query=_nearest(wanted.query, wanted.using),
        prefetches=[_prefetch(one) for one in several] or None,
        filter=filter_of(wanted.filter),
        params=_params(wanted.params),
        with_payload=cast("list[str] | bool", wanted.with_payload or False),
    )


def scored(points: Sequence[edge.ScoredPoint]) -> list[models.ScoredPoint]:
    return [
        models.ScoredPoint(id=str(p.id), version=p.version, score=p.score, payload=p.payload)
        for p in points
    ]


def record_of(record: edge.Record) -> models.Record:
    vectors = cast("dict[str, Any] | None", record.vector)
    named = {name: _written(v) for name, v in vectors.items()} if vectors else None
    return models.Record(id=str(record.id), payload=record.payload, vector=named)


def _written(vector: Any) -> Any:
    if isinstance(vector, edge.SparseVector):
        return models.SparseVector(indices=list(vector.indices), values=list(vector.values))
    return [float(number) for number in vector]


def again(record: edge.Record) -> edge.Point:
    """A point for another shard."""
    return edge.Point(record.id, cast("Any", record.vector), record.payload)


def config_of(made: models.CreateCollection) -> edge.EdgeConfig:
    if not isinstance(made.vectors, dict):
        raise RefusedError(400, "a collection without named vectors is not known here")
    graph = made.hnsw_config or models.HnswConfigDiff()
    return edge.EdgeConfig(
        vectors={
            name: edge.EdgeVectorParams(size=v.size, distance=_distance(v.distance))
            for name, v in made.vectors.items()
        },
        sparse_vectors={
            name: edge.EdgeSparseVectorParams(modifier=edge.Modifier.Idf if v.modifier else None)
            for name, v in (made.sparse_vectors or {}).items()
        },
        hnsw_config=edge.HnswIndexConfig(
            m=graph.m or 0,
            ef_construct=100,
            full_scan_threshold=10_000,
            payload_m=graph.payload_m or 0,
        ),
        wal_enabled=True,
    )


def _distance(distance: models.Distance) -> edge.Distance:
    if distance is not models.Distance.COSINE:
        raise RefusedError(400, f"distance {distance} is not known here")
    return edge.Distance.Cosine


def index_of(schema: object) -> edge.KeywordIndexParams | edge.IntegerIndexParams:
    if isinstance(schema, models.KeywordIndexParams):
        return edge.KeywordIndexParams(is_tenant=schema.is_tenant or False)
    if isinstance(schema, models.IntegerIndexParams):
        return edge.IntegerIndexParams(lookup=schema.lookup, range=schema.range)
    raise RefusedError(400, f"an index of {type(schema).__name__} is not known here")
