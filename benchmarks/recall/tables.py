"""Results as tables: one for each language and kind of measure."""

from collections.abc import Iterator, Sequence

from benchmarks.recall.results import PRODUCT, SetResult
from ranking.evaluate import Interval

RANKING = ("hit@1", "hit@10", "recall@5", "recall@10", "MRR", "nDCG@10")
EVIDENCE = ("evidence@300", "evidence@600", "evidence@1200", "evidence@2000")

_NAMES = {"en": "English", "zh": "Chinese"}
_WIDTH = 17


def tables(results: Sequence[SetResult]) -> Iterator[str]:
    """Lines of all tables."""
    yield "mean [95 % interval over questions]; Δ: lorepack less the better of BM25 and dense"
    for language, name in _NAMES.items():
        own = [result for result in results if result.language == language]
        for measures in (RANKING, EVIDENCE):
            held = [result for result in own if measures[0] in result.systems[PRODUCT]]
            if held:
                yield from _table(name, held, measures)


def _table(language: str, results: Sequence[SetResult], measures: Sequence[str]) -> Iterator[str]:
    yield ""
    yield f"{language:36}" + "".join(f"{name:>{_WIDTH}}" for name in measures) + f"{'ms':>8}"
    for result in results:
        for system, intervals in result.systems.items():
            cells = "".join(f"{_cell(intervals[name]):>{_WIDTH}}" for name in measures)
            took = result.milliseconds.get(system)
            yield f"{_title(result):24}{system:12}{cells}" + (f"{took:8.1f}" if took else "")
        yield f"{'':24}{'Δ':12}" + "".join(
            f"{_signed(result.over_baselines[name].difference):>{_WIDTH}}" for name in measures
        )


def _title(result: SetResult) -> str:
    if result.questions == result.asked_of:
        return f"{result.name} {result.questions}"
    return f"{result.name} {result.questions} of {result.asked_of}"


def _cell(value: Interval) -> str:
    return f"{_short(value.mean)} [{_short(value.low)} {_short(value.high)}]"


def _short(share: float) -> str:
    return f"{share:.3f}".removeprefix("0")


def _signed(value: Interval) -> str:
    return f"{value.mean:+.3f} [{value.low:+.2f} {value.high:+.2f}]"
