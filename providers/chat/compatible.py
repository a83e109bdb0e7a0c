"""Any chat model behind the OpenAI protocol: a provider's, a gateway's, a local server's."""

from dataclasses import dataclass

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
from providers.chat.answering import Completion, spent_on, text_of
from providers.chat.asking import Forcing, body_of
from providers.servers.asking import Asking
from providers.servers.reading import read_body
from providers.servers.wire import NotReachedError


@dataclass(frozen=True, slots=True, kw_only=True)
class CompatibleChat:
    """One model of one server; implements `ChatModel`, and is safe to share between threads."""

    name: str
    window: int
    server: Asking
    forcing: Forcing
    count: TokenCounter
    """Counts where the server says nothing of tokens."""
    meter: Meter

    def ask(self, question: Question) -> Answer:
        """Ask, and again after failures that pass."""
        body = body_of(question, self.name, self.forcing)
        return self.server.until_answered(lambda: self._attempt(question, body))

    def _attempt(self, question: Question, body: bytes) -> Answer:
        """Ask once, and tell the meter what came of it."""
        spent = NOTHING_SPENT
        try:
            completion = read_body(Completion, self.server.ask(body).body)
            spent = spent_on(completion, question, self.count)
            text = text_of(completion, question, self.forcing)
        except ProviderError as error:
            self.server.hide_key(error)
            self._tell(spent, error)
            raise
        self._tell(spent, None)
        return Answer(text=text, model=completion.model or self.name, spent=spent)

    def _tell(self, spent: Spent, error: ProviderError | None) -> None:
        if not isinstance(error, NotReachedError):
            self.meter(Call(model=self.name, spent=spent, outcome=_outcome(error)))


def _outcome(error: ProviderError | None) -> Outcome:
    if error is None:
        return Outcome.ANSWERED
    return Outcome.UNUSABLE if isinstance(error, UnusableAnswerError) else Outcome.FAILED
