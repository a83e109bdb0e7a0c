"""A chat model that says what it is told to: for tests and trials without a server."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from lorepack.errors import UnusableAnswerError
from lorepack.ports import NOTHING_SPENT, Answer, Call, Meter, Question, Spent
from lorepack.records import Outcome
from providers.chat.answering import check_form, check_said

Line = str | Mapping[str, Any] | Exception
"""What is answered: a text, the object of a form, or an error that is raised."""


def _nobody(call: Call) -> None:
    """Keeps no ledger."""


@dataclass(kw_only=True)
class ScriptedChat:
    """Answers from a list in order, or by a function of the question; implements `ChatModel`.

    It checks its lines as a real adapter checks a model's: half a JSON is refused here too.
    """

    script: Iterable[Line] | Callable[[Question], Line]
    name: str = "scripted"
    window: int = 32_768
    """Tokens."""
    meter: Meter = _nobody
    spent: Spent = NOTHING_SPENT
    """What every call is said to cost."""
    asked: list[Question] = field(default_factory=list[Question], init=False)
    """Every question so far."""

    def __post_init__(self) -> None:
        self._lines: Iterator[Line] = iter(()) if callable(self.script) else iter(self.script)

    def ask(self, question: Question) -> Answer:
        """Say the next line.

        Raises:
            LookupError: The list is at its end: more was asked than whoever wrote it expected.
        """
        self.asked.append(question)
        line = self.script(question) if callable(self.script) else self._next()
        try:
            text = _said(line, question)
        except UnusableAnswerError:
            self._tell(Outcome.UNUSABLE)
            raise
        except Exception:
            self._tell(Outcome.FAILED)
            raise
        self._tell(Outcome.ANSWERED)
        return Answer(text=text, model=self.name, spent=self.spent)

    def _next(self) -> Line:
        try:
            return next(self._lines)
        except StopIteration:
            raise LookupError(f"the script holds no answer to question {len(self.asked)}") from None

    def _tell(self, outcome: Outcome) -> None:
        self.meter(Call(model=self.name, spent=self.spent, outcome=outcome))


def _said(line: Line, question: Question) -> str:
    if isinstance(line, Exception):
        raise line
    text = line if isinstance(line, str) else json.dumps(line, ensure_ascii=False)
    return check_said(text) if question.form is None else check_form(text, question.form)
