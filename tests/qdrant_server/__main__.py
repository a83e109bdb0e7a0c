"""`python -m tests.qdrant_server --folder F --port P [--grpc-port P] [--api-key K]`.

Prints `ready REST_PORT GRPC_PORT` once it answers; a port of 0 stands for a free one.
"""

import socket
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

import grpc
import uvicorn

from tests.qdrant_server.faults import Faults
from tests.qdrant_server.published import Published
from tests.qdrant_server.rest import build
from tests.qdrant_server.rpc import Points, serve
from tests.qdrant_server.store import Store

HOST = "127.0.0.1"


def _arguments() -> Namespace:
    parser = ArgumentParser(description="A stand-in for a Qdrant server on the loopback.")
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--grpc-port", type=int, default=0)
    parser.add_argument("--api-key", default="")
    parser.add_argument("--version", default="1.20.0")
    parser.add_argument("--certificate", type=Path, help="PEM of the key and the certificates")
    parser.add_argument("--openapi", type=Path, help="the published document to hold requests to")
    return parser.parse_args()


def _credentials(pem: Path | None) -> grpc.ServerCredentials | None:
    if pem is None:
        return None
    return grpc.ssl_server_credentials([(pem.read_bytes(), pem.read_bytes())])


def main() -> None:
    """Answer until somebody ends it."""
    given = _arguments()
    given.folder.mkdir(parents=True, exist_ok=True)
    store, faults = Store(given.folder), Faults()
    published = Published(given.openapi) if given.openapi else None
    points = Points(store, faults, given.api_key)
    _, grpc_port = serve(points, HOST, given.grpc_port, _credentials(given.certificate))
    listening = socket.create_server((HOST, given.port))
    # Accepted connections take it over: head and body of an answer leave at once.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    config = uvicorn.Config(
        build(store, faults, given.api_key, given.version, published),
        log_level="error",
        lifespan="off",
        ssl_keyfile=given.certificate,
        ssl_certfile=given.certificate,
    )
    sys.stdout.write(f"ready {listening.getsockname()[1]} {grpc_port}\n")
    sys.stdout.flush()
    uvicorn.Server(config).run(sockets=[listening])
    store.close()


if __name__ == "__main__":
    main()
