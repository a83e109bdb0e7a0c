"""REST to a Qdrant server, bounded in time and in bytes.

A timeout of httpx begins anew with each read, so that a server which drips never meets it. Here
one deadline stands over name, connection, request and every read, and reading stops at a cap.
Connections are kept between requests: they belong to an event loop in a thread of its own.
"""

import asyncio
import ssl
import threading
from collections.abc import AsyncIterator

import httpx

from lorepack.errors import InvalidInputError
from storage.qdrant.options import PREFIX, Options

_CONNECTING = 10.0
"""Seconds that the way to the server may take, or half of the deadline if that is less."""

_MOST_BYTES = 64 * 2**20
"""Of one answer, unpacked."""


class BoundedTransport(httpx.BaseTransport):
    """Carries out requests under one deadline each; safe to share between threads."""

    def __init__(self, options: Options, most_bytes: int = _MOST_BYTES) -> None:
        self._seconds = options.timeout
        self._most_bytes = most_bytes
        checked = trusted(options) if options.url.startswith("https:") else False
        self._inner = httpx.AsyncHTTPTransport(verify=checked, trust_env=False)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="qdrant", daemon=True)
        self._thread.start()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request and read the whole answer.

        Raises:
            httpx.TimeoutException: The deadline came first.
            httpx.TransportError: The connection did not come about or broke, or the answer is too
                large.
        """
        work = asyncio.run_coroutine_threadsafe(self._exchange(request), self._loop)
        return work.result()

    async def _exchange(self, request: httpx.Request) -> httpx.Response:
        request.extensions["timeout"] = {"connect": min(_CONNECTING, self._seconds / 2)}
        # What was given whole may be sent by either kind of client.
        whole = httpx.Request(
            request.method,
            request.url,
            headers=request.headers,
            content=request.read(),
            extensions=request.extensions,
        )
        try:
            async with asyncio.timeout(self._seconds):
                response = await self._inner.handle_async_request(whole)
                return await self._read(response)
        except TimeoutError as error:
            raise httpx.ReadTimeout(f"no whole answer within {self._seconds:g} s") from error

    async def _read(self, response: httpx.Response) -> httpx.Response:
        body = bytearray()
        try:
            async for piece in _pieces(response):
                body += piece
                if len(body) > self._most_bytes:
                    raise httpx.ReadError(f"the answer is over {self._most_bytes} bytes")
        finally:
            await response.aclose()
        # Length and packing told of the body as it travelled.
        headers = [
            (name, value)
            for name, value in response.headers.multi_items()
            if name.lower() not in {"content-length", "content-encoding", "transfer-encoding"}
        ]
        return httpx.Response(
            response.status_code,
            headers=headers,
            content=bytes(body),
            extensions=response.extensions,
        )

    def close(self) -> None:
        """Close the connections and end the thread."""
        if self._loop.is_closed():
            return
        asyncio.run_coroutine_threadsafe(self._inner.aclose(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _pieces(response: httpx.Response) -> AsyncIterator[bytes]:
    if "content-encoding" in response.headers:
        raise httpx.ReadError("the answer is packed, unasked")
    async for piece in response.aiter_raw():
        yield piece


def trusted(options: Options) -> ssl.SSLContext:
    """The certificates that the server's is checked against.

    Raises:
        InvalidInputError: The file of the settings cannot be read as certificates.
    """
    if options.ca_file is None:
        return httpx.create_ssl_context(trust_env=False)
    try:
        return ssl.create_default_context(cafile=options.ca_file)
    except (OSError, ssl.SSLError) as error:
        raise InvalidInputError(
            f"{PREFIX}CA_FILE: {options.ca_file} holds no certificates: {error}"
        ) from error
