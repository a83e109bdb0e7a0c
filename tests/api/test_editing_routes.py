"""Changing a book over REST."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from api.app import create_app
from runtime.library import Library
from runtime.settings import Settings
from runtime.wiring import open_library
from tests.api.calling import Caller, check_problem

pytestmark = pytest.mark.both_databases

BOOK = "第一卷 渡口\n第一章 雨\n雨下了三天。\n第二章 雪\n他走了三十里。\n第三章 风\n没有人开门。\n"
AT = "/v1/projects/book"


@pytest.fixture
def edit(call: Caller) -> Caller:
    """Calls an application that holds the three chapters above."""
    upload = {"file": ("book.txt", BOOK.encode())}
    assert call("POST", "/v1/import", files=upload, data={"project": "book"}).status_code == 200
    return call


def titles(call: Caller) -> list[str]:
    return [c["title"] for c in call("GET", f"{AT}/chapters").json()]


def test_a_chapter_is_put_in_moved_renamed_and_deleted(edit: Caller) -> None:
    made = edit("POST", f"{AT}/chapters", json={"text": "番外 雾\n雾来了。\n", "at": 2})
    assert made.status_code == 201
    (chapter,) = made.json()
    assert (chapter["title"], chapter["position"], chapter["status"]) == ("雾", 2, "canon")
    at = f"{AT}/chapters/{chapter['id']}"
    moved = edit("POST", f"{at}/move", json={"to": 4})
    assert (moved.status_code, moved.json()["kind"]) == (200, "move")
    assert titles(edit) == ["雨", "雪", "风", "雾"]
    assert edit("PATCH", at, json={"heading": "第四章 大雾"}).status_code == 200
    assert titles(edit)[-1] == "大雾"
    assert edit("DELETE", at).status_code == 200
    assert titles(edit) == ["雨", "雪", "风"]
    check_problem(edit("GET", at), 404, "NotFoundError")
    assert len(edit("GET", f"{AT}/chapters", params={"everything": True}).json()) == 4


def test_a_change_is_taken_back(edit: Caller) -> None:
    edit("DELETE", f"{AT}/chapters/2")
    assert titles(edit) == ["雨", "风"]
    undone = edit("POST", f"{AT}/undo", json={})
    assert undone.json()["what"] == "undo of 2: deleted 第二章 雪"
    assert titles(edit) == ["雨", "雪", "风"]
    told = edit("GET", f"{AT}/changes").json()
    assert [(c["kind"], c["undoes"], c["undone_by"]) for c in told] == [
        ("undo", 2, None),
        ("delete", None, 3),
        ("import", None, None),
    ]
    check_problem(edit("POST", f"{AT}/undo", json={"change": 2}), 409, "ConflictError")


def test_an_edit_of_another_text_than_the_current_one_is_refused(edit: Caller) -> None:
    at = f"{AT}/chapters/2/text"
    read = edit("GET", at)
    assert read.json() == "他走了三十里。"
    etag = {"if-match": read.headers["etag"]}
    first = edit("PUT", at, json={"text": "他走了四十里。"}, headers=etag)
    assert (first.status_code, first.json()["revision"]) == (200, 2)
    refused = edit("PUT", at, json={"text": "他走了五十里。"}, headers=etag)
    assert "has changed since it was read" in check_problem(refused, 412, "StaleError")
    assert edit("GET", at).json() == "他走了四十里。"
    anyway = edit("PUT", at, json={"text": "他走了五十里。"}, headers={"if-match": "*"})
    assert anyway.status_code == 200


def test_former_texts_are_listed_read_and_had_again(edit: Caller) -> None:
    at = f"{AT}/chapters/2"
    edit("PUT", f"{at}/text", json={"text": "改了。"})
    listed = edit("GET", f"{at}/revisions").json()
    assert [(r["revision"], r["current"]) for r in listed] == [(1, False), (2, True)]
    assert edit("GET", f"{at}/text", params={"revision": 1}).json() == "他走了三十里。"
    assert edit("POST", f"{at}/revert/1").status_code == 200
    assert edit("GET", f"{at}/text").json() == "他走了三十里。"
    assert edit("GET", at).headers["etag"] == f'"{listed[0]["sha256"]}"'


def test_chapters_are_split_and_merged(edit: Caller) -> None:
    cut = {"before": "三十里", "heading": "番外 里"}
    assert edit("POST", f"{AT}/chapters/2/split", json=cut).status_code == 200
    assert titles(edit) == ["雨", "雪", "里", "风"]
    assert edit("POST", f"{AT}/chapters/2/merge/3").status_code == 200
    assert titles(edit) == ["雨", "雪", "风"]
    refused = edit("POST", f"{AT}/chapters/1/merge/3")
    assert "does not follow" in check_problem(refused, 422, "InvalidInputError")
    neither = edit("POST", f"{AT}/chapters/1/split", json={})
    check_problem(neither, 422, "InvalidInputError")


def test_a_draft_waits_until_it_is_accepted(edit: Caller) -> None:
    draft = {"text": "第四章 雷\n雷声。\n", "draft": True}
    (made,) = edit("POST", f"{AT}/chapters", json=draft).json()
    assert titles(edit) == ["雨", "雪", "风"]
    assert edit("POST", f"{AT}/chapters/{made['id']}/accept").status_code == 200
    assert titles(edit) == ["雨", "雪", "风", "雷"]


def test_volumes_are_begun_moved_renamed_and_deleted(edit: Caller) -> None:
    at = f"{AT}/volumes"
    assert edit("POST", at, json={"title": "第二卷 对岸", "at": 2}).status_code == 201
    listed = [(v["title"], v["first"], v["chapters"]) for v in edit("GET", at).json()]
    assert listed == [("第一卷 渡口", 1, 1), ("第二卷 对岸", 2, 2)]
    second = edit("GET", at).json()[1]["id"]
    assert edit("POST", f"{at}/{second}/move", json={"before": "第一卷 渡口"}).status_code == 200
    assert titles(edit) == ["雪", "风", "雨"]
    assert edit("PATCH", f"{at}/{second}", json={"title": "彼岸"}).status_code == 200
    assert edit("POST", f"{at}/{second}/merge/第一卷 渡口").status_code == 200
    assert [v["title"] for v in edit("GET", at).json()] == ["彼岸"]
    assert edit("DELETE", f"{at}/{second}").status_code == 200
    assert titles(edit) == []


def test_the_trash_is_emptied(edit: Caller) -> None:
    edit("DELETE", f"{AT}/chapters/2")
    assert [c["title"] for c in edit("POST", f"{AT}/purge").json()] == ["雪"]
    assert len(edit("GET", f"{AT}/chapters", params={"everything": True}).json()) == 2


@pytest.mark.parametrize(("form", "begins"), [("txt", "book\n\n第一卷".encode()), ("epub", b"PK")])
def test_the_book_goes_out_again(edit: Caller, form: str, begins: bytes) -> None:
    out = edit("GET", f"{AT}/manuscript", params={"format": form})
    assert out.status_code == 200
    assert out.content.startswith(begins)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/chapters/9"),
        ("GET", "/chapters/9/text"),
        ("DELETE", "/chapters/nobody"),
        ("POST", "/chapters/9/accept"),
        ("GET", "/chapters/9/revisions"),
        ("DELETE", "/volumes/nowhere"),
    ],
)
def test_what_is_not_there_is_named(edit: Caller, method: str, path: str) -> None:
    detail = check_problem(edit(method, AT + path), 404, "NotFoundError")
    assert path.split("/")[2] in detail


@pytest.fixture
def small(tmp_path: Path, cache_dir: Path) -> "Library":
    """A library that takes uploads and bodies of a megabyte."""
    return open_library(
        Settings(
            data_dir=tmp_path / "small",
            cache_dir=cache_dir,
            embedder="hashing:64",
            max_upload_mb=1,
            max_body_mb=1,
        )
    )


def test_a_body_above_the_limit_is_refused_before_it_is_read(small: Library) -> None:
    call = Caller(app=create_app(small))
    big = "第一章 雨\n" + "雨下了三天。\n" * 100_000
    upload = call(
        "POST", "/v1/import", files={"file": ("b.txt", big.encode())}, data={"project": "book"}
    )
    assert "larger than 1 MB" in check_problem(upload, 413, "BodyTooLarge")
    assert upload.headers["connection"] == "close"
    edited = call("PUT", f"{AT}/chapters/1/text", json={"text": big})
    check_problem(edited, 413, "BodyTooLarge")
    small.close()


def test_a_body_that_does_not_say_its_size_is_counted(small: Library) -> None:
    call = Caller(app=create_app(small))

    async def chunks() -> AsyncGenerator[bytes]:
        yield b'--b\r\ncontent-disposition: form-data; name="file"; filename="b.txt"\r\n\r\n'
        for _ in range(40):
            yield b"x" * (1 << 16)

    answer = call(
        "POST",
        "/v1/import",
        content=chunks(),
        headers={"content-type": "multipart/form-data; boundary=b"},
    )
    check_problem(answer, 413, "BodyTooLarge")
    assert call("GET", "/livez").status_code == 200
    small.close()
