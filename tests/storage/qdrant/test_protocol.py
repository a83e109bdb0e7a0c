"""What travels between us and a server: allowed by the protocol, in private, and bounded."""

import json
import os
from collections.abc import Generator
from pathlib import Path
from typing import Any

import httpx
import pytest
import trustme

from lorepack.errors import InvalidInputError, UnavailableError
from lorepack.ports import Pooling
from lorepack.records import Scope, Where
from ranking.bm25 import query_vector
from storage.qdrant.options import options
from storage.qdrant.server import Server
from storage.qdrant.wire import BoundedTransport
from tests.chat_server import Scripted, serving
from tests.points import DIM, direction, held, point
from tests.qdrant_server.opening import fresh_index, stand_in_options
from tests.qdrant_server.running import Running, running
from text.fold import fold

DOCUMENT = os.environ.get("TEST_QDRANT_OPENAPI", "")
"""The OpenAPI document of a Qdrant server, which no package carries in a version of today."""


def everything_asked(server: Running, scope: Scope, **chosen: Any) -> None:
    """Every request that lorepack makes of a server."""
    with fresh_index(stand_in_options(server, **chosen), DIM) as index:
        index.upsert(scope, [point(n, speaker="mel", at=n) for n in range(12)])
        where = Where(
            before=99,
            chapters=((0, 40), (60, 80)),
            entities=("p",),
            speakers=("mel",),
            since=1,
            until=70,
        )
        pooling = Pooling(where=where, limit=3, also=(Where(), Where(before=50)), also_limit=2)
        assert index.search(scope, direction(1), query_vector(fold("宝玉")), pooling)
        index.prune(scope, "c", [point(1).id])
        index.prune(scope, "c", [])
        index.upsert(scope, [point(n) for n in range(12)])
        index.drop(scope, [point(0).id])
        assert len(held(index, scope)) == 11
        assert index.scopes() == {scope}
        for _ in range(3):
            index.flush()
            index.upsert(scope, [point(1)])
        index.drop(scope)


@pytest.mark.skipif(not DOCUMENT, reason="TEST_QDRANT_OPENAPI names no OpenAPI document")
@pytest.mark.parametrize(
    "chosen",
    [
        {},
        {"quantisation": "scalar", "graph": "tenant", "read_consistency": "majority"},
        {"quantisation": "binary", "vectors_on_disk": True, "replication_factor": 2},
        {"tenants": "tiered", "tenant_points": 10},
    ],
)
def test_every_request_is_one_that_the_published_document_allows(
    chosen: dict[str, Any], tmp_path: Path, scope: Scope
) -> None:
    with running(tmp_path / "server", arguments=["--openapi", DOCUMENT]) as server:
        everything_asked(server, scope, **chosen)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("points/query/batch", {"searches": [{"query": [0.1] * DIM, "using": "dense", "top": 3}]}),
        ("points/query/batch", {"searches": [{"query": [0.1], "params": {"exakt": True}}]}),
        ("points/scroll", {"limit": 3, "filters": {}}),
        ("points/delete", {"filter": {"must": [{"key": "at", "range": {"less": 3}}]}}),
        ("facet", {"key": "project", "limit": 3, "precise": True}),
    ],
)
def test_the_stand_in_refuses_what_the_published_models_do_not_know(
    stand_in: Running, path: str, body: dict[str, Any]
) -> None:
    with fresh_index(chosen := stand_in_options(stand_in), DIM):
        url = f"{stand_in.url}/collections/{chosen.alias}/{path}"
        answer = httpx.post(url, content=json.dumps(body))
        assert answer.status_code == 400
        assert "Format error" in answer.text


def test_the_stand_in_keeps_everything_over_a_kill(tmp_path: Path, scope: Scope) -> None:
    with running(tmp_path / "server") as server:
        chosen = stand_in_options(server)
        with fresh_index(chosen, DIM) as index:
            index.upsert(scope, [point(n) for n in range(20)])
            server.kill()
            server.start()
            assert len(held(index, scope)) == 20


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture(scope="module")
def encrypted(
    authority: trustme.CA, tmp_path_factory: pytest.TempPathFactory
) -> Generator[Running]:
    folder = tmp_path_factory.mktemp("encrypted")
    authority.cert_pem.write_to_path(folder / "ca.pem")
    pem = folder / "server.pem"
    authority.issue_cert("127.0.0.1").private_key_and_cert_chain_pem.write_to_path(pem)
    with running(folder / "server", key="k" * 20, arguments=["--certificate", str(pem)]) as server:
        yield server


@pytest.mark.parametrize("grpc", [False, True])
def test_a_certificate_of_an_authority_of_ones_own(
    encrypted: Running, scope: Scope, grpc: bool
) -> None:
    ca_file = encrypted.folder.with_name("ca.pem")
    with fresh_index(stand_in_options(encrypted, grpc=grpc, ca_file=ca_file), DIM) as index:
        index.upsert(scope, [point(0)])
        assert held(index, scope) == {point(0).id}


def test_a_certificate_that_nobody_vouches_for_is_refused(encrypted: Running) -> None:
    told = (
        r"the certificate of the Qdrant server https://.* is not trusted \(see LOREPACK_QDRANT_CA"
    )
    with pytest.raises(UnavailableError, match=told):
        Server.connect(stand_in_options(encrypted))


def test_a_file_that_holds_no_certificates_is_named(encrypted: Running, tmp_path: Path) -> None:
    wrong = tmp_path / "ca.pem"
    for make in (lambda: None, lambda: wrong.write_text("nothing")):
        make()
        with pytest.raises(InvalidInputError, match=r"QDRANT_CA_FILE: .*ca\.pem holds no cert"):
            Server.connect(stand_in_options(encrypted, ca_file=wrong))


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (Scripted(body=b"x" * 2_000), "over 1000 bytes"),
        (Scripted(body=b"x", headers={"Content-Encoding": "gzip"}), "packed, unasked"),
        (Scripted(body=b"x" * 100, drips=0.1), "no whole answer within 1 s"),
        (Scripted(body=b"x" * 100, drops=50), "peer closed connection"),
        (Scripted(hangs=True), "no whole answer within 1 s"),
    ],
)
def test_an_answer_is_bounded_in_time_and_size(reply: Scripted, told: str) -> None:
    with serving(reply) as server:
        transport = BoundedTransport(options(server.url, timeout=1), most_bytes=1_000)
        with (
            httpx.Client(transport=transport) as client,
            pytest.raises(httpx.TransportError, match=told),
        ):
            client.post(server.url, content=b"{}")


def test_a_transport_can_be_closed_twice() -> None:
    transport = BoundedTransport(options("https://127.0.0.1:1"))
    transport.close()
    transport.close()
