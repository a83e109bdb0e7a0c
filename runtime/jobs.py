"""The jobs of a library's projects: asked for, looked at, cancelled, and seen through."""

import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ingest.compressing import Compressor, ExtractiveCompressor, ModelCompressor
from ingest.scanning import Scanner
from ingest.summariser import Summariser
from lorepack.errors import JobFailedError
from lorepack.ports import Progress
from lorepack.records import Job, JobKind, JobState, ProjectStatus, Scope, SummaryState
from runtime.attempt import Task
from runtime.worker import Worker
from storage.record import SqlRecord

if TYPE_CHECKING:
    from runtime.library import Library

_FOLLOW_SECONDS = 0.3
_BEHIND = frozenset({SummaryState.STALE, SummaryState.FAILED})


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectJobs:
    """The jobs that a record holds."""

    record: SqlRecord

    def queue(self, scope: Scope, kind: JobKind = JobKind.SUMMARISE) -> Job:
        """Ask for a job; one that is not over yet is left as it is.

        What a model failed at before is asked for again.
        """
        with self.record.writing() as unit:
            unit.summaries.forgive(scope)
            return unit.jobs.queue(scope, kind)

    def jobs(self, scope: Scope, *, limit: int = 20) -> list[Job]:
        """Jobs that are not over, then the newest of the others."""
        with self.record.reading() as unit:
            return unit.jobs.newest(scope, limit=limit)

    def job(self, scope: Scope, id: str) -> Job:
        """One of them."""
        with self.record.reading() as unit:
            return unit.jobs.get(scope, id)

    def cancel(self, scope: Scope, id: str) -> Job:
        """End a job; what it has stored stays.

        Raises:
            ConflictError: It is done or failed already.
        """
        with self.record.writing() as unit:
            return unit.jobs.cancel(scope, id)


def worker_of(library: "Library") -> Worker:
    """A worker of every project's jobs; it has not begun."""

    def summarise(task: Task) -> None:
        Summariser(
            record=library.record,
            count=library.tokenizers("o200k_base").count,
            compressor=compressor_of(library, task.scope, degrade=task.last),
            progress=task.progress,
            checkpoint=task.checkpoint,
            lengths=library.settings.window_lengths,
            tried=task.tried,
        ).run(task.scope)

    settings = library.settings
    return Worker(
        record=library.record,
        handlers={JobKind.SUMMARISE: summarise},
        folder=settings.data_dir if settings.database_url is None else None,
    )


def compressor_of(library: "Library", scope: Scope, *, degrade: bool) -> Compressor:
    """What makes a project's summaries: the light model if there is one.

    Args:
        library: The library.
        scope: Whom the ledger charges.
        degrade: Whether a model that does not answer is done without.
    """
    tiers = library.chat(scope, route="summarise", stage="memory")
    if tiers is None:
        return ExtractiveCompressor()
    return ModelCompressor(
        chat=tiers.light,
        tokenizer=library.tokenizers(library.settings.encoding),
        extractive=ExtractiveCompressor(),
        degrade=degrade,
    )


def see_through(library: "Library", scope: Scope, progress: Progress) -> int:
    """Queue a project's summaries, and work them here or follow whoever does.

    Returns:
        How many chapters got one meanwhile.

    Raises:
        JobFailedError: The job failed or was cancelled.
    """
    before = _summarised(library, scope)
    job = library.queue(scope)
    worker = worker_of(library)
    with worker.present():
        while not (job := library.job(scope, job.id)).state.over:
            if not worker.work_one(scope, progress):
                progress("summaries", job.done, job.total)
                time.sleep(_FOLLOW_SECONDS)
    if job.state is not JobState.DONE:
        raise JobFailedError(job.error or f"job {job.id} was cancelled")
    return len(_summarised(library, scope) - before)


def _summarised(library: "Library", scope: Scope) -> set[tuple[str, int]]:
    """Texts that have a summary of their own."""
    chapters = library.chapters(scope)
    return {(c.id, c.revision) for c in chapters if c.summary is SummaryState.READY}


def status_of(library: "Library", scope: Scope) -> ProjectStatus:
    """What a project holds, and what is still to be done for it."""
    chapters = library.chapters(scope)
    scanned = Scanner(record=library.record, scope=scope).run()
    with library.record.reading() as unit:
        lag = unit.journal.lag(scope)
    return ProjectStatus(
        project=scope.project,
        chapters=len(chapters),
        characters=sum(c.chars for c in chapters),
        summaries=dict(Counter(c.summary for c in chapters)),
        index_lag=lag,
        jobs=tuple(job for job in library.jobs(scope) if not job.state.over),
        repaired=sum(f.repaired for f in scanned),
        rejected=sum(f.rejected for f in scanned),
        behind=tuple(f for f in scanned if f.state in _BEHIND or f.differences),
    )
