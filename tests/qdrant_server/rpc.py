"""The gRPC protocol of the stand-in, as far as points travel by it."""

# The modules that are generated from the protocol are typed in part.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false

import hmac
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar, cast

import grpc
from qdrant_client import grpc as wire
from qdrant_client import models
from qdrant_client.conversions.conversion import GrpcToRest, RestToGrpc

from tests.qdrant_server.faults import Fault, Faults
from tests.qdrant_server.refused import RefusedError
from tests.qdrant_server.store import Store

_CODES = {
    400: grpc.StatusCode.INVALID_ARGUMENT,
    401: grpc.StatusCode.UNAUTHENTICATED,
    403: grpc.StatusCode.PERMISSION_DENIED,
    404: grpc.StatusCode.NOT_FOUND,
    409: grpc.StatusCode.ALREADY_EXISTS,
    429: grpc.StatusCode.RESOURCE_EXHAUSTED,
    500: grpc.StatusCode.INTERNAL,
    503: grpc.StatusCode.UNAVAILABLE,
}

Answer = TypeVar("Answer")


class Points(wire.PointsServicer):
    """Points by gRPC; every request becomes the model that REST would have brought."""

    def __init__(self, store: Store, faults: Faults, key: str) -> None:
        self._store, self._faults, self._key = store, faults, key

    def Upsert(
        self, request: wire.UpsertPoints, context: grpc.ServicerContext
    ) -> wire.PointsOperationResponse:
        def work() -> wire.PointsOperationResponse:
            points = [GrpcToRest.convert_point_struct(point) for point in request.points]
            self._store.upsert(request.collection_name, points, _shard(request))
            return _made()

        return self._guarded("Upsert", context, work)

    def Delete(
        self, request: wire.DeletePoints, context: grpc.ServicerContext
    ) -> wire.PointsOperationResponse:
        def work() -> wire.PointsOperationResponse:
            wanted = GrpcToRest.convert_filter(request.points.filter)
            self._store.delete(request.collection_name, wanted, _shard(request))
            return _made()

        return self._guarded("Delete", context, work)

    def QueryBatch(
        self, request: wire.QueryBatchPoints, context: grpc.ServicerContext
    ) -> wire.QueryBatchResponse:
        def work() -> wire.QueryBatchResponse:
            wanted = [GrpcToRest.convert_query_points(query) for query in request.query_points]
            pools = self._store.query(request.collection_name, wanted)
            batches = [
                wire.BatchResult(result=[RestToGrpc.convert_scored_point(p) for p in points])
                for points in pools
            ]
            return wire.QueryBatchResponse(result=batches, time=0.0)

        return self._guarded("QueryBatch", context, work)

    def Scroll(
        self, request: wire.ScrollPoints, context: grpc.ServicerContext
    ) -> wire.ScrollResponse:
        def work() -> wire.ScrollResponse:
            wanted = models.ScrollRequest(
                shard_key=_shard(request),
                offset=_offset(request),
                limit=request.limit,
                filter=GrpcToRest.convert_filter(request.filter),
                with_vector=True,
            )
            records, following = self._store.scroll(request.collection_name, wanted)
            more = None if following is None else RestToGrpc.convert_extended_point_id(following)
            points = [RestToGrpc.convert_record(record) for record in records]
            return wire.ScrollResponse(result=points, next_page_offset=more, time=0.0)

        return self._guarded("Scroll", context, work)

    def Count(self, request: wire.CountPoints, context: grpc.ServicerContext) -> wire.CountResponse:
        def work() -> wire.CountResponse:
            wanted = GrpcToRest.convert_filter(request.filter)
            count = self._store.count(request.collection_name, wanted, _shard(request))
            return wire.CountResponse(result=wire.CountResult(count=count), time=0.0)

        return self._guarded("Count", context, work)

    def Facet(self, request: wire.FacetCounts, context: grpc.ServicerContext) -> wire.FacetResponse:
        def work() -> wire.FacetResponse:
            wanted = models.FacetRequest(
                shard_key=_shard(request),
                key=request.key,
                limit=request.limit,
                exact=request.exact,
            )
            hits = self._store.facet(request.collection_name, wanted)
            told = [RestToGrpc.convert_facet_value_hit(hit) for hit in hits]
            return wire.FacetResponse(hits=told, time=0.0)

        return self._guarded("Facet", context, work)

    def _guarded(
        self, method: str, context: grpc.ServicerContext, work: Callable[[], Answer]
    ) -> Answer:
        given = dict(context.invocation_metadata()).get("api-key", "")
        if self._key and not hmac.compare_digest(given.encode(), self._key.encode()):
            context.abort(_CODES[401], "Must provide an API key or an Authorization bearer token")
        fault = self._faults.take(method)
        if fault is not None and not fault.after:
            _fail(context, fault)
        try:
            answer = work()
        except RefusedError as error:
            context.abort(_CODES[error.status], error.text)
        if fault is not None:
            _fail(context, fault)
        return answer


def _fail(context: grpc.ServicerContext, fault: Fault) -> None:
    trailing = [(name.lower(), value) for name, value in fault.headers.items()]
    context.set_trailing_metadata(trailing)
    context.abort(_CODES[fault.status], fault.text)


def _made() -> wire.PointsOperationResponse:
    result = wire.UpdateResult(operation_id=0, status=wire.UpdateStatus.Completed)
    return wire.PointsOperationResponse(result=result, time=0.0)


def _offset(request: wire.ScrollPoints) -> models.ExtendedPointId | None:
    if not request.HasField("offset"):
        return None
    return GrpcToRest.convert_point_id(request.offset)


def _shard(request: Any) -> Any:
    if not request.HasField("shard_key_selector"):
        return None
    selector = GrpcToRest.convert_shard_key_selector(request.shard_key_selector)
    several = cast("list[object]", selector) if isinstance(selector, list) else [selector]
    return several[0]


def serve(
    points: Points, host: str, port: int, credentials: grpc.ServerCredentials | None
) -> tuple[grpc.Server, int]:
    """Begin to answer; returns the server and its port."""
    server = grpc.server(ThreadPoolExecutor(8), options=[("grpc.so_reuseport", 0)])
    wire.add_PointsServicer_to_server(points, server)
    address = f"{host}:{port}"
    if credentials is None:
        bound = server.add_insecure_port(address)
    else:
        bound = server.add_secure_port(address, credentials)
    server.start()
    return server, bound
