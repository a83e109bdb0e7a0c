"""Packs handed out, from the command line."""

from hashlib import sha256
from pathlib import Path

import pytest

from lorepack.records import PackFormat
from tests.cli.running import Lorepack

BOOK = "第一章 雨\n雨下了三天。\n第二章 雪\n他走了三十里。\n"
QUERY = "他走了多远？" * 20


@pytest.fixture
def book(lorepack: Lorepack, tmp_path: Path) -> Lorepack:
    """Runs commands on the two chapters above, in the project `book`."""
    file = tmp_path / "book.txt"
    file.write_text(BOOK, encoding="utf-8")
    assert lorepack("import", file, "--project", "book").code == 0
    return lorepack


def build(book: Lorepack, chapter: int, query: str = "") -> str:
    return book("pack", "book", "--chapter", chapter, "--query", query, "--json").json["id"]


def test_packs_are_listed_newest_first(book: Lorepack) -> None:
    assert book("packs", "book", "--json").json == []
    ids = [build(book, 2), build(book, 3, QUERY)]
    first, asked, second, counted = book("packs", "book").out.splitlines()
    assert first.startswith(f"{ids[1]}  chapter 3, text, ")
    assert second.startswith(f"{ids[0]}  chapter 2, text, ")
    assert "of 12,000 tokens (o200k_base), profile " in first
    assert asked == f"  asked: {QUERY[:59]}…"
    assert counted == "2 packs"
    told = book("packs", "book", "--json").json
    assert [(run["id"], run["chapter"]) for run in told] == [(ids[1], 3), (ids[0], 2)]
    assert told[0]["query"] == QUERY
    assert [r["id"] for r in book("packs", "book", "--chapter", 2, "--json").json] == ids[:1]
    page = book("packs", "book", "-n", 1, "--before", ids[1], "--json").json
    assert [run["id"] for run in page] == ids[:1]


@pytest.mark.parametrize("form", PackFormat)
def test_a_pack_is_printed_again_to_the_byte(
    book: Lorepack, tmp_path: Path, form: PackFormat
) -> None:
    asked = ("pack", "book", "--chapter", 3, "--format", form)
    printed = book(*asked).out
    built = book(*asked, "--json").json
    file = tmp_path / "new.txt"
    file.write_text("雪停了。", encoding="utf-8")
    assert book("edit", "book", "2", "--file", file).code == 0
    again = book("packs", "book", built["id"])
    assert f"{again.out}\n" == printed
    assert sha256(again.out.encode()).hexdigest().startswith(built["id"])
    assert book("packs", "book", built["id"], "--json").json == built


def test_a_chapter_says_from_which_pack_it_was_written(book: Lorepack, tmp_path: Path) -> None:
    id = build(book, 3)
    file = tmp_path / "new.txt"
    file.write_text("第三章 风\n没有人开门。\n", encoding="utf-8")
    assert book("insert", "book", "--file", file, "--from-pack", id).code == 0
    file.write_text("没有人。", encoding="utf-8")
    assert book("edit", "book", "1", "--file", file, "--from-pack", id).code == 0
    assert book("edit", "book", "3", "--file", file).code == 0
    (run,) = book("packs", "book", "--json").json
    assert [(w["position"], w["current"]) for w in run["written"]] == [(1, True), (3, False)]
    told = "  written from it: chapter 1, chapter 3 (changed since)"
    assert told in book("packs", "book").out.splitlines()


def test_what_cannot_be_is_refused_in_one_line(book: Lorepack, tmp_path: Path) -> None:
    id = build(book, 3)
    file = tmp_path / "new.txt"
    file.write_text(book("packs", "book", id).out, encoding="utf-8")
    for refused, why in (
        (("packs", "book", "nothing"), "has handed out no pack 'nothing'"),
        (("packs", "book", "--before", "nothing"), "has handed out no pack 'nothing'"),
        (("packs", "book", id, "--chapter", 2), "choose among packs; one is named"),
        (("edit", "book", "1", "--file", file, "--from-pack", id), "line 1: here begins a pack"),
        (("import", file, "--project", "book"), "line 1: here begins a pack"),
    ):
        ran = book(*refused)
        assert (ran.code, ran.out) == (1, "")
        assert why in ran.err
        assert ran.err.count("\n") == 1
