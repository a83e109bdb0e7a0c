"""`lorepack purge`: what it asks, what it refuses, what it says."""

import sys
from pathlib import Path

import pytest

from lorepack.records import FactKind, Scope
from runtime.library import Library
from runtime.registry import registry_of
from runtime.settings import Settings
from runtime.wiring import open_library
from storage.record import SqlRecord
from tests.cli.running import Lorepack, Ran

BOOK = "第一章 雨\n门开了。\n第二章 雪\n杜若兰饮尽了三十坛酒。\n第三章 风\n灯灭了。\n"


@pytest.fixture
def book(lorepack: Lorepack, tmp_path: Path) -> Lorepack:
    """Runs commands on a book of three chapters."""
    (tmp_path / "book.txt").write_text(BOOK, "utf-8")
    assert lorepack("import", tmp_path / "book.txt", "--project", "book").code == 0
    return lorepack


def titles(book: Lorepack) -> list[str]:
    return [c["title"] for c in book("chapters", "book", "--all", "--json").json]


def test_a_chapter_goes_by_its_position_or_from_the_trash_by_its_id(book: Lorepack) -> None:
    gone = book("purge", "book", "--chapter", "2", "--yes", "--json").json
    assert [c["title"] for c in gone["chapters"]] == ["雪"]
    assert (gone["projects"], gone["still"], gone["notes"]) == ([], [], [])
    id = book("chapters", "book", "--json").json[0]["id"]
    book("delete", "book", "1", "2")
    assert book("purge", "book", "--chapter", id, "--yes").out == "1 chapters deleted for good\n"
    assert titles(book) == ["风"]


def test_a_project_goes(book: Lorepack) -> None:
    assert book("purge", "book", "--project", "--yes").out == "project 'book' deleted for good\n"
    again = book("purge", "book", "--project", "--yes")
    assert (again.code, again.out) == (1, "")
    assert again.err == "error: there is no project 'book'; there are: none yet\n"


def test_a_tenant_goes(book: Lorepack) -> None:
    gone = book("purge", "--tenant", "local", "--yes", "--json").json
    assert (gone["projects"], gone["entries"]) == (["book"], 0)
    again = book("purge", "--tenant", "local", "--yes")
    assert again.code == 1
    assert "tenant 'local' has no projects" in again.err


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ([], "name a project, or --tenant, or --finish"),
        (["book", "--tenant", "local", "--yes"], "name a project, or --tenant, or --finish"),
        (["book", "--finish"], "name a project, or --tenant, or --finish"),
        (["--chapter", "2", "--tenant", "local", "--yes"], "name a project and either"),
        (["book", "--chapter", "2", "--project", "--yes"], "name a project and either"),
        (["book"], "--yes says that it is to be deleted"),
        (["book", "--project"], "--yes says that it is to be deleted"),
        (["--tenant", "local"], "--yes says that it is to be deleted"),
    ],
)
def test_what_is_not_said_clearly_is_refused(
    book: Lorepack, arguments: list[str], why: str
) -> None:
    book("delete", "book", "2")
    ran = book("purge", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert why in " ".join(ran.err.replace("│", " ").split())
    assert titles(book) == ["雨", "雪", "风"]


class _Terminal:
    """Standard input of a person who answers one question."""

    def __init__(self, answer: str) -> None:
        self._answer = answer

    def isatty(self) -> bool:
        return True

    def readline(self, size: int = -1) -> str:
        return f"{self._answer}\n"


def _asked(book: Lorepack, monkeypatch: pytest.MonkeyPatch, answer: str) -> Ran:
    monkeypatch.setattr(sys, "stdin", _Terminal(answer))
    return book("purge", "book", "--project")


def test_at_a_terminal_it_asks_and_no_is_no(
    book: Lorepack, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = _asked(book, monkeypatch, "n")
    assert (refused.code, refused.out) == (1, "")
    assert "Delete for good: the project 'book' with its 3 chapters?" in refused.err
    assert titles(book) == ["雨", "雪", "风"]
    assert _asked(book, monkeypatch, "y").out == "project 'book' deleted for good\n"


def _held(_: SqlRecord, *, full: bool) -> list[str]:
    return ["the file is held"]


def test_what_is_left_to_be_done_is_told_and_can_be_done(
    book: Lorepack, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(SqlRecord, "rewrite", _held)
        ran = book("purge", "book", "--project", "--yes")
    assert ran.code == 1
    assert ran.out == "project 'book' deleted for good\n"
    assert ran.err.splitlines() == [
        "still to be done: the file is held",
        "nothing shows it any more; lorepack purge --finish does the rest",
    ]
    assert book("purge", "--finish", "--json").json["still"] == []


def test_names_that_only_its_author_speaks_for_now_are_told(
    book: Lorepack, tmp_path: Path, cache_dir: Path
) -> None:
    settings = Settings(data_dir=tmp_path / "data", cache_dir=cache_dir, embedder="hashing:64")
    with open_library(settings) as library:
        _register(library)
    ran = book("purge", "book", "--chapter", "2", "--yes")
    assert "your own names stay, and nothing else tells of them now: 杜若兰\n" in ran.out
    assert [e["name"] for e in book("entity", "list", "book", "--json").json] == ["杜若兰"]


def _register(library: Library) -> None:
    registry_of(library, Scope(project="book")).add("杜若兰", FactKind.PERSON)
