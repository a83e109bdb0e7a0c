"""What the job table promises, on each database."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lorepack.errors import ConflictError, LeaseLostError, NotFoundError
from lorepack.ports import Jobs, Lease
from lorepack.records import Job, JobKind, JobState, Scope
from storage.jobs import KEPT
from storage.record import SqlRecord
from tests.clocks import HandClock, timed

LEASE = 60.0
MOST_TRIES = 3
HOUR = 3_600.0
OTHER = Scope(project="other")


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def table(record: SqlRecord, scope: Scope, clock: HandClock) -> SqlRecord:
    """Two projects without jobs, under a clock of the test's own."""
    with record.writing() as unit:
        unit.projects.ensure(scope)
        unit.projects.ensure(OTHER)
    return timed(record, clock)


def queue(table: SqlRecord, scope: Scope) -> Job:
    with table.writing() as unit:
        return unit.jobs.queue(scope, JobKind.SUMMARISE)


def claim(table: SqlRecord, worker: str = "w", scope: Scope | None = None) -> Lease | None:
    with table.writing() as unit:
        return unit.jobs.claim(worker, seconds=LEASE, most_tries=MOST_TRIES, scope=scope)


def claimed(table: SqlRecord, worker: str = "w") -> Lease:
    lease = claim(table, worker)
    assert lease is not None
    return lease


def read(table: SqlRecord, job: Job) -> Job:
    with table.reading() as unit:
        return unit.jobs.get(Scope(project=job.project), job.id)


def waiting(table: SqlRecord, scope: Scope | None = None) -> bool:
    with table.reading() as unit:
        return unit.jobs.waiting(scope)


def test_a_project_has_one_live_job_of_a_kind(table: SqlRecord, scope: Scope) -> None:
    first = queue(table, scope)
    assert queue(table, scope) == first
    lease = claimed(table)
    assert queue(table, scope) == lease.job, "a running one counts"
    with table.writing() as unit:
        unit.jobs.finish(lease)
    second = queue(table, scope)
    assert second.id != first.id
    with table.reading() as unit:
        assert [job.id for job in unit.jobs.newest(scope, limit=9)] == [second.id, first.id]
    assert queue(table, OTHER).id not in {first.id, second.id}


def test_a_job_queued_in_a_transaction_that_fails_is_not_there(
    table: SqlRecord, scope: Scope
) -> None:
    with suppress(RuntimeError), table.writing() as unit:
        unit.jobs.queue(scope, JobKind.SUMMARISE)
        raise RuntimeError
    assert not waiting(table)
    with table.reading() as unit:
        assert unit.jobs.newest(scope, limit=9) == []


def test_a_job_goes_from_queued_over_running_to_done(
    table: SqlRecord, scope: Scope, clock: HandClock
) -> None:
    job = queue(table, scope)
    assert (job.state, job.attempt, job.created) == (
        JobState.QUEUED,
        0,
        "2023-11-14T22:13:20.000+00:00",
    )
    lease = claimed(table, "host:7")
    assert (lease.scope, lease.job.state, lease.job.worker) == (scope, JobState.RUNNING, "host:7")
    clock.now += 5
    with table.writing() as unit:
        unit.jobs.checkpoint(lease, done=10, total=25, seconds=LEASE)
    at = read(table, job)
    assert (at.done, at.total, at.updated) == (10, 25, "2023-11-14T22:13:25.000+00:00")
    with table.writing() as unit:
        unit.jobs.finish(lease)
    assert (read(table, job).state, claim(table)) == (JobState.DONE, None)


def test_the_longest_waiting_job_is_claimed_first_and_each_once(
    table: SqlRecord, scope: Scope, clock: HandClock
) -> None:
    queue(table, OTHER)
    clock.now += 1
    queue(table, scope)
    assert [claimed(table).scope, claimed(table).scope] == [OTHER, scope]
    assert (claim(table), waiting(table)) == (None, False)


def test_jobs_of_other_projects_can_be_left_alone(table: SqlRecord, scope: Scope) -> None:
    queue(table, OTHER)
    assert (waiting(table, scope), claim(table, scope=scope)) == (False, None)
    assert waiting(table, OTHER)


WRITES: dict[str, Callable[[Jobs, Lease], object]] = {
    "checkpoint": lambda jobs, lease: jobs.checkpoint(lease, done=1, total=2, seconds=LEASE),
    "beat": lambda jobs, lease: jobs.beat(lease, seconds=LEASE),
    "finish": lambda jobs, lease: jobs.finish(lease),
    "fail": lambda jobs, lease: jobs.fail(lease, "why"),
    "retry": lambda jobs, lease: jobs.retry(lease, "why", after=1),
    "release": lambda jobs, lease: jobs.release(lease),
}


def write(table: SqlRecord, lease: Lease, name: str) -> None:
    with table.writing() as unit:
        WRITES[name](unit.jobs, lease)


@pytest.mark.parametrize("name", sorted(WRITES))
def test_who_lost_the_lease_can_change_nothing_any_more(
    table: SqlRecord, scope: Scope, clock: HandClock, name: str
) -> None:
    job = queue(table, scope)
    late = claimed(table, "late")
    clock.now += LEASE + 1
    claimed(table, "next")
    taken = read(table, job)
    with pytest.raises(LeaseLostError, match=job.id):
        write(table, late, name)
    assert read(table, job) == taken
    assert (taken.worker, taken.attempt) == ("next", 2)


@pytest.mark.parametrize("name", sorted(WRITES))
def test_a_cancelled_job_can_be_changed_by_nobody(
    table: SqlRecord, scope: Scope, name: str
) -> None:
    lease = claimed_after_queue(table, scope)
    with table.writing() as unit:
        assert unit.jobs.cancel(scope, lease.job.id).state is JobState.CANCELLED
    with pytest.raises(LeaseLostError):
        write(table, lease, name)
    assert read(table, lease.job).state is JobState.CANCELLED


def claimed_after_queue(table: SqlRecord, scope: Scope) -> Lease:
    queue(table, scope)
    return claimed(table)


def test_what_a_lost_attempt_stored_beside_its_checkpoint_is_undone(
    table: SqlRecord, scope: Scope, clock: HandClock
) -> None:
    lease = claimed_after_queue(table, scope)
    clock.now += LEASE + 1
    claimed(table)

    def store() -> None:
        with table.writing() as unit:
            unit.projects.touch(scope)
            unit.jobs.checkpoint(lease, done=1, total=1, seconds=LEASE)

    with pytest.raises(LeaseLostError):
        store()
    with table.reading() as unit:
        assert unit.projects.get(scope).revision == 0


@pytest.mark.parametrize("name", ["beat", "checkpoint"])
def test_a_lease_holds_as_long_as_it_is_renewed(
    table: SqlRecord, scope: Scope, clock: HandClock, name: str
) -> None:
    lease = claimed_after_queue(table, scope)
    for _ in range(3):
        clock.now += LEASE - 1
        assert claim(table) is None
        write(table, lease, name)
    clock.now += LEASE + 1
    assert waiting(table)


def test_a_job_that_failed_waits_and_keeps_its_error(
    table: SqlRecord, scope: Scope, clock: HandClock
) -> None:
    lease = claimed_after_queue(table, scope)
    with table.writing() as unit:
        unit.jobs.retry(lease, "no room", after=8)
    clock.now += 7
    assert claim(table) is None
    clock.now += 1
    assert (claimed(table).job.error, read(table, lease.job).attempt) == ("no room", 2)


def test_a_job_that_kills_its_workers_is_given_up(
    table: SqlRecord, scope: Scope, clock: HandClock
) -> None:
    job = queue(table, scope)
    for _ in range(MOST_TRIES):
        claimed(table)
        clock.now += LEASE + 1
    assert claim(table) is None
    given_up = read(table, job)
    assert (given_up.state, given_up.error) == (JobState.FAILED, "its worker was lost 3 times")


def test_a_job_that_comes_forward_is_never_given_up(
    table: SqlRecord, scope: Scope, clock: HandClock
) -> None:
    queue(table, scope)
    for done in range(3 * MOST_TRIES):
        lease = claimed(table)
        with table.writing() as unit:
            unit.jobs.checkpoint(lease, done=done, total=99, seconds=LEASE)
        clock.now += LEASE + 1
    assert claimed(table).job.attempt == 3 * MOST_TRIES + 1


def test_a_job_that_was_released_has_lost_nothing(table: SqlRecord, scope: Scope) -> None:
    queue(table, scope)
    for _ in range(2 * MOST_TRIES):
        lease = claimed(table)
        assert lease.job.tries == 1
        with table.writing() as unit:
            unit.jobs.release(lease)


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
def test_a_queued_job_is_not_frozen_by_a_clock_that_jumps(
    table: SqlRecord, scope: Scope, clock: HandClock, jump: float
) -> None:
    lease = claimed_after_queue(table, scope)
    with table.writing() as unit:
        unit.jobs.retry(lease, "no room", after=300)
    assert claim(table) is None
    clock.now += jump
    assert waiting(table)
    assert claim(table) is not None


def test_a_clock_that_jumps_forward_takes_a_lease_away_but_lets_no_one_write_twice(
    table: SqlRecord, scope: Scope, clock: HandClock
) -> None:
    first = claimed_after_queue(table, scope)
    clock.now += HOUR
    second = claimed(table)
    write(table, second, "finish")
    with pytest.raises(LeaseLostError):
        write(table, first, "finish")


def test_a_dead_workers_lease_from_the_future_keeps_the_job_from_nobody(
    table: SqlRecord, scope: Scope, clock: HandClock
) -> None:
    first = claimed_after_queue(table, scope)
    clock.now -= HOUR
    assert waiting(table)
    second = claimed(table)
    write(table, second, "finish")
    with pytest.raises(LeaseLostError):
        write(table, first, "finish")


def test_whoever_renews_a_lease_after_the_clock_was_put_back_keeps_the_job(
    table: SqlRecord, scope: Scope, clock: HandClock
) -> None:
    lease = claimed_after_queue(table, scope)
    clock.now -= HOUR
    write(table, lease, "beat")
    clock.now += LEASE - 1
    assert not waiting(table)
    write(table, lease, "finish")


def test_a_clock_that_is_set_right_by_a_little_takes_no_lease_away(
    table: SqlRecord, scope: Scope, clock: HandClock
) -> None:
    lease = claimed_after_queue(table, scope)
    clock.now -= LEASE - 1
    assert not waiting(table)
    write(table, lease, "finish")


def test_every_running_job_is_put_back_where_nobody_works(table: SqlRecord, scope: Scope) -> None:
    lost = claimed_after_queue(table, scope)
    with table.writing() as unit:
        assert unit.jobs.requeue() == 1
        assert unit.jobs.requeue() == 0
    taken = claimed(table)
    assert (taken.job.id, taken.job.tries) == (lost.job.id, 2)


def test_cancelling_is_final_and_may_be_said_twice(table: SqlRecord, scope: Scope) -> None:
    job = queue(table, scope)
    with table.writing() as unit:
        cancelled = unit.jobs.cancel(scope, job.id)
        assert unit.jobs.cancel(scope, job.id) == cancelled
    assert claim(table) is None


def test_what_is_over_cannot_be_cancelled(table: SqlRecord, scope: Scope) -> None:
    lease = claimed_after_queue(table, scope)
    write(table, lease, "fail")
    with table.writing() as unit, pytest.raises(ConflictError, match="is failed already"):
        unit.jobs.cancel(scope, lease.job.id)


def test_jobs_stay_within_their_project(table: SqlRecord, scope: Scope) -> None:
    job = queue(table, scope)
    with table.writing() as unit:
        assert unit.jobs.newest(OTHER, limit=9) == []
        for refused in (unit.jobs.get, unit.jobs.cancel):
            with pytest.raises(NotFoundError, match=job.id):
                refused(OTHER, job.id)
        with pytest.raises(NotFoundError, match="no project 'nix'"):
            unit.jobs.queue(Scope(project="nix"), JobKind.SUMMARISE)


def test_the_newest_hundred_that_are_over_are_remembered(
    table: SqlRecord, scope: Scope, clock: HandClock
) -> None:
    other = queue(table, OTHER)
    ids: list[str] = []
    for _ in range(KEPT + 3):
        clock.now += 1
        ids.append(queue(table, scope).id)
        lease = claim(table, scope=scope)
        assert lease is not None
        write(table, lease, "finish")
    with table.reading() as unit:
        assert [job.id for job in unit.jobs.newest(scope, limit=999)] == ids[: -KEPT - 1 : -1]
        assert unit.jobs.newest(OTHER, limit=9) == [other]


def test_a_write_beside_the_end_of_a_job_is_never_left_without_one(
    table: SqlRecord, scope: Scope
) -> None:
    """Whoever queues holds the project: the job ends before that or sees the write."""
    lease = claimed_after_queue(table, scope)
    settled: list[bool] = []

    def settle() -> None:
        with table.writing() as unit:
            seen_last = unit.projects.hold(scope).revision == 0
            if seen_last:
                unit.jobs.finish(lease)
            settled.append(seen_last)

    ending = threading.Thread(target=settle)
    with table.writing() as unit:
        assert unit.jobs.queue(scope, JobKind.SUMMARISE).state is JobState.RUNNING
        ending.start()
        time.sleep(0.2)  # the other one waits here, or it would end the job
        unit.projects.touch(scope)
    ending.join()
    assert (settled, read(table, lease.job).state) == ([False], JobState.RUNNING)


STEPS = ("queue", "claim", "cancel", "late", *sorted(WRITES))


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    steps=st.lists(
        st.tuples(
            st.sampled_from(STEPS),
            st.one_of(st.floats(0, 2 * LEASE), st.sampled_from([-HOUR, -1.0, HOUR])),
        ),
        max_size=25,
    )
)
def test_whatever_happens_one_lease_at_the_most_can_write(
    table: SqlRecord, scope: Scope, clock: HandClock, steps: list[tuple[str, float]]
) -> None:
    leases: list[Lease] = []
    for step, passing in steps:
        clock.now += passing
        if step == "queue":
            queue(table, scope)
        elif step == "claim":
            leases += filter(None, [claim(table, scope=scope)])
        elif step == "cancel" and leases:
            with suppress(ConflictError), table.writing() as unit:
                unit.jobs.cancel(scope, leases[-1].job.id)
        elif step == "late":
            assert not any(_can_write(table, lease) for lease in leases[:-1])
        elif leases:
            with suppress(LeaseLostError):
                write(table, leases[-1], step)
    with table.reading() as unit:
        live = [job for job in unit.jobs.newest(scope, limit=99) if not job.state.over]
    assert len(live) <= 1
    clock.now += 3 * LEASE  # a lease and a wait at the most, however the clock was set
    assert waiting(table, scope) == bool(live), "no job is frozen"


def _can_write(table: SqlRecord, lease: Lease) -> bool:
    try:
        write(table, lease, "beat")
    except LeaseLostError:
        return False
    return True
