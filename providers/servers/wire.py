"""One exchange with a model's server, bounded in time and in bytes.

A timeout of httpx begins anew with each read, so that a server which drips never meets it, and
httpx unpacks compressed bodies of any size. Here one deadline stands over name, connection,
request and every read, nothing is unpacked, and reading stops at a cap. Neither redirects nor the
machine's proxy settings are followed: the question goes where the settings say. (A name that the
machine's own resolver is slow to give up on takes as long as the resolver.)
"""

import asyncio
from collections.abc import Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from ssl import SSLContext
from typing import Any

import httpx
from pydantic import SecretStr

from lorepack.errors import (
    InvalidInputError,
    ProviderDownError,
    ProviderTimeoutError,
    UnusableAnswerError,
)

_CONNECTING = 10.0
"""Seconds that the way to the server may take, or half of the deadline if that is less."""


class NotReachedError(ProviderDownError):
    """No connection came about: the server has heard nothing and charges nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a server answered."""

    status: int
    headers: Mapping[str, str]
    """Names in lower case."""
    body: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Wire:
    """The way to one address of a server."""

    url: httpx.URL
    key: SecretStr | None
    seconds: float
    """From the first step towards the server to the last byte of its answer."""
    most_bytes: int = 4 * 2**20
    """Of the answer."""

    def post(self, body: bytes) -> Reply:
        """Send a question in JSON and wait for the whole answer.

        Raises:
            NotReachedError: There is no connection to the server.
            ProviderTimeoutError: The deadline came first.
            ProviderDownError: The connection broke.
            UnusableAnswerError: The answer is too large or packed.
        """
        return _run(self._post_in_time(body, _trusted()))

    async def _post_in_time(self, body: bytes, trusted: SSLContext) -> Reply:
        try:
            async with asyncio.timeout(self.seconds):
                return await self._post(body, trusted)
        except TimeoutError as error:
            late = f"{self.url.host} gave no whole answer within {self.seconds:g} seconds"
            raise ProviderTimeoutError(late) from error
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            raise NotReachedError(f"{self.url.host} cannot be reached: {_named(error)}") from error
        except httpx.TransportError as error:
            raise ProviderDownError(f"{self.url.host} broke off: {_named(error)}") from error

    async def _post(self, body: bytes, trusted: SSLContext) -> Reply:
        connecting = min(_CONNECTING, self.seconds / 2)
        async with (
            httpx.AsyncClient(
                timeout=httpx.Timeout(None, connect=connecting),
                trust_env=False,
                follow_redirects=False,
                verify=trusted,
            ) as client,
            client.stream("POST", self.url, content=body, headers=self._headers()) as response,
        ):
            body = await self._read(response)
            if response.status_code == 200:
                self._check(response.headers, body)
            headers = {name.lower(): value for name, value in response.headers.items()}
            return Reply(status=response.status_code, headers=headers, body=body)

    async def _read(self, response: httpx.Response) -> bytes:
        """The body as it comes, and no more of it than shows that it is too large."""
        body = bytearray()
        async for piece in response.aiter_raw():
            body += piece
            if len(body) > self.most_bytes:
                break
        return bytes(body)

    def _check(self, headers: httpx.Headers, body: bytes) -> None:
        packing = headers.get("content-encoding", "identity")
        if packing != "identity":
            raise UnusableAnswerError(f"{self.url.host} packed its answer, unasked: {packing}")
        if len(body) > self.most_bytes:
            raise UnusableAnswerError(f"{self.url.host} sent over {self.most_bytes} bytes")

    def _headers(self) -> dict[str, str]:
        headers = {"Content-Type": "application/json", "Accept-Encoding": "identity"}
        if self.key is not None:
            headers["Authorization"] = f"Bearer {self.key.get_secret_value()}"
        return headers


def address_of(base: str, path: str, *, of: str) -> httpx.URL:
    """Where questions go, below the base address that a setting gives.

    Args:
        base: The address, such as `http://127.0.0.1:8080/v1`.
        path: What is asked of the server: `chat/completions`, `embeddings`.
        of: The setting's name, for errors.

    Raises:
        InvalidInputError: It is no address of a server, or has a password in it.
    """
    try:
        url = httpx.URL(base)
    except httpx.InvalidURL as error:
        raise InvalidInputError(f"{of} is no address of a server: {error}") from error
    if url.userinfo:
        raise InvalidInputError(f"{of} holds a password: set the key instead")
    if url.scheme not in {"http", "https"} or not url.host:
        raise InvalidInputError(f"{of} is http(s)://HOST/…, not {base!r}")
    return url.copy_with(path=f"{url.path.rstrip('/')}/{path}")


def checked_key(key: SecretStr | None, *, of: str) -> SecretStr | None:
    """A key that can stand in a header; None for none. White space around it is no part of it.

    Args:
        key: The key as it is set.
        of: The setting's name, for errors.

    Raises:
        InvalidInputError: It cannot.
    """
    bare = "" if key is None else key.get_secret_value().strip()
    if not (bare.isascii() and bare.isprintable()):
        raise InvalidInputError(f"{of} holds what no key can: copy it again")
    return SecretStr(bare) if bare else None


def _named(error: httpx.TransportError) -> str:
    return f"{type(error).__name__} {error}".strip()


@cache
def _trusted() -> SSLContext:
    return httpx.create_ssl_context(trust_env=False)


def _run(work: Coroutine[Any, Any, Reply]) -> Reply:
    """Do outside work to its end, from inside another event loop (a notebook) too."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()
