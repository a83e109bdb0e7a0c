"""The same points and the same question: the embedded engine, REST and gRPC find the same."""

from collections.abc import Generator
from pathlib import Path
from random import Random
from uuid import UUID

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lorepack.ports import Point, Pooling, Vector, VectorIndex
from lorepack.records import Scope, Where
from ranking.bm25 import document_vector, query_vector
from storage.edge_index import EdgeIndex
from tests.points import DIM
from tests.qdrant_server.opening import fresh_index, stand_in_options
from tests.qdrant_server.running import Running
from text.fold import fold

WORDS = ["林黛玉", "宝玉", "刘姥姥", "大观园", "golden", "bowl", "摔玉", "进府", "三千二百", "F012"]
PEOPLE = ("p", "q", "r")
SPEAKERS = ("宝玉", "mel")


@pytest.fixture(scope="module")
def three(
    stand_in: Running, tmp_path_factory: pytest.TempPathFactory
) -> Generator[tuple[VectorIndex, ...]]:
    folder: Path = tmp_path_factory.mktemp("embedded")
    embedded = EdgeIndex.open(folder / "index", DIM)
    with (
        fresh_index(stand_in_options(stand_in, batch=7), DIM) as rest,
        fresh_index(stand_in_options(stand_in, batch=7, grpc=True), DIM) as grpc,
    ):
        yield embedded, rest, grpc
    embedded.close()


def _direction(random: Random) -> Vector:
    made = np.asarray([random.gauss(0, 1) for _ in range(DIM)])
    return (made / np.linalg.norm(made)).astype(np.float32)


def _text(random: Random) -> str:
    return " ".join(random.choices(WORDS, k=random.randint(1, 12)))


def _point(random: Random, nth: int) -> Point:
    return Point(
        id=str(UUID(int=nth)),
        chapter_id=f"c{nth % 4}",
        order_key=random.choice((-5, 0, 3, 2**40, 2**40 + 1)),
        nth=nth,
        importance=random.random(),
        people=tuple(sorted(random.sample(PEOPLE, random.randint(0, 3)))),
        speakers=tuple(random.sample(SPEAKERS, random.randint(0, 1))),
        at=random.choice((None, 0, 100, 4_102_444_800)),
        dense=_direction(random),
        sparse=document_vector(fold(_text(random))),
    )


def _where(random: Random) -> Where:
    return Where(
        before=random.choice((None, None, 1, 2**40 + 1)),
        chapters=random.choice(((), ((-5, 0), (3, 2**40)))),
        entities=random.choice(((), (), ("p", "r"))),
        speakers=random.choice(((), (), ("宝玉",))),
        since=random.choice((None, None, 50)),
        until=random.choice((None, None, 100)),
    )


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(min_value=0, max_value=2**32), size=st.integers(0, 60))
def test_they_find_and_hold_the_same(three: tuple[VectorIndex, ...], seed: int, size: int) -> None:
    random = Random(seed)
    points = [_point(random, nth) for nth in range(size)]
    asked = [
        (
            _direction(random),
            query_vector(fold(_text(random))),
            Pooling(
                where=_where(random),
                limit=random.randint(1, 20),
                also=tuple(_where(random) for _ in range(random.randint(0, 2))),
                also_limit=random.randint(1, 5),
            ),
        )
        for _ in range(4)
    ]
    scope = Scope(project=f"book {seed}/{size}")
    keep = [p.id for p in points if random.random() < 0.5]
    embedded, *servers = three
    for index in three:
        index.upsert(scope, points)
        index.prune(scope, "c1", keep)
    expected = [embedded.search(scope, *question) for question in asked]
    held = [(p.id, p.people, p.dense.tobytes()) for p in embedded.points(scope)]
    for server in servers:
        assert [server.search(scope, *question) for question in asked] == expected
        assert [(p.id, p.people, p.dense.tobytes()) for p in server.points(scope)] == held
        assert server.scopes() == embedded.scopes()
    for index in three:
        index.drop(scope)
