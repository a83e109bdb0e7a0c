"""Earlier chapters that card and query name, by number or by title, and the passage of each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from lorepack.ports import LiteralRow, Place
from lorepack.records import Chapter, ChapterCard, Score, Where
from ranking.bm25 import scores
from ranking.scoring import order
from retrieval.pack.cards.words import words
from retrieval.pack.originals.calls import Call
from retrieval.pack.reading import Reading
from retrieval.query import ChapterReference, chapter_references, resolve_chapters
from retrieval.search import Found
from text.fold import fold
from text.scripts import is_han
from text.terms import content_terms

MOST = 3
"""Chapters that one reference may mean: a longer stretch is no reference to a passage."""
_TITLE_HAN, _TITLE_WORDS = 4, 2
"""Characters or words that a title has at the least: a shorter one may stand there by chance."""


def referred(reading: Reading, found: Found | None) -> Iterator[Call]:
    """The passage of each chapter named that has most to do with what is asked."""
    keys = _named(reading)
    named = [chapter for chapter in reading.chapters if chapter.order_key in keys]
    best = _nearest(reading, named, found)
    for chapter in named:
        which = f"chapter {chapter.position} is named"
        if chapter.id in best:
            id, score = best[chapter.id]
            yield Call(id=id, reason=f"{which}: its passage nearest to what is asked", score=score)
        else:
            start = Place(chapter_id=chapter.id, start=0, end=0)
            yield Call(place=start, reason=f"{which}: it opens so")


def _nearest(
    reading: Reading, named: Sequence[Chapter], found: Found | None
) -> dict[str, tuple[str, Score | None]]:
    """The best snippet of each chapter with its score: by the query's ranking, else by words."""
    ranked = _ranked(found, named) if found else {}
    asked = _asked(reading)
    others = {c.id: (c.order_key, asked) for c in named if c.id not in ranked}
    by_words = best_by_words(reading, others)
    return {**ranked, **{chapter: (id, None) for chapter, id in by_words.items()}}


def _ranked(found: Found, named: Sequence[Chapter]) -> dict[str, tuple[str, Score | None]]:
    chapters = {chapter.order_key: chapter.id for chapter in named}
    keys = {candidate.id: candidate.order_key for candidate in found.pool.candidates}
    best: dict[str, tuple[str, Score | None]] = {}
    for id in order(found.scores):
        if keys[id] in chapters:
            best.setdefault(chapters[keys[id]], (id, found.scores[id]))
    return best


def _asked(reading: Reading) -> str:
    card = reading.request.card or ChapterCard()
    return f"{words(replace(card, title=''))}\n{reading.request.query}"


def _named(reading: Reading) -> set[int]:
    """Order keys of the chapters that are named, by number or by title."""
    asked, chapters = _asked(reading), reading.chapters
    meant = [
        resolve_chapters([reference], chapters, placed=True)
        for reference in chapter_references(asked)
        if not _own(reference, reading)
    ]
    keys = {key for one in meant if len(one) <= MOST for key in one}
    return keys | {c.order_key for c in chapters if c.title in asked and _telling(c.title)}


def _own(reference: ChapterReference, reading: Reading) -> bool:
    """Whether it is the chapter to be written that is named, whatever chapters bear its number."""
    last = reading.chapters[-1].number if reading.chapters else None
    own = {reading.request.chapter, last + 1 if last is not None else None}
    return reference.numbers is not None and reference.numbers in {(n, n) for n in own}


def _telling(title: str) -> bool:
    han = sum(map(is_han, title))
    return han >= _TITLE_HAN or (not han and len(title.split()) >= _TITLE_WORDS)


def best_by_words(reading: Reading, asked: Mapping[str, tuple[int, str]]) -> dict[str, str]:
    """The snippets of some chapters that are likest to some words, by BM25; one read for all.

    Args:
        reading: The book just before the chapter.
        asked: The order key of a chapter, and words that are looked for in it.

    Returns:
        Ids under the same keys; none where the chapter has no term of its words.
    """
    folded = {name: fold(said) for name, (_, said) in asked.items()}
    terms = sorted({term for said in folded.values() for term in content_terms(said)})
    if not terms:
        return {}
    keys = sorted({key for key, _ in asked.values()})
    where = Where(before=reading.before, chapters=tuple((key, key) for key in keys))
    rows = reading.unit.literals.holding_any(reading.scope, terms, where=where)
    best = {
        name: _best(folded[name], [row for row in rows if row.order_key == key])
        for name, (key, _) in asked.items()
    }
    return {name: id for name, id in best.items() if id is not None}


def _best(folded: str, rows: Sequence[LiteralRow]) -> str | None:
    values = scores(folded, [row.folded[: row.own] for row in rows], total=len(rows))
    ranked = [(value, row.id) for value, row in zip(values, rows, strict=True) if value > 0]
    return max(ranked, key=lambda one: one[0])[1] if ranked else None
