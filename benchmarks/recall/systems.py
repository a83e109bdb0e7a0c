"""What is compared: a way of ranking the units in a question's scope."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from benchmarks.recall.model import Question, TestSet, Unit
from ranking.evaluate import Packed

DEPTH = 50
"""Units of a ranking that are measured."""

POOL = 100
"""Units of a ranking that are handed over: what is fused or counted by chapter goes deeper."""


class System(Protocol):
    """Ranks units."""

    @property
    def name(self) -> str:
        """As the table shows it."""
        ...

    def prepare(self, test_set: TestSet) -> None:
        """Take in a set's books; called once before its questions."""
        ...

    def rank(self, test_set: TestSet, question: Question) -> list[str]:
        """Ids of units from best to worst, at most `POOL`, none twice."""
        ...


@runtime_checkable
class PackingSystem(Protocol):
    """A system that makes the text itself that a model is to read."""

    def pack(self, test_set: TestSet, question: Question, budget: int) -> list[Packed]:
        """The pieces of a text of at most `budget` tokens, in their order."""
        ...


def units_in_scope(test_set: TestSet, question: Question) -> list[Unit]:
    """The units that a question may be answered with, in their order."""
    chapters = test_set.chapters(test_set.scope(question))
    return [unit for _, _, chapter in chapters for unit in chapter.units]


def best(ids: Sequence[str], scores: Sequence[float], depth: int = POOL) -> list[str]:
    """Ids by falling score, equals in their order."""
    ranked = sorted(range(len(ids)), key=lambda at: -scores[at])
    return [ids[at] for at in ranked[:depth]]
