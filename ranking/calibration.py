"""How far probabilities can be believed: reliability, calibration error, Brier score, a gate.

All take predicted probabilities and, for each, whether it came true. They do not depend on the
order of the pairs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil, fsum

from lorepack.errors import InvalidInputError

BINS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Bin:
    """One point of a reliability curve."""

    predicted: float
    """Mean of the predicted probabilities."""
    observed: float
    """Share of them that came true; a calibrated curve is the diagonal."""
    count: int


def reliability_curve(
    predicted: Sequence[float], outcomes: Sequence[bool], bins: int = BINS
) -> list[Bin]:
    """Predicted against observed, over bins of equal mass.

    Predictions are sorted and cut into `bins` parts as equal in number as their ties allow:
    equal predictions share a bin, so there may be fewer. (Bins of equal width, the other custom,
    leave most of them nearly empty where most predictions are small.)

    Args:
        predicted: Probabilities in [0, 1].
        outcomes: Whether each came true.
        bins: How many bins are wanted.

    Returns:
        Bins by rising prediction.

    Raises:
        InvalidInputError: There are none, or not as many outcomes, or one is no probability.
    """
    _check(predicted, outcomes)
    parts: list[list[tuple[float, bool]]] = []
    taken = 0
    pairs = sorted(zip(predicted, outcomes, strict=True))
    for _, tied in groupby(pairs, key=lambda pair: pair[0]):
        if taken >= len(parts) * len(pairs) / bins:  # the bins so far have their share
            parts.append([])
        before = len(parts[-1])
        parts[-1] += tied
        taken += len(parts[-1]) - before
    return [_bin(part) for part in parts]


def calibration_error(
    predicted: Sequence[float], outcomes: Sequence[bool], bins: int = BINS
) -> float:
    """Expected calibration error, in [0, 1]: 0 for probabilities that keep their word.

    `sum over bins of count / n * |observed - predicted|`, over bins of equal mass as there
    (Naeini, Cooper & Hauskrecht 2015, "Obtaining Well Calibrated Probabilities Using Bayesian
    Binning"). Of n predictions drawn from themselves it still is about `0.4 * sqrt(bins / n)` at
    the most: compare it with that.

    Raises:
        InvalidInputError: As for `reliability_curve`.
    """
    curve = reliability_curve(predicted, outcomes, bins)
    gaps = (bin.count * abs(bin.observed - bin.predicted) for bin in curve)
    return fsum(gaps) / len(predicted)


def brier_score(predicted: Sequence[float], outcomes: Sequence[bool]) -> float:
    """Mean squared error of the probabilities, in [0, 1] (Brier 1950).

    Raises:
        InvalidInputError: As for `reliability_curve`.
    """
    _check(predicted, outcomes)
    pairs = zip(predicted, outcomes, strict=True)
    return fsum((p - came_true) ** 2 for p, came_true in pairs) / len(predicted)


def brier_skill(predicted: Sequence[float], outcomes: Sequence[bool]) -> float:
    """By which share the Brier score is better than that of always saying the base rate.

    `1 - BS / (r * (1 - r))` for a share r of outcomes that came true: 1 is perfect, 0 no better
    than the base rate, below 0 worse (Murphy 1973).

    Raises:
        InvalidInputError: As for `reliability_curve`, or all outcomes are the same.
    """
    score = brier_score(predicted, outcomes)
    rate = sum(outcomes) / len(outcomes)
    if rate in (0, 1):
        raise InvalidInputError(
            f"all {len(outcomes)} outcomes are {outcomes[0]}: nothing can be better than the base "
            "rate; skill needs both right and wrong ones"
        )
    return 1 - score / (rate * (1 - rate))


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """A threshold, and what passes it."""

    threshold: float
    kept: float
    """Share of what is right that passes."""
    false: float
    """Share of what is wrong that passes."""


def gate(right: Sequence[float], wrong: Sequence[float], keep: float = 0.95) -> Gate:
    """False answers at a kept recall: the highest threshold that keeps enough of what is right.

    Give the best relevance of each question that has an answer, and of each that has none: then
    `false` is the share of questions about nothing that still get an answer. (The false positive
    rate at 95 % true positives, as in Liang, Li & Srikant 2018.)

    Args:
        right: Values of what should pass.
        wrong: Values of what should not.
        keep: Share of `right` that is to pass, above 0.

    Raises:
        InvalidInputError: There are no values of one of the two, or `keep` is no share.
    """
    if not (right and wrong and 0 < keep <= 1):
        raise InvalidInputError(
            f"a gate needs values on both sides and a share to keep from above 0 to 1; there are "
            f"{len(right)} and {len(wrong)}, and the share is {keep:g}"
        )
    needed = ceil(keep * len(right) - 1e-9)  # 0.95 * 20 is 19, whatever its last bit says
    threshold = sorted(right, reverse=True)[needed - 1]
    return Gate(
        threshold=threshold,
        kept=sum(value >= threshold for value in right) / len(right),
        false=sum(value >= threshold for value in wrong) / len(wrong),
    )


def _bin(part: Sequence[tuple[float, bool]]) -> Bin:
    return Bin(
        predicted=fsum(p for p, _ in part) / len(part),
        observed=sum(came_true for _, came_true in part) / len(part),
        count=len(part),
    )


def _check(predicted: Sequence[float], outcomes: Sequence[bool]) -> None:
    if not predicted or len(predicted) != len(outcomes):
        raise InvalidInputError(
            f"there are {len(predicted)} predictions and {len(outcomes)} outcomes; "
            "each prediction needs its outcome, and one is needed at least"
        )
    for value in predicted:
        if not 0 <= value <= 1:
            raise InvalidInputError(f"{value!r} is no probability: it lies outside of 0 to 1")
