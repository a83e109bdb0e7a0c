"""Problem documents (RFC 9457): every error says what went wrong and what would do."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from http import HTTPStatus
from typing import Any

from fastapi.responses import JSONResponse
from pydantic import TypeAdapter

from lorepack.errors import (
    BudgetError,
    ConflictError,
    InvalidInputError,
    NotFoundError,
    ProviderError,
    StaleError,
    StorageFullError,
    UnavailableError,
)

_STATUS: tuple[tuple[type[Exception], int], ...] = (
    (NotFoundError, 404),
    (StaleError, 412),
    (ConflictError, 409),
    (BudgetError, 422),
    (InvalidInputError, 422),
    (ProviderError, 502),
    (StorageFullError, 507),
    (UnavailableError, 503),
)

MEDIA_TYPE = "application/problem+json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """What every error answer holds."""

    type: str
    """Names the kind of error: `urn:lorepack:` and the error's class."""
    title: str
    """The phrase of its status."""
    status: int
    detail: str
    """What went wrong this time, and what would do."""


def answers(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Error answers of a route, for the interface's description."""
    content = {MEDIA_TYPE: {"schema": TypeAdapter(Problem).json_schema()}}
    return {
        status: {"description": HTTPStatus(status).phrase, "content": content}
        for status in statuses
    }


def status_of(error: Exception) -> int:
    """The HTTP status that an error of ours stands for."""
    return next((status for kind, status in _STATUS if isinstance(error, kind)), 500)


def problem(
    status: int, kind: str, detail: str, headers: Mapping[str, str] | None = None
) -> JSONResponse:
    """A problem document."""
    body = Problem(
        type=f"urn:lorepack:{kind}", title=HTTPStatus(status).phrase, status=status, detail=detail
    )
    return JSONResponse(asdict(body), status_code=status, headers=headers, media_type=MEDIA_TYPE)
