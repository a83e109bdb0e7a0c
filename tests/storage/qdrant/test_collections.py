"""Collections behind an alias: what they are made like, and how the alias moves."""

from collections.abc import Generator
from dataclasses import replace

import pytest
from qdrant_client import models

from lorepack.errors import InvalidInputError, UnavailableError
from lorepack.ports import VectorIndex
from lorepack.records import Scope
from storage.payloads import DENSE, INDEXED, SPARSE
from storage.qdrant.collections import MADE_BY, Collections, collection_name
from storage.qdrant.index import ServerIndex
from storage.qdrant.options import Options
from storage.qdrant.server import Server
from tests.points import DIM, held, point
from tests.qdrant_server.opening import made_index, remove_all, stand_in_options
from tests.qdrant_server.running import Running

FINGERPRINT = "00112233445566778899aabbccddeeff"


@pytest.fixture
def chosen(stand_in: Running) -> Generator[Options]:
    made = stand_in_options(stand_in)
    yield made
    remove_all(made)


@pytest.fixture
def collections(chosen: Options) -> Generator[Collections]:
    server = Server.connect(chosen)
    yield Collections(server=server)
    server.close()


def configured(collections: Collections, name: str) -> models.CollectionConfig:
    return collections.server.admin.get_collection(name).config


def test_a_name_tells_alias_vectors_and_generation() -> None:
    assert collection_name("lorepack", FINGERPRINT, 3) == "lorepack-0011223344556677-3"


def test_a_collection_tells_what_made_it_and_has_its_indexes_before_any_point(
    collections: Collections,
) -> None:
    name = collection_name(collections.server.options.alias, FINGERPRINT, 1)
    assert collections.current() is None
    assert not collections.exists(name)
    collections.create(name, DIM, {MADE_BY: "e5 small|bm25 2"})
    collections.create(name, DIM, {MADE_BY: "e5 small|bm25 2"})
    assert collections.exists(name)
    described = collections.described(name)
    assert (described.dim, described.made_by) == (DIM, "e5 small|bm25 2")
    schema = collections.server.admin.get_collection(name).payload_schema
    assert schema.keys() == INDEXED.keys()
    tenant = schema["project"].params
    assert isinstance(tenant, models.KeywordIndexParams)
    assert tenant.is_tenant


def test_one_that_was_cut_off_while_it_was_made_is_completed(collections: Collections) -> None:
    name = collection_name(collections.server.options.alias, FINGERPRINT, 1)
    collections.server.admin.create_collection(
        name,
        vectors_config={DENSE: models.VectorParams(size=DIM, distance=models.Distance.COSINE)},
        sparse_vectors_config={SPARSE: models.SparseVectorParams(modifier=models.Modifier.IDF)},
        hnsw_config=models.HnswConfigDiff(m=0, payload_m=0),
    )
    collections.create(name, DIM, {MADE_BY: "x"})
    found = collections.server.admin.get_collection(name).payload_schema
    assert found.keys() == INDEXED.keys()


def test_no_graph_and_one_shard_unless_they_are_asked_for(collections: Collections) -> None:
    name = collection_name(collections.server.options.alias, FINGERPRINT, 1)
    collections.create(name, DIM, {})
    config = configured(collections, name)
    assert (config.hnsw_config.m, config.hnsw_config.payload_m) == (0, 0)
    assert config.quantization_config is None
    assert config.params.shard_number == 1


def test_what_is_asked_for_is_what_the_server_is_told(
    stand_in: Running, collections: Collections
) -> None:
    asked = stand_in_options(
        stand_in,
        alias=collections.server.options.alias,
        graph="tenant",
        quantisation="scalar",
        shard_number=2,
        replication_factor=3,
        write_consistency_factor=2,
        vectors_on_disk=True,
        payload_on_disk=False,
    )
    other = Collections(server=replace(collections.server, options=asked))
    name = collection_name(asked.alias, FINGERPRINT, 1)
    other.create(name, DIM, {})
    config = configured(collections, name)
    params = config.params
    assert (config.hnsw_config.m, config.hnsw_config.payload_m) == (0, 16)
    assert isinstance(config.quantization_config, models.ScalarQuantization)
    copies = (params.shard_number, params.replication_factor, params.write_consistency_factor)
    assert copies == (2, 3, 2)
    assert params.on_disk_payload is False
    assert isinstance(params.vectors, dict)
    assert params.vectors[DENSE].on_disk is True
    schema = collections.server.admin.get_collection(name).payload_schema
    graphs = {f: getattr(told.params, "enable_hnsw", None) for f, told in schema.items()}
    assert {field for field, graph in graphs.items() if graph} == {"project"}


def test_the_alias_moves_in_one_step_and_the_old_collection_can_go(
    chosen: Options, collections: Collections, scope: Scope
) -> None:
    index = made_index(chosen, DIM)
    index.upsert(scope, [point(n) for n in range(3)])
    old = collections.current()
    assert old is not None
    assert held(index, scope)
    new = collection_name(chosen.alias, FINGERPRINT, 2)
    collections.create(new, DIM, {MADE_BY: "another"})
    assert collections.names() == sorted([old.name, new])
    collections.switch(new)
    collections.switch(new)
    now = collections.current()
    assert now is not None
    assert (now.name, now.made_by) == (new, "another")
    # Whoever had the index open goes on with what the alias stands for now.
    assert held(index, scope) == set()
    collections.remove(old.name)
    collections.remove(old.name)
    assert collections.names() == [new]
    index.close()


def test_one_collection_can_be_written_to_beside_the_one_that_is_searched(
    chosen: Options, collections: Collections, scope: Scope
) -> None:
    used = made_index(chosen, DIM)
    new = collection_name(chosen.alias, FINGERPRINT, 2)
    collections.create(new, DIM, {})
    begun = ServerIndex.open(Server.connect(chosen), DIM, new)
    used.upsert(scope, [point(0)])
    begun.upsert(scope, [point(1)])
    assert (held(used, scope), held(begun, scope)) == ({point(0).id}, {point(1).id})
    collections.switch(new)
    assert held(used, scope) == held(begun, scope) == {point(1).id}
    begun.close()
    used.close()


def test_other_aliases_are_none_of_ours(stand_in: Running, collections: Collections) -> None:
    beside = stand_in_options(stand_in, alias=f"{collections.server.options.alias}x")
    index = made_index(beside, DIM)
    assert collections.names() == []
    assert collections.current() is None
    index.close()
    remove_all(beside)


def test_an_index_needs_a_collection_of_vectors_of_its_length(chosen: Options) -> None:
    server = Server.connect(chosen)
    with pytest.raises(UnavailableError, match=r"has no collection behind the alias 'test-"):
        ServerIndex.open(server, DIM)
    made_index(chosen, DIM).close()
    told = rf"holds vectors of {DIM} numbers \(made by a test\), the encoder makes 384"
    with pytest.raises(InvalidInputError, match=told):
        ServerIndex.open(server, 384)
    server.close()


def test_a_vector_of_another_length_is_refused_before_it_is_sent(
    chosen: Options, scope: Scope
) -> None:
    index: VectorIndex = made_index(chosen, DIM)
    short = replace(point(1), dense=point(1).dense[:4])
    with pytest.raises(InvalidInputError, match=rf"vectors of {DIM} numbers, not of shape \(4,\)"):
        index.upsert(scope, [point(0), short])
    assert held(index, scope) == set()
    index.close()
