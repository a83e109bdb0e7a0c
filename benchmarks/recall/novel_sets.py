"""Sets of questions about novels.

A unit answers a question if it overlaps the gold span by half of either, the shorter one, or,
where the gold is passages, overlaps one of them so.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.novels import NOVELS
from benchmarks.recall.model import Question, TestSet, chapter_id
from benchmarks.recall.novel_books import Novel, Span, chapter_middles, passages, read_novel
from benchmarks.recall.rows import Row, rows

MISALIGNED = {
    "anchor/hlm-005-panci-xichun/0",
    "anchor/hlm-005-panci-xichun/1",
    "anchor/hlm-027-zanghua-finale/0",
}
"""Questions whose gold span is known to be that of a later repetition."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """Where gold is looked up."""

    novel: Callable[[str], Novel]
    """By a book's code."""
    passages: dict[str, Span]
    chapters: dict[tuple[str, int], int]

    def position(self, book: str, chapter: int) -> int:
        """The position of a gold chapter among the novel's own."""
        return self.novel(book).position(self.chapters[book, chapter])

    def within(self, book: str, ids: Sequence[str]) -> frozenset[str]:
        """Units that overlap one of some passages."""
        novel = self.novel(book)
        return frozenset[str]().union(*(novel.near(self.passages[id]) for id in ids))


Reading = Callable[[Row, Shelf], Question]


def load(
    name: str,
    reading: Reading,
    setting: str = "",
    *,
    folder: Path = NOVELS,
    shelf: Shelf | None = None,
) -> TestSet:
    """Load a set.

    Args:
        name: The set's name, which begins with its language.
        reading: Makes a question of a row.
        setting: Told behind the name.
        folder: Where the questions lie.
        shelf: Where gold is looked up; None for all novels of the language.
    """
    language = name[:2]
    own = shelf or open_shelf(language)
    asked = [row for row in rows(folder / f"questions_{name}.jsonl.gz") if _counts(row)]
    questions = [reading(row, own) for row in asked]
    kept = [question for question in questions if question.groups]
    return TestSet(
        name=f"{name}:{setting}" if setting else name,
        language=language,
        corpus=f"novels_{language}",
        books={book: own.novel(book).book for book in sorted({q.book for q in kept})},
        questions=kept,
        asked_of=len(kept),
        by_chapter=reading is by_chapter,
    )


def open_shelf(language: str) -> Shelf:
    """All novels of a language."""
    return Shelf(novel=read_novel, passages=passages(language), chapters=chapter_middles())


def _counts(row: Row) -> bool:
    return row["qid"] not in MISALIGNED


def by_place(row: Row, shelf: Shelf) -> Question:
    """A question for a place: its span, its passages, or groups of passages."""
    book, novel = row["book"], shelf.novel(row["book"])
    span: Span | None = tuple(row["gold_span"]) if "gold_span" in row else None
    if span is not None:
        groups = [novel.near(span) | shelf.within(book, _others(row, span, shelf))]
    else:
        named = row.get("gold_groups") or [row["gold"]]
        groups = [shelf.within(book, group) for group in named]
    return Question(
        id=row["qid"],
        text=row["question"],
        book=book,
        groups=tuple(group for group in groups if group),
        shares={} if span is None else novel.shares(span),
    )


def by_meaning(row: Row, shelf: Shelf) -> Question:
    """A question for the place that an idiom comes from, by the idiom's meaning alone."""
    return by_place({**row, "question": row["meaning"]}, shelf)


def _others(row: Row, span: Span, shelf: Shelf) -> list[str]:
    """Further passages that hold the same words as the span."""
    spans = ((id, shelf.passages[id]) for id in row["gold"])
    return [id for id, (start, end) in spans if end <= span[0] or start >= span[1]]


def by_chapter(row: Row, shelf: Shelf) -> Question:
    """A question for a chapter, or for any of some."""
    book = row["book"]
    gold = row["gold_chapters"] if "gold_chapters" in row else [row["gold_chapter"]]
    ids = [chapter_id(book, shelf.position(book, chapter)) for chapter in gold]
    return Question(id=row["qid"], text=row["question"], book=book, groups=(frozenset(ids),))


def by_last(row: Row, shelf: Shelf) -> Question:
    """A card whose people are to be found where they were last."""
    return _needs(row, shelf, "gold_last")


def by_first(row: Row, shelf: Shelf) -> Question:
    """A card whose people are to be found where they first appeared."""
    return _needs(row, shelf, "gold_first")


def _needs(row: Row, shelf: Shelf, gold: str) -> Question:
    book = row["book"]
    groups = [shelf.within(book, need[gold]) for need in row["needs"]]
    return Question(
        id=row["qid"],
        text=row["question"],
        book=book,
        groups=tuple(group for group in groups if group),
        before=shelf.position(book, row["before_chapter"]),
    )
