"""Processes that share an index on a server: equal, coherent, and never mixing two encoders."""

from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path
from uuid import uuid4

import pytest

from lorepack.errors import UnavailableError
from lorepack.ports import Pooling
from lorepack.records import Scope, SearchRequest, SearchResult
from runtime.care import Care
from runtime.index.keeper import Keeper
from runtime.index.member import Member
from runtime.library import Library
from runtime.settings import Settings
from runtime.wiring import open_library
from runtime.worker import quiet
from tests.qdrant_server.running import Running, running
from tests.strategies import synthetic_book


@pytest.fixture
def server(tmp_path: Path) -> Generator[Running]:
    with running(tmp_path / "qdrant") as started:
        yield started


@pytest.fixture
def settings(tmp_path: Path, cache_dir: Path, server: Running) -> Settings:
    """One record and one server for however many libraries."""
    return Settings(
        data_dir=tmp_path / "data",
        cache_dir=cache_dir,
        embedder="hashing:64",
        qdrant_url=server.url,
        qdrant_alias=f"test-{uuid4().hex[:8]}",
        qdrant_timeout=5,
        qdrant_retries=1,
    )


@pytest.fixture
def two(settings: Settings, scope: Scope) -> Generator[tuple[Library, Library]]:
    """Two libraries, as two processes have them, with a book that the first has indexed."""
    with ExitStack() as stack:
        one, other = (stack.enter_context(open_library(settings)) for _ in range(2))
        one.import_bytes(scope, synthetic_book(6).manuscript())
        one.index(scope)
        yield one, other


def searched(library: Library, scope: Scope, query: str = "沈砚秋在青石渡") -> SearchResult:
    return library.search(scope, SearchRequest(query=query))


def dense(result: SearchResult) -> bool:
    return any(hit.score.dense is not None for hit in result.hits)


def keeper(library: Library) -> Keeper:
    found = library.ownership.take()
    assert found is not None
    return found


def test_all_are_equal(two: tuple[Library, Library], scope: Scope) -> None:
    one, other = two
    assert searched(one, scope) == searched(other, scope)
    assert dense(searched(other, scope))
    assert keeper(one) is not keeper(other)
    assert Care(library=other).doctor(scope).ok


def test_what_one_writes_the_other_finds_at_once_and_may_index(
    two: tuple[Library, Library], scope: Scope
) -> None:
    one, other = two
    searched(other, scope)
    one.editor(scope).insert("第九章 尾声\n段玉笙在岸上站了一夜。\n")
    found = searched(other, scope, "段玉笙")
    assert (found.index_lag, "段玉笙" in found.hits[0].text) == (1, True)
    other.index(scope)
    assert searched(one, scope, "段玉笙").index_lag == 0
    one.editor(scope).delete(["1"])
    assert all(c.position for c in other.chapters(scope))
    assert not any("第一章" in hit.text for hit in searched(other, scope).hits)
    one.index(scope)
    assert Care(library=other).doctor_all().ok


def test_an_index_that_is_made_anew_by_one_is_used_by_the_other(
    two: tuple[Library, Library], scope: Scope
) -> None:
    one, other = two
    before = searched(other, scope)
    assert Care(library=one).rebuild_all().ok
    after = searched(other, scope)
    assert (after.degraded, after.hits) == ((), before.hits)
    other.editor(scope).insert("第九章 尾声\n段玉笙在岸上站了一夜。\n")
    assert Care(library=one).rebuild_all().ok
    other.editor(scope).insert("第十章 后记\n谢云帆烧了那封信。\n")
    other.index(scope)
    assert Care(library=one).doctor_all().ok


def test_another_encoder_is_refused_until_the_index_is_made_by_it(
    two: tuple[Library, Library], settings: Settings, scope: Scope
) -> None:
    one, _ = two
    changed = settings.model_copy(update={"embedder": "hashing:32"})
    with open_library(changed) as library:
        with pytest.raises(UnavailableError, match=r"hashing.*lorepack rebuild"):
            library.index(scope)
        result = searched(library, scope)
        assert (result.degraded, bool(result.hits), dense(result)) == (("vector",), True, False)
        report = Care(library=library).doctor(scope)
        assert (report.ok, "made by" in report.problems[0].message) == (False, True)
    with open_library(changed) as library:
        assert Care(library=library).rebuild_all().ok
        assert dense(searched(library, scope))
    late = searched(one, scope)
    assert (late.degraded, dense(late)) == (("vector",), False), "it has the former encoder"


def test_what_points_depend_on_besides_the_encoder_counts_too(
    two: tuple[Library, Library], settings: Settings, scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    for library in two:
        assert dense(searched(library, scope))
    monkeypatch.setattr("ranking.bm25.VERSION", 99)
    with open_library(settings) as library:
        assert searched(library, scope).degraded == ("vector",)
        assert Care(library=library).rebuild_all().ok
        assert searched(library, scope).degraded == ()


def test_without_the_server_words_are_found_and_nothing_is_lost(
    two: tuple[Library, Library], server: Running, scope: Scope
) -> None:
    one, other = two
    server.kill()
    one.editor(scope).insert("第九章 尾声\n段玉笙在岸上站了一夜。\n")
    result = searched(other, scope, "段玉笙在岸上站了一夜")
    assert result.degraded == ("vector",)
    assert "段玉笙" in result.hits[0].text
    with pytest.raises(UnavailableError, match="cannot be reached"):
        one.index(scope)
    server.start()
    one.index(scope)
    assert Care(library=one).doctor(scope).ok


def test_a_server_that_failed_is_left_alone_for_a_while(
    two: tuple[Library, Library], server: Running, settings: Settings, scope: Scope
) -> None:
    one, _ = two
    now = 1_000.0
    options = settings.qdrant
    assert options is not None
    taken = keeper(one)
    member = Member(options, lambda: taken.embedder, one.record, clock=lambda: now)
    assert member.search(scope, "渡口", Pooling(limit=5)).candidates
    server.kill()
    with pytest.raises(UnavailableError, match="cannot be reached"):
        member.search(scope, "渡口", Pooling(limit=5))
    server.start()
    with pytest.raises(UnavailableError, match="cannot be reached"):
        member.search(scope, "渡口", Pooling(limit=5))
    now += 6
    assert member.search(scope, "渡口", Pooling(limit=5)).candidates
    member.close()


def test_what_is_written_while_another_remakes_the_index_is_in_the_new_one(
    two: tuple[Library, Library], scope: Scope
) -> None:
    one, other = two
    done: list[int] = []

    def write_once(what: str, count: int, total: int) -> None:
        if not done:
            done.append(count)
            other.editor(scope).insert("第九章 尾声\n段玉笙在岸上站了一夜。\n")
            other.editor(scope).delete(["2"])
            other.index(scope)  # into the index that is about to go
            with pytest.raises(UnavailableError, match="another process"):
                keeper(other).rebuild(quiet)

    keeper(one).rebuild(write_once)
    assert done
    one.index(scope)
    assert Care(library=other).doctor_all().ok
