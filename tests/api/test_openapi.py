"""The interface's description: routes, and what each may answer."""

from typing import Any

import pytest

from tests.api.calling import Caller

ROUTES = {
    ("get", "/livez"): {400, 500},
    ("get", "/readyz"): {400, 500},
    ("get", "/version"): {400, 500},
    ("post", "/v1/import"): {400, 409, 422, 500, 502, 503},
    ("get", "/v1/projects"): {400, 404, 422, 500},
    ("get", "/v1/projects/{project}/chapters"): {400, 404, 422, 500},
    ("get", "/v1/projects/{project}/chapters/{chapter}/text"): {400, 404, 422, 500},
    ("get", "/v1/projects/{project}/search"): {400, 404, 422, 500, 502, 503},
    ("post", "/v1/projects/{project}/search"): {400, 404, 422, 500, 502, 503},
    ("post", "/v1/projects/{project}/packs"): {400, 404, 422, 500, 502, 503},
    ("get", "/v1/projects/{project}/packs/{pack}"): {400, 404, 422, 500, 502, 503},
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
        route: {int(status) for status in operation["responses"]} - {200}
        for route, operation in _operations(description).items()
    }
    assert errors == ROUTES


def test_every_error_answer_is_described_as_a_problem_document(
    description: dict[str, Any],
) -> None:
    for operation in _operations(description).values():
        for status, answer in operation["responses"].items():
            if status != "200":
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
    assert schemas["PackRequest"]["required"] == ["chapter"]
