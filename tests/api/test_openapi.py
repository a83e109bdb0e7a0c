"""The interface's description: routes, and what each may answer."""

from typing import Any

import pytest

from tests.api.calling import Caller

READING = {400, 404, 422, 500, 503, 507}
WRITING = READING | {409}
SEARCHING = READING | {502}
PROJECT = "/v1/projects/{project}"
ROUTES = {
    ("get", "/livez"): {400, 500, 503, 507},
    ("get", "/readyz"): {400, 500, 503, 507},
    ("get", "/version"): {400, 500, 503, 507},
    ("post", "/v1/import"): {400, 409, 413, 422, 500, 502, 503, 507},
    ("get", "/v1/projects"): READING,
    ("get", f"{PROJECT}/manuscript"): READING,
    ("get", f"{PROJECT}/chapters"): WRITING,
    ("post", f"{PROJECT}/chapters"): WRITING,
    ("get", f"{PROJECT}/chapters/{{chapter}}"): WRITING,
    ("patch", f"{PROJECT}/chapters/{{chapter}}"): WRITING,
    ("delete", f"{PROJECT}/chapters/{{chapter}}"): WRITING,
    ("get", f"{PROJECT}/chapters/{{chapter}}/text"): WRITING,
    ("put", f"{PROJECT}/chapters/{{chapter}}/text"): WRITING | {412},
    ("get", f"{PROJECT}/chapters/{{chapter}}/revisions"): WRITING,
    ("post", f"{PROJECT}/chapters/{{chapter}}/revert/{{revision}}"): WRITING,
    ("post", f"{PROJECT}/chapters/{{chapter}}/accept"): WRITING,
    ("post", f"{PROJECT}/chapters/{{chapter}}/move"): WRITING,
    ("post", f"{PROJECT}/chapters/{{chapter}}/split"): WRITING,
    ("post", f"{PROJECT}/chapters/{{chapter}}/merge/{{following}}"): WRITING,
    ("get", f"{PROJECT}/volumes"): WRITING,
    ("post", f"{PROJECT}/volumes"): WRITING,
    ("patch", f"{PROJECT}/volumes/{{volume}}"): WRITING,
    ("delete", f"{PROJECT}/volumes/{{volume}}"): WRITING,
    ("post", f"{PROJECT}/volumes/{{volume}}/move"): WRITING,
    ("post", f"{PROJECT}/volumes/{{volume}}/merge/{{other}}"): WRITING,
    ("get", f"{PROJECT}/memories"): WRITING,
    ("post", f"{PROJECT}/memories"): WRITING,
    ("get", f"{PROJECT}/memories/history"): WRITING,
    ("get", f"{PROJECT}/memories/export"): WRITING,
    ("put", f"{PROJECT}/memories/import"): WRITING,
    ("get", f"{PROJECT}/memories/{{memory}}"): WRITING,
    ("patch", f"{PROJECT}/memories/{{memory}}"): WRITING | {412},
    ("put", f"{PROJECT}/memories/{{memory}}"): WRITING | {412},
    ("delete", f"{PROJECT}/memories/{{memory}}"): WRITING | {412},
    ("get", f"{PROJECT}/memories/{{memory}}/history"): WRITING,
    ("get", f"{PROJECT}/changes"): WRITING,
    ("post", f"{PROJECT}/undo"): WRITING,
    ("post", f"{PROJECT}/purge"): WRITING,
    ("post", f"{PROJECT}/facts"): READING,
    ("post", f"{PROJECT}/recall"): SEARCHING,
    ("post", f"{PROJECT}/check"): READING,
    ("get", f"{PROJECT}/exemptions"): READING,
    ("put", f"{PROJECT}/exemptions/{{finding}}"): READING,
    ("delete", f"{PROJECT}/exemptions/{{finding}}"): READING,
    ("get", f"{PROJECT}/status"): WRITING,
    ("get", f"{PROJECT}/jobs"): WRITING,
    ("post", f"{PROJECT}/jobs"): WRITING,
    ("get", f"{PROJECT}/jobs/{{job}}"): WRITING,
    ("delete", f"{PROJECT}/jobs/{{job}}"): WRITING,
    ("get", f"{PROJECT}/jobs/{{job}}/events"): WRITING,
    ("get", f"{PROJECT}/profile"): READING,
    ("put", f"{PROJECT}/profile"): READING,
    ("delete", f"{PROJECT}/profile"): READING,
    ("get", f"{PROJECT}/search"): SEARCHING,
    ("post", f"{PROJECT}/search"): SEARCHING,
    ("post", f"{PROJECT}/packs"): SEARCHING,
    ("get", f"{PROJECT}/packs"): SEARCHING,
    ("get", f"{PROJECT}/packs/{{pack}}"): SEARCHING,
    ("get", f"{PROJECT}/packs/{{pack}}/diff"): SEARCHING,
}
"""Every route and its error answers."""


@pytest.fixture
def description(ask: Caller) -> dict[str, Any]:
    return ask("GET", "/openapi.json").json()


def _operations(description: dict[str, Any]) -> dict[tuple[str, str], dict[str, Any]]:
    return {
        (method, path): operation
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
    }


def test_these_are_the_routes_and_their_error_answers(description: dict[str, Any]) -> None:
    errors = {
        route: {int(status) for status in operation["responses"] if status[0] != "2"}
        for route, operation in _operations(description).items()
    }
    entities = {route: codes for route, codes in errors.items() if "/entities" in route[1]}
    assert {route: codes for route, codes in errors.items() if route not in entities} == ROUTES
    assert entities
    assert all(codes == WRITING for codes in entities.values())


def test_every_error_answer_is_described_as_a_problem_document(
    description: dict[str, Any],
) -> None:
    for operation in _operations(description).values():
        for status, answer in operation["responses"].items():
            if status[0] != "2":
                assert list(answer["content"]) == ["application/problem+json"]
                schema = answer["content"]["application/problem+json"]["schema"]
                assert schema["required"] == ["type", "title", "status", "detail"]


def test_every_route_says_what_it_does(description: dict[str, Any]) -> None:
    assert all(operation["description"] for operation in _operations(description).values())


def test_records_are_described_by_the_names_they_have_on_the_wire(
    description: dict[str, Any],
) -> None:
    schemas = description["components"]["schemas"]
    assert {"from", "to", "level", "id"} <= set(schemas["Covered"]["properties"])
    assert {"ContextPack", "ImportReport", "SearchResult", "ChapterView"} <= set(schemas)
    assert "required" not in schemas["PackRequest"]
