"""The routes of the registry."""

from typing import Any

import pytest

from lorepack.records import Heading, Scope
from runtime.library import Library
from tests.api.calling import Caller, check_problem

pytestmark = pytest.mark.both_databases

AT = "/v1/projects/book/entities"
TEXTS = ("“走吧。”林墨说道。林墨笑道：“好。”" * 4, "掌柜来了，林先生走了。", "掌柜走了。")


@pytest.fixture
def book(library: Library, scope: Scope, call: Caller) -> Caller:
    """Calls an application over a book of three chapters."""
    for nth, text in enumerate(TEXTS, 1):
        heading = Heading(label=f"第{nth}章", number=nth)
        library.editor(scope).insert(text, heading=heading, as_is=True)
    return call


def done(book: Caller, method: str, path: str = "", status: int = 200, **request: Any) -> Any:
    answer = book(method, f"{AT}{path}", **request)
    assert answer.status_code == status, answer.text
    return answer.json() if answer.content else None


def test_an_entity_is_registered_read_edited_and_removed(book: Caller) -> None:
    new = {"name": "望潮楼", "kind": "place", "aliases": [{"text": "潮楼", "kind": "short"}]}
    made = done(book, "POST", status=201, json=new)
    assert (made["origin"], [a["text"] for a in made["aliases"]]) == ("author", ["望潮楼", "潮楼"])
    path = f"/{made['id']}"
    assert done(book, "GET", path) == made
    edited = done(book, "PATCH", path, json={"name": "听潮楼", "kind": "object"})
    assert (edited["id"], edited["name"], edited["kind"]) == (made["id"], "听潮楼", "object")
    assert {e["name"] for e in done(book, "GET")} == {"林墨", "听潮楼"}
    assert done(book, "DELETE", path, status=204) is None
    check_problem(book("GET", f"{AT}{path}"), 404, "NotFoundError")


def test_an_alias_is_given_changed_and_taken_away(book: Caller) -> None:
    title = {"text": "林先生", "kind": "title", "from_chapter": 2}
    given = done(book, "POST", "/林墨/aliases", 201, json=title)
    assert (given["mentions"], given["aliases"][1]["from_chapter"]) == (8, 2)
    assert done(book, "GET", "/林墨")["mentions"] == 9, "chapters are read once it is answered"
    changed = done(
        book, "POST", "/林墨/aliases", 201, json={"text": "林先生", "to_chapter": 1, "change": True}
    )
    assert changed["aliases"][1]["to_chapter"] == 1
    assert done(book, "GET", "/林墨")["mentions"] == 8
    left = done(book, "DELETE", "/林墨/aliases", params={"text": "林先生"})
    assert [a["text"] for a in left["aliases"]] == ["林墨"]


def test_a_role_of_two_in_one_chapter_is_shown_as_ambiguous(book: Caller) -> None:
    role = {"text": "掌柜", "kind": "role", "confirmed": True}
    for name in ("钱四", "孙五"):
        made = done(book, "POST", status=201, json={"name": name, "aliases": [role]})
    assert (made["ambiguous"], made["mentions"]) == (["掌柜"], 0)


def test_people_are_merged_split_accepted_and_rejected(book: Caller) -> None:
    done(book, "POST", status=201, json={"name": "林先生"})
    done(book, "POST", "/林先生/merge", json={"into": "林墨"})
    assert done(book, "GET", "/林墨")["mentions"] == 9
    other = done(book, "POST", "/林墨/split", json={"aliases": ["林先生"]})
    assert (other["name"], done(book, "GET", "/林先生")["mentions"]) == ("林先生", 1)
    (accepted,) = done(book, "POST", "/accept", json={"entities": ["林墨"]})
    assert accepted["origin"] == "author"
    done(book, "POST", "/reject", json={"entities": ["林墨", "林先生"]})
    assert done(book, "GET") == []
    everything = done(book, "GET", params={"everything": True})
    assert {e["origin"] for e in everything} == {"rejected"}
    assert done(book, "GET", "/proposals") == []


@pytest.mark.parametrize("form", ["csv", "json"])
def test_a_table_goes_out_and_comes_back(book: Caller, form: str) -> None:
    done(book, "POST", "/林墨/aliases", 201, json={"text": "石头", "to_chapter": 2})
    table = book("GET", f"{AT}/export", params={"format": form})
    assert table.headers["content-type"].startswith(("text/csv", "application/json"))
    before = done(book, "GET")
    assert done(book, "PUT", "/import", params={"format": form}, content=table.content) == before


@pytest.mark.parametrize(
    ("method", "path", "request_", "status", "kind", "why"),
    [
        ("GET", "/林墨言", {}, 404, "NotFoundError", "near it: '林墨'"),
        ("POST", "", {"json": {"name": "她"}}, 422, "InvalidInputError", "pronoun"),
        (
            "POST",
            "",
            {"json": {"name": "甲乙", "kind": "money"}},
            422,
            "InvalidInputError",
            "money",
        ),
        ("POST", "/林墨/merge", {"json": {"into": "林墨"}}, 422, "InvalidInputError", "itself"),
        ("POST", "/林墨/split", {"json": {"aliases": []}}, 422, "InvalidInputError", "nothing"),
        ("DELETE", "/林墨/aliases?text=x", {}, 404, "NotFoundError", "no name 'x'"),
        ("PUT", "/import", {"content": b"\xff"}, 422, "InvalidInputError", "byte 0"),
        ("PUT", "/import?format=json", {"content": b"["}, 422, "InvalidInputError", "no JSON"),
    ],
)
def test_what_cannot_be_done_is_a_problem(
    book: Caller, method: str, path: str, request_: dict[str, Any], status: int, kind: str, why: str
) -> None:
    assert why in check_problem(book(method, f"{AT}{path}", **request_), status, kind)


def test_a_name_that_is_taken_is_a_conflict(book: Caller) -> None:
    done(book, "POST", "/accept", json={"entities": ["林墨"]})
    detail = check_problem(book("POST", AT, json={"name": "林墨"}), 409, "ConflictError")
    assert "already" in detail
