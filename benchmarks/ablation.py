"""What each signal is worth: `python -m benchmarks.ablation [--write]`.

Questions of each set are searched for once; then each signal in turn is left out of the ranking,
and so are importance and recency. Prints hit@10 and the mean reciprocal rank of the whole, and what
each is worth: by how much both fall without it. `--write` puts the tables into `docs/ablation.md`.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.novels import require
from benchmarks.recall.cases import cases_of_set, opened
from ranking.fusion import WEIGHTS
from ranking.importance import IMPORTANCE
from ranking.profile import Fusion, Profile, Weights
from ranking.tuning import Case, hit_at, mean_value

SETS = (
    *("locomo", "realmem_en", "knowme_proust_en", "madial_en", "fairytaleqa_en"),
    *("lifebench_zh", "madial_zh", "zh_scene", "zh_event_chapter"),
)
ASKED = 300
PAGE = Path(__file__).parents[1] / "docs" / "ablation.md"
WHOLE = Profile(threshold=0, floor=0)
"""Everything that was found is ranked: what a threshold is worth is another question."""


def main() -> int:
    """Print, and write if asked to."""
    parser = ArgumentParser(prog="python -m benchmarks.ablation", description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    options = parser.parse_args()
    require()
    with opened() as system:
        cases = {name: list(cases_of_set(system, name, ASKED)) for name in SETS}
    page = "\n".join(_page(cases)) + "\n"
    print(page)
    if options.write:
        PAGE.write_text(page, encoding="utf-8")
    return 0


def variants() -> dict[str, Profile]:
    """The default profile with one thing left out, by what that is."""
    without = {f"`{name}`": _without(name) for name in WEIGHTS}
    for name in IMPORTANCE:
        kept = {n: weight for n, weight in IMPORTANCE.items() if n != name}
        without[f"importance: `{name}`"] = replace(WHOLE, importance=kept)
    without["importance"] = replace(WHOLE, importance={})
    without["the gate"] = replace(WHOLE, gate=0.001)
    usual = WHOLE.weights
    no_recency = Weights(
        relevance=usual.relevance + usual.recency, importance=usual.importance, recency=0
    )
    without["recency"] = replace(WHOLE, weights=no_recency)
    return without


def _without(signal: str) -> Profile:
    kept = {name: weight for name, weight in WEIGHTS.items() if name != signal}
    return replace(WHOLE, fusion=Fusion(weights=kept))


def _page(cases: Mapping[str, Sequence[Case]]) -> Iterator[str]:
    yield "# What each signal is worth"
    yield ""
    yield "Made by `python -m benchmarks.ablation --write`. Each cell is by how much a measure"
    yield "falls when that signal is left out, in hundredths: above 0 the signal helps, below 0 it"
    yield f"hurts. Up to {ASKED} questions of the dev part of each set: 1 or 2 may be chance."
    for title, measure in (("hit@10", _hit), ("mean reciprocal rank", mean_value)):
        yield from ["", f"## {title}", ""]
        yield f"| left out | {' | '.join(cases)} |"
        yield f"|---|{'--:|' * len(cases)}"
        whole = {name: measure(own, WHOLE) for name, own in cases.items()}
        yield f"| nothing: the value | {' | '.join(f'{v:.3f}' for v in whole.values())} |"
        for left_out, profile in variants().items():
            falls = [100 * (whole[n] - measure(own, profile)) for n, own in cases.items()]
            yield f"| {left_out} | {' | '.join(f'{fall:+.1f}' for fall in falls)} |"


def _hit(cases: Sequence[Case], profile: Profile) -> float:
    return hit_at(cases, profile, 10)


if __name__ == "__main__":
    sys.exit(main())
