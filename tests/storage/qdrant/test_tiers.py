"""Large projects in shards of their own: nothing is missing at any step of the way."""

from collections.abc import Generator
from dataclasses import replace

import pytest
from qdrant_client import QdrantClient, models

from lorepack.errors import InvalidInputError
from lorepack.ports import Pooling
from lorepack.records import Scope
from ranking.bm25 import query_vector
from storage.payloads import tenant_key
from storage.qdrant.collections import FALLBACK, Collections
from storage.qdrant.index import ServerIndex
from storage.qdrant.options import Options, Tenants
from storage.qdrant.server import Server
from tests.points import DIM, direction, held, point
from tests.qdrant_server.opening import made_index, remove_all, stand_in_options
from tests.qdrant_server.running import Running
from text.fold import fold

BIG, SMALL = Scope(project="big"), Scope(tenant="t", project="small")


@pytest.fixture(params=["rest", "grpc"])
def chosen(request: pytest.FixtureRequest, stand_in: Running) -> Generator[Options]:
    grpc = request.param == "grpc"
    made = stand_in_options(stand_in, grpc=grpc, tenants="tiered", tenant_points=10)
    yield made
    remove_all(made)


@pytest.fixture
def server(chosen: Options) -> Generator[Server]:
    opened = Server.connect(chosen)
    yield opened
    opened.close()


@pytest.fixture
def index(chosen: Options) -> Generator[ServerIndex]:
    opened = made_index(chosen, DIM)
    yield opened
    opened.close()


def in_shard(server: Server, scope: Scope, key: str) -> int:
    found, _ = server.points.scroll(server.options.alias, limit=99, shard_key_selector=key)
    return sum((p.payload or {})["project"] == tenant_key(scope) for p in found)


def keys(server: Server) -> set[str]:
    collections = Collections(server=server)
    return collections.shard_keys(collections.behind(server.options.alias))


def ids(count: int) -> set[str]:
    return {point(n).id for n in range(count)}


def seen(index: ServerIndex, scope: Scope) -> set[str]:
    query = query_vector(fold("宝玉"))
    return {c.id for c in index.search(scope, direction(0), query, Pooling(limit=50))}


def test_small_projects_share_a_shard(index: ServerIndex, server: Server) -> None:
    index.upsert(SMALL, [point(n) for n in range(9)])
    index.flush()
    assert keys(server) == {FALLBACK}
    assert held(index, SMALL) == seen(index, SMALL) == ids(9)


def test_a_project_that_has_grown_moves_while_it_is_used(
    index: ServerIndex, server: Server
) -> None:
    index.upsert(BIG, [point(n) for n in range(12)])
    index.upsert(SMALL, [point(50)])
    index.flush()  # its shard is made and the copy begun: requests still go to `default`
    own = tenant_key(BIG)
    assert keys(server) == {FALLBACK, own}
    assert in_shard(server, BIG, own) == 0
    assert held(index, BIG) == seen(index, BIG) == ids(12)
    index.upsert(BIG, [point(12)])
    index.flush()  # it is looked at, while the copy is on its way
    assert held(index, BIG) == seen(index, BIG) == ids(13)
    index.upsert(BIG, [point(13)])
    assert in_shard(server, BIG, own) == 14
    index.flush()  # the copy is whole: what is left behind goes
    assert in_shard(server, BIG, FALLBACK) == 0
    assert held(index, BIG) == seen(index, BIG) == ids(14)
    assert held(index, SMALL) == {point(50).id}
    assert index.scopes() == {BIG, SMALL}


def test_what_is_dropped_on_the_way_does_not_come_back(index: ServerIndex) -> None:
    index.upsert(BIG, [point(n) for n in range(12)])
    index.flush()
    index.drop(BIG, [point(0).id])
    index.prune(BIG, "c", ids(6))
    index.flush()
    assert held(index, BIG) == ids(6) - ids(1)
    index.drop(BIG)
    index.flush()
    assert held(index, BIG) == seen(index, BIG) == set()
    assert BIG not in index.scopes()


def test_a_copy_that_was_never_asked_for_is_asked_for_at_the_next_look(
    index: ServerIndex, server: Server
) -> None:
    """A process that dies between the two steps leaves an empty shard that gets no requests."""
    index.upsert(BIG, [point(n) for n in range(12)])
    name = Collections(server=server).behind(server.options.alias)
    server.admin.create_shard_key(name, tenant_key(BIG), initial_state=models.ReplicaState.PARTIAL)
    for _ in range(3):
        index.flush()
        index.upsert(BIG, [point(0)])
        assert held(index, BIG) == ids(12)
    assert in_shard(server, BIG, tenant_key(BIG)) == 12


def test_nothing_is_cleared_behind_a_shard_that_no_server_tells_of(
    index: ServerIndex, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    index.upsert(BIG, [point(n) for n in range(12)])
    index.flush()
    nowhere = models.CollectionClusterInfo(
        peer_id=1, shard_count=0, local_shards=[], remote_shards=[], shard_transfers=[]
    )

    def told(*_: object) -> models.CollectionClusterInfo:
        return nowhere

    monkeypatch.setattr(QdrantClient, "collection_cluster_info", told)
    index.upsert(BIG, [point(0)])
    index.flush()
    assert in_shard(server, BIG, FALLBACK) == 12


def test_the_shared_shard_cannot_be_divided(chosen: Options) -> None:
    with pytest.raises(InvalidInputError, match="TENANTS=tiered takes"):
        replace(chosen, shard_number=2)
    assert replace(chosen, shard_number=2, tenants=Tenants.SHARED).shard_number == 2
