"""Importance: how much the story, or the one who tells it, would lose without a passage.

Worth of several sorts adds up, each from 0 to 1 by what is known of the passage, so that a profile
can say what it counts. What the author says of a memory counts for the passage it was taken from.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from lorepack.records import Candidate


@dataclass(frozen=True, slots=True, kw_only=True)
class Esteem:
    """What is known of passages beside their text, by their ids; each value in [0, 1]."""

    author: Mapping[str, float] = field(default_factory=dict[str, float])
    """How far its author raised a memory of what is told in it above the usual."""
    foreshadow: Mapping[str, float] = field(default_factory=dict[str, float])
    """1 where a foreshadow was planted or advanced; 0.5 where one was paid."""


NOTHING_SAID = Esteem()


def text_worth(facts: int, *, stressed: bool) -> float:
    """What the words of a passage are worth by themselves, in [0, 1].

    Args:
        facts: Protected facts in it: numbers, dates, conditions and the like.
        stressed: Whether it asks that something be remembered.
    """
    told = 1 - _UNTOLD**facts  # each further fact adds half of what the one before it did
    return _FACTS * told + _STRESS * stressed


_UNTOLD = 0.5
_FACTS, _STRESS = 0.1, 0.9
"""Facts break ties and no more: weighed higher they lost right answers on every set that was tried,
since a passage full of figures is seldom the one that was asked for (docs/ablation.md)."""


def importances(
    candidates: Sequence[Candidate], esteem: Esteem, weights: Mapping[str, float]
) -> list[float]:
    """Importance in [0, 1] of each candidate of a query, in order.

    Args:
        candidates: The candidates; the people named in them tell who is central here.
        esteem: What the author's memories say of them.
        weights: What each sort of worth adds, by the names of `WORTHS`.
    """
    central = _centrality(candidates)
    found: list[float] = []
    for candidate, centrality in zip(candidates, central, strict=True):
        worth = {
            "text": candidate.importance,
            "centrality": centrality,
            "foreshadow": esteem.foreshadow.get(candidate.id, 0.0),
            "author": esteem.author.get(candidate.id, 0.0),
        }
        found.append(min(sum(weights.get(name, 0.0) * value for name, value in worth.items()), 1.0))
    return found


WORTHS: Mapping[str, str] = MappingProxyType(
    {
        "text": "what its own words show: facts, and what is stressed in them",
        "centrality": "its people are those that most of what was found is about",
        "foreshadow": "a foreshadow was planted or advanced in it",
        "author": "the importance its author gave to a memory of it",
    }
)
"""The sorts of worth, with what each says."""

IMPORTANCE: Mapping[str, float] = MappingProxyType(
    {"text": 0.1, "centrality": 0.05, "foreshadow": 0.3, "author": 0.5}
)
"""What each adds by default; a passage that has them all reaches 1 and stops there."""


def _centrality(candidates: Sequence[Candidate]) -> list[float]:
    """For each, the share of candidates that name its most named person; 0 for one with nobody."""
    named = Counter(person for c in candidates for person in c.people)
    total = len(candidates)
    return [max((named[person] / total for person in c.people), default=0.0) for c in candidates]
