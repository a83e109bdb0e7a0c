"""The routes of memories."""

from typing import Any

import pytest

from lorepack.records import Heading, Scope
from runtime.library import Library
from tests.api.calling import Caller, check_problem

pytestmark = pytest.mark.both_databases

AT = "/v1/projects/book/memories"
TEXTS = ("林墨来了。", "林墨走了。", "没有人开门。")
STATE = {"kind": "character_state", "subject": "林墨", "text": "左手有伤", "known_from": 1}


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


def test_a_memory_is_added_read_edited_and_taken_away(book: Caller) -> None:
    (made,) = done(book, "POST", status=201, json=STATE | {"fields": {"location": "渡口"}})
    assert (made["version"], made["known_from"], made["holds"]) == (1, 1, True)
    path = f"/{made['id']}"
    read = book("GET", f"{AT}{path}")
    assert (read.json(), read.headers["etag"]) == (made, '"1"')
    edited = book("PATCH", f"{AT}{path}", json={"text": "伤好了", "fields": {"location": ""}})
    assert (edited.json()["text"], edited.json()["fields"]) == ("伤好了", {})
    assert edited.headers["etag"] == '"2"'
    assert done(book, "DELETE", path, status=204) is None
    check_problem(book("GET", f"{AT}{path}"), 404, "NotFoundError")
    history = done(book, "GET", f"{path}/history")
    assert [(v["version"], v["retired"]) for v in history] == [(1, False), (2, False), (3, True)]
    assert done(book, "GET") == []
    assert len(done(book, "GET", params={"everything": True})) == 1


def test_a_list_is_added_whole_or_not_at_all(book: Caller) -> None:
    foreshadow = {"kind": "foreshadow", "text": "铃舌在谁手里？", "fields": {"due_to": 60}}
    made = done(book, "POST", status=201, json=[STATE, foreshadow])
    assert [m["subject"] for m in made] == ["林墨", "F001"]
    wrong = [STATE, foreshadow | {"fields": {"due_to": "soon"}}]
    detail = check_problem(book("POST", AT, json=wrong), 422, "InvalidInputError")
    assert "field 'due_to' of foreshadow cannot be 'soon'" in detail
    assert len(done(book, "GET")) == 2


@pytest.mark.parametrize(
    ("tag", "status"),
    [(None, 200), ("*", 200), ('"1"', 200), ('W/"1"', 200), ('"2"', 412), ('"x"', 412)],
)
def test_a_write_on_a_stale_version_is_refused(book: Caller, tag: str | None, status: int) -> None:
    (made,) = done(book, "POST", status=201, json=STATE)
    headers = {"if-match": tag} if tag else {}
    answer = book("PATCH", f"{AT}/{made['id']}", json={"text": "伤好了"}, headers=headers)
    assert answer.status_code == status
    if status == 412:
        check_problem(answer, 412, "StaleError")
        check_problem(book("DELETE", f"{AT}/{made['id']}", headers=headers), 412, "StaleError")
    text = done(book, "GET", f"/{made['id']}")["text"]
    assert text == ("伤好了" if status == 200 else "左手有伤")


def test_a_memory_is_said_anew_as_a_whole(book: Caller) -> None:
    (made,) = done(book, "POST", status=201, json=STATE | {"fields": {"location": "渡口"}})
    path, headers = f"/{made['id']}", {"if-match": '"1"'}
    anew = done(book, "PUT", path, json=STATE | {"text": "伤好了"}, headers=headers)
    assert (anew["id"], anew["version"], anew["fields"]) == (made["id"], 2, {})
    check_problem(book("PUT", f"{AT}{path}", json=STATE, headers=headers), 412, "StaleError")
    assert done(book, "PUT", path, json=STATE | {"text": "伤好了"})["version"] == 2
    other = check_problem(
        book("PUT", f"{AT}{path}", json=STATE | {"kind": "item"}), 422, "InvalidInputError"
    )
    assert "is character_state; it cannot become item" in other


def test_what_holds_just_before_a_chapter_is_listed(book: Caller) -> None:
    later = STATE | {"text": "伤好了", "known_from": 2}
    note = {"kind": "note", "text": "记一笔"}
    done(book, "POST", status=201, json=[STATE, later, note])

    def texts(**params: Any) -> list[str]:
        return [m["text"] for m in done(book, "GET", params=params)]

    assert texts(as_of=2, kind="character_state") == ["左手有伤"]
    assert texts(as_of=3, subject="林墨") == ["伤好了"]
    assert texts(as_of=1) == ["记一笔"]
    assert texts(kind="character_state") == ["左手有伤", "伤好了"]
    assert len(done(book, "GET", "/history", params={"kind": "character_state"})) == 2


def test_a_bible_goes_in_and_comes_out(book: Caller) -> None:
    bible = "## 人物\n### 林墨\n守塔人。\n".encode()
    params = {"format": "markdown"}
    tried = done(book, "PUT", "/import", params=params | {"dry_run": True}, content=bible)
    assert (tried["added"], done(book, "GET")) == (1, [])
    assert done(book, "PUT", "/import", params=params, content=bible)["added"] == 1
    exported = book("GET", f"{AT}/export")
    assert exported.headers["content-type"].startswith("application/yaml")
    assert done(book, "PUT", "/import", content=exported.content)["unchanged"] == 1


@pytest.mark.parametrize(
    ("method", "path", "request_", "status", "kind", "why"),
    [
        ("GET", "/nobody", {}, 404, "NotFoundError", "no memory 'nobody'"),
        ("POST", "", {"json": STATE | {"known_from": 9}}, 404, "NotFoundError", "no chapter 9"),
        ("POST", "", {"json": STATE | {"text": " "}}, 422, "InvalidInputError", "empty"),
        ("POST", "", {"json": STATE | {"kind": "rumour"}}, 422, "RequestValidationError", ""),
        ("GET", "?as_of=9", {}, 422, "InvalidInputError", "no chapter 9"),
        ("GET", "?as_of=1&everything=true", {}, 422, "InvalidInputError", "exclude each other"),
        ("PUT", "/import", {"content": b"a: *x"}, 422, "InvalidInputError", "aliases"),
        ("PUT", "/import", {"content": b"\xff"}, 422, "InvalidInputError", "byte 0"),
        ("POST", "", {"json": STATE | {"supersedes": "x"}}, 409, "ConflictError", "'x'"),
    ],
)
def test_what_cannot_be_done_is_a_problem(
    book: Caller, method: str, path: str, request_: dict[str, Any], status: int, kind: str, why: str
) -> None:
    assert why in check_problem(book(method, f"{AT}{path}", **request_), status, kind)
