"""Chat models: one question with a forced form, one answer, and what it cost."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from lorepack.records import ChatMessage, Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerForm:
    """The form that an answer is forced into."""

    name: str
    """Name of the schema, and of the tool where the answer is a tool call."""
    description: str
    schema: Mapping[str, Any]
    """JSON schema of the answer, an object without further properties."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a model is asked."""

    messages: Sequence[ChatMessage]
    form: AnswerForm | None = None
    """None for free text."""
    most_tokens: int
    """Tokens of the answer at the most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """Tokens of one call."""

    input_tokens: int
    """All of the prompt, what was cached included."""
    cached_tokens: int
    """Never more than `input_tokens`."""
    output_tokens: int
    estimated: bool = False
    """Whether the model's server did not say, and a tokenizer at hand counted what was sent."""


NOTHING_SPENT = Spent(input_tokens=0, cached_tokens=0, output_tokens=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a model said."""

    text: str
    """Free text, or the JSON of the form asked for."""
    model: str
    spent: Spent


class ChatModel(Protocol):
    """Answers questions. Every call, answered or not, is told to whoever keeps the ledger."""

    @property
    def name(self) -> str:
        """The model's name, as its server knows it."""
        ...

    @property
    def window(self) -> int:
        """Tokens of question and answer together at the most."""
        ...

    def ask(self, question: Question) -> Answer:
        """Ask, and a few times more after failures that pass; each attempt has a total deadline.

        No transaction may be open meanwhile: it takes seconds, and the ledger is written.

        Raises:
            RateLimitedError: The server has no room; it may say for how long.
            ProviderTimeoutError: No whole answer came in time.
            ProviderDownError: The server cannot be reached, breaks off or is out of order.
            UnusableAnswerError: The answer was refused, cut off, empty or no answer.
            ProviderError: The server refuses the question itself; asking again is of no use.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One call as the adapter saw it."""

    model: str
    spent: Spent
    outcome: Outcome


Meter = Callable[[Call], None]
"""Hears of every call that reached a model's server, answered or not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatTiers:
    """The two models that work is shared out between; they may be the same."""

    light: ChatModel
    """For the many small tasks: a chapter's memory, a window's text."""
    main: ChatModel
