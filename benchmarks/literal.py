"""Literal and near-literal hits: `python -m benchmarks.literal`.

Fragments of sentences without their punctuation (`zh_fragment`), quotations of Middlemarch as
critics printed them (`en_critic_quote`) and sentences as other editions and damaged copies have
them (`zh_misquote`), looked for by words alone: no vector is made. Exit code 1 below a bound.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from opencc import OpenCC

from benchmarks.novels import chapter_starts, on_shelf, questions, require, shelf
from benchmarks.recall.novel_books import overlaps
from lorepack.records import MatchMode, Scope, SearchRequest
from runtime.library import Library

DEPTH = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Questions that are asked in one way, and the least share to be found."""

    name: str
    asked: Sequence[dict[str, Any]]
    match: MatchMode
    least: float
    """Share of them with a right hit among the first five."""


def main() -> None:
    """Print one row a set; end with 1 where one falls below its bound."""
    require()
    print(f"{'set':34} {'match':8} {'n':>4} {'hit@1':>6} {'hit@5':>6} {'least':>6}")
    with shelf("words", embedder="hashing:64") as library:
        rows = _rows()
        for book in sorted({question["book"] for row in rows for question in row.asked}):
            on_shelf(library, book, vectors=False)
        held = [_measure(library, row) for row in rows]
    sys.exit(0 if all(held) else 1)


def _rows() -> list[Row]:
    fragments, critics = questions("zh_fragment"), questions("en_critic_quote")
    exact = [q for q in critics if q["category"] == "critic_exact"]
    altered = [q for q in critics if q["category"] == "critic_altered"]
    misquotes = questions("zh_misquote")
    auto, literal = MatchMode.AUTO, MatchMode.LITERAL
    return [
        Row(name="zh_fragment", asked=fragments, match=literal, least=1.0),
        Row(name="zh_fragment, traditional", asked=_traditional(fragments), match=literal, least=1),
        Row(name="en_critic_quote critic_exact", asked=exact, match=auto, least=1.0),
        Row(name="en_critic_quote critic_altered", asked=altered, match=auto, least=0.98),
        *(
            Row(name=f"zh_misquote {category}", asked=part, match=auto, least=0.99)
            for category, part in _by_category(misquotes).items()
        ),
    ]


def _traditional(asked: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    convert = OpenCC("s2t").convert
    return [q | {"question": convert(q["question"])} for q in asked]


def _by_category(asked: Sequence[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    names = sorted({question["category"] for question in asked})
    return {name: [q for q in asked if q["category"] == name] for name in names}


def _measure(library: Library, row: Row) -> bool:
    ranks = [_rank(library, question, row.match) for question in row.asked]
    first, found = (
        sum(rank is not None and rank <= depth for rank in ranks) / len(ranks)
        for depth in (1, DEPTH)
    )
    print(
        f"{row.name:34} {row.match:8} {len(ranks):4} {first:6.3f} {found:6.3f} {row.least:6.2f}",
        flush=True,
    )
    return found >= row.least


@cache
def _starts(book: str) -> list[int]:
    return chapter_starts(book)


def _rank(library: Library, question: dict[str, Any], match: MatchMode) -> int | None:
    """Place of the first right hit, from 1; None if there is none."""
    request = SearchRequest(query=question["question"], match=match, k=DEPTH)
    hits = library.search(Scope(project=question["book"]), request).hits
    starts, (first, last) = _starts(question["book"]), question["gold_span"]
    found = [(starts[h.chapter - 1] + h.start, starts[h.chapter - 1] + h.end) for h in hits]
    right = [overlaps(span, (first, last)) for span in found]
    return right.index(True) + 1 if True in right else None


if __name__ == "__main__":
    main()
