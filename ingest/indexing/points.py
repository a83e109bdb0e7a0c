"""The points of a chapter, as the record has them now."""

from collections.abc import Mapping
from dataclasses import dataclass

from lorepack.errors import NotFoundError
from lorepack.ports import Point, UnitOfWork, Vector
from lorepack.records import Scope, Snippet
from ranking.bm25 import document_vector
from text.transcripts import without_dates


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """The snippets of one chapter as they are now."""

    scope: Scope
    chapter_id: str
    order_key: int
    snippets: tuple[Snippet, ...]
    texts: tuple[str, ...]
    """What is embedded of each."""


def read_work(unit: UnitOfWork, scope: Scope, chapter_id: str) -> Work:
    """Read a chapter; one that is gone, with its project or alone, or out of the book has none."""
    nothing = Work(scope=scope, chapter_id=chapter_id, order_key=0, snippets=(), texts=())
    try:
        snippets = unit.snippets.of_chapter(scope, chapter_id)
    except NotFoundError:
        return nothing
    # They were all cut from one text: where the first is current, all are. The words are cut out
    # here, as the database would count to each of them from the beginning of the chapter.
    first = unit.snippets.passages(scope, [s.id for s in snippets[:1]])
    if not first:
        return nothing
    text = unit.chapters.text(scope, chapter_id)
    return Work(
        scope=scope,
        chapter_id=chapter_id,
        order_key=first[0].order_key,
        snippets=tuple(snippets),
        texts=tuple(without_dates(text[s.start : s.end]).strip() for s in snippets),
    )


def point_of(work: Work, snippet: Snippet, dense: Vector) -> Point:
    """What the index is to hold of a snippet."""
    return Point(
        id=snippet.id,
        chapter_id=snippet.chapter_id,
        order_key=work.order_key,
        nth=snippet.nth,
        importance=snippet.importance,
        people=snippet.people,
        speakers=snippet.speakers,
        at=snippet.at,
        dense=dense,
        sparse=document_vector(snippet.folded[: snippet.own]),
    )


def points_of(work: Work, vectors: Mapping[str, Vector]) -> list[Point]:
    """What the index is to hold of a chapter.

    Args:
        work: The chapter.
        vectors: Those of its snippets, by the hash of their texts.
    """
    return [point_of(work, snippet, vectors[snippet.sha256]) for snippet in work.snippets]
