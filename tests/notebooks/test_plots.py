"""What notebooks draw: the numbers that go into the axes."""

from typing import Any

import pytest

from lorepack.records import Hit, Match, Score
from notebooks.plots import means, reliability, score_bars, signal_bars, tops
from ranking.calibration import Bin
from ranking.profile import Profile


class Drawn:
    """Axes that remember what was drawn."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []

    def __getattr__(self, name: str) -> Any:
        return lambda *values, **options: self.calls.append((name, values, options))  # pyright: ignore

    def of(self, name: str) -> list[tuple[tuple[Any, ...], dict[str, Any]]]:
        return [(values, options) for called, values, options in self.calls if called == name]


def hit(total: float, dense: float | None = None) -> Hit:
    score = Score(relevance=total, importance=0.5, recency=0.25, total=total, dense=dense)
    return Hit(id="i", chapter=3, start=10, end=20, text="雨", match=Match.SEMANTIC, score=score)


def test_the_parts_of_a_score_stand_end_to_end() -> None:
    axes = Drawn()
    score_bars(axes, [hit(0.5), hit(1)], Profile())
    bars = axes.of("barh")
    assert [options["label"] for _, options in bars] == [
        "0.6 x relevance",
        "0.3 x importance",
        "0.1 x recency",
    ]
    assert [values[1] for values, _ in bars] == [[0.3, 0.6], [0.15, 0.15], [0.025, 0.025]]
    assert [options["left"] for _, options in bars] == [
        [0, 0],
        pytest.approx([0.3, 0.6]),
        pytest.approx([0.45, 0.75]),
    ]
    assert bars[0][0][0] == ["1. ch 3, 10-20", "2. ch 3, 10-20"]


def test_a_signal_that_no_pool_knew_has_no_bar() -> None:
    axes = Drawn()
    signal_bars(axes, [hit(1, dense=0.8), hit(1)], "dense")
    (((_, widths), _),) = axes.of("barh")
    assert widths == [0.8, 0]


def test_a_reliability_curve_stands_beside_the_diagonal() -> None:
    axes = Drawn()
    reliability(axes, {"mine": [Bin(predicted=0.2, observed=0.1, count=9)]})
    diagonal, curve = axes.of("plot")
    assert diagonal[0][:2] == ([0, 1], [0, 1])
    assert (curve[0][:2], curve[1]["label"]) == (([0.2], [0.1]), "mine")


def test_the_best_ten_are_shown_best_first() -> None:
    axes = Drawn()
    tops(axes, {str(n): n / 20 for n in range(15)}, "value")
    (((names, values), _),) = axes.of("barh")
    assert names == [str(n) for n in range(14, 4, -1)]
    assert values == [n / 20 for n in range(14, 4, -1)]


def test_a_mean_reaches_from_low_to_high() -> None:
    axes = Drawn()
    means(axes, {"today": (0.25, 0.5, 1.0)}, "value")
    (((mean, names), options),) = axes.of("errorbar")
    assert (mean, names, options["xerr"]) == ([0.5], ["today"], [[0.25], [0.5]])
