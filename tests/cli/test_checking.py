"""The commands on continuity."""

import io
import sys
from pathlib import Path

import pytest

from tests.cli.running import Lorepack

BOOK = """第一章 渡口
沈砚秋今年二十七岁，还没有成家。[bold]雨[/bold]

第二章 雨夜
夜里风大。周老三咳了两声，气绝身亡，灯也灭了。
"""
DRAFT = "天亮了。\n周老三推门进来，抖了抖伞上的雨水。\n沈砚秋今年才十九岁。\n"


@pytest.fixture
def book(lorepack: Lorepack, tmp_path: Path) -> Lorepack:
    """A project `P` of two chapters and two registered people."""
    file = tmp_path / "book.txt"
    file.write_text(BOOK, encoding="utf-8")
    assert lorepack("import", file, "--project", "P").code == 0
    for name in ("沈砚秋", "周老三"):
        assert lorepack("entity", "add", "P", name).code == 0
    return lorepack


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    file = tmp_path / "draft.txt"
    file.write_text(DRAFT, encoding="utf-8")
    return file


def test_findings_are_told_with_the_words_of_both_places(book: Lorepack, draft: Path) -> None:
    ran = book("check", "P", draft)
    dead, age = book("check", "P", draft, "--json").json
    assert ran.code == 0
    assert ran.out == (
        f"dead_acts ({dead['id']}): 周老三已死，这里却在场：周老三推门\n"
        "  draft, 5-10: 周老三推门\n"
        f"  chapter 2 (第二章 雨夜), {dead['before']['start']}-{dead['before']['end']}: "
        f"{dead['before']['quote']}\n\n"
        f"age_changed ({age['id']}): 沈砚秋的年龄前文为27岁，这里为19岁\n"
        "  draft, 23-32: 沈砚秋今年才十九岁\n"
        "  chapter 1 (第一章 渡口), 0-9: 沈砚秋今年二十七岁\n\n"
        "2 findings\n"
    )


def test_the_chapter_may_be_an_earlier_one(book: Lorepack, draft: Path) -> None:
    found = book("check", "P", draft, "--chapter", 2, "--json").json
    assert [finding["code"] for finding in found] == ["age_changed"]
    assert book("check", "P", draft, "--chapter", 1).out == "nothing found\n"


def test_the_draft_may_come_by_standard_input_and_in_any_encoding(
    book: Lorepack, draft: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = book("check", "P", draft, "--json").json
    other = tmp_path / "other.txt"
    other.write_bytes(DRAFT.encode("gb18030"))
    assert book("check", "P", other, "--json").json == found
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(DRAFT.encode())))
    assert book("check", "P", "-", "--json").json == found


def test_a_card_is_held_against_the_draft(book: Lorepack, draft: Path, tmp_path: Path) -> None:
    card = tmp_path / "card.json"
    card.write_text('{"must_happen": ["苏小满[b]烧掉账册"]}', encoding="utf-8")
    told = book("check", "P", draft, "--card", card).out
    assert "must_happen_unmet" in told
    assert "\n  card, 0-10: 苏小满[b]烧掉账册\n" in told


def test_strict_fails_while_a_finding_stands(book: Lorepack, draft: Path) -> None:
    assert book("check", "P", draft, "--strict").code == 1
    for finding in book("check", "P", draft, "--json").json:
        book("exempt", "P", finding["id"])
    ran = book("check", "P", draft, "--strict")
    assert (ran.code, ran.out.endswith("2 findings, 2 of them exempt\n")) == (0, True)
    assert "dead_acts (exempt, " in ran.out


def test_exemptions_are_listed_removed_and_undone(book: Lorepack) -> None:
    id, other = "0123456789abcdef", "fedcba9876543210"
    assert book("exempt", "P", "--list").out == "nothing is exempt\n"
    told = book("exempt", "P", id, "--reason", "他谎报了[年纪]").out
    assert id in told
    assert "他谎报了[年纪]" in told
    book("exempt", "P", other)
    assert [e["finding"] for e in book("exempt", "P", "--list", "--json").json] == [id, other]
    assert other not in book("exempt", "P", other, "--remove").out
    book("undo", "P")
    assert len(book("exempt", "P", "--list", "--json").json) == 2


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("check", "P", "nowhere.txt"), "there is no file nowhere.txt"),
        (("check", "P", "{draft}", "--chapter", 4), "there is no chapter 4: the book has 2"),
        (("check", "P", "{draft}", "--chapter", 0), "there is no chapter 0"),
        (("check", "Q", "{draft}"), "there is no project 'Q'"),
        (("check", "P", "{draft}", "--card", "nowhere.json"), "there is no file nowhere.json"),
        (("exempt", "P", "xyz"), "no id of a finding"),
        (("exempt", "P", "0" * 16, "--remove"), "is not exempt"),
        (("exempt", "P", "0" * 16, "--list"), "--list alone"),
        (("exempt", "P"), "name the id of one finding"),
        (("exempt", "Q", "--list"), "there is no project 'Q'"),
    ],
)
def test_an_error_is_one_line_with_the_way_out(
    book: Lorepack, draft: Path, arguments: tuple[object, ...], why: str
) -> None:
    ran = book(*(draft if argument == "{draft}" else argument for argument in arguments))
    assert (ran.code, ran.out) == (1, "")
    assert why in ran.err
    assert ran.err.count("\n") == 1


def test_a_draft_that_is_no_text_is_refused_with_its_name(book: Lorepack, tmp_path: Path) -> None:
    file = tmp_path / "draft.txt"
    file.write_bytes(b"a\0\1\0\2\3")
    ran = book("check", "P", file)
    assert (ran.code, f"{file}: this is no text" in ran.err) == (1, True)


def test_an_empty_file_is_no_draft(book: Lorepack, tmp_path: Path) -> None:
    file = tmp_path / "draft.txt"
    file.write_text("", encoding="utf-8")
    ran = book("check", "P", file)
    assert (ran.code, ran.err) == (1, f"error: {file}: the draft is empty\n")
