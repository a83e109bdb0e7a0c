"""Indexes on a server for one test each, under an alias of its own."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

from pydantic import SecretStr

from storage.qdrant.collections import MADE_BY, Collections, collection_name
from storage.qdrant.index import ServerIndex
from storage.qdrant.options import Options, options
from storage.qdrant.server import Server
from tests.qdrant_server.running import Running

REAL_SERVER = os.environ.get("TEST_QDRANT_URL", "")
"""A server that tests may fill and empty under names that begin with `test-`."""


def stand_in_options(server: Running, **chosen: Any) -> Options:
    key = SecretStr(server.key) if server.key else None
    return options(
        server.url,
        **{"alias": _alias(), "api_key": key, "grpc_port": server.grpc_port, **chosen},
    )


def real_options(**chosen: Any) -> Options:
    key = os.environ.get("TEST_QDRANT_API_KEY")
    return options(
        REAL_SERVER,
        alias=_alias(),
        api_key=SecretStr(key) if key else None,
        grpc_port=int(os.environ.get("TEST_QDRANT_GRPC_PORT", "6334")),
        **chosen,
    )


def _alias() -> str:
    return f"test-{uuid4().hex[:12]}"


def made_index(chosen: Options, dim: int, server: Server | None = None) -> ServerIndex:
    """An index on a collection that is made for it."""
    server = server or Server.connect(chosen)
    collections = Collections(server=server)
    name = collection_name(chosen.alias, "0123456789abcdef", 1)
    collections.create(name, dim, {MADE_BY: "a test"})
    collections.switch(name)
    return ServerIndex.open(server, dim)


@contextmanager
def fresh_index(chosen: Options, dim: int) -> Generator[ServerIndex]:
    """The same for the length of a test, removed after it."""
    index = made_index(chosen, dim)
    try:
        yield index
    finally:
        index.close()
        remove_all(chosen)


def remove_all(chosen: Options) -> None:
    """Remove every collection that is named after the alias."""
    server = Server.connect(chosen)
    collections = Collections(server=server)
    for name in collections.names():
        collections.remove(name)
    server.close()
