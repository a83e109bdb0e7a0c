"""Literal and near-literal hits: `python -m benchmarks.literal`.

Fragments of sentences without their punctuation (`zh_fragment`), quotations of Middlemarch as
critics printed them (`en_critic_quote`) and sentences as other editions and damaged copies have
them (`zh_misquote`), looked for by words alone: no vector is made. Below them how many of which
words are taken for a quotation (`retrieval.near.NEAR`): misquotations at their own place, and what
quotes nothing, the dictionary's explanations of idioms (`zh_idiom`) and descriptions of scenes
(`zh_scene`), at any place of their book. Exit code 1 beyond a bound.
"""

import sys
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from opencc import OpenCC

from benchmarks.novels import chapter_starts, on_shelf, questions, require, shelf
from benchmarks.recall.novel_books import overlaps
from lorepack.records import EVERYWHERE, MatchMode, Scope, SearchRequest
from retrieval.near import NEAR, signs
from retrieval.search import Searcher
from runtime.library import Library
from text.fold import fold

DEPTH = 5

SHORT = sorted(NEAR)[1]
"""Signs below which words have to be almost the same to be taken for a quotation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Questions that are asked in one way, and the least share to be found."""

    name: str
    asked: Sequence[dict[str, Any]]
    match: MatchMode
    least: float
    """Share of them with a right hit among the first five."""


Words = tuple[str, str, tuple[int, int] | None]
"""Book, words, and the place that they misquote, if they do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Needles:
    """Words that are quotations, or are none, and the share that may be taken for the other."""

    name: str
    words: Sequence[Words]
    least: float = 0.0
    most: float = 1.0
    """Share of them that is near something, or stands there to the letter."""


def main() -> None:
    """Print one row a set; end with 1 where one is beyond its bound."""
    require()
    print(f"{'set':34} {'match':8} {'n':>4} {'hit@1':>6} {'hit@5':>6} {'least':>6}")
    with shelf("words", embedder="hashing:64") as library:
        rows, needles = _rows(), _needles()
        asked = {question["book"] for row in rows for question in row.asked}
        for book in sorted(asked | {book for some in needles for book, *_ in some.words}):
            on_shelf(library, book, vectors=False)
        held = [_measure(library, row) for row in rows]
        print(
            f"\n{'words of 8 signs and more':34} {'n':>4} {'letter':>6} {'near':>6} {'bounds':>9}"
        )
        held += [_measure_needles(library, some) for some in needles]
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


def _needles() -> list[Needles]:
    misquoted = [
        (q["book"], q["question"], tuple(q["gold_span"])) for q in questions("zh_misquote")
    ]
    meanings = sorted({(q["book"], q["meaning"]) for q in questions("zh_idiom")})
    scenes = [q for q in questions("zh_scene") if q["category"] == "scene_description"]
    retold = [(q["book"], q["question"], None) for q in scenes]
    return [
        Needles(name="zh_misquote", words=_long(misquoted), least=0.99),
        Needles(name="zh_idiom, meaning", words=_long([(*m, None) for m in meanings]), most=0.01),
        Needles(name="zh_scene scene_description", words=_long(retold), most=0.05),
    ]


def _long(words: Sequence[Words]) -> list[Words]:
    return [each for each in words if len(signs(fold(each[1]))) >= SHORT]


def _measure_needles(library: Library, needles: Needles) -> bool:
    found = [_reached(library, *words) for words in needles.words]
    letter, near = (sum(which) for which in zip(*found, strict=True))
    total = len(found)
    print(
        f"{needles.name:34} {total:4} {letter:6} {near:6} {needles.least:4.2f}-{needles.most:4.2f}",
        flush=True,
    )
    return needles.least <= (letter + near) / total <= needles.most


def _reached(
    library: Library, book: str, words: str, place: tuple[int, int] | None
) -> tuple[bool, bool]:
    """Whether words stand in a book to the letter, or else nearly, at their place if they have one.

    What stands to the letter is not compared any more.
    """
    searcher = Searcher(record=library.record, pools=library.ownership, profile=library.profile)
    scope = Scope(project=book)
    with library.record.reading() as unit:
        keys = [key for key, _ in unit.chapters.reading_order(scope)]
        found = searcher.find(unit, scope, words, EVERYWHERE, [])
        passages = unit.snippets.passages(scope, list(found.near))
    starts = _starts(book)
    begun = [(starts[bisect_left(keys, p.order_key)], p) for p in passages]
    spans = [(start + p.start, start + p.end) for start, p in begun]
    near = any(place is None or overlaps(span, place) for span in spans)
    return found.literal.stands, near


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
