"""The leased job table: see `lorepack.ports.jobs`."""

import secrets
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from lorepack.errors import ConflictError, LeaseLostError, NotFoundError
from lorepack.ports import Clock, Lease
from lorepack.records import LIVE, Job, JobKind, JobState, Scope
from storage import tables as t
from storage.clock import now
from storage.projects import SqlProjects

KEPT = 100
"""Jobs of a project that are over and still to be looked at; older ones are forgotten."""

_IS_LIVE = t.job.c.state.in_(sorted(LIVE))
_OF_PROJECT = t.project.c.id == t.job.c.project


class SqlJobs:
    """The jobs, within one transaction."""

    def __init__(
        self, connection: sa.Connection, projects: SqlProjects, clock: Clock | None
    ) -> None:
        self._connection = connection
        self._projects = projects
        self._clock = clock

    def queue(self, scope: Scope, kind: JobKind) -> Job:
        """Ask for a job; one of this kind that is not over yet is left as it is and returned."""
        self._projects.hold(scope)
        number, now = self._projects.number(scope), self._now()
        postgres = self._connection.dialect.name == "postgresql"
        insert = postgresql.insert(t.job) if postgres else sqlite.insert(t.job)
        self._connection.execute(
            insert.values(
                project=number,
                id=secrets.token_hex(8),
                kind=kind,
                dedupe=kind,
                state=JobState.QUEUED,
                attempt=0,
                tries=0,
                run_at=now,
                worker="",
                done=0,
                total=0,
                error="",
                created=now,
                updated=now,
            ).on_conflict_do_nothing()
        )
        live = sa.and_(t.job.c.project == number, t.job.c.dedupe == kind, _IS_LIVE)
        return _job(scope, self._connection.execute(sa.select(t.job).where(live)).one())

    def waiting(self, scope: Scope | None = None) -> bool:
        """Whether there is a job to be claimed, in one project or in any."""
        query = sa.select(t.job.c.id).where(self._is_due(self._now(), scope)).limit(1)
        return self._connection.execute(query).first() is not None

    def claim(
        self, worker: str, *, seconds: float, most_tries: int, scope: Scope | None = None
    ) -> Lease | None:
        """Take up the job that has waited longest, in one project or in any."""
        now = self._now()
        while (row := self._longest_due(now, scope)) is not None:
            if row.tries < most_tries:
                return self._take_up(row, worker, now, seconds)
            self._give_up(row, now)
        return None

    def _is_due(self, now: float, scope: Scope | None) -> sa.ColumnElement[bool]:
        """Queued and its time has come, or running and its lease has run out.

        Where the clock was put back since a job was queued, the time it waits for means nothing.
        Nor does the end of a lease, if it was put back by more than the lease is long: whoever is
        at work renews it, and a dead one's would keep the job from all others until then.
        """
        job = t.job.c
        ready = sa.and_(job.state == JobState.QUEUED, sa.or_(job.run_at <= now, job.updated > now))
        begins = job.updated - (job.lease_until - job.updated)  # each lease is as long as it is
        left = sa.and_(job.state == JobState.RUNNING, sa.or_(job.lease_until < now, begins > now))
        due = sa.or_(ready, left)
        if scope is None:
            return due
        return sa.and_(job.project == self._projects.number(scope), due)

    def _longest_due(self, now: float, scope: Scope | None) -> sa.Row[*tuple[Any, ...]] | None:
        query = (
            sa.select(t.job, t.project.c.tenant, t.project.c.name)
            .join(t.project, _OF_PROJECT)
            .where(self._is_due(now, scope))
            .order_by(t.job.c.run_at, t.job.c.id)
            .limit(1)
            # What another worker is just claiming, or checkpointing, is not waited for.
            .with_for_update(of=t.job, skip_locked=True)
        )
        return self._connection.execute(query).first()

    def _take_up(
        self, row: sa.Row[*tuple[Any, ...]], worker: str, now: float, seconds: float
    ) -> Lease:
        taken = self._connection.execute(
            _at(row.project, row.id)
            .values(
                state=JobState.RUNNING,
                attempt=row.attempt + 1,
                tries=row.tries + 1,
                lease_until=now + seconds,
                worker=worker,
                updated=now,
            )
            .returning(t.job)
        ).one()
        scope = Scope(tenant=row.tenant, project=row.name)
        return Lease(scope=scope, job=_job(scope, taken))

    def _give_up(self, row: sa.Row[*tuple[Any, ...]], now: float) -> None:
        """Fail a job whose workers die of it."""
        why = row.error or f"its worker was lost {row.tries} times"
        self._connection.execute(
            _at(row.project, row.id).values(
                state=JobState.FAILED, lease_until=None, error=why, updated=now
            )
        )

    def checkpoint(self, lease: Lease, *, done: int, total: int, seconds: float) -> None:
        """Note that the job came forward, and renew the lease."""
        until = self._now() + seconds
        self._write(lease, done=done, total=total, tries=1, lease_until=until)

    def beat(self, lease: Lease, *, seconds: float) -> None:
        """Renew the lease."""
        self._write(lease, lease_until=self._now() + seconds)

    def finish(self, lease: Lease) -> None:
        """Say that the job is done."""
        self._write(lease, state=JobState.DONE, lease_until=None, error="")
        self._forget(self._projects.number(lease.scope))

    def _forget(self, project: int) -> None:
        """Let the history of a project not grow for ever."""
        over = sa.and_(t.job.c.project == project, sa.not_(_IS_LIVE))
        kept = sa.select(t.job.c.id).where(over).order_by(t.job.c.created.desc(), t.job.c.id)
        gone = t.job.delete().where(over, t.job.c.id.not_in(kept.limit(KEPT)))
        self._connection.execute(gone)

    def fail(self, lease: Lease, error: str) -> None:
        """Give the job up for good."""
        self._write(lease, state=JobState.FAILED, lease_until=None, error=error)

    def retry(self, lease: Lease, error: str, *, after: float) -> None:
        """Put the job back for some seconds."""
        self._put_back(lease, error=error, run_at=self._now() + after)

    def release(self, lease: Lease) -> None:
        """Put the job back as if it had not been taken up."""
        self._put_back(lease, tries=t.job.c.tries - 1, run_at=self._now())

    def _put_back(self, lease: Lease, **values: object) -> None:
        self._write(lease, state=JobState.QUEUED, lease_until=None, **values)

    def _write(self, lease: Lease, **values: object) -> None:
        """Change a job that is still this attempt's."""
        number = self._number(lease)
        fence = sa.and_(t.job.c.attempt == lease.job.attempt, t.job.c.state == JobState.RUNNING)
        update = _at(number, lease.job.id).where(fence).values(updated=self._now(), **values)
        if self._connection.execute(update).rowcount != 1:
            raise LeaseLostError(f"job {lease.job.id} was taken over or cancelled")

    def _number(self, lease: Lease) -> int:
        try:
            return self._projects.number(lease.scope)
        except NotFoundError as error:
            raise LeaseLostError(f"job {lease.job.id} went with its project") from error

    def cancel(self, scope: Scope, id: str) -> Job:
        """End a job: whoever works it finds its lease lost."""
        cancelled = _at(self._projects.number(scope), id).where(_IS_LIVE)
        self._connection.execute(
            cancelled.values(state=JobState.CANCELLED, lease_until=None, updated=self._now())
        )
        job = self.get(scope, id)
        if job.state is not JobState.CANCELLED:
            raise ConflictError(f"job {id} is {job.state} already")
        return job

    def requeue(self, scope: Scope | None = None) -> int:
        """Put running jobs back: whoever works one finds its lease lost."""
        now = self._now()
        update = t.job.update().where(t.job.c.state == JobState.RUNNING)
        if scope is not None:
            update = update.where(t.job.c.project == self._projects.number(scope))
        values = {"state": JobState.QUEUED, "lease_until": None, "run_at": now, "updated": now}
        return self._connection.execute(update.values(values)).rowcount

    def get(self, scope: Scope, id: str) -> Job:
        """Read one."""
        query = sa.select(t.job).where(
            t.job.c.project == self._projects.number(scope), t.job.c.id == id
        )
        row = self._connection.execute(query).one_or_none()
        if row is None:
            raise NotFoundError(f"there is no job {id!r} in project {scope.project!r}")
        return _job(scope, row)

    def newest(self, scope: Scope, *, limit: int) -> list[Job]:
        """Those that are not over, then the others, the last one first."""
        query = (
            sa.select(t.job)
            .where(t.job.c.project == self._projects.number(scope))
            .order_by(sa.not_(_IS_LIVE), t.job.c.created.desc(), t.job.c.id)
            .limit(limit)
        )
        return [_job(scope, row) for row in self._connection.execute(query)]

    def _now(self) -> float:
        return now(self._connection, self._clock)


def _at(project: int, id: str) -> sa.Update:
    return t.job.update().where(t.job.c.project == project, t.job.c.id == id)


def _job(scope: Scope, row: sa.Row[*tuple[Any, ...]]) -> Job:
    return Job(
        id=row.id,
        project=scope.project,
        kind=JobKind(row.kind),
        state=JobState(row.state),
        attempt=row.attempt,
        tries=row.tries,
        done=row.done,
        total=row.total,
        error=row.error,
        worker=row.worker,
        created=_moment(row.created),
        updated=_moment(row.updated),
    )


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
