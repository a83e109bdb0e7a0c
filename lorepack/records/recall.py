"""Recall: what an agent is reminded of before it goes on."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from lorepack.records.pack import Dropped, Form, Source
from lorepack.records.search import Score
from lorepack.records.warned import Warned


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallRequest:
    """What is to be recalled."""

    query: Annotated[str, Field(min_length=1)]
    """What the agent is about to do, in its own words."""
    budget: Annotated[int, Field(ge=1)] = 600
    """Tokens, counted by `encoding` over the whole text."""
    k: Annotated[int, Field(ge=1, le=100)] | None = None
    """Entries wanted at the most; None for as many as the project's profile says."""
    as_of: Annotated[int, Field(ge=1)] | None = None
    """Recall only chapters before this position; None for everything."""
    asked_at: str | None = None
    """When this is asked, ISO 8601: what "last week" is counted from. None for no such place."""
    encoding: str = "o200k_base"
    rewrite: bool = False
    """Whether a chat model, where one is set, says first what is looked for by likeness."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallItem:
    """One entry of a recall: a message, or a passage of a book."""

    id: str
    """The snippet's id."""
    date: str | None
    """When it was said, `2023-06-13`; None for what has no date."""
    label: str
    """The chapter or the session that it stands in, which stands before it where no date does."""
    speaker: str | None
    text: str
    """What the line says, speaker included, before any escaping."""
    form: Form
    """`compressed` where only the sentences that match best are shown."""
    tokens: int
    """Of its line."""
    source: Source
    score: Score


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallPack:
    """What is recalled, never above its budget."""

    query: str
    as_of: int | None
    budget: int
    tokens: int
    """Exact count of `text`."""
    encoding: str
    text: str
    """One line for each item, `date: fact (relevance 0.92)`, the most relevant first, between lines
    that mark it as stored material; empty where nothing is relevant. Each quote, name, code and
    number of the query that exists is in one of them, as far as k and the budget go."""
    items: tuple[RecallItem, ...]
    dropped: tuple[Dropped, ...]
    """Entries that were relevant enough, or stood for a literal part of the query, and did not
    fit."""
    index_lag: int
    """Chapters whose vectors are still to come."""
    degraded: tuple[str, ...] = ()
    """Parts that could not be used, such as `vector` or `rewrite`."""
    warnings: tuple[Warned, ...] = ()
    """Names in the query that several bear."""
    searched: str = ""
    """What was looked for by likeness: the query without the words that only ask, or as a model
    put it."""
