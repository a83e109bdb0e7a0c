"""Choosing a profile by labelled queries: grids, trials, fits, and what the choice is worth."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from lorepack.errors import InvalidInputError
from ranking.calibration import gate
from ranking.fitting import Samples, fit
from ranking.profile import Fusion, Profile, Weights
from ranking.tuning import Case, best_relevance, mean_value, samples_of, value


def grid(base: Profile, steps: int, half_lives: Iterable[float]) -> list[Profile]:
    """Profiles over all weights in steps of 1 / steps, and over half-lives in chapters.

    Args:
        base: What else they hold.
        steps: Parts that the sum of the weights is cut into; relevance has one at the least.
        half_lives: In chapters.
    """
    weights = [
        Weights(
            relevance=relevance / steps,
            importance=importance / steps,
            recency=(steps - relevance - importance) / steps,
        )
        for relevance in range(1, steps + 1)
        for importance in range(steps - relevance + 1)
    ]
    lives = list(half_lives)
    return [
        replace(base, weights=own, half_life_chapters=life) for own in weights for life in lives
    ]


def shares_of_vectors(base: Profile, shares: Iterable[float]) -> list[Profile]:
    """Profiles in which the vectors count so much, from 0 to 1, and the words the rest.

    Half is what they have in the base: evidence of vectors counts `2 * share` times as much as
    there, and evidence of words `2 * (1 - share)` times.
    """
    return [replace(base, fusion=_shared(base.fusion, share)) for share in shares]


def _shared(fusion: Fusion, share: float) -> Fusion:
    factors = {"dense": 2 * share, "lexical": 2 * (1 - share)}
    return Fusion(
        weights={
            name: weight * factors.get(name.rpartition("_")[2], 1.0)
            for name, weight in fusion.weights.items()
        }
    )


class Trial(Protocol):
    """What is used of `optuna.Trial`, an optional package."""

    def suggest_float(self, name: str, low: float, high: float, *, log: bool = False) -> float:
        """A number of the range, chosen by what went well before."""
        ...


def suggested(trial: Trial, base: Profile) -> Profile:
    """A profile within reason that a trial suggests.

    Args:
        trial: Suggests numbers.
        base: What is not tuned.
    """
    relevance = trial.suggest_float("relevance", 0.2, 1)
    importance = (1 - relevance) * trial.suggest_float("importance of the rest", 0, 1)
    return replace(
        base,
        weights=Weights(
            relevance=relevance,
            importance=importance,
            recency=max(1 - relevance - importance, 0.0),
        ),
        half_life_chapters=trial.suggest_float("half-life", 2, 500, log=True),
        threshold=trial.suggest_float("threshold", 0, 1),
        fusion=_shared(base.fusion, trial.suggest_float("share of the vectors", 0, 1)),
    )


def calibrated(cases: Sequence[Case], base: Profile, keep: float = 0.95) -> Profile:
    """A profile whose calibration is fitted on cases, with a threshold that keeps most answers.

    Args:
        cases: Some that have answers and some that have none.
        base: What else it holds; its fusion makes the evidence, and its calibration names what is
            weighed.
        keep: Share of the answers that are to pass the threshold.

    Raises:
        InvalidInputError: There are too few cases of either kind.
        ProviderError: scikit-learn is not installed.
    """
    fitted = fit(rows_of(cases, base))
    profile = replace(base, calibration=fitted.calibration)
    return replace(profile, threshold=gate(*best_relevance(cases, profile), keep).threshold)


def rows_of(cases: Iterable[Case], base: Profile) -> Samples:
    """Every candidate by all that a profile's calibration weighs, under its fusion, for a fit."""
    return samples_of(cases, list(base.calibration.weights), base.fusion)


def best(cases: Sequence[Case], profiles: Iterable[Profile]) -> Profile:
    """The profile of the highest mean value; the first of equals."""
    return max(profiles, key=lambda profile: mean_value(cases, profile))


def cross_validated(
    cases: Sequence[Case], choose: Callable[[Sequence[Case]], Profile], folds: int = 5
) -> dict[str, float]:
    """What a way of choosing profiles is worth on queries that it did not see.

    Every `folds`-th case is held out in turn, and a profile chosen by the others.

    Args:
        cases: In any order that does not follow their difficulty.
        choose: Picks a profile by what it is given.
        folds: How many parts.

    Returns:
        The value of each case under a profile that was chosen without it, by name.

    Raises:
        InvalidInputError: There are fewer cases than folds.
    """
    if not 2 <= folds <= len(cases):
        raise InvalidInputError(
            f"{len(cases)} queries cannot be parted into {folds} folds: label more, or ask for "
            f"2 to {len(cases)}"
        )
    values: dict[str, float] = {}
    for fold in range(folds):
        profile = choose([case for at, case in enumerate(cases) if at % folds != fold])
        values |= {case.name: value(case, profile) for case in cases[fold::folds]}
    return values
