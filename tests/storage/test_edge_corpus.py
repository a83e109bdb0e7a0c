"""How often a corpus is named, and that it means the same each time."""

from pathlib import Path
from uuid import UUID

import numpy as np
import pytest
import qdrant_edge as edge
from hypothesis import given
from hypothesis import strategies as st

from lorepack.ports import Point, Pooling, SparseVector
from lorepack.records import Candidate, Scope, Where
from storage import edge_index
from storage.edge_corpus import MOST, counted_by_postings, repeats
from storage.edge_index import EdgeIndex

SMALL, LARGE = Scope(project="small"), Scope(project="large")
POINTS = 40
"""Of the small project; the other one has so many times as many that these are few."""


@given(st.integers(0, 10**7), st.integers(0, 10**7))
def test_a_corpus_is_named_often_enough_and_never_too_often(reckoned: int, total: int) -> None:
    times = repeats(reckoned, total)
    assert 1 <= times <= MOST
    share = reckoned / max(total, 1)
    if share > 1 / 32:
        assert times == 1
    elif times > 1:
        assert 1 - (1 - share) ** times > 1 / 32
        assert repeats(reckoned, 2 * total) in {1, *range(times, MOST + 1)}


@pytest.mark.parametrize(
    ("reckoned", "total", "times"),
    [
        (20_000, 20_000, 1),  # alone
        (20_000, 300_000, 1),  # more than one in 32
        (20_000, 1_000_000, 4),
        (5_000, 1_000_000, 13),
        (1_000, 1_000_000, 1),  # looking them up takes no longer
        (0, 1_000_000, 1),
        (0, 0, 1),
    ],
)
def test_books_in_libraries(reckoned: int, total: int, times: int) -> None:
    assert repeats(reckoned, total) == times


def test_the_same_is_found_however_often_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = EdgeIndex.open(tmp_path / "index", 2)
    index.upsert(SMALL, [point(nth, nth % 7) for nth in range(POINTS)])
    index.upsert(LARGE, [point(1_000 + nth, nth % 5) for nth in range(60 * POINTS)])
    named: list[edge.Filter] = []

    def noted(shard: edge.EdgeShard, corpus: edge.Filter) -> edge.Filter:
        named.append(counted_by_postings(shard, corpus))
        return named[-1]

    def once(_: edge.EdgeShard, corpus: edge.Filter) -> edge.Filter:
        return corpus

    wheres = (Where(), Where(before=35))
    monkeypatch.setattr(edge_index, "counted_by_postings", once)
    plain = [search(index, where) for where in wheres]
    monkeypatch.setattr(edge_index, "counted_by_postings", noted)
    assert [search(index, where) for where in wheres] == plain
    assert [len(corpus.should or []) > 1 for corpus in named] == [True, True]
    assert all(found for found in plain)
    index.close()


def search(index: EdgeIndex, where: Where) -> list[Candidate]:
    words = SparseVector(indices=[0, 1, 9], values=[1.0, 1.0, 1.0])
    dense = np.asarray([1, 0], dtype=np.float32)
    return index.search(SMALL, dense, words, Pooling(where=where, limit=100))


def point(nth: int, term: int) -> Point:
    return Point(
        id=str(UUID(int=nth + 1)),
        chapter_id="c",
        order_key=nth % POINTS,
        nth=0,
        importance=0.5,
        people=(),
        dense=np.asarray([1, nth % 3], dtype=np.float32),
        sparse=SparseVector(indices=[term, 9], values=[1.0, 2.0]),
    )
