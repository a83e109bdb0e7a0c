"""Errors: each one a problem document (RFC 9457) with the status that fits."""

import asyncio
from typing import Any, cast

import pytest

from api.app import create_app
from cli.demo import SAMPLES
from lorepack.errors import (
    BudgetError,
    ConflictError,
    InvalidInputError,
    NotFoundError,
    ProviderError,
    ReadOnlyError,
    StorageFullError,
    UnavailableError,
)
from runtime.library import Library
from runtime.settings import Settings
from tests.api.calling import Caller, check_problem


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/v1/projects/nix/chapters", None),
        ("GET", "/v1/projects/nix/chapters/1/text", None),
        ("GET", "/v1/projects/nix/search?query=light", None),
        ("POST", "/v1/projects/nix/search", {"query": "light"}),
        ("POST", "/v1/projects/nix/packs", {"chapter": 1}),
        ("GET", "/v1/projects/nix/packs/1", None),
    ],
)
def test_an_unknown_project_is_404_and_those_there_are_named(
    ask: Caller, method: str, path: str, body: dict[str, Any] | None
) -> None:
    detail = check_problem(ask(method, path, json=body), 404, "NotFoundError")
    assert detail == "there is no project 'nix'; there are: 'en', 'zh'"


@pytest.mark.parametrize("path", ["chapters/no-such/text", "packs/no-such"])
def test_an_unknown_chapter_or_pack_is_404(ask: Caller, path: str) -> None:
    detail = check_problem(ask("GET", f"/v1/projects/en/{path}"), 404, "NotFoundError")
    assert "no-such" in detail


@pytest.mark.parametrize(
    ("method", "path", "body", "place"),
    [
        ("GET", "search", None, "query.query"),
        ("GET", "search?query=", None, "query.query"),
        ("GET", "search?query=x&k=0", None, "query.k"),
        ("GET", "search?query=x&as_of=0", None, "query.as_of"),
        ("GET", "search?query=x&match=guess", None, "query.match"),
        ("POST", "search", {"query": ""}, "body.query"),
        ("POST", "search", {"query": "x", "k": 101}, "body.k"),
        ("POST", "packs", {"chapter": 0}, "body.chapter"),
        ("POST", "packs", {"chapter": "five"}, "body.chapter"),
        ("POST", "packs", {"chapter": 1, "budget": -1}, "body.budget"),
        ("POST", "packs", {"chapter": 1, "card": {"people": 3}}, "body.card.people"),
    ],
)
def test_a_malformed_request_is_422_and_the_place_is_named(
    ask: Caller, method: str, path: str, body: dict[str, Any] | None, place: str
) -> None:
    answer = ask(method, f"/v1/projects/en/{path}", json=body)
    detail = check_problem(answer, 422, "RequestValidationError")
    assert detail.startswith(f"{place}: ")


def test_a_body_that_is_no_json_is_422(ask: Caller) -> None:
    headers = {"content-type": "application/json"}
    answer = ask("POST", "/v1/projects/en/packs", content="{chapter", headers=headers)
    check_problem(answer, 422, "RequestValidationError")


def test_an_upload_without_a_project_or_a_file_is_422(call: Caller) -> None:
    no_project = call("POST", "/v1/import", files={"file": b"text"})
    assert check_problem(no_project, 422, "RequestValidationError").startswith("body.project: ")
    no_name = call("POST", "/v1/import", files={"file": b"text"}, data={"project": ""})
    assert check_problem(no_name, 422, "RequestValidationError").startswith("body.project: ")
    no_file = call("POST", "/v1/import", data={"project": "p"})
    assert check_problem(no_file, 422, "RequestValidationError").startswith("body.file: ")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "the file is empty"),
        (b" \n", "nothing but white space"),
        (b"\x7fELF\x00\x01", "NUL byte at offset 4"),
        (b"\x89PNG\r\n", "this is a picture (PNG), no text"),
    ],
)
def test_an_upload_that_is_no_text_is_422_and_makes_no_project(
    call: Caller, data: bytes, why: str
) -> None:
    answer = call("POST", "/v1/import", files={"file": data}, data={"project": "p"})
    assert why in check_problem(answer, 422, "InvalidInputError")
    assert call("GET", "/v1/projects").json() == []


def test_a_budget_too_small_is_422_and_names_the_smallest_that_would_do(ask: Caller) -> None:
    request = {"chapter": 10, "budget": 10}
    detail = check_problem(ask("POST", "/v1/projects/en/packs", json=request), 422, "BudgetError")
    assert "rules " in detail
    request["budget"] = int(detail.rsplit(" ", 1)[1])
    assert ask("POST", "/v1/projects/en/packs", json=request).status_code == 200


def test_a_position_beyond_the_book_is_422(ask: Caller) -> None:
    answer = ask("POST", "/v1/projects/en/packs", json={"chapter": 11})
    assert "the book has 9 chapters" in check_problem(answer, 422, "InvalidInputError")
    searched = ask("GET", "/v1/projects/en/search?query=light&as_of=11")
    check_problem(searched, 422, "InvalidInputError")


def test_an_unknown_encoding_is_422_and_those_there_are_named(ask: Caller) -> None:
    answer = ask("POST", "/v1/projects/en/packs", json={"chapter": 1, "encoding": "p50k"})
    assert "o200k_base" in check_problem(answer, 422, "InvalidInputError")


def test_a_route_that_is_not_there_is_404_and_a_wrong_method_405(ask: Caller) -> None:
    check_problem(ask("GET", "/v1/nothing"), 404, "HTTPException")
    answer = ask("DELETE", "/v1/projects")
    check_problem(answer, 405, "HTTPException")
    assert answer.headers["allow"] == "GET"


class _Failing:
    """Stands in for a library in which every import fails in one way."""

    settings = Settings()

    def __init__(self, error: Exception) -> None:
        self._error = error

    def import_file(self, *_: object, **__: object) -> None:
        raise self._error


def _fail(error: Exception) -> Caller:
    return Caller(app=create_app(cast("Library", _Failing(error))))


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (NotFoundError("what"), 404),
        (ConflictError("what"), 409),
        (InvalidInputError("what"), 422),
        (ProviderError("what"), 502),
        (UnavailableError("what"), 503),
        (ReadOnlyError("what"), 503),
        (StorageFullError("what"), 507),
    ],
)
def test_each_error_of_ours_has_its_status_and_tells_its_text(
    error: Exception, status: int
) -> None:
    answer = _fail(error)("POST", "/v1/import", files={"file": b"x"}, data={"project": "p"})
    assert check_problem(answer, status, type(error).__name__) == "what"


def test_a_budget_error_lists_its_blocks() -> None:
    call = _fail(BudgetError(10, {"frame": 60}, 80))
    answer = call("POST", "/v1/import", files={"file": b"x"}, data={"project": "p"})
    detail = check_problem(answer, 422, "BudgetError")
    assert "frame 60" in detail
    assert detail.endswith("80")


def test_a_fault_of_ours_is_500_and_keeps_its_text_to_itself() -> None:
    call = _fail(RuntimeError("the password is swordfish"))
    answer = call("POST", "/v1/import", files={"file": b"x"}, data={"project": "p"})
    assert "swordfish" not in check_problem(answer, 500, "RuntimeError")


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost:80@evil", "", "10.0.0.1", "x y"]
)
def test_a_foreign_host_is_400_on_every_path(ask: Caller, host: str) -> None:
    for path in ("/livez", "/v1/projects", "/openapi.json", "/nothing"):
        check_problem(ask("GET", path, headers={"Host": host}), 400, "UnknownHost")


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.0.0.1:8765", "localhost", "LocalHost:1", "[::1]", "[::1]:8765"]
)
def test_this_machine_s_own_names_are_let_in(ask: Caller, host: str) -> None:
    assert ask("GET", "/livez", headers={"Host": host}).status_code == 200


async def _import_and_wait(call: Caller) -> bool:
    """Import while the application lives, and see whether its vectors come in."""
    async with call.app.router.lifespan_context(call.app):
        book = {"file": (SAMPLES / "en" / "book.txt").read_bytes()}
        await asyncio.to_thread(call, "POST", "/v1/import", files=book, data={"project": "en"})
        for _ in range(600):
            found = await asyncio.to_thread(call, "GET", "/v1/projects/en/search?query=light")
            if not found.json()["index_lag"]:
                return True
            await asyncio.sleep(0.1)
    return False


def test_vectors_come_in_while_the_application_lives(call: Caller) -> None:
    assert asyncio.run(_import_and_wait(call))
