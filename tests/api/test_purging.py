"""Deleting for good over REST."""

import pytest

from tests.api.calling import Caller, check_problem

AT = "/v1/projects/book"
BOOK = "第一章 雨\n门开了。\n第二章 雪\n鎏金的麒麟饮尽了三十坛酒。\n"


@pytest.fixture
def book(call: Caller) -> Caller:
    """Calls an application with a book of two chapters."""
    file = {"file": ("book.txt", BOOK.encode())}
    assert call("POST", "/v1/import", files=file, data={"project": "book"}).status_code == 200
    return call


def test_a_chapter_is_deleted_for_good_where_that_is_said(book: Caller) -> None:
    gone = book("DELETE", f"{AT}/chapters/2", params={"purge": True})
    assert gone.status_code == 200
    assert [c["title"] for c in gone.json()["chapters"]] == ["雪"]
    shown = book("GET", f"{AT}/chapters", params={"everything": True}).json()
    assert [c["title"] for c in shown] == ["雨"]
    check_problem(book("POST", f"{AT}/undo", json={}), 404, "NotFoundError")


@pytest.mark.parametrize("confirm", [None, "", "true", "BOOK"])
def test_a_project_is_deleted_only_by_saying_its_name_again(
    book: Caller, confirm: str | None
) -> None:
    said = {} if confirm is None else {"confirm": confirm}
    refused = book("DELETE", AT, params=said)
    assert "say confirm=book" in check_problem(refused, 422, "InvalidInputError")
    assert book("GET", "/v1/projects").json() == ["book"]
    gone = book("DELETE", AT, params={"confirm": "book"})
    assert gone.json()["projects"] == ["book"]
    assert book("GET", "/v1/projects").json() == []
    check_problem(book("DELETE", AT, params={"confirm": "book"}), 404, "NotFoundError")
