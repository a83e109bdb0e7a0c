"""Fitting a calibration: a logistic regression over standings, judged on questions it never saw."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from lorepack.errors import InvalidInputError, ProviderError
from ranking.profile import Calibration
from ranking.standing import STANDINGS

INSTALL = 'pip install "lorepack[tune]"'
_DIGITS = 6
"""Of what is fitted; more say nothing, and make a profile hard to read."""

_ROUNDING = 1e-9
"""Share of its mean by which a constant may seem to vary."""

_Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Samples:
    """Candidates of questions whose answers are known: one row each."""

    signals: tuple[str, ...]
    """Names of the columns."""
    features: Sequence[Sequence[float]]
    """Shape (rows, signals)."""
    outcomes: Sequence[bool]
    """Whether the candidate answers its question."""
    questions: Sequence[str]
    """Which question it is a candidate of: its rows are never split between fit and judgement."""
    sets: Sequence[str]
    """Which set of questions that one belongs to."""
    weights: Mapping[str, float] = field(default_factory=dict[str, float])
    """What a whole set weighs, however many rows it has; 1 where it is not named."""

    def __post_init__(self) -> None:
        """Refuse columns that do not fit together."""
        rows = len(self.features)
        lengths = {len(self.outcomes), len(self.questions), len(self.sets)}
        if lengths != {rows} or not rows:
            raise InvalidInputError(
                f"there are {rows} rows of features, {len(self.outcomes)} outcomes, "
                f"{len(self.questions)} questions and {len(self.sets)} sets; "
                "give one each for a row"
            )
        unknown = [name for name in self.signals if name not in STANDINGS]
        if unknown or not self.signals:
            known = ", ".join(STANDINGS)
            raise InvalidInputError(f"there are no standings {unknown}; there are: {known}")
        if any(len(row) != len(self.signals) for row in self.features):
            raise InvalidInputError(f"each row needs {len(self.signals)} features: {self.signals}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """A calibration, and what can be said for it."""

    calibration: Calibration
    """Fitted on all rows."""
    held_out: tuple[float, ...]
    """For each row, the probability by a fit that saw no row of its question."""


def fit(samples: Samples, folds: int = 5, strength: float = 1.0) -> Fitted:
    """Fit a logistic regression, and predict each row by one that never saw its question.

    Signals are brought to unit variance for the fit, so that the penalty (L2, as is usual) treats
    them alike, and weighed in their own units in what is returned. Folds hold whole questions,
    with about as many right rows each.

    Args:
        samples: What is known.
        folds: How many parts are held out in turn.
        strength: Inverse of the penalty: larger believes the samples more.

    Raises:
        InvalidInputError: There are fewer questions with right or with wrong candidates than
            folds.
        ProviderError: scikit-learn is not installed.
    """
    linear, selection = _sklearn("linear_model"), _sklearn("model_selection")
    _check_questions(samples, folds)
    x, y = np.asarray(samples.features, np.float64), np.asarray(samples.outcomes, bool)
    weights = _row_weights(samples)
    held_out = np.zeros(len(y))
    splits = selection.StratifiedGroupKFold(folds).split(x, y, list(samples.questions))
    for seen, unseen in splits:
        fitted = _fit(linear, x[seen], y[seen], weights[seen], strength)
        held_out[unseen] = _predict(*fitted, x[unseen])
    intercept, slopes = _fit(linear, x, y, weights, strength)
    calibration = Calibration(
        intercept=round(intercept, _DIGITS),
        weights={
            name: round(float(slope), _DIGITS)
            for name, slope in zip(samples.signals, slopes, strict=True)
        },
    )
    return Fitted(calibration=calibration, held_out=tuple(held_out.tolist()))


def _fit(
    linear: Any,  # noqa: ANN401 - a module without types
    x: _Floats,
    y: npt.NDArray[np.bool_],
    weights: _Floats,
    strength: float,
) -> tuple[float, _Floats]:
    """Intercept and slopes, in the units of x."""
    mean = np.average(x, axis=0, weights=weights)
    spread = np.sqrt(np.average((x - mean) ** 2, axis=0, weights=weights))
    # A constant signal, but for rounding: its slope is 0 by the penalty.
    spread[spread <= _ROUNDING * np.abs(mean)] = 1
    model = linear.LogisticRegression(C=strength).fit((x - mean) / spread, y, weights)
    slopes = np.asarray(model.coef_[0], np.float64) / spread
    return float(model.intercept_[0] - slopes @ mean), slopes


def _predict(intercept: float, slopes: _Floats, x: _Floats) -> _Floats:
    return 1 / (1 + np.exp(-np.clip(intercept + x @ slopes, -700, 700)))


def _row_weights(samples: Samples) -> _Floats:
    """The weight of each row: a set's weight is shared by its rows; their mean is 1."""
    names, at, counts = np.unique(samples.sets, return_inverse=True, return_counts=True)
    shares = np.array([samples.weights.get(str(name), 1.0) for name in names]) / counts
    if not (np.isfinite(shares).all() and (shares > 0).all()):
        raise InvalidInputError(
            f"the weights of sets {dict(samples.weights)} must all be above 0; leave a set out "
            "whose rows are not to count"
        )
    weights = shares[at]
    return weights / weights.mean()


def _check_questions(samples: Samples, folds: int) -> None:
    for outcome, word in ((True, "right"), (False, "wrong")):
        pairs = zip(samples.questions, samples.outcomes, strict=True)
        count = len({question for question, own in pairs if own is outcome})
        if not 2 <= folds <= count:
            raise InvalidInputError(
                f"{count} questions have {word} candidates, and {folds} folds are asked for: "
                f"label more questions, or ask for 2 to {count} folds"
            )


def _sklearn(part: str) -> Any:  # noqa: ANN401 - a module without types
    try:
        return import_module(f"sklearn.{part}")
    except ImportError as error:
        raise ProviderError(f"a fit needs scikit-learn: {INSTALL}") from error
