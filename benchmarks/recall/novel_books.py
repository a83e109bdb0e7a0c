"""Novels as books of units: the units are the snippets that the library cuts."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from platformdirs import user_cache_path

from benchmarks.novels import NOVELS, novel
from benchmarks.recall.model import Book, Chapter, Unit
from benchmarks.recall.rows import rows
from ingest.chapters import split
from ingest.content import SNIPPET_TOKENS, blank_lines, settled
from ingest.reading import decode
from ingest.snippets import cut
from providers.tokens import open_tokenizer

Span = tuple[int, int]
"""Offsets in a book, the end exclusive."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Novel:
    """A novel cut into units, which know their place in it."""

    book: Book
    starts: Sequence[int]
    """Where each chapter's text begins in the book."""
    places: dict[str, Span]
    """Where each unit stands in the book, by id, in order."""

    def near(self, gold: Span) -> frozenset[str]:
        """The units that overlap a gold span by half of it, or by half of themselves."""
        return frozenset(id for id, place in self.places.items() if overlaps(place, gold))

    def shares(self, gold: Span) -> dict[str, float]:
        """The share of a gold span that lies in each unit."""
        length = gold[1] - gold[0]
        met = {id: overlap(place, gold) / length for id, place in self.places.items()}
        return {id: share for id, share in met.items() if share > 0}

    def position(self, offset: int) -> int:
        """The chapter, from 1, that a place in the book belongs to."""
        return max(bisect_right(self.starts, offset), 1)


def overlap(one: Span, other: Span) -> int:
    """How many characters two spans share."""
    return max(min(one[1], other[1]) - max(one[0], other[0]), 0)


def overlaps(found: Span, gold: Span) -> bool:
    """Whether what was found overlaps a gold span by half of either, the shorter one."""
    return 2 * overlap(found, gold) >= min(gold[1] - gold[0], found[1] - found[0])


@lru_cache(maxsize=32)
def read_novel(code: str) -> Novel:
    """Cut a novel as an import does."""
    return cut_novel(
        code, novel(code), open_tokenizer("o200k_base", user_cache_path("lorepack")).count
    )


def cut_novel(code: str, file: bytes, count: Callable[[str], int]) -> Novel:
    """Cut a novel's file into chapters and units."""
    chapters = split(decode(file).text).chapters
    bodies = [settled(chapter.body) for chapter in chapters]
    starts = [chapter.start + blank_lines(chapter.body) for chapter in chapters]
    spans = [[(s.start, s.end) for s in cut(body, count, SNIPPET_TOKENS)] for body in bodies]
    book = tuple(
        Chapter(units=tuple(_units(code, position, body, own)), joint="")
        for position, (body, own) in enumerate(zip(bodies, spans, strict=True), start=1)
    )
    places = {
        unit.id: (base + start, base + end)
        for base, chapter, own in zip(starts, book, spans, strict=True)
        for unit, (start, end) in zip(chapter.units, own, strict=True)
    }
    return Novel(book=book, starts=starts, places=places)


def _units(code: str, position: int, body: str, spans: Sequence[Span]) -> Iterator[Unit]:
    for start, end in spans:
        yield Unit(id=f"{code}/{position}/{start}", text=body[start:end])


@lru_cache(maxsize=2)
def passages(language: str, folder: Path = NOVELS) -> dict[str, Span]:
    """Where the reference passages that gold is named by stand in their books."""
    documents = rows(folder / f"documents_{language}.jsonl.gz")
    return {row["doc_id"]: (row["start"], row["end"]) for row in documents}


@lru_cache(maxsize=1)
def chapter_middles(folder: Path = NOVELS) -> dict[tuple[str, int], int]:
    """A place in the middle of each gold chapter, by book and number."""
    listed = rows(folder / "chapters.jsonl.gz")
    return {(row["book"], row["chapter"]): (row["start"] + row["end"]) // 2 for row in listed}
