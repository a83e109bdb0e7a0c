import shutil
from pathlib import Path

import pytest

from cli import files
from cli.demo import SAMPLES
from tests.cli.running import Lorepack

BOOK = SAMPLES / "zh" / "book.txt"
REPORT = {
    "project",
    "encoding",
    "rule",
    "volumes",
    "chapters",
    "warnings",
    "added",
    "updated",
    "unchanged",
    "dry_run",
}
CHAPTER = {"id", "position", "volume", "number", "label", "title", "chars"}


def test_import_says_what_it_did_on_stdout_and_nothing_else(lorepack: Lorepack) -> None:
    ran = lorepack("import", BOOK, "--project", "zh")
    assert (ran.code, ran.err) == (0, "")
    # Without the extra that reads names, patterns alone propose none in this book.
    names = len(lorepack("entity", "proposals", "zh", "--json").json)
    proposed = f"{names} names are proposed: lorepack entity proposals zh\n" if names else ""
    assert ran.out == (
        "zh: added 17, updated 0, unchanged 0 chapters in 2 volumes\n"
        "read as text, utf-8: all of it is well-formed UTF-8\n"
        f"headings by the rule zh-chapter, 100% sure\n{proposed}"
    )


def test_import_reports_as_one_json_document(lorepack: Lorepack) -> None:
    ran = lorepack("import", BOOK, "--project", "zh", "--json")
    assert (ran.code, ran.err) == (0, "")
    assert set(ran.json) >= REPORT
    assert all(set(chapter) >= CHAPTER for chapter in ran.json["chapters"])
    assert [c["position"] for c in ran.json["chapters"]] == list(range(1, 18))
    assert [v["title"] for v in ran.json["volumes"]] == ["第一卷 渡口", "第二卷 柜底"]
    assert (ran.json["added"], ran.json["dry_run"]) == (17, False)


def test_importing_the_same_file_again_changes_nothing(lorepack: Lorepack) -> None:
    first = lorepack("import", BOOK, "--project", "zh", "--json").json
    again = lorepack("import", BOOK, "--project", "zh", "--json").json
    assert (again["added"], again["updated"], again["unchanged"]) == (0, 0, 17)
    assert again["chapters"] == first["chapters"]


def test_importing_a_changed_file_updates_one_chapter_and_keeps_its_id(
    lorepack: Lorepack, tmp_path: Path
) -> None:
    before = lorepack("import", BOOK, "--project", "zh", "--json").json["chapters"]
    edited = tmp_path / "edited.txt"
    edited.write_text(BOOK.read_text(encoding="utf-8").replace("十斤重", "二十斤重"), "utf-8")
    after = lorepack("import", edited, "--project", "zh", "--json").json
    assert (after["added"], after["updated"], after["unchanged"]) == (0, 1, 16)
    assert [c["id"] for c in after["chapters"]] == [c["id"] for c in before]
    changed = [c["position"] for c in after["chapters"] if c not in before]
    assert changed == [4]


def test_a_dry_run_reports_and_stores_nothing(lorepack: Lorepack) -> None:
    ran = lorepack("import", BOOK, "--project", "zh", "--dry-run")
    assert ran.code == 0
    assert ran.out.startswith("zh: would add 17,")
    assert lorepack("chapters", "zh").code == 1


def test_after_an_import_every_chapter_has_its_summary_and_its_vectors(lorepack: Lorepack) -> None:
    report = lorepack("import", BOOK, "--project", "zh", "--json").json
    assert {chapter["summary"] for chapter in report["chapters"]} == {"ready"}
    assert lorepack("search", "zh", "当票", "--json").json["index_lag"] == 0


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "gb18030"])
def test_a_book_in_another_encoding_is_read_and_the_encoding_named(
    lorepack: Lorepack, tmp_path: Path, encoding: str
) -> None:
    book = tmp_path / "book.txt"
    book.write_bytes(BOOK.read_text(encoding="utf-8").encode(encoding))
    report = lorepack("import", book, "--project", "zh", "--json").json
    assert (report["encoding"], report["added"]) == (encoding, 17)


def test_what_to_look_at_stands_under_the_report(lorepack: Lorepack, tmp_path: Path) -> None:
    book = tmp_path / "book.txt"
    book.write_text("第一章 雨\n雨下了。\n第三章 雪\n雪停了。\n第二章写得不错，他想。\n", "utf-8")
    lines = lorepack("import", book, "--project", "zh").out.splitlines()
    gap = next(line for line in lines if line.strip().startswith("gap"))
    assert "第三章" in gap
    assert "2 is missing" in gap
    refused = next(line for line in lines if line.strip().startswith("第二章写得不错"))
    assert "reads as prose" in refused


def test_a_folder_a_zip_and_an_epub_are_books_too(lorepack: Lorepack, tmp_path: Path) -> None:
    folder = tmp_path / "book"
    (folder / "第一卷 渡口").mkdir(parents=True)
    for number in (1, 2, 10):
        text = f"第{number}章\n这是第{number}章的正文。\n"
        (folder / "第一卷 渡口" / f"{number}.txt").write_text(text, "utf-8")
    report = lorepack("import", folder, "--project", "zh", "--json").json
    assert [c["label"] for c in report["chapters"]] == ["第1章", "第2章", "第10章"]
    assert [v["title"] for v in report["volumes"]] == ["第一卷 渡口"]
    archive = Path(shutil.make_archive(str(tmp_path / "packed"), "zip", folder))
    again = lorepack("import", archive, "--project", "zh", "--json").json
    assert (again["added"], again["updated"], again["unchanged"]) == (0, 0, 3)


def test_a_folder_is_read_within_bounds(
    lorepack: Lorepack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "book"
    folder.mkdir()
    (folder / "1.txt").write_text("第一章 雨\n雨下了。\n", "utf-8")
    (folder / "cover.png").write_bytes(b"\x89PNG" * 1_000)
    (folder / "outside.txt").symlink_to(tmp_path / "secret.txt")
    (tmp_path / "secret.txt").write_text("第二章 雪\n雪停了。\n", "utf-8")
    report = lorepack("import", folder, "--project", "zh", "--json").json
    assert [c["label"] for c in report["chapters"]] == ["第一章"]
    assert "skipped" in [w["code"] for w in report["warnings"]]
    monkeypatch.setattr(files, "_MOST_BYTES", 8)
    refused = lorepack("import", folder, "--project", "zh")
    assert (refused.code, "import at most" in refused.err) == (1, True)


def test_a_pattern_for_headings_can_be_given(lorepack: Lorepack, tmp_path: Path) -> None:
    book = tmp_path / "book.txt"
    book.write_text("夜一 雨\n雨下了。\n夜二 雪\n雪停了。\n", "utf-8")
    run = ("import", book, "--project", "zh", "--dry-run", "--json")
    assert len(lorepack(*run).json["chapters"]) == 1
    found = lorepack(*run, "--pattern", "(?P<label>夜(?P<number>.)) (?P<title>.+)").json
    assert found["rule"] == "pattern"
    assert [(c["label"], c["number"], c["title"]) for c in found["chapters"]] == [
        ("夜一", 1, "雨"),
        ("夜二", 2, "雪"),
    ]


def test_chapters_that_the_file_lacks_go_only_when_asked(
    lorepack: Lorepack, tmp_path: Path
) -> None:
    book = tmp_path / "book.txt"
    book.write_text("第一章 雨\n雨下了。\n第二章 雪\n雪停了。\n", "utf-8")
    lorepack("import", book, "--project", "zh")
    book.write_text("第一章 雨\n雨下了。\n", "utf-8")
    told = lorepack("import", book, "--project", "zh").out
    assert "1 chapters of the book are not in this manuscript, the first is 第二章 雪" in told
    assert len(lorepack("chapters", "zh", "--json").json) == 2
    gone = lorepack("import", book, "--project", "zh", "--remove-missing", "--json").json
    assert (gone["removed"], [c["label"] for c in gone["missing"]]) == (1, ["第二章"])
    assert len(lorepack("chapters", "zh", "--json").json) == 1


def test_the_data_folder_may_be_named_before_or_after_the_command(
    lorepack: Lorepack, tmp_path: Path
) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    assert lorepack("--data-dir", one, "import", BOOK, "--project", "zh").code == 0
    assert lorepack("chapters", "zh", "--data-dir", one).code == 0
    assert lorepack("--data-dir", other, "chapters", "zh", "--data-dir", one).code == 0
    assert lorepack("--data-dir", other, "chapters", "zh").code == 1
    assert lorepack("chapters", "zh").code == 1, "the environment names a third one"


def test_a_project_may_be_called_anything(lorepack: Lorepack) -> None:
    name = "a/b [bold] 书"
    ran = lorepack("import", BOOK, "--project", name)
    assert ran.out.startswith(f"{name}: added 17")
    assert lorepack("chapters", name).code == 0
