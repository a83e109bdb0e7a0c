"""What points carry, and how terms of projects are told apart in one sparse index."""

from pathlib import Path
from typing import TYPE_CHECKING, cast
from uuid import UUID

import numpy as np
import qdrant_edge as edge
from hypothesis import given
from hypothesis import strategies as st

from lorepack.ports import Point, SparseVector
from lorepack.records import Scope
from storage.edge_index import EdgeIndex
from storage.payloads import SPARSE, in_project

if TYPE_CHECKING:
    from collections.abc import Mapping

KEYS = st.tuples(st.text(max_size=8), st.text(max_size=8)).map("/".join)
TERMS = st.dictionaries(st.integers(0, 2**32 - 1), st.floats(0, 9), max_size=9)


def vector(weights: dict[int, float]) -> SparseVector:
    return SparseVector(indices=list(weights), values=list(weights.values()))


@given(KEYS, TERMS)
def test_numbers_of_a_project_lead_back(key: str, weights: dict[int, float]) -> None:
    own = in_project(key, vector(weights))
    assert in_project(key, own) == vector(weights)
    assert len(set(own.indices)) == len(weights)
    assert all(0 <= index < 2**32 for index in own.indices)


def test_a_term_has_another_number_in_each_of_many_projects() -> None:
    keys = [f"tenant/book-{nth}" for nth in range(1_000)]
    assert len({in_project(key, vector({7: 1.0})).indices[0] for key in keys}) == len(keys)


def test_one_text_in_two_projects_shares_no_term_in_the_index(tmp_path: Path) -> None:
    index = EdgeIndex.open(tmp_path / "index", 2)
    scopes = [Scope(project=name) for name in ("book", "other")]
    for nth, scope in enumerate(scopes):
        index.upsert(scope, [point(nth)])
    held = [stored_terms(index, nth) for nth in range(2)]
    assert {len(numbers) for numbers in held} == {2}
    assert held[0].isdisjoint(held[1])
    for nth, scope in enumerate(scopes):
        (back,) = index.points(scope)
        assert set(back.sparse.indices) == {3, 9}
        assert back.id == point(nth).id
    index.close()


def point(nth: int) -> Point:
    return Point(
        id=str(UUID(int=nth + 1)),
        chapter_id="c",
        order_key=1,
        nth=0,
        importance=0.5,
        people=(),
        dense=np.asarray([1, 0], dtype=np.float32),
        sparse=SparseVector(indices=[3, 9], values=[1.0, 2.0]),
    )


def stored_terms(index: EdgeIndex, nth: int) -> set[int]:
    """Numbers of a point's terms as the engine holds them."""
    shard = index._shard  # pyright: ignore[reportPrivateUsage]
    (record,) = shard.retrieve([UUID(int=nth + 1)], with_payload=False, with_vector=True)
    vectors = cast("Mapping[str, edge.SparseVector]", record.vector)
    return set(vectors[SPARSE].indices)
