"""The Host check: a page elsewhere cannot make a browser reach us under a name of its own."""

import re

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from api.problems import problem

_OURS = re.compile(r"(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?", re.IGNORECASE)
"""Names under which this machine calls itself, with a port or without."""


class LoopbackHosts:
    """Refuses requests that call this machine by any other name."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand before an application."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        host = Headers(scope=scope).get("host", "") if scope["type"] == "http" else "localhost"
        if _OURS.fullmatch(host):
            await self._app(scope, receive, send)
        else:
            refusal = problem(400, "UnknownHost", f"{host!r} is no name of this service")
            await refusal(scope, receive, send)
