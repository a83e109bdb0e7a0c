"""The worker: what it does with a job that ends well, badly, late, or not at all."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from lorepack.errors import LeaseLostError, RateLimitedError, UnavailableError
from lorepack.ports import UnitOfWork
from lorepack.records import Job, JobKind, JobState, Scope
from runtime.attempt import Task
from runtime.background import BackgroundWork
from runtime.presence import at_work
from runtime.worker import MOST_TRIES, Handler, Worker, back_off
from storage.record import SqlRecord
from tests.clocks import HandClock, timed

LEASE = 60.0
OTHER = Scope(project="other")


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def table(record: SqlRecord, scope: Scope, clock: HandClock) -> SqlRecord:
    """Two projects, one with a job, under a clock of the test's own."""
    with record.writing() as unit:
        unit.projects.ensure(OTHER)
        unit.projects.ensure(scope)
        unit.jobs.queue(scope, JobKind.SUMMARISE)
    table = timed(record, clock)
    clock.now = 4_000_000_000.0  # after whatever the database's own clock wrote
    return table


def worker(table: SqlRecord, handler: Handler, *, lease: float = LEASE) -> Worker:
    return Worker(
        record=table,
        handlers={JobKind.SUMMARISE: handler},
        folder=None,
        wait=lambda tries: 2.0**tries,
        lease_seconds=lease,
    )


def job(table: SqlRecord, scope: Scope) -> Job:
    with table.reading() as unit:
        return unit.jobs.newest(scope, limit=1)[0]


def state(table: SqlRecord, scope: Scope) -> tuple[JobState, int, int]:
    found = job(table, scope)
    return found.state, found.done, found.total


def come_forward(table: SqlRecord, task: Task, done: int, total: int) -> None:
    with table.writing() as unit:
        task.checkpoint(unit, done, total)


def touch(table: SqlRecord, scope: Scope) -> None:
    with table.writing() as unit:
        unit.projects.touch(scope)


def raising(error: Exception) -> Handler:
    def handle(task: Task) -> None:
        raise error

    return handle


def test_a_job_is_worked_once_and_is_done(table: SqlRecord, scope: Scope) -> None:
    seen: list[Scope] = []
    hand = worker(table, lambda task: seen.append(task.scope))
    assert (hand.work_one(), hand.work_one()) == (True, False)
    assert (seen, job(table, scope).state) == ([scope], JobState.DONE)


def test_only_the_project_that_is_asked_for_is_worked(table: SqlRecord, scope: Scope) -> None:
    hand = worker(table, raising(AssertionError("not to be worked")))
    assert not hand.work_one(OTHER)
    assert job(table, scope).state is JobState.QUEUED


def test_it_goes_on_until_nothing_was_written_since_it_looked(
    table: SqlRecord, scope: Scope
) -> None:
    passes: list[str] = []

    def handle(task: Task) -> None:
        passes.append("pass")
        come_forward(table, task, 2, 2)
        if len(passes) < 3:
            touch(table, scope)

    worker(table, handle).work_one()
    assert len(passes) == 3
    assert state(table, scope) == (JobState.DONE, 6, 6)


def test_progress_counts_all_attempts_together(
    table: SqlRecord, scope: Scope, clock: HandClock
) -> None:
    told: list[tuple[int, int]] = []

    def first(task: Task) -> None:
        come_forward(table, task, 10, 30)
        raise UnavailableError("away")

    def second(task: Task) -> None:
        task.progress("summaries", 0, 20)
        come_forward(table, task, 20, 20)

    worker(table, first).work_one()
    clock.now += 3
    worker(table, second).work_one(progress=lambda what, done, total: told.append((done, total)))
    assert told == [(10, 30)]
    assert state(table, scope) == (JobState.DONE, 30, 30)


def test_a_failure_is_tried_again_later_and_later_and_then_no_more(
    table: SqlRecord, scope: Scope, clock: HandClock
) -> None:
    last: list[bool] = []

    def handle(task: Task) -> None:
        last.append(task.last)
        raise UnavailableError("the model is away")

    hand = worker(table, handle)
    for tries in range(1, MOST_TRIES):
        assert hand.work_one()
        assert job(table, scope).state is JobState.QUEUED
        clock.now += 2.0**tries - 0.5
        assert not hand.work_one()
        clock.now += 0.5
    assert hand.work_one()
    assert last == [False] * (MOST_TRIES - 1) + [True]
    failed = job(table, scope)
    assert (failed.state, failed.error) == (
        JobState.FAILED,
        "UnavailableError: the model is away",
    )


def test_a_server_that_says_when_to_come_back_is_believed(
    table: SqlRecord, clock: HandClock
) -> None:
    hand = worker(table, raising(RateLimitedError("no room", retry_after=90)))
    hand.work_one()
    clock.now += 89
    assert not hand.work_one()
    clock.now += 1
    assert hand.work_one()


def test_an_error_of_our_own_making_shows_nothing_of_what_it_holds(
    table: SqlRecord, scope: Scope
) -> None:
    worker(table, raising(ValueError("a line of the manuscript"))).work_one()
    shown = job(table, scope).error
    assert shown.startswith("ValueError: ")
    assert "manuscript" not in shown


def test_a_cancelled_job_stops_at_its_next_checkpoint_and_keeps_what_it_stored(
    table: SqlRecord, scope: Scope
) -> None:
    reached: list[str] = []

    def handle(task: Task) -> None:
        come_forward(table, task, 1, 3)
        with table.writing() as unit:
            unit.jobs.cancel(scope, job(table, scope).id)
        with table.writing() as unit:
            unit.projects.touch(scope)
            task.checkpoint(unit, 2, 3)
        reached.append("too far")

    assert worker(table, handle).work_one()
    assert reached == []
    assert state(table, scope) == (JobState.CANCELLED, 1, 3)
    with table.reading() as unit:
        assert unit.projects.get(scope).revision == 0, "what came after was not stored"


def until_raised(task: Task) -> None:
    """Report until somebody stops the work."""
    pause = threading.Event()
    while not pause.wait(0.01):
        task.progress("summaries", 0, 1)


def test_a_heartbeat_finds_out_that_the_job_was_cancelled(table: SqlRecord, scope: Scope) -> None:
    def handle(task: Task) -> None:
        with table.writing() as unit:
            unit.jobs.cancel(scope, job(table, scope).id)
        until_raised(task)

    assert worker(table, handle, lease=0.15).work_one()
    assert job(table, scope).state is JobState.CANCELLED


def test_a_heartbeat_keeps_the_lease_of_a_long_step(
    table: SqlRecord, scope: Scope, clock: HandClock
) -> None:
    def handle(task: Task) -> None:
        for _ in range(3):
            before = job(table, scope).updated
            clock.now += 0.2  # a third of the lease
            wait_for(lambda before=before: job(table, scope).updated != before)
            with table.reading() as unit:
                assert not unit.jobs.waiting()

    worker(table, handle, lease=0.6).work_one()
    assert job(table, scope).state is JobState.DONE


def wait_for(true: Callable[[], bool]) -> None:
    pause = threading.Event()
    for _ in range(500):
        if true():
            return
        pause.wait(0.02)
    pytest.fail("it did not come about")


def test_a_heartbeat_survives_a_database_that_is_away_for_a_moment(
    table: SqlRecord, scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    writing, failures = table.writing, iter([OSError("away")])

    def failing_once() -> object:
        if threading.current_thread().name == "heartbeat":
            for error in failures:
                raise error
        return writing()

    monkeypatch.setattr(table, "writing", failing_once)

    def handle(task: Task) -> None:
        before = job(table, scope).updated
        clock_moved(table)
        wait_for(lambda: job(table, scope).updated != before)

    worker(table, handle, lease=0.15).work_one()
    assert (job(table, scope).state, list(failures)) == (JobState.DONE, [])


def clock_moved(table: SqlRecord) -> None:
    clock = table._clock  # pyright: ignore[reportPrivateUsage]
    assert isinstance(clock, HandClock)
    clock.now += 0.01


def test_an_interrupted_job_goes_back_at_once(table: SqlRecord, scope: Scope) -> None:
    def handle(task: Task) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        worker(table, handle).work_one()
    back = job(table, scope)
    assert (back.state, back.tries) == (JobState.QUEUED, 0)
    assert worker(table, lambda task: None).work_one()


def test_an_interruption_is_one_though_the_job_is_lost_already(
    table: SqlRecord, scope: Scope
) -> None:
    def handle(task: Task) -> None:
        with table.writing() as unit:
            unit.jobs.cancel(scope, job(table, scope).id)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        worker(table, handle).work_one()
    assert job(table, scope).state is JobState.CANCELLED


def test_a_worker_that_is_told_to_end_gives_its_job_back(table: SqlRecord, scope: Scope) -> None:
    begun = threading.Event()

    def handle(task: Task) -> None:
        begun.set()
        until_raised(task)

    work = BackgroundWork(worker(table, handle))
    work.start()
    assert begun.wait(30)
    work.close()
    assert (work.over(0), job(table, scope).state) == (True, JobState.QUEUED)


def test_a_step_that_does_not_end_is_left_and_can_store_nothing_later(
    table: SqlRecord, scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("runtime.background._END_SECONDS", 0.05)
    begun, closed, ended = threading.Event(), threading.Event(), threading.Event()

    def handle(task: Task) -> None:
        begun.set()
        closed.wait(30)
        try:
            come_forward(table, task, 1, 1)
        except LeaseLostError:
            ended.set()
            raise

    work = BackgroundWork(worker(table, handle))
    work.start()
    assert begun.wait(30)
    work.close()
    assert state(table, scope) == (JobState.QUEUED, 0, 0)
    closed.set()
    assert ended.wait(30)
    assert work.over(30)
    assert state(table, scope) == (JobState.QUEUED, 0, 0)


def test_a_worker_that_leaves_by_itself_says_why_it_could_not_work(
    table: SqlRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise OSError("the database is away")

    monkeypatch.setattr(table, "reading", away)
    work = BackgroundWork(worker(table, lambda task: None), once=True)
    work.start()
    assert work.over(30)
    with pytest.raises(OSError, match="away"):
        work.close()


def test_a_worker_in_the_background_outlives_a_database_that_is_away(
    table: SqlRecord, scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, failures = table.reading, iter([OSError("away")])

    def failing_once() -> object:
        for error in failures:
            raise error
        return reading()

    monkeypatch.setattr(table, "reading", failing_once)
    work = BackgroundWork(worker(table, lambda task: None))
    work.start()
    wait_for(lambda: job(table, scope).state is JobState.DONE)
    work.close()


def test_waits_grow_to_five_minutes_give_or_take_half() -> None:
    for tries in range(1, 40):
        usual = min(300.0, 2.0**tries)
        assert all(usual / 2 <= back_off(tries) <= usual * 1.5 for _ in range(20))


def test_whoever_comes_first_to_a_folder_is_alone_and_the_others_are_not(tmp_path: Path) -> None:
    alone: list[str] = []
    with at_work(tmp_path, lambda: alone.append("first")):
        with at_work(tmp_path, lambda: alone.append("second")):
            pass
        assert alone == ["first"]
        with at_work(tmp_path, lambda: alone.append("third")):
            pass
    with at_work(tmp_path, lambda: alone.append("next")):
        assert alone == ["first", "next"]


def test_a_worker_that_is_alone_puts_back_what_dead_ones_left(
    table: SqlRecord, scope: Scope, tmp_path: Path
) -> None:
    def take(unit: UnitOfWork) -> None:
        assert unit.jobs.claim("dead", seconds=LEASE, most_tries=MOST_TRIES) is not None

    with table.writing() as unit:
        take(unit)
    hand = worker(table, lambda task: None)
    hand.folder = tmp_path
    with at_work(tmp_path, lambda: None):
        hand.run_once()
        assert job(table, scope).state is JobState.RUNNING, "somebody else may be at it"
    hand.run_once()
    assert job(table, scope).state is JobState.DONE
