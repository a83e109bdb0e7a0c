"""Taking care of a store: proving that record and index agree, and making again what is derived."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ingest.auditing import audit_database, audit_record
from lorepack.errors import UnavailableError
from lorepack.ports import Progress
from lorepack.records import (
    DoctorReport,
    Fault,
    FaultCode,
    IndexAudit,
    JobState,
    RecordAudit,
    Scope,
    StoreReport,
)
from runtime.index.access import Following
from runtime.worker import quiet

if TYPE_CHECKING:
    from runtime.library import Library

_LOOKS = 5
"""How often a project that is being written to is looked at, at the most."""

_JOBS = 1_000
_READ_AGAIN = frozenset({FaultCode.SNIPPETS, FaultCode.FACTS, FaultCode.TERMS})
"""What is put right by reading the texts again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Care:
    """Looks after the projects of a library."""

    library: "Library"
    progress: Progress = quiet

    def doctor(self, scope: Scope, *, repair: bool = False) -> DoctorReport:
        """Compare every row with what it promises and every point with the record.

        Args:
            scope: The project.
            repair: Whether to put right what is wrong: derived rows are read out of the texts
                again, points made from the rows. A text that is not what was handed in is not
                to be had again; it is told.

        Raises:
            NotFoundError: There is no such project.
        """
        return _with(self._doctor(scope, repair=repair), self._damage())

    def _doctor(self, scope: Scope, *, repair: bool) -> DoctorReport:
        """The same but for the database's own check, which is of all projects at once."""
        found = self._look(scope)
        if not repair or not found.problems:
            return found
        self._repair(scope, found.problems)
        after = self._look(scope)
        left = {(fault.code, fault.chapter, fault.snippet) for fault in after.problems}
        gone = [f for f in found.problems if (f.code, f.chapter, f.snippet) not in left]
        return replace(after, repaired=len(gone))

    def rebuild(self, scope: Scope) -> DoctorReport:
        """Make again all that is derived from a project's texts, down to its points.

        No chat model is asked: summaries and memories stay. A sound project is the same
        afterwards, to the byte of its packs.

        Returns:
            Whether it is sound now.

        Raises:
            NotFoundError: There is no such project.
            ConflictError: Somebody else kept writing to it; it is as it was.
            UnavailableError: There is no encoder, or it failed; what was made is kept.
        """
        self.library.rebuild_rows(scope, progress=self.progress)
        self._following.catch_up(scope, self.progress)
        return self.doctor(scope, repair=True)

    def doctor_all(self, *, repair: bool = False) -> StoreReport:
        """The same for every project, and for what the index holds of none.

        Args:
            repair: Whether to put right what is wrong.
        """
        damage = self._damage()
        reports = [self._doctor(scope, repair=repair) for scope in self._scopes()]
        strays = self._strays(repair=repair)
        purging = self.library.purging(progress=self.progress)
        if repair:
            purging.finish()
        sound = all(report.ok for report in reports) and (repair or not strays)
        return StoreReport(
            ok=sound and not damage and not purging.is_due,
            projects=tuple(reports),
            problems=damage,
            strays=tuple(strays),
            purge_due=purging.is_due,
        )

    def rebuild_all(self) -> StoreReport:
        """Make the whole vector index anew beside the one in use, and all that is derived.

        Raises:
            UnavailableError: There is no encoder, or it failed; the index in use stays.
        """
        for scope in self._scopes():
            self.library.rebuild_rows(scope, progress=self.progress)
        self.library.ownership.rebuild(self.progress)
        self._following.settle(self.progress)
        return self.doctor_all(repair=True)

    def _damage(self) -> tuple[Fault, ...]:
        with self.library.record.reading() as unit:
            return audit_database(unit)

    def _scopes(self) -> list[Scope]:
        with self.library.record.reading() as unit:
            return list(unit.projects.revisions())

    def _strays(self, *, repair: bool) -> list[Scope]:
        """Projects that the index holds points of and that the record has none of."""
        try:
            found = self.library.ownership.strays(self.progress)
        except UnavailableError:  # every project's report says so
            return []
        if repair and found:
            with self.library.record.writing() as unit:
                for scope in found:
                    unit.journal.note_purged(scope)
            self._following.settle(self.progress)
        return found

    def _look(self, scope: Scope) -> DoctorReport:
        """Look until nobody wrote to the project meanwhile: record and index are read in turn."""
        before, report = self._revision(scope), self._once(scope)
        for _ in range(_LOOKS):
            present = self._revision(scope)
            if not report.problems or present == before:
                return report
            before, report = present, self._once(scope)
        note = "the project was written to all the time: what is told may be out of date"
        return replace(report, notes=(*report.notes, note))

    def _revision(self, scope: Scope) -> int:
        with self.library.record.reading() as unit:
            return unit.projects.get(scope).revision

    def _once(self, scope: Scope) -> DoctorReport:
        with self.library.record.reading() as unit:
            record = audit_record(unit, scope)
            jobs = Counter(job.state for job in unit.jobs.newest(scope, limit=_JOBS))
        try:
            index = self.library.ownership.audit(scope, self.progress)
        except UnavailableError as error:
            fault = Fault(code=FaultCode.INDEX, message=str(error))
            index = IndexAudit(snippets=0, points=0, pending=0, faults=(fault,))
        return _report(scope, record, index, dict(jobs))

    def _repair(self, scope: Scope, problems: tuple[Fault, ...]) -> None:
        if any(fault.code in _READ_AGAIN for fault in problems):
            self.library.rebuild_rows(scope, progress=self.progress)
        with self.library.record.writing() as unit:
            unit.journal.note(scope, sorted({f.chapter for f in problems if f.snippet}))
        if all(fault.code is not FaultCode.INDEX for fault in problems):
            self._following.catch_up(scope, self.progress)

    @property
    def _following(self) -> Following:
        return Following(access=self.library.ownership, record=self.library.record)


def _with(report: DoctorReport, damage: tuple[Fault, ...]) -> DoctorReport:
    return replace(report, ok=report.ok and not damage, problems=(*damage, *report.problems))


def _report(
    scope: Scope, record: RecordAudit, index: IndexAudit, jobs: dict[JobState, int]
) -> DoctorReport:
    problems = (*record.faults, *index.faults)
    counted = Counter(fault.code for fault in problems)
    return DoctorReport(
        project=scope.project,
        ok=not problems,
        sql=record.rows,
        index={"snippets": index.snippets, "points": index.points, "pending": index.pending},
        missing=counted[FaultCode.MISSING],
        orphan=counted[FaultCode.ORPHAN],
        stale=counted[FaultCode.STALE],
        jobs=jobs,
        problems=problems,
    )
