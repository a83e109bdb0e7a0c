"""The facts of a text or a file, from the command line."""

from pathlib import Path

from tests.cli.running import Lorepack

RULE = "预算3万封顶，除非总监批准，不得超出。"


def test_a_text_is_looked_at_to_the_letter(lorepack: Lorepack) -> None:
    found = lorepack("facts", RULE, "--json").json
    assert all(RULE[f["start"] : f["end"]] == f["text"] for f in found)
    assert {"kind": "number", "text": "3万", "start": 2, "end": 4, "value": "30000"} in found
    assert [f["text"] for f in found if f["kind"] == "condition"] == [RULE]
    shown = lorepack("facts", RULE).out
    assert "30000" in shown
    assert "condition" in shown


def test_a_file_is_read_in_its_encoding(lorepack: Lorepack, tmp_path: Path) -> None:
    file = tmp_path / "rule.txt"
    file.write_bytes(RULE.encode("gb18030"))
    assert lorepack("facts", file, "--json").json == lorepack("facts", RULE, "--json").json


def test_a_projects_names_are_facts_too(lorepack: Lorepack, tmp_path: Path) -> None:
    file = tmp_path / "book.txt"
    file.write_text("第一章 雨\n沈砚秋来了。\n", "utf-8")
    lorepack("import", file, "--project", "book")
    lorepack("entity", "add", "book", "沈砚秋")
    text = "沈砚秋走了三十里。"
    assert [f["kind"] for f in lorepack("facts", text, "--json").json] == ["quantity"]
    found = lorepack("facts", text, "--project", "book", "--json").json
    assert [(f["kind"], f["text"]) for f in found] == [("person", "沈砚秋"), ("quantity", "三十里")]
    unknown = lorepack("facts", text, "--project", "nobody")
    assert (unknown.code, "there is no project 'nobody'" in unknown.err) == (1, True)


def test_markup_in_a_text_is_no_markup(lorepack: Lorepack) -> None:
    assert "[bold]3万[/bold]" in lorepack("facts", "除非[bold]3万[/bold]，不得").out
