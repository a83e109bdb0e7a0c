"""Packs handed out, over REST."""

from typing import Any

import pytest

from tests.api.calling import Caller, check_problem

BOOK = "第一章 雨\n雨下了三天。\n第二章 雪\n他走了三十里。\n"
AT = "/v1/projects/book"


@pytest.fixture
def packed(call: Caller) -> Caller:
    """Calls an application that holds the two chapters above."""
    upload = {"file": ("book.txt", BOOK.encode())}
    assert call("POST", "/v1/import", files=upload, data={"project": "book"}).status_code == 200
    return call


def build(call: Caller, chapter: int, query: str = "") -> dict[str, Any]:
    built = call("POST", f"{AT}/packs", json={"chapter": chapter, "query": query})
    assert built.status_code == 200
    return built.json()


def listed(call: Caller, **chosen: object) -> list[str]:
    return [run["id"] for run in call("GET", f"{AT}/packs", params=chosen).json()]


def test_packs_are_listed_page_by_page_and_read_back(packed: Caller) -> None:
    packs = [build(packed, n, f"第{n}问") for n in (1, 2, 3, 3)]
    ids = [pack["id"] for pack in packs]
    assert ids[2] == ids[3]
    assert listed(packed) == [ids[2], ids[1], ids[0]]
    assert listed(packed, limit=1, before=ids[2]) == [ids[1]]
    assert listed(packed, chapter=2) == [ids[1]]
    assert packed("GET", f"{AT}/packs/{ids[0]}").json() == packs[0]
    (run,) = packed("GET", f"{AT}/packs", params={"chapter": 3}).json()
    shared = ("id", "chapter", "format", "budget", "tokens", "encoding", "profile")
    assert {name: run[name] for name in shared} == {name: packs[2][name] for name in shared}
    assert (run["query"], run["written"], run["at"][-6:]) == ("第3问", [], "+00:00")


def test_a_list_that_cannot_be_is_refused(packed: Caller) -> None:
    for chosen in ({"limit": 0}, {"limit": 1_001}, {"chapter": 0}):
        answer = packed("GET", f"{AT}/packs", params=chosen)
        check_problem(answer, 422, "RequestValidationError")
    check_problem(packed("GET", f"{AT}/packs", params={"before": "x"}), 404, "NotFoundError")
    check_problem(packed("GET", "/v1/projects/none/packs"), 404, "NotFoundError")


def test_chapters_say_from_which_pack_they_were_written(packed: Caller) -> None:
    id = build(packed, 3)["id"]
    new = {"text": "第三章 风\n没有人开门。\n", "from_pack": id}
    (made,) = packed("POST", f"{AT}/chapters", json=new).json()
    edited = packed("PUT", f"{AT}/chapters/1/text", json={"text": "雪。", "from_pack": id})
    assert edited.status_code == 200
    (run,) = packed("GET", f"{AT}/packs").json()
    assert [(w["position"], w["revision"], w["current"]) for w in run["written"]] == [
        (1, 2, True),
        (3, 1, True),
    ]
    assert run["written"][1]["id"] == made["id"]
    assert run["written"][0]["sha256"] == edited.json()["sha256"]


def test_a_pack_that_was_never_handed_out_is_not_found(packed: Caller) -> None:
    new = {"text": "第三章 风\n没有人开门。\n", "from_pack": "nothing"}
    detail = check_problem(packed("POST", f"{AT}/chapters", json=new), 404, "NotFoundError")
    assert "has handed out no pack 'nothing'" in detail
    edited = packed("PUT", f"{AT}/chapters/1/text", json={"text": "雪。", "from_pack": "nothing"})
    check_problem(edited, 404, "NotFoundError")
    assert len(packed("GET", f"{AT}/chapters").json()) == 2
    assert packed("GET", f"{AT}/chapters/1/text").json() == "雨下了三天。"


def test_packs_handed_back_are_refused(packed: Caller) -> None:
    rendered = build(packed, 3)["rendered"]
    upload = {"file": ("book.txt", f"第三章 风\n\n{rendered}".encode())}
    for answer in (
        packed("POST", "/v1/import", files=upload, data={"project": "book"}),
        packed("POST", f"{AT}/chapters", json={"text": rendered, "draft": True}),
        packed("PUT", f"{AT}/chapters/1/text", json={"text": rendered}),
        packed("POST", f"{AT}/memories", json=[{"kind": "note", "text": rendered}]),
        packed("PUT", f"{AT}/memories/import?format=markdown", content=rendered.encode()),
    ):
        assert "here begins a pack" in check_problem(answer, 422, "InvalidInputError")
