"""The rewrite by a model: a query as the passage that answers it may have it, asked for once.

Nothing that has to be found to the letter may get lost on the way, whatever the model says.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError, with_config

from lorepack.errors import ProviderError
from lorepack.ports import AnswerForm, ChatModel, Question
from lorepack.records import ChatMessage, Entity
from retrieval.query.asked import kept_parts
from text.fencing import fenced
from text.fold import fold
from text.scripts import mostly_han

MISSING = "rewrite"
"""What an answer was done without where no model gave a usable rewrite."""
LONGEST = 400
"""Characters of a search text, at the most."""

_LONGEST_QUERY = 2_000
"""Characters; a longer query is a text of its own, and says what it is after at length."""
_ANSWER_TOKENS = 800
_PROMPTS = Path(__file__).parent / "prompts"
_LANGUAGES = {True: ("zh", "问题"), False: ("en", "question")}

OpenModel = Callable[[], ChatModel | None]
"""Opens the model at its first call; None where none is set."""


def no_model() -> None:
    """There is none."""


@with_config(ConfigDict(extra="forbid"))
@dataclass(frozen=True, slots=True, kw_only=True)
class Emitted:
    """A model's answer."""

    text: Annotated[str, Field(min_length=1, max_length=LONGEST)]


_EMITTED = TypeAdapter(Emitted)


def model_rewrite(chat: ChatModel | None, query: str, known: Sequence[Entity]) -> str:
    """Ask a model, once, what to search for. No transaction may be open meanwhile.

    Args:
        chat: The model, if there is one.
        query: As it was asked.
        known: Entities that the reader has met: their names are kept as they stand in the query.

    Returns:
        At most 400 characters on one line, every quote, name and hard fact of the query among
        them; empty where there is no model, it does not answer or its answer is of no use.
    """
    if chat is None or not fold(query) or len(query) > _LONGEST_QUERY:
        return ""
    try:
        said = _EMITTED.validate_json(chat.ask(_question(query)).text).text
    except (ProviderError, ValidationError):
        return ""
    return completed(said, kept_parts(query, known))


def completed(said: str, parts: Sequence[str]) -> str:
    """A search text with all parts that have to be in it; empty if it says nothing or too much.

    Args:
        said: What a model said.
        parts: As they stand in the query. Those that are lost are put back at the end.
    """
    line = " ".join("".join(c if c.isprintable() else " " for c in said).split())
    folded = fold(line)
    lost = [part for part in parts if not _holds(folded, fold(part))]
    whole = " ".join([line, *lost])
    return whole if folded and len(whole) <= LONGEST else ""


def _holds(folded: str, part: str) -> bool:
    """Whether a text holds a part as words of their own: 320 is no part of 3200."""
    start = r"(?<![0-9a-z])" if part[:1].isascii() else ""
    end = r"(?![0-9a-z])" if part[-1:].isascii() else ""
    return re.search(start + re.escape(part) + end, folded) is not None


def _question(query: str) -> Question:
    language, label = _LANGUAGES[mostly_han(query)]
    return Question(
        messages=(
            ChatMessage(role="system", content=_prompt(language)),
            ChatMessage(role="user", content=fenced(label, query)),
        ),
        form=_form(),
        most_tokens=_ANSWER_TOKENS,
    )


@cache
def _prompt(language: str) -> str:
    return (_PROMPTS / f"search_text.{language}.txt").read_text(encoding="utf-8").strip()


@cache
def _form() -> AnswerForm:
    return AnswerForm(
        name="emit_search_text",
        description="Hand in what to search for.",
        schema=_EMITTED.json_schema(),
    )
