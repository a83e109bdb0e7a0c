"""What notebooks draw, each into axes of matplotlib that they bring."""

from collections.abc import Mapping, Sequence
from typing import Any

from lorepack.records import Hit
from ranking.calibration import Bin
from ranking.profile import Profile

_SHOWN = 10


Axes = Any
"""Axes of matplotlib, an optional package."""


def score_bars(axes: Axes, hits: Sequence[Hit], profile: Profile) -> None:
    """The three parts of each hit's score, end to end; chapters stand at the side."""
    names = [f"{at}. ch {hit.chapter}, {hit.start}-{hit.end}" for at, hit in enumerate(hits, 1)]
    done = [0.0] * len(hits)
    for part in ("relevance", "importance", "recency"):
        weight: float = getattr(profile.weights, part)
        values = [weight * getattr(hit.score, part) for hit in hits]
        axes.barh(names, values, left=done, label=f"{weight:g} x {part}")
        done = [before + value for before, value in zip(done, values, strict=True)]
    axes.set(title="score of each hit, and what it is made of", xlim=(0, 1))
    axes.invert_yaxis()
    axes.legend()


def signal_bars(axes: Axes, hits: Sequence[Hit], name: str) -> None:
    """One signal of each hit, as `Score` has it; what no pool knew has no bar."""
    values = [getattr(hit.score, name) or 0.0 for hit in hits]
    axes.barh([f"{at}." for at in range(1, len(hits) + 1)], values)
    axes.set(title=name)
    axes.invert_yaxis()


def reliability(axes: Axes, curves: Mapping[str, Sequence[Bin]]) -> None:
    """Predicted against observed; probabilities that keep their word lie on the diagonal."""
    axes.plot([0, 1], [0, 1], "k:", label="keeps its word")
    for name, curve in curves.items():
        axes.plot([b.predicted for b in curve], [b.observed for b in curve], "o-", label=name)
    axes.set(xlabel="relevance said", ylabel="share that was right", title="reliability")
    axes.legend()


def tops(axes: Axes, values: Mapping[str, float], title: str) -> None:
    """The highest of named values, the best above."""
    best = sorted(values.items(), key=lambda item: -item[1])[:_SHOWN]
    axes.barh([name for name, _ in best], [value for _, value in best])
    axes.set(title=title, xlim=(0, 1))
    axes.invert_yaxis()


def means(axes: Axes, intervals: Mapping[str, tuple[float, float, float]], title: str) -> None:
    """Means with the interval that each lies in: low, mean, high."""
    names = list(intervals)
    low, mean, high = ([intervals[name][n] for name in names] for n in range(3))
    down = [m - bound for m, bound in zip(mean, low, strict=True)]
    up = [bound - m for m, bound in zip(mean, high, strict=True)]
    axes.errorbar(mean, names, xerr=[down, up], fmt="o", capsize=4)
    axes.set(title=title, xlim=(0, 1))
