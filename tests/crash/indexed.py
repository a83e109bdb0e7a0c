"""The index beside the record: how many points are missing, nobody's, or not as they should be."""

from dataclasses import dataclass

import numpy as np

from lorepack.errors import NotFoundError
from lorepack.ports import Point, VectorIndex
from lorepack.records import Snippet
from providers.hashing import HashingEmbedder
from ranking.bm25 import document_vector
from runtime.library import Library
from tests.crash.state import SCOPE
from text.transcripts import without_dates


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Between an index and its record."""

    missing: int = 0
    orphans: int = 0
    stale: int = 0
    """Points whose payload or vectors are others."""

    @property
    def total(self) -> int:
        """Of all sorts."""
        return self.missing + self.orphans + self.stale


def difference(library: Library) -> Difference:
    """How the index differs from what the record says, ids, payloads and vectors."""
    told = expected_points(library)
    held = {point.id: point for point in index_of(library).points(SCOPE)}
    both = told.keys() & held.keys()
    return Difference(
        missing=len(told.keys() - held.keys()),
        orphans=len(held.keys() - told.keys()),
        stale=sum(not same(held[id], told[id]) for id in both),
    )


def index_of(library: Library) -> VectorIndex:
    """The index that this process owns."""
    keeper = library.ownership.take()
    assert keeper is not None, "another process has the index open"
    return keeper.index


def expected_points(library: Library) -> dict[str, Point]:
    """The points that the record asks for, by id: worked out anew from the chapters' texts."""
    try:
        chapters = library.chapters(SCOPE)
    except NotFoundError:
        return {}
    with library.record.reading() as unit:
        keys = {id: key for key, id in unit.chapters.reading_order(SCOPE)}
        snippets = {c.id: unit.snippets.of_chapter(SCOPE, c.id) for c in chapters}
        texts = unit.chapters.texts(SCOPE, [c.id for c in chapters])
    found = [
        _point(snippet, keys[id], texts[id][snippet.start : snippet.end])
        for id, of_chapter in snippets.items()
        for snippet in of_chapter
    ]
    return {point.id: point for point in found}


def _point(snippet: Snippet, order_key: int, words: str) -> Point:
    (dense,) = HashingEmbedder().embed_documents([without_dates(words).strip()])
    return Point(
        id=snippet.id,
        chapter_id=snippet.chapter_id,
        order_key=order_key,
        nth=snippet.nth,
        importance=snippet.importance,
        people=snippet.people,
        speakers=snippet.speakers,
        at=snippet.at,
        dense=dense,
        sparse=document_vector(snippet.folded[: snippet.own]),
    )


def same(one: Point, other: Point) -> bool:
    """Whether two points are one, but for the last digits of single precision."""
    return (
        _payload(one) == _payload(other)
        and abs(one.importance - other.importance) < 1e-6
        and np.allclose(one.dense, other.dense, atol=1e-6)
        and _weights(one).keys() == _weights(other).keys()
        and all(abs(w - _weights(other)[i]) < 1e-5 for i, w in _weights(one).items())
    )


def _payload(point: Point) -> tuple[object, ...]:
    place = (point.id, point.chapter_id, point.order_key, point.nth, point.at)
    return *place, sorted(point.people), sorted(point.speakers)


def _weights(point: Point) -> dict[int, float]:
    return dict(zip(point.sparse.indices, point.sparse.values, strict=True))
