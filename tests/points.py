"""Points of a small book, and what a vector index holds of them, for tests to compare."""

from uuid import UUID

import numpy as np

from lorepack.ports import Point, Vector, VectorIndex
from lorepack.records import Scope
from ranking.bm25 import document_vector
from text.fold import fold

DIM = 8
WORDS = ("林黛玉进贾府", "宝玉摔玉", "刘姥姥进大观园", "the golden bowl", "宝玉见黛玉")


def held(index: VectorIndex, scope: Scope) -> set[str]:
    """Ids of the project's points."""
    return {point.id for point in index.points(scope)}


def direction(nth: int) -> Vector:
    made = np.random.default_rng(nth).normal(size=DIM)
    return (made / np.linalg.norm(made)).astype(np.float32)


def point(
    nth: int,
    *,
    chapter: str = "c",
    text: str | None = None,
    people: tuple[str, ...] = ("p",),
    speaker: str = "",
    at: int | None = None,
) -> Point:
    return Point(
        id=str(UUID(int=nth)),
        chapter_id=chapter,
        order_key=nth * 10,
        nth=nth,
        importance=0.5,
        people=people,
        speakers=(speaker,) if speaker else (),
        at=at,
        dense=direction(nth),
        sparse=document_vector(fold(text or WORDS[nth % len(WORDS)])),
    )
