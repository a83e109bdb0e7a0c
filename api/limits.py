"""The body limit: a request that is too large is refused before it fills a disk."""

from collections.abc import Callable
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.problems import problem

MEGABYTE = 1 << 20


@dataclass(slots=True)
class _Exchange:
    """How far one request and its answer have come."""

    received: int = 0
    """Bytes of the body."""
    answered: bool = False
    refused: bool = False


class BodyLimit:
    """Refuses bodies above a limit with 413, by their announced size or else as they come in.

    It must stand outside everything that answers errors: those would make another answer of it.
    """

    def __init__(self, app: ASGIApp, limit: Callable[[str], int]) -> None:
        """Stand before an application.

        Args:
            app: The application.
            limit: Bytes that a body may have, by the request's path.
        """
        self._app, self._limit = app, limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on as far as its body may go."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        limit = self._limit(scope["path"])
        announced = Headers(scope=scope).get("content-length", "")
        if announced.isdigit() and int(announced) > limit:
            await _refuse(limit, scope, receive, send)
        else:
            await self._counted(limit, scope, receive, send)

    async def _counted(self, limit: int, scope: Scope, receive: Receive, send: Send) -> None:
        exchange = _Exchange()

        async def take() -> Message:
            if exchange.refused:
                return {"type": "http.disconnect"}
            message = await receive()
            exchange.received += len(message.get("body", b""))
            if exchange.received <= limit:
                return message
            exchange.refused = True
            if not exchange.answered:
                await _refuse(limit, scope, receive, send)
            return {"type": "http.disconnect"}

        async def answer(message: Message) -> None:
            if not exchange.refused:  # what the application says of a torn body is no answer
                exchange.answered = True
                await send(message)

        try:
            await self._app(scope, take, answer)
        except Exception:
            if not exchange.refused:
                raise


async def _refuse(limit: int, scope: Scope, receive: Receive, send: Send) -> None:
    detail = (
        f"the body is larger than {limit // MEGABYTE} MB, which is the limit for {scope['path']}"
    )
    refusal = problem(413, "BodyTooLarge", detail, {"connection": "close"})
    await refusal(scope, receive, send)
