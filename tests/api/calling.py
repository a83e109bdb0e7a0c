"""Calling the application in this process, without a server."""

import asyncio
from dataclasses import dataclass
from typing import Any

import httpx
from fastapi import FastAPI


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Sends single requests to an application."""

    app: FastAPI

    def __call__(self, method: str, path: str, **request: Any) -> httpx.Response:
        """Send one request; a fault of the application is answered as a server would."""
        return asyncio.run(self._send(method, path, request))

    async def _send(self, method: str, path: str, request: dict[str, Any]) -> httpx.Response:
        transport = httpx.ASGITransport(app=self.app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            return await client.request(method, path, **request)


def check_problem(answer: httpx.Response, status: int, kind: str) -> str:
    """Make sure that an answer is a problem document.

    Returns:
        Its detail.
    """
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    body = answer.json()
    assert set(body) == {"type", "title", "status", "detail"}
    assert (body["type"], body["status"]) == (f"urn:lorepack:{kind}", status)
    assert body["title"]
    return body["detail"]
