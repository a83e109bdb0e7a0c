"""The work beside the writing, with leases so short that a dead worker's job is soon another's."""

import time
from collections.abc import Generator
from contextlib import contextmanager

from lorepack.records import JobState, Scope, SummaryState
from runtime.background import BackgroundWork
from runtime.finishing import Finishing
from runtime.index.background import BackgroundIndexing
from runtime.jobs import worker_of
from runtime.library import Library
from runtime.worker import Worker

LEASE_SECONDS = 1.5
_MOST_SECONDS = 60.0


def hasty_worker(library: Library) -> Worker:
    """A worker whose leases are short, and which waits for nothing."""
    worker = worker_of(library)
    worker.lease_seconds = LEASE_SECONDS
    worker.wait = lambda tries: 0.0
    return worker


@contextmanager
def beside(library: Library) -> Generator[None]:
    """What a service does beside answering: see `runtime.services.in_background`."""
    finishing = Finishing(library=library)
    indexing = BackgroundIndexing(
        library.ownership, finishing.refresh_names, finishing.propose_names
    )
    working = BackgroundWork(hasty_worker(library))
    indexing.start()
    working.start()
    try:
        yield
    finally:
        working.close()
        indexing.close()


def summarise_here(library: Library, scope: Scope) -> None:
    """Queue a project's summaries and see them through.

    Raises:
        TimeoutError: They do not come to an end, whoever is at it.
    """
    job = library.queue(scope)
    worker = hasty_worker(library)
    deadline = time.monotonic() + _MOST_SECONDS
    with worker.present():
        while not library.job(scope, job.id).state.over:
            if time.monotonic() > deadline:
                raise TimeoutError(f"{library.job(scope, job.id)} does not end")
            if not worker.work_one(scope):
                time.sleep(0.02)


def settle(library: Library) -> None:
    """Bring names, index and summaries up to the record, as a service would.

    Raises:
        TimeoutError: A job does not come to an end.
    """
    for project in library.projects():
        scope = Scope(project=project)
        library.refresh_names(scope)
        library.index(scope)
        if library.chapters(scope):
            summarise_here(library, scope)


def unsettled(library: Library) -> list[str]:
    """What is left undone, in words: jobs that are not over, chapters without a summary."""
    left: list[str] = []
    for project in library.projects():
        scope = Scope(project=project)
        jobs = [job for job in library.jobs(scope) if job.state is not JobState.DONE]
        left += [f"job {job.id} is {job.state}: {job.error}" for job in jobs]
        chapters = library.chapters(scope)
        left += [f"{c.id} is {c.summary}" for c in chapters if c.summary is not SummaryState.READY]
    return left
