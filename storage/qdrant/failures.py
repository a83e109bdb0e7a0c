"""What went wrong between us and a Qdrant server, in words for people.

The client has four families of errors: its own for HTTP, one for "too many requests", those of
gRPC, and bare assertions where a server answers with nothing.
"""

from dataclasses import dataclass
from json import JSONDecodeError
from typing import cast

import grpc
import httpx
from qdrant_client.common.client_exceptions import QdrantException, ResourceExhaustedResponse
from qdrant_client.http.exceptions import (
    ApiException,
    ResponseHandlingException,
    UnexpectedResponse,
)

from lorepack.errors import (
    IndexGoneError,
    InvalidInputError,
    LorepackError,
    UnavailableError,
)
from storage.qdrant.options import PREFIX, Options

CAUGHT = (ApiException, QdrantException, grpc.RpcError, AssertionError)
"""What the client raises when a request fails."""


class UnfinishedError(Exception):
    """An attempt was answered, but its change is not made yet."""


_LONGEST = 300
"""Characters of what a server says that are repeated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """An attempt that failed."""

    error: LorepackError
    passing: bool = False
    """Whether it may well succeed another time."""
    retry_after: float = 0.0
    """Seconds that the server asks to wait."""
    conflict: bool = False
    """Whether what was to be made is there already."""


_STATUSES = {
    grpc.StatusCode.UNAUTHENTICATED: 401,
    grpc.StatusCode.PERMISSION_DENIED: 403,
    grpc.StatusCode.NOT_FOUND: 404,
    grpc.StatusCode.ALREADY_EXISTS: 409,
    grpc.StatusCode.INVALID_ARGUMENT: 400,
    grpc.StatusCode.FAILED_PRECONDITION: 400,
    grpc.StatusCode.OUT_OF_RANGE: 400,
    grpc.StatusCode.UNIMPLEMENTED: 400,
    grpc.StatusCode.DEADLINE_EXCEEDED: 408,
    grpc.StatusCode.RESOURCE_EXHAUSTED: 429,
    grpc.StatusCode.CANCELLED: 503,
}
"""The HTTP status that says the same; any other code is a 503."""


def failure_of(error: Exception, options: Options) -> Failure:
    """What an error of the client means; the key is in none of its words."""
    if isinstance(error, ResourceExhaustedResponse):
        return _of_status(429, error.message, options, float(error.retry_after_s))
    if isinstance(error, UnexpectedResponse):
        return _of_status(error.status_code or 500, _said(error), options)
    if isinstance(error, ResponseHandlingException):
        return _of_source(error.source, options)
    if isinstance(error, grpc.RpcError):
        call = cast("grpc.Call", error)
        return _of_status(_STATUSES.get(call.code(), 503), call.details() or "", options)
    return _stranger(options, str(error))


def unfinished(options: Options) -> Failure:
    """A change that the server has noted and not made in its time."""
    text = f"{_server(options)} has not made a change yet"
    return Failure(error=UnavailableError(text), passing=True)


def _of_status(status: int, said: str, options: Options, retry_after: float = 0.0) -> Failure:
    told = _told(said, options)
    if status in {401, 403}:
        refused = f"{_server(options)}: the key of {PREFIX}API_KEY is "
        refused += "refused" if options.key else "not set, and the server wants one"
        return Failure(error=UnavailableError(refused + told))
    if status == 404:
        missing = f"{_server(options)} holds no such collection{told}"
        return Failure(error=IndexGoneError(missing))
    if status == 408:
        return _late(options)
    if status == 429:
        busy = f"{_server(options)} has no room for the request now{told}"
        if retry_after:
            busy += f"; it asks to wait {retry_after:g} seconds"
        return Failure(error=UnavailableError(busy), passing=True, retry_after=retry_after)
    if 400 <= status < 500:
        refused = f"{_server(options)} refuses the request{told}"
        return Failure(
            error=InvalidInputError(refused), conflict=status == 409 or _there_already(said)
        )
    if status >= 500:
        broken = f"{_server(options)} is out of order, for now ({status}){told}"
        return Failure(error=UnavailableError(broken), passing=True)
    return _stranger(options, f"status {status}")


def _there_already(said: str) -> bool:
    """Shard keys that exist are a bad request, not a conflict."""
    return "already exist" in said.lower()


def _of_source(source: Exception, options: Options) -> Failure:
    if isinstance(source, httpx.TimeoutException) and not isinstance(source, httpx.ConnectTimeout):
        return _late(options)
    if not isinstance(source, httpx.TransportError):
        return _stranger(options, type(source).__name__)
    named = f"{type(source).__name__} {source}".strip()
    if "CERTIFICATE_VERIFY_FAILED" in named:
        text = f"the certificate of {_server(options)} is not trusted (see {PREFIX}CA_FILE)"
        return Failure(error=UnavailableError(text + _told(named, options)))
    text = f"{_server(options)} cannot be reached or broke off{_told(named, options)}"
    return Failure(error=UnavailableError(text), passing=True)


def _late(options: Options) -> Failure:
    text = f"{_server(options)} gave no whole answer within {options.timeout:g} seconds"
    return Failure(error=UnavailableError(text), passing=True)


def _stranger(options: Options, why: str) -> Failure:
    text = f"{_server(options)} does not answer as a Qdrant server does{_told(why, options)}"
    return Failure(error=UnavailableError(text))


def _server(options: Options) -> str:
    return f"the Qdrant server {options.shown}"


def _said(error: UnexpectedResponse) -> str:
    """The server's own words: `{"status": {"error": …}}`, or whatever it sent instead."""
    try:
        return str(error.structured()["status"]["error"])
    except (JSONDecodeError, UnicodeDecodeError, KeyError, TypeError):
        return error.content.decode("utf-8", "replace")


def _told(said: str, options: Options) -> str:
    """Words to go on with; some servers repeat the key that they refuse."""
    words = " ".join(said.split())
    if options.key:
        words = words.replace(options.key, "[key]")
    return f": {words[:_LONGEST]}" if words else ""
