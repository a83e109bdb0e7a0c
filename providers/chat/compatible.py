"""Any chat model behind the OpenAI protocol: a provider's, a gateway's, a local server's."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from lorepack.errors import ProviderError, UnusableAnswerError
from lorepack.ports import (
    NOTHING_SPENT,
    Answer,
    Call,
    Meter,
    Question,
    Spent,
    TokenCounter,
)
from lorepack.records import Outcome
from providers.chat.answering import read_completion, spent_on, text_of
from providers.chat.asking import Forcing, body_of
from providers.chat.statuses import Patience, check_status
from providers.chat.wire import NotReachedError, Reply, Wire

_PLACEHOLDER = 8
"""A shorter key is no secret but the `none` or `ollama` that local servers are given."""


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class CompatibleChat:
    """One model of one server; implements `ChatModel`, and is safe to share between threads.

    The longest `ask` takes `patience.attempts` deadlines of the wire and the waits between them.
    """

    name: str
    window: int
    wire: Wire
    forcing: Forcing
    count: TokenCounter
    """Counts where the server says nothing of tokens."""
    meter: Meter
    patience: Patience = field(default_factory=Patience)
    sleep: Callable[[float], None] = time.sleep
    now: Callable[[], datetime] = _now
    spread: Callable[[], float] = random.random

    def ask(self, question: Question) -> Answer:
        """Ask, and again after failures that pass."""
        body = body_of(question, self.name, self.forcing)
        asked = 0
        while True:
            asked += 1
            try:
                return self._attempt(question, body)
            except ProviderError as error:
                wait = self.patience.wait(asked, error, self.spread)
                if wait is None:
                    raise
            self.sleep(wait)

    def _attempt(self, question: Question, body: bytes) -> Answer:
        """Ask once, and tell the meter what came of it."""
        spent = NOTHING_SPENT
        try:
            reply = self._reply(body)
            completion = read_completion(reply.body)
            spent = spent_on(completion, question, self.count)
            text = text_of(completion, question, self.forcing)
        except ProviderError as error:
            self._hide_key(error)
            self._tell(spent, error)
            raise
        self._tell(spent, None)
        return Answer(text=text, model=completion.model or self.name, spent=spent)

    def _reply(self, body: bytes) -> Reply:
        reply = self.wire.post(body)
        check_status(reply, self.now)
        return reply

    def _tell(self, spent: Spent, error: ProviderError | None) -> None:
        if not isinstance(error, NotReachedError):
            self.meter(Call(model=self.name, spent=spent, outcome=_outcome(error)))

    def _hide_key(self, error: ProviderError) -> None:
        """Take the key out of what a server said: some repeat the one that they refuse."""
        key = self.wire.key.get_secret_value() if self.wire.key else ""
        if len(key) >= _PLACEHOLDER:
            error.args = (str(error).replace(key, "[key]"),)


def _outcome(error: ProviderError | None) -> Outcome:
    if error is None:
        return Outcome.ANSWERED
    return Outcome.UNUSABLE if isinstance(error, UnusableAnswerError) else Outcome.FAILED
