"""Zip archives and folders: the order of files, and the marks that their names make."""

import pytest

from ingest.formats import Manuscript, read_folder
from lorepack.errors import InvalidInputError
from tests.ingest.formats.building import (
    codes,
    docx,
    epub,
    lines,
    page,
    read,
    titles,
    zipped,
    zipped_with_raw_names,
)


def bundle(*names: str) -> Manuscript:
    """A zip whose files say nothing but that they are there."""
    return read("book.zip", zipped({name: f"{name} 的正文。" for name in names}))


def test_files_come_in_the_order_that_people_count_in() -> None:
    manuscript = bundle("10.txt", "1.txt", "3.5.txt", "2.txt", "4.txt", "3.txt")
    assert titles(manuscript) == ["1", "2", "3", "3.5", "4", "10"]
    assert manuscript.text.splitlines()[::2] == [
        f"{n}.txt 的正文。" for n in ("1", "2", "3", "3.5", "4", "10")
    ]
    assert (manuscript.format, manuscript.encoding) == ("zip", "utf-8")


def test_a_folder_reads_as_the_zip_of_it_does() -> None:
    files = {"2.txt": "雪。", "1.txt": "雨。", "卷/3.txt": "风。"}
    folder = read_folder("book", [(name, text.encode()) for name, text in files.items()])
    packed = read("book.zip", zipped(files))
    assert (folder.text, folder.marks) == (packed.text, packed.marks)
    assert folder.format == "folder"


def test_folders_are_the_first_level_and_files_the_second() -> None:
    manuscript = read(
        "book.zip", zipped({"第十卷/1.txt": "风。", "第二卷/2.txt": "雪。", "第二卷/1.txt": "雨。"})
    )
    assert [(m.title, m.level) for m in manuscript.marks] == [
        *(("第二卷", 1), ("1", 2), ("2", 2), ("第十卷", 1), ("1", 2))
    ]
    assert manuscript.text == "雨。\n\n雪。\n\n风。\n"


def test_a_folder_around_everything_is_no_volume_unless_it_counts() -> None:
    assert titles(bundle("渡口/1.txt", "渡口/2.txt")) == ["1", "2"]
    assert titles(bundle("第一卷/1.txt", "第一卷/2.txt")) == ["第一卷", "1", "2"]


def test_a_number_that_orders_is_no_part_of_the_title() -> None:
    manuscript = bundle("01 雨.txt", "02_雪.txt", "3.txt", "4、风.md")
    assert titles(manuscript) == ["雨", "雪", "3", "风"]


def test_a_first_line_that_says_the_name_is_the_mark_s_line() -> None:
    files = {
        "001 第一章 雨.txt": "第一章　雨\n\n雨下了一夜。",
        "002 雪.txt": "第二章 雪\n雪停了。",
        "003 风.txt": "他听见风，站住了。",
        "004 第四章.md": "# 第四章 云\n\n## 夜\n\n云散了。",
    }
    manuscript = read("book.zip", zipped(files))
    assert titles(manuscript) == ["第一章　雨", "第二章 雪", "风", "第四章 云", "夜"]
    assert lines(manuscript) == ["第一章　雨\n", "第二章 雪\n", "", "# 第四章 云\n", "## 夜\n"]


def test_a_single_file_is_read_as_itself() -> None:
    manuscript = read("book.zip", zipped({"渡口.md": "# 雨\n", "封面.jpg": b"\xff\xd8\xff"}))
    assert (manuscript.format, titles(manuscript)) == ("markdown", ["雨"])
    assert codes(manuscript) == ["skipped"]


def test_books_and_pages_among_the_files_keep_their_own_headings_below_the_file() -> None:
    files: dict[str, str | bytes] = {
        "1 卷一.epub": epub({"a.xhtml": page("<h2>第一章 雨</h2><p>雨。</p>")}),
        "2 卷二.docx": docx("<w:p><w:r><w:t>雪。</w:t></w:r></w:p>"),
        "3 卷三.html": page("<h1>第三章</h1><p>风。</p>"),
    }
    manuscript = read("book.zip", zipped(files))
    assert titles(manuscript) == ["卷一", "第一章 雨", "卷二", "卷三", "第三章"]
    assert [m.level for m in manuscript.marks] == [2, 4, 2, 2, 3]
    assert lines(manuscript)[1] == "第一章 雨\n"


def test_what_is_no_text_is_left_out_and_reported() -> None:
    names = [".git", "__MACOSX/._1.txt", "1.txt", "2.txt", "a.jpg", "b/.DS_Store", "~$c.docx"]
    (warning,) = bundle(*names).warnings
    assert warning.code == "skipped"
    assert warning.message.startswith("5 files were left out: ")
    assert all(name in warning.message for name in names if name not in {"1.txt", "2.txt"})


def test_a_dump_of_the_newest_first_is_put_in_order_by_its_names() -> None:
    assert titles(bundle("第3章.txt", "第2章.txt", "第1章.txt")) == ["第1章", "第2章", "第3章"]


def test_headings_that_count_down_are_reported_and_kept() -> None:
    files = {"甲.txt": "第三章 风\n。", "丁.txt": "第一章 雨\n。", "丙.txt": "第二章 雪\n。"}
    manuscript = read("book.zip", zipped({"c.txt": files["丁.txt"], "a.txt": files["甲.txt"],
                                          "b.txt": files["丙.txt"]}))  # fmt: skip
    assert manuscript.text.startswith("第三章")
    assert codes(manuscript) == ["reversed"]


def test_headings_that_count_up_are_no_news() -> None:
    files = {f"{n}.txt": f"第{n}章\n雨。" for n in (3, 2, 1)}
    assert codes(read("book.zip", zipped(files))) == []


def test_an_empty_file_keeps_its_place_and_is_reported() -> None:
    manuscript = read("book.zip", zipped({"1.txt": "雨。", "2 请假.txt": "", "3.txt": "雪。"}))
    assert titles(manuscript) == ["1", "请假", "3"]
    assert codes(manuscript) == ["empty"]


def test_each_file_has_its_own_encoding() -> None:
    files = {"1.txt": "雨下了一夜。".encode("gbk"), "2.txt": "雪停了。".encode()}
    manuscript = read("book.zip", zipped(files))
    assert manuscript.text == "雨下了一夜。\n\n雪停了。\n"
    assert manuscript.encoding == "gb18030, utf-8"
    assert manuscript.reason.endswith("1 in gb18030, 1 in utf-8")


def test_names_in_an_old_code_page_are_read() -> None:
    names = ("第二章 雪.txt", "第十章 风.txt", "第一章 雨.txt")
    files = {name.encode("gbk"): "正文。".encode() for name in names}
    assert titles(read("book.zip", zipped_with_raw_names(files))) == [
        *("第一章 雨", "第二章 雪", "第十章 风")
    ]


def test_names_in_utf8_without_the_flag_and_with_backslashes_are_read() -> None:
    files = {"卷一\\1.txt".encode(): b"a", "卷二\\1.txt".encode(): b"b"}
    assert titles(read("b.zip", zipped_with_raw_names(files))) == ["卷一", "1", "卷二", "1"]


def test_ranges_in_a_file_s_warnings_count_from_the_beginning_of_the_whole() -> None:
    misread = "你怎么才来，她问，声音很轻".encode().decode("gb18030", "ignore")
    manuscript = read(
        "book.zip", zipped({"1.txt": "雨下了一夜。", "2.txt": f"雪停了。\n{misread}\n"})
    )
    (warning,) = manuscript.warnings
    start, end = map(int, (warning.at or "").split("-"))
    assert manuscript.text[start:end] in misread
    assert warning.message.startswith("2.txt: ")


@pytest.mark.parametrize(
    ("files", "what"),
    [
        ({"a.jpg": "x"}, "holds no text"),
        ({"1.txt": "", "2.txt": " \n"}, "nothing but empty files"),
        ({"1.txt": "雨。", "2.txt": b"a\0\1\0\2\3"}, "2.txt: this is no text"),
        ({}, "holds no text"),
    ],
)
def test_a_zip_without_text_is_refused(files: dict[str, str | bytes], what: str) -> None:
    with pytest.raises(InvalidInputError, match=what):
        read("book.zip", zipped(files))
