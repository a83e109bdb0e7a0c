"""Purges beside other work: jobs, packs, indexing, readers, other processes, crashes."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from ingest.indexing.points import read_work
from ingest.indexing.vectors import Vectors
from ingest.purging import Purger
from ingest.rewriting import Rewriter
from lorepack.errors import ConflictError, LeaseLostError, NotFoundError
from lorepack.records import JobKind, PackRequest, Purged, Scope
from providers.hashing import HashingEmbedder
from runtime.care import Care
from runtime.jobs import worker_of
from runtime.library import Library
from runtime.services import in_background
from runtime.wiring import open_library
from tests.cli.processes import Shell, free_port
from tests.purging.traces import traces
from tests.strategies import synthetic_book

BOOK = (
    "第一章 雨\n门开了，雨下了一夜。\n第二章 雪\n鎏金的麒麟饮尽了三十坛酒。\n"
    "第三章 风\n灯灭了，谁也没有说话。\n"
)
WORDS = "鎏金的麒麟"


@pytest.fixture
def book(library: Library, scope: Scope) -> Library:
    """A book of three chapters, indexed and summarised."""
    library.import_bytes(scope, BOOK.encode())
    library.index(scope)
    library.summarise(scope)
    return library


def purged(library: Library, deed: Callable[[Purger], object]) -> None:
    """Take rows out and leave the files as they are."""
    deed(Purger(record=library.record, count=library.tokenizers("o200k_base").count))


@pytest.mark.parametrize("whole", [False, True], ids=["chapter", "project"])
def test_a_job_that_is_being_worked_can_store_nothing_more(
    book: Library, scope: Scope, whole: bool
) -> None:
    book.editor(scope).delete(["2"])
    with book.record.writing() as unit:
        unit.jobs.queue(scope, JobKind.SUMMARISE)
        lease = unit.jobs.claim("worker", seconds=60, most_tries=5, scope=scope)
    assert lease is not None
    book.purging().project(scope) if whole else book.purge(scope)
    with pytest.raises(LeaseLostError), book.record.writing() as unit:
        unit.jobs.checkpoint(lease, done=1, total=2, seconds=60)
    if not whole:
        assert worker_of(book).work_one(scope), "and is taken up again"


def test_a_worker_whose_project_goes_works_on(book: Library, scope: Scope) -> None:
    other = Scope(project="other")
    book.import_bytes(other, BOOK.encode())
    worker = worker_of(book)

    def purge_meanwhile(task: object) -> None:
        purged(book, lambda purger: purger.projects([scope]))
        raise NotFoundError("the project is gone")

    book.queue(scope)
    handlers = dict(worker.handlers)
    worker.handlers = {JobKind.SUMMARISE: purge_meanwhile}
    assert worker.work_one(scope)
    worker.handlers = handlers
    assert worker.work_one(other)
    assert [job.state for job in book.jobs(other)] == ["done"]


def test_a_pack_that_was_built_meanwhile_is_not_kept(
    book: Library, scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    from retrieval.pack import builder

    made = builder._pack  # pyright: ignore[reportPrivateUsage]

    def purge_first(*told: Any) -> Any:
        book.purging().chapter(scope, "2")
        return made(*told)

    monkeypatch.setattr(builder, "_pack", purge_first)
    with pytest.raises(ConflictError, match="deleted for good meanwhile; ask again"):
        book.pack(scope, PackRequest(query=WORDS))
    assert book.packs(scope) == []


def test_a_pack_is_kept_where_others_only_wrote(
    book: Library, scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    from retrieval.pack import builder

    made = builder._pack  # pyright: ignore[reportPrivateUsage]

    def write_first(*told: Any) -> Any:
        book.editor(scope).insert("第四章 雷\n天亮了。\n")
        return made(*told)

    monkeypatch.setattr(builder, "_pack", write_first)
    pack = book.pack(scope, PackRequest(query=WORDS))
    assert [run.id for run in book.packs(scope)] == [pack.id]


def test_vectors_that_were_made_meanwhile_are_not_kept(book: Library, scope: Scope) -> None:
    encoder = HashingEmbedder(32)
    with book.record.reading() as unit:
        work = read_work(unit, scope, book.chapters(scope)[1].id)
    book.purging().chapter(scope, "2")
    made = Vectors(record=book.record, embedder=encoder, keep=lambda _: None)
    vectors = made.of([work], lambda: None)
    assert vectors
    with book.record.reading() as unit:
        assert unit.vectors.get(encoder.fingerprint, list(vectors)) == {}


def test_a_text_that_another_book_has_keeps_its_vector(book: Library, scope: Scope) -> None:
    other = Scope(project="other")
    book.import_bytes(other, BOOK.encode())
    book.index(other)
    with book.record.reading() as unit:
        shared = [s.sha256 for s in read_work(unit, other, book.chapters(other)[1].id).snippets]
    book.purging().project(scope)
    with book.record.reading() as unit:
        assert unit.vectors.get(HashingEmbedder(64).fingerprint, shared).keys() == set(shared)
    assert Care(library=book).doctor(other).ok
    book.purging().project(other)
    with book.record.reading() as unit:
        assert unit.vectors.get(HashingEmbedder(64).fingerprint, shared) == {}


def test_a_change_that_was_planned_before_is_planned_anew_for_the_namesake(
    book: Library, scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where the namesake has come to the same count of writes."""
    settled = Rewriter._settled  # pyright: ignore[reportPrivateUsage]
    writes = revision(book, scope)
    seen: list[object] = []

    def replace_first(self: Rewriter, *told: Any) -> Any:
        if not seen:
            seen.append(told)
            purged(book, lambda purger: purger.projects([scope]))
            book.import_bytes(scope, "第一章 新\n新的一天。\n".encode())
            while revision(book, scope) < writes:
                with book.record.writing() as unit:
                    unit.projects.touch(scope)
            assert revision(book, scope) == writes
        return settled(self, *told)

    monkeypatch.setattr(Rewriter, "_settled", replace_first)
    book.editor(scope).insert("第四章 雷\n天亮了。\n")
    assert [c.title for c in book.chapters(scope)] == ["新", "雷"]


def revision(library: Library, scope: Scope) -> int:
    with library.record.reading() as unit:
        return unit.projects.get(scope).revision


def test_a_change_to_a_project_that_is_purged_meanwhile_is_refused(
    book: Library, scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled = Rewriter._settled  # pyright: ignore[reportPrivateUsage]

    def purge_first(self: Rewriter, *told: Any) -> Any:
        purged(book, lambda purger: purger.projects([scope]))
        return settled(self, *told)

    monkeypatch.setattr(Rewriter, "_settled", purge_first)
    with pytest.raises(NotFoundError, match="there is no project 'book'"):
        book.editor(scope).insert("第四章 雷\n天亮了。\n")
    assert book.projects() == []


def test_a_project_that_is_made_anew_keeps_its_points(book: Library, scope: Scope) -> None:
    """The points of its namesake leave late: by then they are not taken for the new one's."""
    purged(book, lambda purger: purger.projects([scope]))
    book.import_bytes(scope, BOOK.replace(WORDS, "白玉的貔貅").encode())
    book.index(scope)
    assert Care(library=book).doctor(scope).ok
    assert book.purging().finish() == Purged(), "nothing was noted: the rows went by hand"
    book.purging().project(scope)
    book.import_bytes(scope, BOOK.encode())
    book.index(scope)
    assert Care(library=book).doctor(scope).ok


def test_what_is_not_there_is_not_purged(book: Library, scope: Scope) -> None:
    with pytest.raises(NotFoundError, match="there is no project 'nobody'; there are: 'book'"):
        book.purging().project(Scope(project="nobody"))
    with pytest.raises(NotFoundError, match="there is no chapter 9"):
        book.purging().chapter(scope, "9")
    assert not book.purging().is_due
    assert len(book.chapters(scope)) == 3


def test_a_reader_keeps_the_log_and_a_later_purge_finishes(
    book: Library, scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = book.settings.data_dir
    usual = {"full": False, "seconds": 0.1}
    monkeypatch.setattr(type(book.record).rewrite, "__kwdefaults__", usual)
    with book.record.reading() as unit:
        unit.chapters.edition(scope)
        gone = book.purging().project(scope)
    (still,) = gone.still
    assert still.startswith("the write-ahead log is not emptied")
    assert book.purging().is_due
    assert book.purging().finish() == Purged()
    assert not book.purging().is_due
    assert (folder / "lorepack.db-wal").stat().st_size == 0
    assert traces([folder], [WORDS]) == []


def test_a_purge_that_was_broken_off_is_finished_by_the_next_service(
    book: Library, scope: Scope
) -> None:
    settings = book.settings
    other = Scope(project="other")
    book.import_bytes(other, synthetic_book(2).manuscript())
    due = book.purging()._noted()  # pyright: ignore[reportPrivateUsage]
    due.__enter__()  # and whoever has done so is killed before it leaves
    purged(book, lambda purger: purger.projects([scope]))
    book.close()
    assert list(settings.data_dir.glob("purge-*.due"))
    with open_library(settings) as again:
        with in_background(again):
            _wait(lambda: not again.purging().is_due)
        assert again.projects() == ["other"]
    assert traces([settings.data_dir], [WORDS]) == []


def _wait(so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.parametrize("whole", [False, True], ids=["chapter", "project"])
def test_a_service_of_another_process_tells_nothing_of_it(
    tmp_path: Path, cache_dir: Path, whole: bool
) -> None:
    shell = Shell(data_dir=tmp_path / "data", cache_dir=cache_dir)
    (tmp_path / "book.txt").write_text(BOOK, "utf-8")
    assert shell.run("import", tmp_path / "book.txt", "--project", "book").returncode == 0
    service = shell.serve(free_port(), tmp_path / "log")
    asking = httpx.Client(timeout=60)
    at = f"{service.address}/v1/projects/book"
    try:
        before = asking.post(f"{at}/packs", json={"query": WORDS}).json()
        assert WORDS in before["rendered"]
        what = ("--project",) if whole else ("--chapter", "2")
        ran = shell.run("purge", "book", *what, "--yes", "--json")
        assert ran.returncode == 0, ran.stderr
        after = asking.post(f"{at}/packs", json={"query": WORDS.replace("金", "银")})
        assert after.status_code == (404 if whole else 200)
        assert asking.get(f"{at}/packs/{before['id']}").status_code == 404
        assert WORDS not in after.text
        found = asking.get(f"{at}/search", params={"query": WORDS})
        assert found.status_code == (404 if whole else 200)
        assert whole or WORDS not in str(found.json()["hits"])
        assert traces([tmp_path / "data"], [WORDS]) == []
    finally:
        asking.close()
        service.end()
    assert WORDS not in (tmp_path / "log").read_text("utf-8")
    assert traces([tmp_path / "data", cache_dir], [WORDS]) == []
