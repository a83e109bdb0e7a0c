"""The routes of continuity."""

from typing import Any

import pytest

from lorepack.records import FactKind, Heading, Scope
from runtime.library import Library
from runtime.registry import registry_of
from tests.api.calling import Caller, check_problem

pytestmark = pytest.mark.both_databases

AT = "/v1/projects/book"
TEXTS = ("沈砚秋今年二十七岁，还没有成家。", "夜里风大。周老三咳了两声，气绝身亡，灯也灭了。")
DRAFT = "天亮了。\n周老三推门进来，抖了抖伞上的雨水。\n沈砚秋今年才十九岁。"
ID = "0123456789abcdef"


@pytest.fixture
def book(library: Library, scope: Scope, call: Caller) -> Caller:
    """Calls an application over a book of two chapters."""
    for nth, text in enumerate(TEXTS, 1):
        heading = Heading(label=f"第{nth}章", number=nth)
        library.editor(scope).insert(text, heading=heading, as_is=True)
    for name in ("沈砚秋", "周老三"):
        registry_of(library, scope).add(name, FactKind.PERSON)
    return call


def check(book: Caller, **request: Any) -> Any:
    answer = book("POST", f"{AT}/check", json={"draft": DRAFT, **request})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_draft_is_checked_for_the_next_chapter_or_another_one(book: Caller) -> None:
    dead, age = check(book)
    assert check(book, chapter=3) == [dead, age]
    assert check(book, chapter=2) == [age]
    assert check(book, draft="") == []
    assert (dead["code"], dead["before"]["chapter"], dead["exempt"]) == ("dead_acts", 2, False)
    assert DRAFT[age["draft"]["start"] : age["draft"]["end"]] == age["draft"]["quote"]
    assert set(age) == {"id", "code", "subject", "message", "draft", "before", "exempt"}


def test_a_card_is_held_against_it(book: Caller) -> None:
    found = check(book, draft="苏小满走到井边，打开铁匣。", card={"must_not": ["不得打开铁匣"]})
    assert [finding["code"] for finding in found] == ["must_not_broken"]


def test_an_exemption_is_put_read_and_deleted(book: Caller) -> None:
    id = check(book)[0]["id"]
    put = book("PUT", f"{AT}/exemptions/{id}", json={"reason": "a namesake"})
    assert (put.status_code, put.json()["finding"], put.json()["reason"]) == (200, id, "a namesake")
    assert book("GET", f"{AT}/exemptions").json() == [put.json()]
    assert [finding["exempt"] for finding in check(book)] == [True, False]
    assert book("PUT", f"{AT}/exemptions/{id}").json()["reason"] == ""
    assert book("DELETE", f"{AT}/exemptions/{id}").status_code == 204
    check_problem(book("DELETE", f"{AT}/exemptions/{id}"), 404, "NotFoundError")
    assert book("GET", f"{AT}/exemptions").json() == []


def test_what_cannot_be_is_a_problem(book: Caller) -> None:
    beyond = book("POST", f"{AT}/check", json={"draft": DRAFT, "chapter": 4})
    assert "there is no chapter 4" in check_problem(beyond, 422, "InvalidInputError")
    half = book("POST", f"{AT}/check", content=b'{"draft": "\\ud83d"}')
    check_problem(half, 422, "RequestValidationError")
    check_problem(book("POST", f"{AT}/check", json={}), 422, "RequestValidationError")
    long = book("POST", f"{AT}/check", json={"draft": "雨" * 1_000_001})
    assert "check it in parts" in check_problem(long, 422, "InvalidInputError")
    for method in ("PUT", "DELETE"):
        check_problem(book(method, f"{AT}/exemptions/xyz"), 422, "InvalidInputError")
    reason = book("PUT", f"{AT}/exemptions/{ID}", json={"reason": "a\0b"})
    check_problem(reason, 422, "InvalidInputError")


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "check"),
        ("GET", "exemptions"),
        ("PUT", f"exemptions/{ID}"),
        ("DELETE", f"exemptions/{ID}"),
    ],
)
def test_a_project_that_is_not_there_is_a_problem(call: Caller, method: str, path: str) -> None:
    body = {"json": {"draft": DRAFT}} if path == "check" else {}
    answer = call(method, f"/v1/projects/nobody/{path}", **body)
    assert "no project 'nobody'" in check_problem(answer, 404, "NotFoundError")
