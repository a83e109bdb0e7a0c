"""Problem documents (RFC 9457): every error says what went wrong and what would do."""

from http import HTTPStatus
from typing import Any

from fastapi.responses import JSONResponse

from lorepack.errors import (
    BudgetError,
    ConflictError,
    InvalidInputError,
    NotFoundError,
    ProviderError,
    UnavailableError,
)

_STATUS: tuple[tuple[type[Exception], int], ...] = (
    (NotFoundError, 404),
    (ConflictError, 409),
    (BudgetError, 422),
    (InvalidInputError, 422),
    (ProviderError, 502),
    (UnavailableError, 503),
)

RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"description": HTTPStatus(status).phrase, "content": {"application/problem+json": {}}}
    for status in (404, 409, 422, 503)
}
"""Error answers, for the interface's description."""


def status_of(error: Exception) -> int:
    """The HTTP status that an error of ours stands for."""
    return next((status for kind, status in _STATUS if isinstance(error, kind)), 500)


def problem(status: int, kind: str, detail: str) -> JSONResponse:
    """A problem document."""
    body = {
        "type": f"urn:lorepack:{kind}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
    }
    return JSONResponse(body, status_code=status, media_type="application/problem+json")
