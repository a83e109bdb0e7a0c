"""The default calibration, fitted and judged: `python -m benchmarks.calibration`.

Up to 300 questions of each set are asked of their own book, and 200 of another book of the set,
which has no answer to them; the labelled queries of the sample books stand beside. Questions that
are never split between fit and judgement tell what the probabilities are worth. Prints the numbers
that stand in `ranking/standing.py`, and exits with 1 if an expected calibration error is above its
bound.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import replace

from benchmarks.novels import require
from benchmarks.recall.cases import cases_of_set, opened
from cli.demo import BOOKS
from notebooks.books import open_books
from notebooks.labels import SAMPLE_QUERIES, cases_of
from ranking.calibration import brier_skill, calibration_error, gate, reliability_curve
from ranking.fitting import fit
from ranking.profile import Profile
from ranking.standing import STANDINGS
from ranking.tuning import Case, best_relevance, place, probabilities, samples_of

USUAL = (
    "locomo",
    "realmem_en",
    "knowme_proust_en",
    "madial_en",
    "fairytaleqa_en",
    "lifebench_zh",
    "madial_zh",
    "zh_scene",
)
ASKED, FOREIGN = 300, 200
FIRST = 10
"""Places among which an answer counts as found."""
NOTHING = 0.25
"""What questions that have no answer weigh in the fit, beside those of the same set that have."""

BOUND = 0.05
"""Largest expected calibration error, over all that was held out."""


def main() -> int:
    """Fit, judge and print; returns the exit code."""
    parser = ArgumentParser(prog="python -m benchmarks.calibration", description=__doc__)
    parser.add_argument("--sets", default=",".join(USUAL), help="names, parted by commas")
    names = parser.parse_args().sets.split(",")
    require()
    with opened() as system:
        cases = [case for name in names for case in cases_of_set(system, name, ASKED, FOREIGN)]
    cases += cases_of(open_books(), dict(zip(BOOKS, SAMPLE_QUERIES, strict=True)))
    return _judge(cases)


def _judge(cases: Sequence[Case]) -> int:
    weighed = [
        case if case.answerable else replace(case, set=f"{case.set}, none") for case in cases
    ]
    samples = samples_of(weighed, tuple(STANDINGS))
    nothing = {case.set: NOTHING for case in weighed if not case.answerable}
    fitted = fit(replace(samples, weights=nothing))
    error = calibration_error(fitted.held_out, samples.outcomes)
    print(f"\nINTERCEPT = {fitted.calibration.intercept:.4f}")
    for name, weight in fitted.calibration.weights.items():
        print(f"    {name!r}: {weight:.4f},")
    print(f"\nheld out, {len(samples.outcomes):,} candidates of {len(cases):,} questions:")
    print(f"expected calibration error {error:.4f} (bound {BOUND})")
    print(f"Brier skill {brier_skill(fitted.held_out, samples.outcomes):.3f} over the base rate")
    for bin in reliability_curve(fitted.held_out, samples.outcomes):
        print(f"    said {bin.predicted:.3f}  true {bin.observed:.3f}  of {bin.count:,}")
    _by_set(cases, Profile(calibration=fitted.calibration, threshold=0, floor=0))
    return 0 if error <= BOUND else 1


def _by_set(cases: Sequence[Case], profile: Profile) -> None:
    """What a threshold on the best candidate keeps and lets through, in each set and over all."""
    columns = f"{'found':>6} {'none':>5} {'ECE':>6} {'skill':>6} {'95 %: at':>9} {'false':>6}"
    print(f"\n{'set':20} {columns}")
    sets = list(dict.fromkeys(case.set for case in cases))
    for name in [*sets, ""]:
        own = [case for case in cases if name in ("", case.set)]
        # Only an answer that is found can be lost to a threshold.
        found = [c for c in own if not c.answerable or place(c, profile) in range(1, FIRST + 1)]
        right, wrong = best_relevance(found, profile)
        said, true = probabilities([case for case in own if case.answerable], profile)
        let = gate(right, wrong) if wrong else None
        told = f"{let.threshold:9.3f} {let.false:6.2f}" if let else ""
        error, skill = calibration_error(said, true), brier_skill(said, true)
        asked = f"{name or 'all':20} {len(right):6} {len(wrong):5}"
        print(f"{asked} {error:6.3f} {skill:6.2f} {told}")


if __name__ == "__main__":
    sys.exit(main())
