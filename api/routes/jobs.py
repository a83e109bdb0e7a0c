"""Jobs: work in the background, asked for, looked at, followed and cancelled."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Header, Query, Response
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool

from api.deps import InProject, OpenLibrary
from api.events import changes_of
from api.problems import answers
from lorepack.records import Job, JobKind, ProjectStatus

router = APIRouter(prefix="/v1/projects/{project}", tags=["jobs"], responses=answers(404, 409, 422))


@dataclass(frozen=True, slots=True, kw_only=True)
class NewJob:
    """What is to be done."""

    kind: JobKind


@router.get("/status")
def read_status(library: OpenLibrary, scope: InProject) -> ProjectStatus:
    """What the project holds, and what is still to be done for it."""
    return library.status(scope)


@router.post("/jobs", status_code=202)
def queue_job(library: OpenLibrary, scope: InProject, new: NewJob, response: Response) -> Job:
    """Queue a job; one of this kind that is not over yet is the answer instead."""
    job = library.queue(scope, new.kind)
    response.headers["Location"] = f"/v1/projects/{quote(scope.project, safe='')}/jobs/{job.id}"
    return job


@router.get("/jobs")
def list_jobs(
    library: OpenLibrary, scope: InProject, limit: Annotated[int, Query(ge=1, le=1_000)] = 20
) -> list[Job]:
    """Jobs that are not over, then the newest of the others."""
    return library.jobs(scope, limit=limit)


@router.get("/jobs/{job}")
def read_job(library: OpenLibrary, scope: InProject, job: str) -> Job:
    """How far a job has come."""
    return library.job(scope, job)


@router.delete("/jobs/{job}")
def cancel_job(library: OpenLibrary, scope: InProject, job: str) -> Job:
    """End a job; what it has stored stays."""
    return library.cancel(scope, job)


@router.get(
    "/jobs/{job}/events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
)
async def follow_job(
    library: OpenLibrary,
    scope: InProject,
    job: str,
    last_event_id: Annotated[str, Header(max_length=200)] = "",
) -> StreamingResponse:
    """Follow a job to its end by server-sent events, one for each change."""

    async def look() -> Job:
        return await run_in_threadpool(library.job, scope, job)

    await look()  # one that is not there is a plain answer
    events: AsyncGenerator[str] = changes_of(look, last_event_id)
    return StreamingResponse(
        events, media_type="text/event-stream", headers={"Cache-Control": "no-store"}
    )
