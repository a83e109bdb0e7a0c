"""Whether what was told of a chapter still tells what it says."""

from dataclasses import dataclass
from enum import StrEnum

from lorepack.records.book import SummaryState


class Difference(StrEnum):
    """In what two texts differ."""

    DISTANCE = "distance"
    """In more characters than the threshold."""
    FACT = "fact"
    """In a number, date, name, condition or another hard fact."""
    RANK = "rank"
    """In a rank, an office, a stage of cultivation."""
    NEGATION = "negation"
    DEATH = "death"
    """In a word of life and death."""
    REPLACED = "replaced"
    """In one thing that stands in another's place again and again: a name was changed."""
    MOVED = "moved"
    """In the order of their paragraphs; alone it makes nothing stale."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Freshness:
    """The summary of one chapter beside the chapter as it is."""

    chapter: int
    """Position of the chapter."""
    state: SummaryState
    distance: int
    """Characters put in and taken out since, at most one more than the threshold."""
    differences: tuple[Difference, ...]
    """In what the text differs from the one that was told of."""
    error: str
    """Why the model's own summary is not there, where one was asked for."""
    repaired: int = 0
    """Statements of the model that were put right from the chapter."""
    rejected: int = 0
    """Statements of the model that were left out."""
