"""Hard facts against labelled sentences, and their time: `python -m benchmarks.facts`.

Touched, covered and exact are shares of the labelled spans: some fact overlaps it, one fact holds
all of it, one fact is it. The labels of a sentence are of one domain only (a date beside a labelled
price has no label), so the share of our facts without a label is printed and has no bound. The time
is a multiple of what rjieba takes to tag the same text in the same run; the bound holds for Chinese
novels. It is printed for English, which rjieba passes over without tagging it, and for the labelled
sentences, which are little else but facts.
"""

import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import rjieba

from benchmarks.novels import novel, require
from benchmarks.timing import cpu_seconds
from ingest.reading import decode
from lorepack.records import Fact, FactKind
from text.facts import extract

DATA = Path(__file__).parents[2] / "shared" / "data"
MOST_TIME = 6.0
BOOKS = ("shz", "ltxz")
ENGLISH_BOOK = "wap"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """Least shares of the labelled spans of one set."""

    touched: float
    covered: float


BOUNDS = {
    "facts_zh_numbers": Bound(touched=0.97, covered=0.93),
    "facts_en_numbers": Bound(touched=0.95, covered=0.90),
}


def main() -> None:
    """Print one row a domain and one a set; exit 1 if a bound is broken."""
    if not all(_path(name).exists() for name in BOUNDS):
        print(f"skipped: no labelled sentences at {DATA}")
        sys.exit(0)
    require()
    good = [_measured(name, bound) for name, bound in BOUNDS.items()]
    good += [_ratio(book, decode(novel(book)).text) <= MOST_TIME for book in BOOKS]
    _ratio(ENGLISH_BOOK, decode(novel(ENGLISH_BOOK)).text)
    fast = all(good[-len(BOOKS) :])
    print(f"time in {', '.join(BOOKS)} (at most {MOST_TIME:.0f}): {'ok' if fast else 'BROKEN'}")
    sys.exit(0 if all(good) else 1)


def _path(name: str) -> Path:
    return DATA / name / "sentences.jsonl.gz"


def rows(name: str) -> list[dict[str, Any]]:
    """The labelled sentences of a set."""
    with gzip.open(_path(name), "rt", encoding="utf-8", newline="") as lines:
        return [json.loads(line) for line in lines]


def marks(row: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each labelled span of a row with how well it is found: missed, touched, covered or exact."""
    found = [(f.start, f.end) for f in hard(row["text"])]
    for span in row["spans"]:
        start, end = span["start"], span["end"]
        overlapping = [(s, e) for s, e in found if s < end and start < e]
        covering = [(s, e) for s, e in overlapping if s <= start and end <= e]
        level = bool(overlapping) + bool(covering) + ((start, end) in covering)
        yield ("missed", "touched", "covered", "exact")[level], span


def hard(text: str) -> list[Fact]:
    """The facts that the sets label: all but conditions."""
    return [fact for fact in extract(text) if fact.kind is not FactKind.CONDITION]


def _measured(name: str, bound: Bound) -> bool:
    sentences = rows(name)
    found = Counter((_domain(span), level) for row in sentences for level, span in marks(row))
    print(f"{name:28} {'spans':>6} {'touched':>8} {'covered':>8} {'exact':>8}")
    for domain in sorted({domain for domain, _ in found}):
        _row(domain, Counter({level: n for (d, level), n in found.items() if d == domain}))
    everything = Counter[str]()
    for (_, level), count in found.items():
        everything[level] += count
    touched, covered = _row("all", everything)
    print(f"  without a label: {_unlabelled(sentences):.1%} of our facts")
    _ratio(name, "\n".join(row["text"] for row in sentences))
    return all(
        [_least("touched", touched, bound.touched), _least("covered", covered, bound.covered)]
    )


def _domain(span: dict[str, Any]) -> str:
    return span["type"]


def _row(name: str, levels: Counter[str]) -> tuple[float, float]:
    """Print the shares of one domain; give those touched and covered."""
    total, exact = levels.total(), levels["exact"]
    covered = exact + levels["covered"]
    touched = covered + levels["touched"]
    shares = " ".join(f"{count / total:8.1%}" for count in (touched, covered, exact))
    print(f"  {name:26} {total:6} {shares}")
    return touched / total, covered / total


def _unlabelled(sentences: list[dict[str, Any]]) -> float:
    """Share of our facts, in sentences with labels, that touch no label."""
    ours = bare = 0
    for row in sentences:
        spans = [(span["start"], span["end"]) for span in row["spans"]]
        facts = hard(row["text"]) if spans else []
        ours += len(facts)
        bare += sum(all(f.end <= s or e <= f.start for s, e in spans) for f in facts)
    return bare / ours


def _least(name: str, value: float, least: float) -> bool:
    print(f"  {name}: {value:.1%} (at least {least:.0%}) {'ok' if value >= least else 'BROKEN'}")
    return value >= least


def _ratio(name: str, text: str) -> float:
    """Print how many times rjieba's time an extraction takes, and give it."""
    tagging, extraction = cpu_seconds(lambda: rjieba.tag(text)), cpu_seconds(lambda: extract(text))
    ratio = extraction / tagging
    print(f"  time of {name}: {extraction:.3f} s, {ratio:.2f} times rjieba.tag")
    return ratio


if __name__ == "__main__":
    main()
