"""What the figures are to reach."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.recall.results import PRODUCT, SetResult

_MEASURE = "recall@10"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether a target was reached."""

    target: str
    met: bool | None
    """None if what it needs was not run."""
    detail: str

    def __str__(self) -> str:
        word = {True: "met", False: "missed", None: "not measured"}[self.met]
        return f"{word:13}{self.target}: {self.detail}"


def verdicts(results: Sequence[SetResult]) -> list[Verdict]:
    """Every target, checked."""
    by_name = {result.name: result for result in results}
    return [verdict for check in TARGETS for verdict in check(by_name)]


def _never_below_the_better_baseline(results: Mapping[str, SetResult]) -> Iterator[Verdict]:
    gains = {
        name: result.over_baselines[_MEASURE].difference.mean for name, result in results.items()
    }
    below = {name: gain for name, gain in gains.items() if gain < 0}
    listed = ", ".join(f"{name} {gain:+.3f}" for name, gain in below.items())
    yield Verdict(
        target=f"{_MEASURE} is not below the better of BM25 and dense on any set",
        met=not below if gains else None,
        detail=listed or f"{len(gains)} sets",
    )


def _above_mem0(results: Mapping[str, SetResult]) -> Iterator[Verdict]:
    for name, result in results.items():
        if "mem0" in result.systems:
            gain = result.over_peers["mem0"][_MEASURE]
            yield Verdict(
                target=f"{_MEASURE} above mem0 on {name}",
                met=gain.mean > 0,
                detail=f"{result.systems[PRODUCT][_MEASURE].mean:.3f}, {gain.mean:+.3f} "
                f"[{gain.low:+.3f} {gain.high:+.3f}]",
            )
    if not any("mem0" in result.systems for result in results.values()):
        yield Verdict(target=f"{_MEASURE} above mem0", met=None, detail="mem0 did not run")


TARGETS: Sequence[Callable[[Mapping[str, SetResult]], Iterator[Verdict]]] = (
    _never_below_the_better_baseline,
    _above_mem0,
)
