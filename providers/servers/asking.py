"""Asking a server until it answers, as long as that is of use."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TypeVar

from lorepack.errors import ProviderError
from providers.servers.statuses import Patience, check_status
from providers.servers.wire import Reply, Wire

Answered = TypeVar("Answered")

_PLACEHOLDER = 8
"""A shorter key is no secret but the `none` or `ollama` that local servers are given."""


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """A server and how patiently it is asked; safe to share between threads.

    The longest `until_answered` takes `patience.attempts` deadlines of the wire and the waits
    between them.
    """

    wire: Wire
    patience: Patience = field(default_factory=Patience)
    sleep: Callable[[float], None] = time.sleep
    now: Callable[[], datetime] = _now
    spread: Callable[[], float] = random.random

    def until_answered(self, attempt: Callable[[], Answered]) -> Answered:
        """Attempt something, and again after failures that pass.

        Raises:
            ProviderError: The last attempt's.
        """
        asked = 0
        while True:
            asked += 1
            try:
                return attempt()
            except ProviderError as error:
                wait = self.patience.wait(asked, error, self.spread)
                if wait is None:
                    raise
            self.sleep(wait)

    def ask(self, body: bytes) -> Reply:
        """Ask once; an answer of another status than 200 is an error."""
        reply = self.wire.post(body)
        check_status(reply, self.wire.url.host, self.now)
        return reply

    def hide_key(self, error: ProviderError) -> None:
        """Take the key out of what a server said: some repeat the one that they refuse."""
        key = self.wire.key.get_secret_value() if self.wire.key else ""
        if len(key) >= _PLACEHOLDER:
            error.args = (str(error).replace(key, "[key]"),)
