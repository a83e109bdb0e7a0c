"""The commands of memories."""

from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from cli.opening import open_data
from lorepack.records import Heading, Scope
from tests.cli.running import Lorepack

TEXTS = ("林墨来了。", "林墨走了。", "没有人开门。")


@pytest.fixture
def book(lorepack: Lorepack) -> Lorepack:
    """A project `P` of three chapters."""
    with open_data(None) as library:
        for nth, text in enumerate(TEXTS, 1):
            heading = Heading(label=f"第{nth}章", number=nth)
            library.editor(Scope(project="P")).insert(text, heading=heading, as_is=True)
    return lorepack


def add(book: Lorepack, kind: str, text: str, *more: object) -> str:
    return book("memory", "add", "P", "--kind", kind, "--text", text, *more, "--json").json["id"]


def test_a_memory_is_added_shown_corrected_and_taken_away(book: Lorepack) -> None:
    fields = (
        "--field",
        "knows=海图是假的",
        "--field",
        "knows=塔下有人",
        "--field",
        "location=渡口",
    )
    id = add(
        book, "character_state", "左手有伤，欠三百两", "--subject", "林墨", "--from", 1, *fields
    )
    shown = book("memory", "show", "P", "林墨")
    assert f"character_state 林墨  {id}, version 1, author" in shown.out
    assert "  knows: 海图是假的、塔下有人" in shown.out
    assert "  facts: 三百两" in shown.out
    edit = book("memory", "edit", "P", id[:8], "--text", "伤好了", "--field", "location=", "--json")
    assert (edit.json["version"], set(edit.json["fields"])) == (2, {"knows"})
    assert book("memory", "remove", "P", id, "--base", 2).out == f"{id} removed\n"
    history = book("memory", "history", "P", id)
    assert "taken" in history.out
    assert history.out.count(id[:14]) == 3
    assert len(book("memory", "history", "P", id, "--json").json) == 3
    assert book("undo", "P").code == 0
    assert book("memory", "show", "P", "林墨", "--json").json["text"] == "伤好了"


def test_a_card_for_a_chapter_ahead_is_stored_and_taken(book: Lorepack) -> None:
    id = add(book, "chapter_card", "过江。出场人物：林墨", "--field", "chapter_no=4")
    assert book("memory", "add", "P", "--kind", "chapter_card", "--text", "过江").code == 1
    book("memory", "edit", "P", id, "--field", "goal=到对岸")
    pack = book("pack", "P", "--chapter", 4, "--json").json
    (card,) = [s["items"][0] for s in pack["sections"] if s["name"] == "chapter_card"]
    assert (card["id"], card["reason"]) == (id, "the card stored for chapter 4")
    assert card["text"].endswith("目标：到对岸\n说明：过江。出场人物：林墨")
    assert "过江" not in book("pack", "P", "--chapter", 3, "--json").json["rendered"]


def test_what_holds_before_a_chapter_is_listed(book: Lorepack) -> None:
    add(book, "character_state", "左手有伤", "--subject", "林墨", "--from", 1)
    add(book, "character_state", "伤好了", "--subject", "林墨", "--from", 2, "--to", 3)
    listed = book("memory", "list", "P")
    assert "2 memories" in listed.out
    assert "2-3" in listed.out

    def texts(*arguments: object) -> list[str]:
        return [m["text"] for m in book("memory", "list", "P", *arguments, "--json").json]

    assert texts("--as-of", 2) == ["左手有伤"]
    assert texts("--as-of", 3, "--kind", "character_state") == ["伤好了"]
    assert texts("--kind", "item") == texts("--subject", "苏小满") == []
    history = ("memory", "history", "P", "--kind", "character_state", "--subject", "林墨")
    assert len(book(*history, "--json").json) == 2


def test_a_text_comes_from_a_file_or_from_stdin(
    book: Lorepack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "outline.txt"
    file.write_text("众人到齐。\n", encoding="utf-8")
    book("memory", "add", "P", "--kind", "volume_outline", "--file", file, "--subject", "第一卷")
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO("主线在渡口。".encode()), "utf-8"))
    add(book, "mainline", "-")
    texts = {m["text"] for m in book("memory", "list", "P", "--json").json}
    assert texts == {"众人到齐。", "主线在渡口。"}


def test_a_bible_is_imported_and_exported(book: Lorepack, tmp_path: Path) -> None:
    bible, out = tmp_path / "bible.md", tmp_path / "out.yaml"
    bible.write_text("## 人物\n### 林墨\n守塔人。\n## 杂谈\n一句闲话。\n", encoding="utf-8")
    tried = book("memory", "import", "P", bible, "--dry-run")
    assert "P: would be added 2, changed 0" in tried.out
    assert "'杂谈' names no section: kept as a note" in tried.out
    assert book("memory", "import", "P", bible, "--json").json["added"] == 2
    assert book("memory", "import", "P", bible, "--json").json["unchanged"] == 2
    assert book("memory", "export", "P", out).code == 0
    assert book("memory", "import", "P", out, "--json").json["unchanged"] == 2
    assert book("memory", "export", "P").out == out.read_text(encoding="utf-8")
    assert f"{out} exists" in book("memory", "export", "P", out).err


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("add", "P", "--kind", "item", "--text", "x", "--field", "holder"), "say name=value"),
        (("add", "P", "--kind", "item", "--text", "x", "--field", "size=9"), "has no field 'size'"),
        (("add", "P", "--kind", "item"), "the text of this item is empty"),
        (("add", "P", "--kind", "item", "--text", "x", "--from", "9"), "there is no chapter 9"),
        (("add", "P", "--kind", "item", "--text", "x", "--file", "y"), "exclude each other"),
        (("show", "P", "铜铃"), "there is no memory '铜铃'"),
        (("history", "P"), "say whose history"),
        (("list", "P", "--as-of", "9"), "there is no chapter 9"),
        (("list", "P", "--as-of", "1", "--all"), "exclude each other"),
        (("import", "P", "bible.pdf"), "name a file that ends with .yaml"),
        (("import", "P", "nowhere.md"), "there is no file"),
        (("list", "Q"), "there is no project 'Q'"),
    ],
)
def test_an_error_is_one_line_with_the_way_out(
    book: Lorepack, arguments: tuple[str, ...], why: str
) -> None:
    ran = book("memory", *arguments)
    assert (ran.code, ran.out) == (1, "")
    assert why in ran.err
    assert ran.err.count("\n") == 1


def test_a_correction_of_an_older_version_is_refused(book: Lorepack) -> None:
    id = add(book, "note", "一")
    assert book("memory", "edit", "P", id, "--text", "二", "--base", 1).code == 0
    ran = book("memory", "edit", "P", id, "--text", "三", "--base", 1)
    assert (ran.code, "its version is 2, not 1; read it again" in ran.err) == (1, True)
