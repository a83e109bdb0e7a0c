"""A Qdrant server, asked until it answers, as long as that is of use."""

import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from qdrant_client import QdrantClient

from lorepack.errors import LorepackError, UnavailableError
from storage.qdrant.failures import CAUGHT, Failure, UnfinishedError, failure_of, unfinished
from storage.qdrant.options import Options
from storage.qdrant.wire import BoundedTransport

OLDEST = (1, 19)
"""The first version that counts the rarity of words over a range of points (`idf.corpus`)."""

_FIRST_WAIT, _LONGEST_WAIT = 0.1, 2.0
"""Seconds."""

Answered = TypeVar("Answered")


class ConflictingError(UnavailableError):
    """What was to be made is there already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """One server or cluster; safe to share between threads.

    An operation may be asked for again and again: each of ours leaves the same behind, however
    often it is carried out.
    """

    options: Options
    points: QdrantClient
    """Carries points, by REST or gRPC."""
    admin: QdrantClient
    """Manages collections, by REST."""
    sleep: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic
    spread: Callable[[], float] = field(default=random.random)

    @classmethod
    def connect(cls, options: Options) -> "Server":
        """Reach a server and see that it is one that can be used.

        Raises:
            UnavailableError: It cannot be reached, refuses the key, or is too old.
            InvalidInputError: The file of certificates cannot be read.
        """
        admin = _client(options, grpc=False)
        points = _client(options, grpc=True) if options.grpc else admin
        server = cls(options=options, points=points, admin=admin)
        try:
            server.check_version()
        except BaseException:
            server.close()
            raise
        return server

    def check_version(self) -> None:
        """See that the server is new enough.

        Raises:
            UnavailableError: It is not, or it cannot be asked.
        """
        told = self.ask(lambda: self.admin.info().version)
        if not new_enough(told):
            oldest = ".".join(map(str, OLDEST))
            raise UnavailableError(
                f"the Qdrant server {self.options.shown} is version {told}: lorepack needs "
                f"{oldest} or later, which weighs words by the texts of one project up to one "
                "chapter; before that, a later chapter would tell in the scores of an earlier one"
            )

    def ask(self, attempt: Callable[[], Answered]) -> Answered:
        """Attempt something, and again after failures that pass.

        Raises:
            UnavailableError: The server does not do it now.
            ConflictingError: What it was to make is there.
            InvalidInputError: The server will never do it.
        """
        begun = self.clock()
        tried = 0
        while True:
            answer, failure = self._attempted(attempt)
            if failure is None:
                return answer[0]
            tried += 1
            wait = self._wait(tried, failure, self.clock() - begun)
            if wait is None:
                raise _raised(failure)
            self.sleep(wait)

    def _attempted(
        self, attempt: Callable[[], Answered]
    ) -> tuple[tuple[Answered, ...], Failure | None]:
        # What the client raises stays here: a log of its causes could tell the key.
        try:
            return (attempt(),), None
        except CAUGHT as error:
            return (), failure_of(error, self.options)
        except UnfinishedError:
            return (), unfinished(self.options)

    def _wait(self, tried: int, failure: Failure, elapsed: float) -> float | None:
        """Seconds to wait for the next attempt, spread out; None for no further one."""
        if not failure.passing or tried > self.options.retries:
            return None
        backoff = min(_LONGEST_WAIT, _FIRST_WAIT * 2 ** (tried - 1)) * (0.5 + self.spread() / 2)
        wait = max(backoff, failure.retry_after)
        return wait if elapsed + wait < self.options.timeout else None

    def close(self) -> None:
        """Close the connections."""
        for client in {id(c): c for c in (self.points, self.admin)}.values():
            client.close()


def new_enough(version: str) -> bool:
    """Whether a server of that version can be used."""
    found = re.match(r"(\d+)\.(\d+)", version)
    return found is not None and (int(found[1]), int(found[2])) >= OLDEST


def _raised(failure: Failure) -> LorepackError:
    return ConflictingError(str(failure.error)) if failure.conflict else failure.error


def _client(options: Options, *, grpc: bool) -> QdrantClient:
    # The key travels as a header of ours: given as `api_key`, the client warns of plain HTTP at
    # every opening, which is how a server on the same machine or network is reached.
    return QdrantClient(
        url=options.url,
        prefer_grpc=grpc,
        grpc_port=options.grpc_port,
        timeout=options.timeout,  # pyright: ignore[reportArgumentType]  (it rounds up by itself)
        headers={"api-key": options.key} if options.key else None,
        grpc_options=_grpc_options(options) if grpc else None,
        check_compatibility=False,  # ours is told in `check_version`, not by a thread that warns
        transport=BoundedTransport(options),
    )


def _grpc_options(options: Options) -> dict[str, object]:
    chosen: dict[str, object] = {
        "grpc.enable_http_proxy": 0,
        "grpc.enable_retries": 0,
        # A server that comes back is found again at once, not after the usual two minutes.
        "grpc.initial_reconnect_backoff_ms": 100,
        "grpc.max_reconnect_backoff_ms": 2_000,
    }
    if options.ca_file is not None:
        chosen["root_certificates"] = options.ca_file.read_bytes()
    return chosen
