"""What a status other than 200 means, and when to ask again."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Any, cast

import pydantic_core

from lorepack.errors import (
    ProviderDownError,
    ProviderError,
    ProviderTimeoutError,
    RateLimitedError,
)
from providers.servers.reading import shown
from providers.servers.wire import Reply

_PASSING = (ProviderDownError, ProviderTimeoutError, RateLimitedError)
"""What may be better a moment later; a refused question or an unusable answer stays so."""

_OUT_OF_TIME = {408, 504}


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How often to ask, and how long to wait in between."""

    attempts: int = 3
    first: float = 0.5
    """Seconds before the second attempt, at most; doubled before each further one."""
    longest: float = 8.0
    """Seconds before any attempt, at most, unless the server names them."""
    longest_named: float = 30.0
    """Seconds that a server may name; whoever asked is told of a longer wait instead."""

    def wait(self, asked: int, error: ProviderError, spread: Callable[[], float]) -> float | None:
        """Seconds to wait before asking again; None if that is of no use.

        Args:
            asked: Attempts made.
            error: How the last one ended.
            spread: Gives numbers in [0, 1), so that not all who failed together come back together.
        """
        if asked >= self.attempts or not isinstance(error, _PASSING):
            return None
        named = error.retry_after if isinstance(error, RateLimitedError) else None
        if named is None:
            return spread() * min(self.longest, self.first * 2 ** (asked - 1))
        return named + spread() * self.first if named <= self.longest_named else None


def check_status(reply: Reply, server: str, now: Callable[[], datetime]) -> None:
    """Let an answer through that is one.

    Raises:
        RateLimitedError: The server has no room (429, or 503 with a time to come back).
        ProviderTimeoutError: The server itself ran out of time.
        ProviderDownError: The server is out of order (5xx).
        ProviderError: It refuses the question, or sends elsewhere.
    """
    if reply.status == 200:
        return
    said = f"{server} answered {reply.status}: {_message(reply.body)}"
    wait = _retry_after(reply.headers.get("retry-after", ""), now)
    if reply.status == 429 or (reply.status == 503 and wait is not None):
        raise RateLimitedError(said, retry_after=wait)
    if reply.status in _OUT_OF_TIME:
        raise ProviderTimeoutError(said)
    if reply.status >= 500:
        raise ProviderDownError(said)
    raise ProviderError(said)


def _message(body: bytes) -> str:
    """What the server says of it, in whatever place it says it."""
    text = body.decode("utf-8", "replace")
    try:
        said: Any = pydantic_core.from_json(text)
    except ValueError:
        return shown(text)
    for name in ("error", "message", "detail"):
        said = cast("dict[str, Any]", said).get(name, said) if isinstance(said, dict) else said
    return shown(said if isinstance(said, str) else text)


def _retry_after(value: str, now: Callable[[], datetime]) -> float | None:
    """Seconds, from a number of them or from a date; None for neither."""
    if re.fullmatch(r"\d{1,9}(\.\d+)?", value):
        return float(value)
    try:
        return max(0.0, (parsedate_to_datetime(value) - now()).total_seconds())
    except (ValueError, TypeError):  # no date, or one without a zone
        return None
