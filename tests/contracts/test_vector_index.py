"""What every vector index promises, run on each adapter."""

from collections.abc import Callable, Generator
from contextlib import ExitStack
from dataclasses import replace
from functools import cache
from math import log
from pathlib import Path
from uuid import UUID

import pytest

from lorepack.errors import UnavailableError
from lorepack.ports import Point, Pooling, VectorIndex
from lorepack.records import Candidate, Scope, Where
from ranking.bm25 import query_vector, scores
from storage.edge_index import EdgeIndex
from storage.qdrant.options import Options
from tests.points import DIM, WORDS, direction, held, point
from tests.qdrant_server.opening import (
    REAL_SERVER,
    fresh_index,
    real_options,
    stand_in_options,
)
from tests.qdrant_server.running import Running
from text.fold import fold


@pytest.fixture(params=["edge", "rest", "grpc", "server", "server-grpc"])
def index(request: pytest.FixtureRequest, tmp_path: Path) -> Generator[VectorIndex]:
    """Each adapter: the embedded engine, a stand-in of a server, and a real one where
    `TEST_QDRANT_URL` names it."""
    if request.param == "edge":
        embedded = EdgeIndex.open(tmp_path / "index", DIM)
        yield embedded
        embedded.close()
        return
    index = request.getfixturevalue("remote")(request.param)
    yield index
    for held_for in index.scopes():
        index.drop(held_for)


@pytest.fixture(scope="module")
def remote(request: pytest.FixtureRequest) -> Generator[Callable[[str], VectorIndex]]:
    """Opens the index on a server once for all tests; each leaves it empty."""
    with ExitStack() as stack:

        def opened(name: str) -> VectorIndex:
            return stack.enter_context(fresh_index(_options(request, name), DIM))

        yield cache(opened)


def _options(request: pytest.FixtureRequest, name: str) -> Options:
    if name in {"rest", "grpc"}:
        stand_in: Running = request.getfixturevalue("stand_in")
        return stand_in_options(stand_in, grpc=name == "grpc")
    if not REAL_SERVER:
        pytest.skip("TEST_QDRANT_URL names no Qdrant server")
    return real_options(grpc=name == "server-grpc")


def test_both_pools_come_back_as_one(index: VectorIndex, scope: Scope) -> None:
    index.upsert(scope, [point(n) for n in range(5)])
    found = index.search(scope, direction(3), query_vector(fold("黛玉")), Pooling(limit=2))
    by_id = {c.id: c for c in found}
    nearest = by_id[str(UUID(int=3))]
    assert nearest.dense == pytest.approx(1.0, abs=1e-5)
    assert nearest.lexical is None
    lexical = {c.id for c in found if c.lexical is not None}
    assert lexical == {str(UUID(int=0)), str(UUID(int=4))}
    assert [c.id for c in found] == sorted(by_id)
    assert nearest.order_key == 30


def test_a_message_keeps_its_speaker_and_its_moment(index: VectorIndex, scope: Scope) -> None:
    message = replace(point(0), speakers=("小林", "ada"), at=4_102_444_800)
    index.upsert(scope, [message, point(1)])
    asked = (direction(0), query_vector(fold("林黛玉")))
    found = index.search(scope, *asked, Pooling(limit=5))
    assert {(c.speakers, c.at) for c in found} == {(("小林", "ada"), 4_102_444_800), ((), None)}


def test_a_reader_sees_nothing_from_its_place_on(index: VectorIndex, scope: Scope) -> None:
    index.upsert(scope, [point(n) for n in range(5)])
    found = index.search(
        scope, direction(4), query_vector(fold("宝玉")), Pooling(where=Where(before=40), limit=10)
    )
    assert max(c.order_key for c in found) == 30


TOLD = [
    point(0),
    point(1, people=("q",)),
    point(2, speaker="宝玉", at=200),
    point(3, speaker="宝玉", at=300, people=("p", "r")),
    point(4, speaker="mel", at=400),
]


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        (Where(), {0, 1, 2, 3, 4}),
        (Where(chapters=((10, 20), (40, 90))), {1, 2, 4}),
        (Where(entities=("q", "r")), {1, 3}),
        (Where(speakers=("宝玉",)), {2, 3}),
        (Where(since=300), {3, 4}),
        (Where(until=300), {2}),
        (Where(since=200, until=400, speakers=("宝玉", "mel"), before=30), {2}),
        (Where(entities=("nobody",)), set[int]()),
    ],
)
def test_what_lies_elsewhere_never_comes_up(
    where: Where, expected: set[int], index: VectorIndex, scope: Scope
) -> None:
    index.upsert(scope, TOLD)
    asked = (direction(3), query_vector(fold("宝玉")))
    found = index.search(scope, *asked, Pooling(where=where, limit=5))
    assert {UUID(c.id).int for c in found} == expected
    if not where.entities:
        held = {p.id for p in TOLD if where.holds(known_of(p))}
        assert {c.id for c in found} == held


def known_of(stored: Point) -> Candidate:
    return Candidate(
        id=stored.id,
        order_key=stored.order_key,
        importance=stored.importance,
        speakers=stored.speakers,
        at=stored.at,
    )


def test_a_narrower_range_brings_its_own_best_too(index: VectorIndex, scope: Scope) -> None:
    index.upsert(scope, [point(n, text="宝玉" * (n + 1)) for n in range(9)])
    asked = (direction(0), query_vector(fold("宝玉")))
    alone = index.search(scope, *asked, Pooling(limit=1))
    narrow = (Where(chapters=((50, 50),)),)
    found = index.search(scope, *asked, Pooling(limit=1, also=narrow, also_limit=1))
    sixth = str(UUID(int=5))
    assert sixth not in {c.id for c in alone}
    assert {c.id for c in found} == {*(c.id for c in alone), sixth}
    nearest = next(c for c in found if c.id == sixth)
    assert nearest.dense == pytest.approx(float(direction(0) @ direction(5)), abs=1e-5)
    assert nearest.lexical is not None
    hidden = Pooling(where=Where(before=50), limit=1, also=narrow, also_limit=1)
    assert sixth not in {c.id for c in index.search(scope, *asked, hidden)}


def test_words_weigh_the_same_in_a_narrower_range(index: VectorIndex, scope: Scope) -> None:
    index.upsert(scope, [point(n) for n in range(5)])
    asked = (direction(0), query_vector(fold("宝玉见黛玉")))
    whole = {c.id: c.lexical for c in index.search(scope, *asked, Pooling(limit=5))}
    narrow = Pooling(limit=1, also=(Where(chapters=((10, 40),)),), also_limit=5)
    found = [c for c in index.search(scope, *asked, narrow) if c.lexical is not None]
    assert len(found) > 1
    assert all(candidate.lexical == whole[candidate.id] for candidate in found)


def test_scores_before_a_place_ignore_what_comes_later(index: VectorIndex, scope: Scope) -> None:
    """The IDF of a word counts the texts in range alone."""
    asked = (direction(1), query_vector(fold("宝玉")))
    index.upsert(scope, [point(n) for n in range(3)])
    before = index.search(scope, *asked, Pooling(where=Where(before=30), limit=10))
    index.upsert(scope, [point(n, text="宝玉宝玉") for n in range(3, 40)])
    assert index.search(scope, *asked, Pooling(where=Where(before=30), limit=10)) == before


def test_the_lexical_score_is_bm25(index: VectorIndex, scope: Scope) -> None:
    index.upsert(scope, [point(n) for n in range(5)])
    query = fold("宝玉见了刘姥姥")
    found = index.search(scope, direction(0), query_vector(query), Pooling(limit=5))
    expected = scores(query, [fold(words) for words in WORDS], total=len(WORDS))
    for candidate in found:
        if candidate.lexical is not None:
            assert candidate.lexical == pytest.approx(expected[UUID(candidate.id).int], abs=1e-3)
    assert max(expected) > log(2)


def test_projects_do_not_see_each_other(index: VectorIndex, scope: Scope) -> None:
    other = Scope(project="other")
    index.upsert(scope, [point(0)])
    index.upsert(other, [point(1)])
    assert held(index, scope) == {str(UUID(int=0))}
    found = index.search(other, direction(0), query_vector(fold("林黛玉")), Pooling(limit=5))
    assert [c.id for c in found] == [str(UUID(int=1))]
    index.prune(scope, "c", [])
    assert (held(index, scope), held(index, other)) == (set(), {str(UUID(int=1))})


def test_upserting_twice_is_upserting_once(index: VectorIndex, scope: Scope) -> None:
    index.upsert(scope, [point(n) for n in range(3)])
    first = index.search(scope, direction(0), query_vector(fold("宝玉")), Pooling(limit=5))
    index.upsert(scope, [point(n) for n in range(3)])
    again = index.search(scope, direction(0), query_vector(fold("宝玉")), Pooling(limit=5))
    assert again == first


def test_pruning_keeps_what_is_named_and_other_chapters(index: VectorIndex, scope: Scope) -> None:
    index.upsert(scope, [point(0, chapter="a"), point(1, chapter="a"), point(2, chapter="b")])
    index.prune(scope, "a", [str(UUID(int=1))])
    assert held(index, scope) == {str(UUID(int=1)), str(UUID(int=2))}


def test_points_come_back_as_they_were_stored(index: VectorIndex, scope: Scope) -> None:
    index.upsert(scope, TOLD)
    index.upsert(Scope(project="other"), [point(9)])
    found = list(index.points(scope))
    assert [p.id for p in found] == [p.id for p in TOLD]
    for stored, back in zip(TOLD, found, strict=True):
        assert back.dense == pytest.approx(stored.dense, abs=1e-6)
        assert terms(back) == pytest.approx(terms(stored))
        assert replace(back, dense=stored.dense, sparse=stored.sparse) == stored


def terms(stored: Point) -> dict[int, float]:
    return dict(zip(stored.sparse.indices, stored.sparse.values, strict=True))


def test_dropping_takes_what_is_named_or_the_whole_project(
    index: VectorIndex, scope: Scope
) -> None:
    other = Scope(tenant="t", project="a/b")
    index.upsert(scope, [point(0), point(1)])
    index.upsert(other, [point(2)])
    assert index.scopes() == {scope, other}
    index.drop(scope, [str(UUID(int=0)), str(UUID(int=2))])
    assert (held(index, scope), held(index, other)) == ({str(UUID(int=1))}, {str(UUID(int=2))})
    index.drop(scope)
    assert (index.scopes(), held(index, scope)) == ({other}, set())


def test_an_embedded_index_survives_reopening(tmp_path: Path, scope: Scope) -> None:
    index = EdgeIndex.open(tmp_path / "index", DIM)
    index.upsert(scope, [point(n) for n in range(250)])
    index.close()
    again = EdgeIndex.open(tmp_path / "index", DIM)
    assert len(held(again, scope)) == 250
    again.close()


def test_a_second_opener_is_told_who_is_in_the_way(tmp_path: Path) -> None:
    index = EdgeIndex.open(tmp_path / "index", DIM)
    with pytest.raises(UnavailableError, match=r"another process has the index .* open"):
        EdgeIndex.open(tmp_path / "index", DIM)
    index.close()
