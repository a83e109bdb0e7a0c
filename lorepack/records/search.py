"""Searching: what is asked, which candidates come up, how they are scored."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from lorepack.records.warned import Warned

Unit = Annotated[float, Field(ge=0, le=1)]


class Match(StrEnum):
    """How a snippet was found."""

    LITERAL = "literal"
    SEMANTIC = "semantic"
    BOTH = "both"


class MatchMode(StrEnum):
    """Which ways of finding a search may use."""

    AUTO = "auto"
    LITERAL = "literal"
    SEMANTIC = "semantic"


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Every signal behind a place in the result."""

    relevance: Unit = 0.0
    """How likely it answers the query, after calibration."""
    importance: Unit = 0.0
    """How much the story would lose without it, as far as it is relevant (a profile's `gate`)."""
    recency: Unit = 0.0
    """1 just before the chapter asked for, half of that every half-life, as far as it is relevant
    (likewise)."""
    total: Unit = 0.0
    """The weighted sum of the three."""
    dense: float | None = None
    """Cosine of query and snippet, None if it was not compared."""
    lexical: float | None = None
    """BM25, None if the lexical pool missed it."""
    behind: float = 0.0
    """How far all evidence together falls short of this query's best; 0 for the best, else below:
    every unit of it makes an answer about a third as likely."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A snippet under consideration, as an index knows it."""

    id: str
    order_key: int
    nth: int = 0
    """Place among the snippets of its chapter, from 0."""
    importance: float
    """What its own words are worth, in [0, 1]."""
    dense: float | None = None
    """Cosine of query and snippet, None where none was made."""
    lexical: float | None = None
    """BM25, None if the lexical pool missed it."""
    people: tuple[str, ...] = ()
    """Ids of the entities mentioned."""
    speakers: tuple[str, ...] = ()
    """Folded names of those who say it; none outside a transcript."""
    at: int | None = None
    """When it was said, in seconds since 1970, if that is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """Which snippets may come up: all that is said must hold."""

    before: int | None = None
    """Only chapters with a smaller order key."""
    chapters: tuple[tuple[int, int], ...] = ()
    """First and last order key of stretches of the book, any of which will do; none for all."""
    entities: tuple[str, ...] = ()
    """Ids of entities, any of which is mentioned."""
    speakers: tuple[str, ...] = ()
    """Folded names, any of which is who speaks."""
    since: int | None = None
    """Said at this second since 1970 or later; what nobody knows the time of is left out."""
    until: int | None = None
    """Said before this second, likewise."""

    def holds(self, candidate: "Candidate") -> bool:
        """Whether a candidate lies in it, as far as a candidate tells: not whom it mentions."""
        key, at = candidate.order_key, candidate.at
        return (
            (self.before is None or key < self.before)
            and (not self.chapters or any(a <= key <= b for a, b in self.chapters))
            and (not self.speakers or not set(self.speakers).isdisjoint(candidate.speakers))
            and (self.since is None or (at is not None and at >= self.since))
            and (self.until is None or (at is not None and at < self.until))
        )


EVERYWHERE = Where()
"""The whole project."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A snippet with its text, read back from the record and known to be current."""

    id: str
    chapter_id: str
    order_key: int
    start: int
    end: int
    text: str
    following: str
    """The words after it in its chapter, for matches that run past its end."""
    importance: float
    speakers: tuple[str, ...] = ()
    """Folded names of those who say it; none outside a transcript."""
    at: int | None = None
    """When it was said, in seconds since 1970, if that is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchRequest:
    """What is looked for."""

    query: Annotated[str, Field(min_length=1)]
    as_of: Annotated[int, Field(ge=1)] | None = None
    """Look only at chapters before this position; None for the whole book."""
    match: MatchMode = MatchMode.AUTO
    k: Annotated[int, Field(ge=1, le=100)] = 5
    """Hits wanted at the most."""
    from_chapter: Annotated[int, Field(ge=1)] | None = None
    """Look only at chapters from this position on."""
    to_chapter: Annotated[int, Field(ge=1)] | None = None
    """Look only at chapters up to this position, itself included."""
    entity: str | None = None
    """Look only at passages that mention it: an id, a name or an alias."""
    speaker: str | None = None
    """Look only at what this one says, in a transcript."""
    since: str | None = None
    """Look only at what was said from this date on: ISO 8601, or in words as in a query."""
    until: str | None = None
    """Look only at what was said up to the end of this date, or before this moment."""
    asked_at: str | None = None
    """When this is asked, ISO 8601: what "last week" is counted from. None for no such place."""
    rewrite: bool = False
    """Whether a chat model, where one is set, says first what is looked for by likeness."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One search result; `text` is `chapter[start:end]` of the stored chapter."""

    id: str
    chapter: int
    """Position of its chapter in global reading order."""
    start: int
    end: int
    text: str
    match: Match
    score: Score
    spans: tuple[tuple[int, int], ...] = ()
    """Where in the chapter the literal matches stand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """What a search found."""

    query: str
    as_of: int | None
    """Only chapters before this position were looked at; None for the whole book."""
    hits: tuple[Hit, ...]
    literal_total: int
    """Verified literal occurrences in the searched range, shown or not."""
    index_lag: int
    """Chapters whose vectors are still to come."""
    degraded: tuple[str, ...] = ()
    """Parts that could not be used, such as `vector` or `rewrite`."""
    warnings: tuple[Warned, ...] = ()
    """Names in the query that several bear."""
    profile: str = ""
    """Fingerprint of the profile that ranked the hits."""
    searched: str = ""
    """What was looked for by likeness: the query without the words that only ask, or as a model
    put it; empty where only the letter counted."""
