"""The REST protocol of the stand-in. Every body is parsed by the published models, which forbid
what they do not know."""

import hmac
import json
from collections.abc import Awaitable, Callable
from typing import Any

import numpy as np
from pydantic import TypeAdapter, ValidationError
from qdrant_client import models
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tests.qdrant_server.cluster import cluster_info, information
from tests.qdrant_server.faults import FAULTS, Faults
from tests.qdrant_server.published import Published
from tests.qdrant_server.refused import RefusedError
from tests.qdrant_server.store import Store

Handler = Callable[[str, bytes], Any]

_SELECTOR = TypeAdapter[models.PointsSelector](models.PointsSelector)
_CLUSTER = TypeAdapter[models.ClusterOperations](models.ClusterOperations)
_MADE = {"operation_id": 0, "status": "completed"}


def build(
    store: Store, faults: Faults, key: str, version: str, published: Published | None
) -> Starlette:
    """The server as an application."""
    rest = _Rest(store)
    routes = [
        Route("/", _plain({"title": "qdrant", "version": version, "commit": None})),
        Route("/faults", _planning(faults, key), methods=["PUT"]),
    ]
    routes += [
        Route(
            path,
            _answering(_checked(handler, published, method, path), faults, key),
            methods=[method],
        )
        for (method, path), handler in rest.handlers().items()
    ]
    return Starlette(routes=routes)


def _checked(handler: Handler, published: Published | None, method: str, path: str) -> Handler:
    if published is None:
        return handler

    def checked(name: str, body: bytes) -> Any:
        published.check(method, path, body)
        return handler(name, body)

    return checked


def _plain(body: dict[str, Any]) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        return JSONResponse(body)

    return answer


def _planning(faults: Faults, key: str) -> Callable[[Request], Awaitable[Response]]:
    async def plan(request: Request) -> Response:
        if not _let_in(request, key):
            return refused(401, "Must provide an API key or an Authorization bearer token")
        faults.plan(FAULTS.validate_json(await request.body()))
        return JSONResponse({"result": True, "status": "ok", "time": 0.0})

    return plan


def _let_in(request: Request, key: str) -> bool:
    given = request.headers.get("api-key") or request.headers.get("authorization", "")
    return hmac.compare_digest(given.removeprefix("Bearer ").encode(), key.encode()) or not key


def _answering(
    handler: Handler, faults: Faults, key: str
) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        if not _let_in(request, key):
            return refused(401, "Must provide an API key or an Authorization bearer token")
        fault = faults.take(f"{request.method} {request.url.path}")
        body = await request.body()
        if fault is not None and not fault.after:
            return refused(fault.status, fault.text, fault.headers)
        given = _carried_out(handler, str(request.path_params.get("name", "")), body)
        return given if fault is None else refused(fault.status, fault.text, fault.headers)

    return answer


def _carried_out(handler: Handler, name: str, body: bytes) -> Response:
    try:
        result = handler(name, body)
    except RefusedError as error:
        return refused(error.status, error.text)
    except ValidationError as error:
        return refused(400, f"Format error in JSON body: {error.errors()[0]['msg']}")
    whole = {"result": result, "status": "ok", "time": 0.0}
    return Response(json.dumps(whole), media_type="application/json")


def refused(status: int, text: str, headers: dict[str, str] | None = None) -> Response:
    return JSONResponse({"status": {"error": text}, "time": 0.0}, status, headers)


class _Rest:
    """What is done for each request; takes a collection's name and a body."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def handlers(self) -> dict[tuple[str, str], Handler]:
        one = "/collections/{name}"
        return {
            ("GET", "/collections"): self.collections,
            ("GET", "/aliases"): self.aliases,
            ("POST", "/collections/aliases"): self.change_aliases,
            ("GET", one): lambda name, _: information(self._store.named(name)),
            ("PUT", one): self.create,
            ("DELETE", one): lambda name, _: self._store.remove(name),
            ("GET", f"{one}/exists"): lambda name, _: {"exists": name in self._store.collections},
            ("PUT", f"{one}/index"): self.add_index,
            ("PUT", f"{one}/points"): self.upsert,
            ("POST", f"{one}/points/delete"): self.delete,
            ("POST", f"{one}/points/query/batch"): self.query,
            ("POST", f"{one}/points/scroll"): self.scroll,
            ("POST", f"{one}/points/count"): self.count,
            ("POST", f"{one}/facet"): self.facet,
            ("GET", f"{one}/shards"): self.shard_keys,
            ("PUT", f"{one}/shards"): self.add_shard_key,
            ("GET", f"{one}/cluster"): lambda name, _: cluster_info(self._store.named(name)),
            ("POST", f"{one}/cluster"): self.change_cluster,
        }

    def collections(self, name: str, body: bytes) -> Any:
        return {"collections": [{"name": n} for n in self._store.collections]}

    def aliases(self, name: str, body: bytes) -> Any:
        pairs = self._store.aliases.items()
        return {"aliases": [{"alias_name": a, "collection_name": c} for a, c in pairs]}

    def change_aliases(self, name: str, body: bytes) -> Any:
        self._store.change_aliases(models.ChangeAliasesOperation.model_validate_json(body))
        return True

    def create(self, name: str, body: bytes) -> Any:
        self._store.create(name, models.CreateCollection.model_validate_json(body))
        return True

    def add_index(self, name: str, body: bytes) -> Any:
        wanted = models.CreateFieldIndex.model_validate_json(body)
        assert wanted.field_schema is not None
        self._store.named(name).add_index(wanted.field_name, wanted.field_schema)
        return _MADE

    def upsert(self, name: str, body: bytes) -> Any:
        wanted = models.PointsList.model_validate_json(body)
        self._store.upsert(name, wanted.points, wanted.shard_key)
        return _MADE

    def delete(self, name: str, body: bytes) -> Any:
        wanted = _SELECTOR.validate_json(body)
        if not isinstance(wanted, models.FilterSelector):
            raise RefusedError(400, "deleting by ids alone is not known here")
        self._store.delete(name, wanted.filter, wanted.shard_key)
        return _MADE

    def query(self, name: str, body: bytes) -> Any:
        wanted = models.QueryRequestBatch.model_validate_json(body)
        pools = self._store.query(name, wanted.searches)
        return [{"points": [_shortened(p) for p in points]} for points in pools]

    def scroll(self, name: str, body: bytes) -> Any:
        records, following = self._store.scroll(
            name, models.ScrollRequest.model_validate_json(body)
        )
        return {"points": [r.model_dump() for r in records], "next_page_offset": following}

    def count(self, name: str, body: bytes) -> Any:
        wanted = models.CountRequest.model_validate_json(body)
        return {"count": self._store.count(name, wanted.filter, wanted.shard_key)}

    def facet(self, name: str, body: bytes) -> Any:
        hits = self._store.facet(name, models.FacetRequest.model_validate_json(body))
        return {"hits": [hit.model_dump() for hit in hits]}

    def shard_keys(self, name: str, body: bytes) -> Any:
        return {"shard_keys": [{"key": key} for key in self._store.named(name).states if key]}

    def add_shard_key(self, name: str, body: bytes) -> Any:
        wanted = models.CreateShardingKey.model_validate_json(body)
        state = wanted.initial_state or models.ReplicaState.ACTIVE
        self._store.named(name).add_key(str(wanted.shard_key), state)
        return True

    def change_cluster(self, name: str, body: bytes) -> Any:
        wanted = _CLUSTER.validate_json(body)
        if not isinstance(wanted, models.ReplicatePointsOperation):
            raise RefusedError(400, f"{type(wanted).__name__} is not known here")
        self._store.named(name).begin_copy(wanted.replicate_points)
        return True


def _shortened(point: models.ScoredPoint) -> dict[str, Any]:
    """A score as servers write it: the fewest digits that tell a number of single precision."""
    written = float(str(np.float32(point.score)))
    return {**point.model_dump(exclude={"score", "shard_key", "order_value"}), "score": written}
