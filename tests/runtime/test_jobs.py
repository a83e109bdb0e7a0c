"""Summaries as jobs of a library: killed, shared, interrupted by writes, and waited for."""

import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from lorepack.errors import JobFailedError, UnavailableError
from lorepack.ports import Summary
from lorepack.records import JobState, ProjectStatus, Scope, SummaryState
from runtime.jobs import worker_of
from runtime.library import Library
from runtime.worker import Worker
from storage.record import SqlRecord
from storage.summaries import SqlSummaries
from tests.strategies import synthetic_book

ROOT = Path(__file__).parents[2]
CHAPTERS = 60
NEVER = 9_999


@pytest.fixture
def shelf(library: Library, record: SqlRecord) -> Library:
    """A library over each database."""
    return replace(library, record=record)


def ready(library: Library, scope: Scope) -> int:
    return library.status(scope).summaries.get(SummaryState.READY, 0)


def test_every_write_of_a_chapter_queues_one_job(shelf: Library, scope: Scope) -> None:
    shelf.import_bytes(scope, synthetic_book(4).manuscript())
    (queued,) = shelf.jobs(scope)
    editor = shelf.editor(scope)
    editor.edit("2", "换了一章，他没有回来。")
    editor.delete("3")
    assert shelf.jobs(scope) == [queued]
    assert shelf.summarise(scope) == 3
    assert [job.state for job in shelf.jobs(scope)] == [JobState.DONE]
    shelf.undo(scope)
    assert [job.state for job in shelf.jobs(scope)] == [JobState.QUEUED, JobState.DONE]
    assert shelf.summarise(scope) == 1


def test_without_waiting_it_is_only_queued(shelf: Library, scope: Scope) -> None:
    shelf.import_bytes(scope, synthetic_book(3).manuscript())
    assert shelf.summarise(scope, wait=False) == 0
    assert [job.state for job in shelf.jobs(scope)] == [JobState.QUEUED]


def test_a_status_tells_what_is_there_and_what_is_to_come(shelf: Library, scope: Scope) -> None:
    shelf.import_bytes(scope, synthetic_book(3).manuscript())
    status = shelf.status(scope)
    chapters = shelf.chapters(scope)
    assert status == ProjectStatus(
        project="book",
        chapters=3,
        characters=sum(c.chars for c in chapters),
        summaries={SummaryState.QUEUED: 3},
        index_lag=3,
        jobs=tuple(shelf.jobs(scope)),
    )
    shelf.summarise(scope)
    done = shelf.status(scope)
    assert (done.summaries, done.jobs) == ({SummaryState.READY: 3}, ())


def test_an_edit_beside_a_running_job_is_stored_at_once_and_summarised_by_it(
    shelf: Library, scope: Scope
) -> None:
    shelf.import_bytes(scope, synthetic_book(25).manuscript())
    edited: list[JobState] = []

    def edit_once(what: str, done: int, total: int) -> None:
        if done >= 10 and not edited:
            shelf.editor(scope).edit("2", "换了一章，他没有回来。")
            edited.append(shelf.jobs(scope)[0].state)

    assert shelf.summarise(scope, progress=edit_once) == 25
    assert edited == [JobState.RUNNING]
    assert shelf.text(scope, "2") == "换了一章，他没有回来。"
    assert [job.state for job in shelf.jobs(scope)] == [JobState.DONE]
    assert shelf.summarise(scope) == 0, "nothing was left behind"


def test_progress_is_told_and_kept(shelf: Library, scope: Scope) -> None:
    shelf.import_bytes(scope, synthetic_book(25).manuscript())
    told: list[tuple[int, int]] = []
    shelf.summarise(scope, progress=lambda what, done, total: told.append((done, total)))
    assert told == sorted(told)
    assert told[-1] == (25, 25)
    (job,) = shelf.jobs(scope)
    assert (job.done, job.total) == (25, 25)


def test_whoever_waits_follows_the_worker_that_has_the_job(shelf: Library, scope: Scope) -> None:
    shelf.import_bytes(scope, synthetic_book(25).manuscript())
    begun, go_on = threading.Event(), threading.Event()
    told: list[tuple[int, int]] = []

    def hold(what: str, done: int, total: int) -> None:
        if done == 10:
            begun.set()
            go_on.wait(30)

    def heard(what: str, done: int, total: int) -> None:
        told.append((done, total))
        go_on.set()

    working = threading.Thread(target=lambda: worker_of(shelf).work_one(scope, hold))
    working.start()
    assert begun.wait(30)
    assert shelf.summarise(scope, progress=heard) == 15
    working.join()
    assert told[0] == (10, 25)
    assert len(shelf.jobs(scope)) == 1


def fail(self: Worker, *_: object) -> None:
    raise UnavailableError("the disk is full")


def at_once(self: Worker, *_: object) -> float:
    return 0.0


def test_whoever_waits_is_told_why_a_job_failed(
    shelf: Library, scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.import_bytes(scope, synthetic_book(2).manuscript())
    monkeypatch.setattr(Worker, "_see_through", fail)
    monkeypatch.setattr(Worker, "_wait_after", at_once)
    with pytest.raises(JobFailedError, match="the disk is full"):
        shelf.summarise(scope)
    assert shelf.jobs(scope)[0].attempt == 5


def test_whoever_waits_is_told_that_a_job_was_cancelled(shelf: Library, scope: Scope) -> None:
    shelf.import_bytes(scope, synthetic_book(25).manuscript())

    def cancel(what: str, done: int, total: int) -> None:
        if done == 10:
            shelf.cancel(scope, shelf.jobs(scope)[0].id)

    with pytest.raises(JobFailedError, match="cancelled"):
        shelf.summarise(scope, progress=cancel)
    assert ready(shelf, scope) == 10, "what was stored stays"
    assert shelf.summarise(scope) == 15


def test_two_workers_share_the_queue_and_summarise_each_chapter_once(
    shelf: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    scopes = [Scope(project=f"book{nth}") for nth in range(4)]
    for scope in scopes:
        shelf.import_bytes(scope, synthetic_book(12).manuscript())
    stored: Counter[tuple[Scope, str]] = Counter()
    add = SqlSummaries.add

    def counting(self: SqlSummaries, scope: Scope, summaries: Sequence[Summary]) -> None:
        stored.update((scope, s.signature) for s in summaries if s.level == 0)
        add(self, scope, summaries)

    monkeypatch.setattr(SqlSummaries, "add", counting)
    workers = [threading.Thread(target=worker_of(shelf).run_once) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [ready(shelf, scope) for scope in scopes] == [12] * 4
    assert set(stored.values()) == {1}
    assert [job.attempt for scope in scopes for job in shelf.jobs(scope)] == [1] * 4


def run_to_its_death(library: Library, log: Path, nth: int, *more: str) -> int:
    """Let another process work until its n-th checkpoint; returns its exit code."""
    settings = library.settings
    arguments = (settings.data_dir, settings.cache_dir, log, nth, *more)
    command = [sys.executable, "-m", "tests.runtime.dying_worker", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, timeout=120, check=False).returncode


def test_a_job_that_is_killed_twice_goes_on_where_it_stopped(
    library: Library, scope: Scope, tmp_path: Path
) -> None:
    library.import_bytes(scope, synthetic_book(CHAPTERS).manuscript())
    log = tmp_path / "stored"
    for committed in (20, 40):
        assert run_to_its_death(library, log, 3) == -signal.SIGKILL
        assert ready(library, scope) == committed, "the batch it died in is not there"
        (job,) = library.jobs(scope)
        assert (job.state, job.done, job.total) == (JobState.RUNNING, committed, CHAPTERS)
    assert run_to_its_death(library, log, NEVER) == 0
    assert ready(library, scope) == CHAPTERS
    (job,) = library.jobs(scope)
    assert (job.state, job.attempt, job.done) == (JobState.DONE, 3, CHAPTERS)
    tried = Counter(log.read_text("utf-8").split())
    assert sorted(tried.values()) == [1] * 40 + [2] * 20, "only the batches in flight are redone"


def test_a_job_of_a_worker_killed_elsewhere_is_taken_over_when_its_lease_runs_out(
    shelf: Library, record: SqlRecord, scope: Scope, tmp_path: Path
) -> None:
    shelf.import_bytes(scope, synthetic_book(25).manuscript())
    url = record._writing.url  # pyright: ignore[reportPrivateUsage]
    log, address = tmp_path / "stored", url.render_as_string(hide_password=False)
    assert run_to_its_death(shelf, log, 2, address, "1") == -signal.SIGKILL
    assert (ready(shelf, scope), shelf.jobs(scope)[0].state) == (10, JobState.RUNNING)
    elsewhere = shelf.settings.model_copy(update={"database_url": address})
    assert replace(shelf, settings=elsewhere).summarise(scope) == 15
    (job,) = shelf.jobs(scope)
    assert (job.state, job.attempt, job.done) == (JobState.DONE, 2, 25)


def test_a_job_killed_between_its_last_batch_and_its_end_is_only_ended(
    library: Library, scope: Scope, tmp_path: Path
) -> None:
    library.import_bytes(scope, synthetic_book(25).manuscript())
    log = tmp_path / "stored"
    assert run_to_its_death(library, log, 4) == -signal.SIGKILL, "with its windows"
    assert ready(library, scope) == 25
    assert library.jobs(scope)[0].state is JobState.RUNNING
    assert library.summarise(scope) == 0
    assert set(Counter(log.read_text("utf-8").split()).values()) == {1}
