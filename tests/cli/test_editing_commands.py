"""Changing a book from the command line."""

from pathlib import Path

import pytest

from tests.cli.running import Lorepack

BOOK = "第一卷 渡口\n第一章 雨\n雨下了三天。\n第二章 雪\n他走了三十里。\n第三章 风\n没有人开门。\n"


@pytest.fixture
def book(lorepack: Lorepack, tmp_path: Path) -> Lorepack:
    """Runs commands on the three chapters above, in the project `book`."""
    file = tmp_path / "book.txt"
    file.write_text(BOOK, encoding="utf-8")
    assert lorepack("import", file, "--project", "book").code == 0
    return lorepack


def written(folder: Path, text: str) -> Path:
    file = folder / "chapter.txt"
    file.write_text(text, encoding="utf-8")
    return file


def titles(run: Lorepack) -> list[str]:
    return [c["title"] for c in run("chapters", "book", "--json").json]


def test_chapters_are_put_in_moved_renamed_and_deleted(book: Lorepack, tmp_path: Path) -> None:
    done = book("insert", "book", "--file", written(tmp_path, "番外 雾\n雾来了。\n"), "--at", 2)
    assert (done.code, done.out) == (0, "2: inserted 番外 雾\n")
    file = written(tmp_path, "第五章 霜\n霜降了。\n第六章 露\n露水。\n")
    made = book("insert", "book", "--file", file, "--json").json
    assert [(c["title"], c["position"], c["summary"]) for c in made] == [
        ("霜", 5, "ready"),
        ("露", 6, "ready"),
    ]
    book("undo", "book")
    assert book("move", "book", "2", "--to", "4").out == "5: moved 番外 雾 to place 4\n"
    assert titles(book) == ["雨", "雪", "风", "雾"]
    assert book("rename", "book", "4", "第四章 大雾").code == 0
    assert titles(book)[-1] == "大雾"
    assert book("delete", "book", "1", "4").out == "7: deleted 第一章 雨, 第四章 大雾\n"
    assert titles(book) == ["雪", "风"]
    trash = book("chapters", "book", "--all", "--json").json
    assert [c["status"] for c in trash] == ["trash", "canon", "canon", "trash", "trash", "trash"]


def test_a_change_is_taken_back_and_listed(book: Lorepack) -> None:
    book("delete", "book", "2")
    undone = book("undo", "book", "--json").json
    assert (undone["kind"], undone["undoes"]) == ("undo", 2)
    assert titles(book) == ["雨", "雪", "风"]
    listed = book("changes", "book").out
    assert "deleted 第二章 雪" in listed
    assert "undone by 3" in listed
    refused = book("undo", "book", "--change", "2")
    assert (refused.code, "was undone by change 3" in refused.err) == (1, True)


def test_a_chapter_is_edited_and_had_again(book: Lorepack, tmp_path: Path) -> None:
    assert book("edit", "book", "2", "--file", written(tmp_path, "他走了四十里。")).code == 0
    assert book("text", "book", "2").out == "他走了四十里。\n"
    assert book("text", "book", "2", "--revision", "1").out == "他走了三十里。\n"
    assert [r["current"] for r in book("revisions", "book", "2", "--json").json] == [False, True]
    assert book("revert", "book", "2", "1").code == 0
    assert book("text", "book", "2").out == "他走了三十里。\n"
    assert book("search", "book", "他走了四十里", "--match", "literal", "--json").json["hits"] == []


def test_a_chapter_is_split_and_merged(book: Lorepack) -> None:
    split = book("split", "book", "2", "--before", "三十里", "--heading", "番外 里")
    assert split.code == 0
    assert titles(book) == ["雨", "雪", "里", "风"]
    assert book("merge", "book", "2", "3").code == 0
    assert titles(book) == ["雨", "雪", "风"]
    both = book("split", "book", "2", "--before", "三十里", "--at", "3")
    assert (both.code, "either --at or --before" in both.err) == (1, True)


def test_a_draft_is_accepted(book: Lorepack, tmp_path: Path) -> None:
    file = written(tmp_path, "第四章 雷\n雷声。\n")
    book("insert", "book", "--file", file, "--draft")
    assert titles(book) == ["雨", "雪", "风"]
    draft = book("chapters", "book", "--all", "--json").json[-1]
    assert book("accept", "book", draft["id"]).code == 0
    assert titles(book) == ["雨", "雪", "风", "雷"]


def test_volumes_are_changed(book: Lorepack) -> None:
    assert book("volume", "begin", "book", "第二卷 对岸", "--at", "2").code == 0
    assert book("volume", "move", "book", "第二卷 对岸", "--before", "第一卷 渡口").code == 0
    assert titles(book) == ["雪", "风", "雨"]
    assert book("volume", "rename", "book", "第二卷 对岸", "彼岸").code == 0
    listed = book("volume", "list", "book", "--json").json
    assert [(v["title"], v["chapters"]) for v in listed] == [("彼岸", 2), ("第一卷 渡口", 1)]
    assert book("volume", "merge", "book", "彼岸", "第一卷 渡口").code == 0
    assert book("volume", "delete", "book", "彼岸", "--keep-chapters").code == 0
    assert titles(book) == ["雪", "风", "雨"]
    unknown = book("volume", "delete", "book", "无卷")
    assert (unknown.code, "there is no volume '无卷'" in unknown.err) == (1, True)


def test_the_trash_is_emptied(book: Lorepack) -> None:
    book("delete", "book", "2")
    assert book("purge", "book", "--yes").out == "1 chapters deleted for good\n"
    assert len(book("chapters", "book", "--all", "--json").json) == 2


@pytest.mark.parametrize("ending", ["txt", "md", "epub"])
def test_the_manuscript_comes_out_and_goes_in_again(
    book: Lorepack, tmp_path: Path, ending: str
) -> None:
    file = tmp_path / f"out.{ending}"
    assert book("manuscript", "book", file).code == 0
    again = book("import", file, "--project", "again", "--json").json
    assert [c["title"] for c in again["chapters"] if c["label"]] == ["雨", "雪", "风"]
    refused = book("manuscript", "book", file)
    assert (refused.code, "--force writes over it" in refused.err) == (1, True)
    assert book("manuscript", "book", file, "--force").code == 0


def test_an_unknown_ending_is_refused(book: Lorepack, tmp_path: Path) -> None:
    refused = book("manuscript", "book", tmp_path / "out.pdf")
    assert (refused.code, ".txt, .md, .epub" in refused.err) == (1, True)


@pytest.mark.parametrize(
    "command",
    [
        ("move", "book", "9", "--to", "1"),
        ("delete", "book", "9"),
        ("rename", "book", "9", "第九章"),
        ("merge", "book", "9", "1"),
        ("text", "book", "9"),
        ("accept", "book", "9"),
    ],
)
def test_a_chapter_that_is_not_there_is_said_with_how_many_there_are(
    book: Lorepack, command: tuple[str, ...]
) -> None:
    refused = book(*command)
    assert (refused.code, refused.out) == (1, "")
    assert "there is no chapter 9: the book has 3 chapters" in refused.err
