"""How sure a mean over questions is: percentile bootstrap intervals.

Questions are drawn anew with replacement, and the interval holds the middle of the means so got
(Efron & Tibshirani 1993, chapter 13; over questions of a test set: Sakai 2006).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lorepack.errors import InvalidInputError

SEED = 20
RESAMPLES = 2_000

_CELLS = 1 << 22
"""Drawn values held at once, at the most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A mean, and where it lies with a given confidence."""

    mean: float
    low: float
    high: float


def interval(
    values: Sequence[float], *, level: float = 0.95, resamples: int = RESAMPLES, seed: int = SEED
) -> Interval:
    """The mean of a measure over questions, with its bootstrap interval.

    Args:
        values: One for each question.
        level: Confidence, between 0 and 1.
        resamples: How many times all questions are drawn anew.
        seed: Of the draws: the same in, the same out.

    Raises:
        InvalidInputError: There are no values.
    """
    if not values:
        raise InvalidInputError("an interval needs the value of one question at least")
    own = np.asarray(values, np.float64)
    tails = (100 * (1 - level) / 2, 100 * (1 + level) / 2)
    low, high = np.percentile(_means(own, resamples, seed), tails)
    return Interval(mean=float(own.mean()), low=float(low), high=float(high))


def paired_difference(
    one: Mapping[str, float],
    other: Mapping[str, float],
    *,
    level: float = 0.95,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Interval:
    """By how much one system is better than another on the same questions.

    Args:
        one: A system's values by question.
        other: The other's.
        level: Confidence, between 0 and 1.
        resamples: How many times all questions are drawn anew.
        seed: Of the draws.

    Raises:
        InvalidInputError: They are not of the same questions.
    """
    alone = sorted(one.keys() ^ other.keys())
    if alone:
        raise InvalidInputError(
            f"only one of the two systems has a value for {alone[0]!r} ({len(alone)} in all)"
        )
    differences = [one[question] - other[question] for question in sorted(one)]
    return interval(differences, level=level, resamples=resamples, seed=seed)


def _means(values: npt.NDArray[np.float64], resamples: int, seed: int) -> npt.NDArray[np.float64]:
    """Means of as many samples of the same size, drawn with replacement."""
    draw = np.random.default_rng(seed)
    at_once = max(_CELLS // len(values), 1)
    rounds = (min(at_once, resamples - done) for done in range(0, resamples, at_once))
    drawn = [values[draw.integers(0, len(values), (n, len(values)))].mean(axis=1) for n in rounds]
    return np.concatenate(drawn)
