"""A profile: everything about ranking that may be tuned, checked as it is made."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, isfinite
from types import MappingProxyType

from lorepack.errors import InvalidInputError
from ranking.fusion import WEIGHTS
from ranking.importance import IMPORTANCE, WORTHS
from ranking.signals import SIGNALS, Pool
from ranking.standing import CALIBRATED, INTERCEPT, STANDINGS

_TOLERANCE = 1e-6


class ProfileError(InvalidInputError):
    """A profile holds something that it may not hold."""

    def __init__(self, key: str, problem: str) -> None:
        """Name the place.

        Args:
            key: Dotted path of the key, as `weights.recency`.
            problem: What is wrong there, and what to do about it.
        """
        self.key, self.problem = key, problem
        super().__init__(f"{key}: {problem}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """Shares of the three parts of a score; together they are 1."""

    relevance: float = 0.6
    importance: float = 0.3
    recency: float = 0.1

    def __post_init__(self) -> None:
        """Refuse shares that are none."""
        parts = {name: getattr(self, name) for name in self.__slots__}
        for name, value in parts.items():
            _within(f"weights.{name}", value, 0, 1)
        if abs(sum(parts.values()) - 1) > _TOLERANCE:
            raise ProfileError(
                "weights", f"they sum to {sum(parts.values()):g}; change them so that they sum to 1"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Fusion:
    """What each signal counts in the evidence for a candidate."""

    weights: Mapping[str, float] = field(default_factory=lambda: WEIGHTS)
    """By the names in `ranking.signals.SIGNALS`; a signal that is not named weighs nothing."""

    def __post_init__(self) -> None:
        """Refuse signals that there are none of."""
        _freeze(self, "weights", "fusion.weights", SIGNALS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """A logistic map from a candidate's standing to its relevance (Platt 1999)."""

    intercept: float = INTERCEPT
    weights: Mapping[str, float] = field(default_factory=lambda: CALIBRATED)
    """By the names in `ranking.standing.STANDINGS`; one that is not named weighs nothing."""

    def __post_init__(self) -> None:
        """Refuse standings that there are none of."""
        _within("calibration.intercept", self.intercept)
        _freeze(self, "weights", "calibration.weights", STANDINGS)

    def __call__(self, pool: Pool, evidence: Sequence[float]) -> list[float]:
        """Relevance in [0, 1] of each candidate of a pool, in its order.

        Args:
            pool: The candidates of one query.
            evidence: For each of them, as `ranking.fusion.fuse` gives it.
        """
        sums = [self.intercept] * len(evidence)
        for name, weight in self.weights.items():
            values = STANDINGS[name](pool, evidence)
            sums = [total + weight * value for total, value in zip(sums, values, strict=True)]
        return [_logistic(total) for total in sums]


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Everything about ranking that may be tuned."""

    name: str = "default"
    weights: Weights = field(default_factory=Weights)
    half_life_chapters: float = 30.0
    """Chapters after which recency has halved, in a story."""
    half_life_days: float = 30.0
    """Days after which it has, in sessions."""
    threshold: float = 0.09
    """Relevance that the best candidate must have for the question to be answered at all."""
    floor: float = 0.002
    """Relevance below which a candidate is left out, however good the best is."""
    gate: float = 0.1
    """Relevance from which importance and recency count in full, and in proportion below: what is
    weighty or new and has nothing to do with the question must not come before an answer."""
    recall_k: int = 5
    """Memories that a recall gives at the most."""
    fusion: Fusion = field(default_factory=Fusion)
    calibration: Calibration = field(default_factory=Calibration)
    importance: Mapping[str, float] = field(default_factory=lambda: IMPORTANCE)
    """What each sort of worth adds to a passage's importance, by the names in
    `ranking.importance.WORTHS`."""

    def __post_init__(self) -> None:
        """Refuse what is out of its range."""
        if not 0 < len(self.name) <= 100 or not self.name.isprintable():
            raise ProfileError("name", f"{self.name!r}: give it 1 to 100 characters on one line")
        for key in ("half_life_chapters", "half_life_days"):
            _within(key, getattr(self, key), 0.01, 1_000_000)
        _within("threshold", self.threshold, 0, 1)
        _within("floor", self.floor, 0, 1)
        _within("gate", self.gate, 0.001, 1)
        _within("recall_k", self.recall_k, 1, 100)
        _freeze(self, "importance", "importance", WORTHS)


def _within(key: str, value: float, low: float = -1e6, high: float = 1e6) -> None:
    if not (isfinite(value) and low <= value <= high):
        raise ProfileError(
            key, f"{value:g} is out of range; give a number from {low:g} to {high:g}"
        )


def _freeze(record: object, attribute: str, key: str, known: Collection[str]) -> None:
    """Check a mapping of numbers by known names, and put one in its place that stays as it is."""
    # In the order of names: equal profiles then sum in the same order, to the last bit.
    numbers = {n: float(v) for n, v in sorted(getattr(record, attribute).items())}
    for name, value in numbers.items():
        if name not in known:
            raise ProfileError(
                f"{key}.{name}", f"there is no such name; there are: {', '.join(known)}"
            )
        _within(f"{key}.{name}", value)
    object.__setattr__(record, attribute, MappingProxyType(numbers))


def _logistic(x: float) -> float:
    """`1 / (1 + exp(-x))`, in the form that cannot overflow."""
    if x >= 0:
        return 1 / (1 + exp(-x))
    return exp(x) / (1 + exp(x))
