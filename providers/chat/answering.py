"""What came back: an answer in full and in its form, or an error that says what was seen."""

from typing import Any

import pydantic_core
from pydantic import BaseModel, Field, NonNegativeInt, ValidationError

from lorepack.errors import UnusableAnswerError
from lorepack.ports import AnswerForm, Question, Spent, TokenCounter
from providers.chat.asking import Forcing
from providers.servers.reading import shown

_ENDS = {"stop", "tool_calls"}
"""Reasons for which a whole answer ends; any other may have cut it."""


class _Function(BaseModel):
    name: str
    arguments: str


class _ToolCall(BaseModel):
    function: _Function


class _Message(BaseModel):
    content: str | None = None
    refusal: str | None = None
    tool_calls: list[_ToolCall] | None = None


class _Choice(BaseModel):
    message: _Message
    finish_reason: str | None = None


class _Details(BaseModel):
    cached_tokens: NonNegativeInt | None = None


class _Counted(BaseModel):
    prompt_tokens: NonNegativeInt
    completion_tokens: NonNegativeInt
    prompt_tokens_details: _Details | None = None
    prompt_cache_hit_tokens: NonNegativeInt | None = None
    """DeepSeek's name for what was cached."""

    @property
    def cached_tokens(self) -> int:
        """What was cached, wherever it is told, and never more than there was."""
        details = self.prompt_tokens_details
        told = details.cached_tokens if details else self.prompt_cache_hit_tokens
        return min(told or 0, self.prompt_tokens)


class Completion(BaseModel):
    """A server's answer, as far as it is looked at."""

    choices: list[_Choice] = Field(min_length=1)
    model: str | None = None
    usage: Any = None

    @property
    def words(self) -> str:
        """All that the model said, whatever part it stands in."""
        message = self.choices[0].message
        calls = [call.function.arguments for call in message.tool_calls or ()]
        return "".join([message.content or "", message.refusal or "", *calls])


def spent_on(completion: Completion, question: Question, count: TokenCounter) -> Spent:
    """Tokens as the server counts them, else counted here and marked as estimated.

    The estimate takes the words of both sides alone: what a chat template, a schema or hidden
    reasoning add to them is not seen from here.
    """
    try:
        counted = _Counted.model_validate(completion.usage)
    except ValidationError:
        return Spent(
            input_tokens=sum(count(message.content) for message in question.messages),
            cached_tokens=0,
            output_tokens=count(completion.words),
            estimated=True,
        )
    return Spent(
        input_tokens=counted.prompt_tokens,
        cached_tokens=counted.cached_tokens,
        output_tokens=counted.completion_tokens,
    )


def text_of(completion: Completion, question: Question, forcing: Forcing) -> str:
    """The free text, or the JSON of the form, and nothing besides.

    Raises:
        UnusableAnswerError: The model refused, was cut off, said nothing or something else.
    """
    choice = completion.choices[0]
    if choice.message.refusal:
        raise UnusableAnswerError(f"the model refused: {shown(choice.message.refusal)}")
    if choice.finish_reason not in _ENDS:
        raise UnusableAnswerError(
            f"the answer is not whole (finish_reason {choice.finish_reason!r}, at most "
            f"{question.most_tokens} tokens): {shown(completion.words)}"
        )
    if question.form is None:
        return check_said(choice.message.content or "")
    if forcing is Forcing.TOOL:
        return check_form(_arguments(choice.message, question.form), question.form)
    return check_form(choice.message.content or "", question.form)


def _arguments(message: _Message, form: AnswerForm) -> str:
    calls = message.tool_calls or []
    if [call.function.name for call in calls] != [form.name]:
        said = ", ".join(call.function.name for call in calls) or shown(message.content or "")
        raise UnusableAnswerError(f"the model was to call {form.name} once; it gave {said}")
    return calls[0].function.arguments


def check_said(text: str) -> str:
    """A text that says something.

    Raises:
        UnusableAnswerError: It is empty.
    """
    if not text.strip():
        raise UnusableAnswerError("the model said nothing")
    return text


def check_form(text: str, form: AnswerForm) -> str:
    """The JSON of one object: whether it keeps to the schema, who asked looks at.

    Raises:
        UnusableAnswerError: It is half of one, stands among other words, or is something else.
    """
    try:
        value = pydantic_core.from_json(check_said(text), allow_inf_nan=False)
    except ValueError as error:
        raise UnusableAnswerError(
            f"the answer is no JSON of {form.name} ({error}): {shown(text)}"
        ) from error
    if not isinstance(value, dict):
        raise UnusableAnswerError(f"the answer is no object of {form.name}: {shown(text)}")
    return text
