"""Server-sent events: a job's changes as they come, until it is over."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable

from pydantic import TypeAdapter

from lorepack.records import Job

POLL_SECONDS = 0.5
QUIET_POLLS = 30
"""Looks without news before a comment shows that the stream lives."""

_JOB = TypeAdapter(Job)


def event_id(job: Job) -> str:
    """What tells one event of a job from the next; a client that comes back names its last."""
    return f"{job.attempt}-{job.done}-{job.total}-{job.state}"


def _event(job: Job) -> str:
    return f"id: {event_id(job)}\nevent: job\ndata: {_JOB.dump_json(job).decode()}\n\n"


async def changes_of(
    look: Callable[[], Awaitable[Job]], last_event_id: str = "", *, poll: float = POLL_SECONDS
) -> AsyncGenerator[str]:
    """Events of a job, the last one with its final state.

    Nothing is held between two looks: no transaction, no connection, no thread.

    Args:
        look: Reads the job.
        last_event_id: What the client has heard before; it is not told again.
        poll: Seconds between two looks.
    """
    told, quiet = last_event_id, 0
    while True:
        job = await look()
        if event_id(job) != told:
            told, quiet = event_id(job), 0
            yield _event(job)
        elif quiet == QUIET_POLLS:
            quiet = 0
            yield ": still at it\n\n"
        if job.state.over:
            return
        quiet += 1
        await asyncio.sleep(poll)
