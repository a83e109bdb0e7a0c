"""The indexer: every step may be repeated, and nothing is forgotten too early."""

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from ingest.indexing import Indexer
from lorepack.errors import UnavailableError
from lorepack.ports import Point, Pooling, SparseVector, Vector
from lorepack.records import Candidate, Scope
from providers.hashing import HashingEmbedder
from runtime.library import Library
from runtime.worker import quiet
from storage.edge_index import EdgeIndex
from tests.points import held
from tests.strategies import synthetic_book

pytestmark = pytest.mark.both_databases


@dataclass
class CountingEmbedder:
    """The tiny encoder, with a list of all that it was given."""

    inner: HashingEmbedder = field(default_factory=HashingEmbedder)
    given: list[str] = field(default_factory=list[str])

    @property
    def fingerprint(self) -> str:
        return self.inner.fingerprint

    @property
    def dim(self) -> int:
        return self.inner.dim

    def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        self.given.extend(texts)
        return self.inner.embed_documents(texts)

    def embed_query(self, text: str) -> Vector:
        return self.inner.embed_query(text)


@dataclass
class Failing:
    """An index whose flushes are counted, and some fail: all was written, none of it is safe."""

    inner: EdgeIndex
    failures: int = 1
    flushes: int = 0
    """Those that did not fail."""

    def upsert(self, scope: Scope, points: Sequence[Point]) -> None:
        self.inner.upsert(scope, points)

    def prune(self, scope: Scope, chapter_id: str, keep: Iterable[str]) -> None:
        self.inner.prune(scope, chapter_id, keep)

    def search(
        self, scope: Scope, dense: Vector, sparse: SparseVector, pooling: Pooling
    ) -> list[Candidate]:
        return self.inner.search(scope, dense, sparse, pooling)

    def flush(self) -> None:
        if self.failures:
            self.failures -= 1
            raise UnavailableError("the disk is full")
        self.flushes += 1
        self.inner.flush()

    def drop(self, scope: Scope, ids: Iterable[str] | None = None) -> None:
        self.inner.drop(scope, ids)

    def points(self, scope: Scope) -> Iterator[Point]:
        return self.inner.points(scope)

    def scopes(self) -> set[Scope]:
        return self.inner.scopes()

    def close(self) -> None:
        self.inner.close()


@pytest.fixture
def index(tmp_path: Path) -> Generator[EdgeIndex]:
    opened = EdgeIndex.open(tmp_path / "index", HashingEmbedder().dim)
    yield opened
    opened.close()


@pytest.fixture
def embedder() -> CountingEmbedder:
    return CountingEmbedder()


def indexer(library: Library, index: EdgeIndex | Failing, embedder: CountingEmbedder) -> Indexer:
    return Indexer(
        record=library.record, index=index, embedder=embedder, progress=quiet, holder="h"
    )


def current(library: Library, scope: Scope) -> set[str]:
    with library.record.reading() as unit:
        return {
            snippet.id
            for _, chapter in unit.chapters.reading_order(scope)
            for snippet in unit.snippets.of_chapter(scope, chapter)
        }


def journal(library: Library) -> int:
    with library.record.reading() as unit:
        return unit.journal.length()


def test_the_index_comes_to_hold_what_the_record_holds(
    library: Library, scope: Scope, index: EdgeIndex, embedder: CountingEmbedder
) -> None:
    library.import_bytes(scope, synthetic_book(20).manuscript())
    assert indexer(library, index, embedder).drain() == 20
    assert held(index, scope) == current(library, scope)
    assert journal(library) == 0
    assert indexer(library, index, embedder).drain() == 0


def test_an_edited_chapter_loses_its_old_points_and_no_others(
    library: Library, scope: Scope, index: EdgeIndex, embedder: CountingEmbedder
) -> None:
    manuscript = synthetic_book(4).manuscript().decode()
    library.import_bytes(scope, manuscript.encode())
    indexer(library, index, embedder).drain()
    embedder.given.clear()
    library.import_bytes(scope, (manuscript + "又添了一句。").encode())
    indexer(library, index, embedder).drain()
    assert held(index, scope) == current(library, scope)
    assert len(embedder.given) == 1


def test_a_text_is_embedded_once_wherever_it_stands(
    library: Library, scope: Scope, index: EdgeIndex, embedder: CountingEmbedder
) -> None:
    other = Scope(project="copy")
    for project in (scope, other):
        library.import_bytes(project, synthetic_book(5).manuscript())
    indexer(library, index, embedder).drain()
    assert len(embedder.given) == len(set(embedder.given))
    assert held(index, other) == current(library, other)


def test_what_was_not_flushed_is_done_again(
    library: Library, scope: Scope, index: EdgeIndex, embedder: CountingEmbedder
) -> None:
    library.import_bytes(scope, synthetic_book(3).manuscript())
    failing = Failing(index)
    with pytest.raises(UnavailableError, match="disk"):
        indexer(library, failing, embedder).drain()
    assert journal(library) == 3
    embedded = len(embedder.given)
    assert indexer(library, failing, embedder).drain() == 3
    assert held(index, scope) == current(library, scope)
    assert len(embedder.given) == embedded  # the vectors had been kept


def test_many_small_chapters_go_to_disk_together(
    library: Library, scope: Scope, index: EdgeIndex, embedder: CountingEmbedder
) -> None:
    library.import_bytes(scope, synthetic_book(20).manuscript())
    counting = Failing(index, failures=0)
    assert indexer(library, counting, embedder).drain() == 20
    assert counting.flushes == 1
    assert held(index, scope) == current(library, scope)


def test_a_round_is_at_least_a_chapter_and_what_it_brought_to_disk_is_done(
    library: Library,
    scope: Scope,
    index: EdgeIndex,
    embedder: CountingEmbedder,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ingest.indexing.indexer._ROUND", 1)
    library.import_bytes(scope, synthetic_book(5).manuscript())
    counting = Failing(index, failures=0)
    working = indexer(library, counting, embedder)

    def fail_from_now_on(what: str, done: int, total: int) -> None:
        counting.failures = int(done == 2)

    with pytest.raises(UnavailableError, match="disk"):
        replace(working, progress=fail_from_now_on).drain()
    assert (counting.flushes, journal(library)) == (2, 3)
    assert working.drain() == 3
    assert counting.flushes == 5
    assert held(index, scope) == current(library, scope)


def test_a_chapter_of_many_entries_is_worked_off_once(
    library: Library, scope: Scope, index: EdgeIndex, embedder: CountingEmbedder
) -> None:
    book = synthetic_book(2).manuscript().decode()
    for end in ("", "添一句。", "再添一句。"):
        library.import_bytes(scope, (book + end).encode())
    counting = Failing(index, failures=0)
    assert journal(library) == 4
    assert indexer(library, counting, embedder).drain() == 4
    assert journal(library) == 0
    assert counting.flushes == 1
    assert held(index, scope) == current(library, scope)


def test_an_entry_written_meanwhile_stays(
    library: Library, scope: Scope, index: EdgeIndex, embedder: CountingEmbedder
) -> None:
    book = synthetic_book(2).manuscript().decode()
    library.import_bytes(scope, book.encode())

    def edit_once(what: str, done: int, total: int) -> None:
        if not edits:
            edits.append(what)
            library.import_bytes(scope, (book + "后来添的。").encode())

    edits: list[str] = []
    working = Indexer(
        record=library.record, index=index, embedder=embedder, progress=edit_once, holder="h"
    )
    assert working.drain() == 3
    assert held(index, scope) == current(library, scope)
