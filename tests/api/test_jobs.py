"""The routes of jobs, and the events that follow one to its end."""

import asyncio
import json
from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from api.events import QUIET_POLLS, changes_of, event_id
from lorepack.records import Job, JobKind, JobState, Scope
from runtime.jobs import worker_of
from runtime.library import Library
from tests.api.calling import Caller, check_problem
from tests.strategies import synthetic_book

pytestmark = pytest.mark.both_databases

AT = "/v1/projects/book"


@pytest.fixture
def book(library: Library, scope: Scope, call: Caller) -> Caller:
    """Calls an application over a book of twelve chapters without summaries."""
    library.import_bytes(scope, synthetic_book(12).manuscript())
    return call


def test_a_job_is_queued_and_has_a_place(book: Caller) -> None:
    answer = book("POST", f"{AT}/jobs", json={"kind": "summarise"})
    assert answer.status_code == 202
    job = answer.json()
    assert (job["kind"], job["state"]) == ("summarise", "queued")
    assert answer.headers["location"] == f"{AT}/jobs/{job['id']}"
    assert book("GET", answer.headers["location"]).json() == job
    again = book("POST", f"{AT}/jobs", json={"kind": "summarise"})
    assert (again.status_code, again.json()["id"]) == (202, job["id"])
    assert book("GET", f"{AT}/jobs").json() == [job]


def test_the_place_of_a_job_is_an_address_whatever_the_project_is_called(
    library: Library, call: Caller
) -> None:
    with library.record.writing() as unit:
        unit.projects.ensure(Scope(project="斜渡 二"))
    answer = call("POST", "/v1/projects/斜渡 二/jobs", json={"kind": "summarise"})
    assert call("GET", answer.headers["location"]).json() == answer.json()


def test_a_job_is_cancelled_once_and_for_all(library: Library, book: Caller) -> None:
    at = f"{AT}/jobs/{book('GET', f'{AT}/jobs').json()[0]['id']}"
    assert book("DELETE", at).json()["state"] == "cancelled"
    assert book("DELETE", at).status_code == 200
    done = book("POST", f"{AT}/jobs", json={"kind": "summarise"}).json()["id"]
    worker_of(library).run_once()
    detail = check_problem(book("DELETE", f"{AT}/jobs/{done}"), 409, "ConflictError")
    assert detail == f"job {done} is done already"


def test_the_status_of_a_project_is_told(library: Library, book: Caller) -> None:
    told = book("GET", f"{AT}/status").json()
    assert (told["chapters"], told["summaries"], len(told["jobs"])) == (12, {"queued": 12}, 1)
    worker_of(library).run_once()
    told = book("GET", f"{AT}/status").json()
    assert (told["summaries"], told["jobs"]) == ({"ready": 12}, [])


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "kind"),
    [
        ("GET", "/jobs/nix", None, 404, "NotFoundError"),
        ("GET", "/jobs/nix/events", None, 404, "NotFoundError"),
        ("DELETE", "/jobs/nix", None, 404, "NotFoundError"),
        ("POST", "/jobs", {"kind": "dance"}, 422, "RequestValidationError"),
        ("POST", "/jobs", {}, 422, "RequestValidationError"),
    ],
)
def test_what_cannot_be_done_is_a_problem(
    book: Caller, method: str, path: str, body: Any, status: int, kind: str
) -> None:
    check_problem(book(method, AT + path, json=body), status, kind)


def test_an_unknown_project_is_a_problem(call: Caller) -> None:
    asked = (("GET", "/jobs"), ("GET", "/status"), ("POST", "/jobs"))
    for method, path in asked:
        answer = call(method, f"/v1/projects/nix{path}", json={"kind": "summarise"})
        assert "no project 'nix'" in check_problem(answer, 404, "NotFoundError")


def parsed(stream: str) -> list[dict[str, str]]:
    """Events of a stream, field by field; comments are left out."""
    blocks = [b for b in stream.split("\n\n") if b and not b.startswith(":")]
    return [dict(line.split(": ", 1) for line in block.splitlines()) for block in blocks]


def test_events_of_a_job_that_is_over_are_its_last_one(library: Library, book: Caller) -> None:
    worker_of(library).run_once()
    job = book("GET", f"{AT}/jobs").json()[0]
    answer = book("GET", f"{AT}/jobs/{job['id']}/events")
    assert answer.headers["content-type"].startswith("text/event-stream")
    (event,) = parsed(answer.text)
    assert (event["event"], json.loads(event["data"])) == ("job", job)
    seen = {"last-event-id": event["id"]}
    assert book("GET", f"{AT}/jobs/{job['id']}/events", headers=seen).text == ""


def at(done: int, state: JobState = JobState.RUNNING) -> Job:
    return Job(
        id="j",
        project="book",
        kind=JobKind.SUMMARISE,
        state=state,
        attempt=1,
        tries=1,
        done=done,
        total=9,
        error="",
        worker="w",
        created="",
        updated="",
    )


def stream(jobs: Sequence[Job], last_event_id: str = "") -> list[str]:
    """What is sent while a job takes these states, one at each look."""
    looks = iter(jobs)

    async def look() -> Job:
        return next(looks)

    async def collect() -> list[str]:
        return [event async for event in changes_of(look, last_event_id, poll=0)]

    return asyncio.run(collect())


def test_each_change_is_one_event_and_the_last_state_ends_the_stream() -> None:
    renewed = replace(at(3), updated="later")
    sent = stream([at(0), at(3), renewed, at(9), at(9, JobState.DONE), at(1)])
    assert [json.loads(e["data"])["done"] for e in parsed("".join(sent))] == [0, 3, 9, 9]
    assert len({e["id"] for e in parsed("".join(sent))}) == 4
    assert parsed(sent[-1])[0]["id"] == event_id(at(9, JobState.DONE))


def test_who_comes_back_is_not_told_again_what_was_heard() -> None:
    sent = stream([at(3), at(3), at(9, JobState.DONE)], event_id(at(3)))
    assert [json.loads(e["data"])["done"] for e in parsed("".join(sent))] == [9]


def test_a_quiet_stream_shows_that_it_lives() -> None:
    sent = stream([at(3)] * (2 * QUIET_POLLS + 2) + [at(9, JobState.FAILED)])
    assert [event.startswith(":") for event in sent] == [False, True, True, False]


def test_a_client_that_leaves_ends_the_stream(library: Library, book: Caller) -> None:
    """The job waits for a worker that never comes; only the client's leaving ends this."""
    job = library.jobs(Scope(project="book"))[0].id
    sent: list[dict[str, Any]] = []
    begun = asyncio.Event()
    asked = iter([{"type": "http.request", "body": b"", "more_body": False}])

    async def receive() -> dict[str, Any]:
        for message in asked:
            return message
        await begun.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)
        if message.get("body"):
            begun.set()

    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": f"{AT}/jobs/{job}/events",
        "raw_path": b"",
        "query_string": b"",
        "headers": [(b"host", b"127.0.0.1")],
    }
    asyncio.run(asyncio.wait_for(book.app(scope, receive, send), 30))
    assert [m["type"] for m in sent[:2]] == ["http.response.start", "http.response.body"]


def test_closing_a_stream_early_is_no_error() -> None:
    async def look() -> Job:
        return at(3)

    async def leave() -> None:
        events: AsyncGenerator[str] = changes_of(look)
        assert "data" in await anext(events)
        await events.aclose()

    asyncio.run(leave())
