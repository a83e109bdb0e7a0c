"""Recall smoke test: `python -m benchmarks.recall`.

Scenes of 红楼梦 asked for in a reader's words (`zh_scene`), and fragments of sentences without
their punctuation (`zh_fragment`). A hit overlaps the gold span by half of the span or half of
itself.
"""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from benchmarks.novels import chapter_starts, on_shelf, questions, require, shelf
from lorepack.records import Hit, MatchMode, Scope, SearchRequest
from runtime.library import Library

DEPTH = 10

MISALIGNED = {
    "anchor/hlm-005-panci-xichun/0",
    "anchor/hlm-005-panci-xichun/1",
    "anchor/hlm-027-zanghua-finale/0",
}
"""Questions whose gold span is known to be that of a later repetition."""


def main() -> None:
    """Print one row a set and way of finding."""
    require()
    print(f"{'set':12} {'match':9} {'n':>4} {'hit@1':>6} {'hit@5':>6} {'hit@10':>6} {'MRR@10':>6}")
    with shelf() as library:
        on_shelf(library, "hlm")
        scenes = [q for q in questions("zh_scene") if "gold_span" in q]
        scenes = [q for q in scenes if q["qid"] not in MISALIGNED]
        for match in (MatchMode.AUTO, MatchMode.SEMANTIC):
            _report("zh_scene", match, _ranks(library, scenes, match))
    with shelf("words", embedder="hashing:64") as library:
        fragments = questions("zh_fragment")
        for book in sorted({q["book"] for q in fragments}):
            on_shelf(library, book, vectors=False)
        _report("zh_fragment", MatchMode.LITERAL, _ranks(library, fragments, MatchMode.LITERAL))


def _ranks(library: Library, asked: Sequence[dict[str, Any]], match: MatchMode) -> list[int | None]:
    """Place of the first right hit for each question, from 1; None if there is none."""
    starts = {book: chapter_starts(book) for book in {q["book"] for q in asked}}
    ranks: list[int | None] = []
    for question in asked:
        request = SearchRequest(query=question["question"], match=match, k=DEPTH)
        hits = library.search(Scope(project=question["book"]), request).hits
        right = [_right(hit, question["gold_span"], starts[question["book"]]) for hit in hits]
        ranks.append(right.index(True) + 1 if True in right else None)
    return ranks


def overlaps(
    position: int, start: int, end: int, gold: tuple[int, int], starts: Sequence[int]
) -> bool:
    """Whether a stretch of a chapter overlaps a gold span of the book well enough.

    Args:
        position: The chapter's position, from 1.
        start: Offset in the chapter.
        end: Offset in the chapter.
        gold: Offsets in the book.
        starts: Where each chapter's text begins in the book.
    """
    base = starts[position - 1]
    if bisect_right(starts, gold[0]) != position:
        return False
    overlap = min(base + end, gold[1]) - max(base + start, gold[0])
    return overlap >= min(gold[1] - gold[0], end - start) / 2


def _right(hit: Hit, gold: tuple[int, int], starts: Sequence[int]) -> bool:
    return overlaps(hit.chapter, hit.start, hit.end, gold, starts)


def _report(name: str, match: MatchMode, ranks: Sequence[int | None]) -> None:
    def hit_at(depth: int) -> float:
        return sum(rank is not None and rank <= depth for rank in ranks) / len(ranks)

    mrr = sum(1 / rank for rank in ranks if rank is not None) / len(ranks)
    figures = (hit_at(1), hit_at(5), hit_at(10), mrr)
    print(f"{name:12} {match:9} {len(ranks):4}", *(f"{figure:6.3f}" for figure in figures))


if __name__ == "__main__":
    main()
