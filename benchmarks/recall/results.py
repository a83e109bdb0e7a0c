"""What a run of all systems over a set gave, with how sure it is."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from benchmarks.recall.model import TestSet
from ranking.evaluate import Interval, Values, interval, paired_difference

PRODUCT = "lorepack"
BASELINES = ("BM25", "dense")
"""Of which the better one is what lorepack is held against."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """By how much lorepack is better than a peer in one measure."""

    peer: str
    difference: Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class SetResult:
    """All figures of one set."""

    name: str
    language: str
    questions: int
    asked_of: int
    """Questions the set has; those asked are a fixed sample where they are fewer."""
    systems: Mapping[str, Mapping[str, Interval]]
    """By system and measure."""
    milliseconds: Mapping[str, float]
    """For a question, by system."""
    over_baselines: Mapping[str, Difference]
    """By measure, against the better of `BASELINES` in that measure."""
    over_peers: Mapping[str, Mapping[str, Interval]]
    """By peer and measure."""

    def as_json(self) -> dict[str, Any]:
        """For a file."""
        return asdict(self)


def result(
    test_set: TestSet, values: Mapping[str, Values], milliseconds: Mapping[str, float]
) -> SetResult:
    """Sum up what was measured.

    Args:
        test_set: The set.
        values: By system, measure and question.
        milliseconds: For a question, by system.
    """
    own = values[PRODUCT]
    return SetResult(
        name=test_set.name,
        language=test_set.language,
        questions=len(test_set.questions),
        asked_of=test_set.asked_of,
        systems={
            system: {name: interval(list(v.values())) for name, v in measures.items()}
            for system, measures in values.items()
        },
        milliseconds=milliseconds,
        over_baselines={name: _over_better(values, name) for name in own},
        over_peers={
            peer: {name: paired_difference(own[name], measures[name]) for name in own}
            for peer, measures in values.items()
            if peer != PRODUCT
        },
    )


def _over_better(values: Mapping[str, Values], measure: str) -> Difference:
    better = max(BASELINES, key=lambda system: fmean(values[system][measure].values()))
    own, other = values[PRODUCT][measure], values[better][measure]
    return Difference(peer=better, difference=paired_difference(own, other))
