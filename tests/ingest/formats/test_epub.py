"""EPUB: reading order, what counts as text, and the marks of headings and contents together."""

import gzip
import json
from pathlib import Path

import pytest

from ingest.formats import Manuscript
from lorepack.errors import InvalidInputError
from tests.ingest.formats.building import (
    CONTAINER,
    codes,
    epub,
    lines,
    page,
    point,
    read,
    titles,
    zipped,
)

NOVELS = Path(__file__).parents[4] / "shared" / "data" / "novels"

RAIN = page("<h2>第一章 雨</h2><p>雨下了一夜。</p>")
SNOW = page("<h2>第二章 雪</h2><p>雪停了。</p>")
TOC = '<li><a href="a.xhtml">第一章 雨</a></li><li><a href="b.xhtml">第二章 雪</a></li>'


def book(*args: object, **kwargs: object) -> Manuscript:
    return read("book.epub", epub(*args, **kwargs))  # pyright: ignore[reportArgumentType]


def test_the_spine_is_the_order_and_the_manifest_is_not() -> None:
    read_ = book({"z.xhtml": RAIN, "a.xhtml": SNOW}, toc="")
    assert read_.text == "第一章 雨\n雨下了一夜。\n\n第二章 雪\n雪停了。\n"
    assert titles(read_) == ["第一章 雨", "第二章 雪"]
    assert (read_.format, read_.encoding) == ("epub", "utf-8")


def test_a_contents_entry_and_its_heading_are_one_mark() -> None:
    read_ = book({"a.xhtml": RAIN, "b.xhtml": SNOW}, toc=TOC)
    assert titles(read_) == ["第一章 雨", "第二章 雪"]
    assert lines(read_) == ["第一章 雨\n", "第二章 雪\n"]


@pytest.mark.parametrize("spine", [["a.xhtml", "b.xhtml"], ["nav.xhtml", "a.xhtml", "b.xhtml"]])
def test_the_navigation_document_is_no_text_in_the_spine_or_out_of_it(spine: list[str]) -> None:
    read_ = book({"a.xhtml": RAIN, "b.xhtml": SNOW}, toc=TOC, spine=spine)
    assert read_.text.startswith("第一章")
    assert codes(read_) == ["contents"] * (len(spine) - 2)


def test_a_page_of_links_is_a_table_of_contents_too() -> None:
    links = "".join(f'<p><a href="{n}.xhtml">第{n}章 一条路</a></p>' for n in "abc")
    pages = {"contents.xhtml": page(f"<p>目录</p>{links}"), "a.xhtml": RAIN}
    read_ = book(pages, old_toc=point("目录", "contents.xhtml") + point("第一章 雨", "a.xhtml"))
    assert read_.text == "第一章 雨\n雨下了一夜。\n"
    assert titles(read_) == ["第一章 雨"]
    assert codes(read_) == ["contents"]


def test_a_page_with_some_links_in_its_prose_is_text() -> None:
    link = '<a href="b.xhtml">注</a>'
    assert (
        "雨停" in book({"a.xhtml": page(f"<p>雨停{link}，他走{link}到门口{link}，站住。</p>")}).text
    )


def test_the_cover_and_asides_are_kept_and_reported_with_their_range() -> None:
    pages = {
        "cover.xhtml": page("<p>封面字</p>"),
        "a.xhtml": RAIN,
        "notes.xhtml": page("<p>一条注。</p>"),
        "rights.xhtml": page("<p>版权所有</p>"),
    }
    toc = '<li><a href="rights.xhtml">版权信息</a></li>'
    read_ = book(pages, toc=toc, aside=["notes.xhtml"])
    reported = [(w.code, _at(read_, w.at)) for w in read_.warnings]
    assert reported == [
        *(("front_matter", "封面字\n"), ("aside", "一条注。\n"), ("front_matter", "版权所有\n"))
    ]


def test_the_guide_names_front_matter() -> None:
    guide = '<reference type="title-page" href="t.xhtml"/>'
    read_ = book({"t.xhtml": page("<p>渡口</p>"), "a.xhtml": RAIN}, guide=guide)
    assert [(w.code, _at(read_, w.at)) for w in read_.warnings] == [("front_matter", "渡口\n")]


def test_two_chapters_in_one_file_are_told_by_their_anchors() -> None:
    body = (
        '<p id="one">雨</p><p>雨下了一夜。</p><div id="two"><p>没有题目的一章。</p></div>'
        '<a id="three"></a><h3>雪</h3><p>雪停了。</p>'
    )
    toc = (
        '<li><a href="a.xhtml#one">雨</a></li><li><a href="a.xhtml#two">无题</a></li>'
        '<li><a href="a.xhtml#three">雪</a></li>'
    )
    read_ = book({"a.xhtml": page(body)}, toc=toc)
    assert titles(read_) == ["雨", "无题", "雪"]
    assert lines(read_) == ["雨\n", "", "雪\n"]
    assert read_.text[read_.marks[1].start :].startswith("没有题目")


def test_several_files_of_one_chapter_stay_one_chapter() -> None:
    pages = {"a1.xhtml": RAIN, "a2.xhtml": page("<p>接着下。</p>"), "b.xhtml": SNOW}
    toc = TOC.replace("a.xhtml", "a1.xhtml")
    assert titles(book(pages, toc=toc)) == ["第一章 雨", "第二章 雪"]


def test_a_file_in_the_contents_without_a_heading_has_a_mark_without_a_line() -> None:
    pages = {"v.xhtml": page('<img src="v.png" alt=""/>'), "a.xhtml": RAIN}
    toc = f'<li><a href="v.xhtml">第一卷</a><ol>{TOC}</ol></li>'
    read_ = book(pages, toc=toc.replace('<li><a href="b.xhtml">第二章 雪</a></li>', ""))
    assert [(m.title, m.level) for m in read_.marks] == [("第一卷", 1), ("第一章 雨", 2)]
    assert lines(read_) == ["", "第一章 雨\n"]


def test_levels_nest_as_the_contents_do() -> None:
    old = point("上卷", "a.xhtml", point("第一章 雨", "a.xhtml") + point("第二章 雪", "b.xhtml"))
    read_ = book({"a.xhtml": RAIN, "b.xhtml": SNOW}, old_toc=old)
    assert [m.title for m in read_.marks] == ["上卷", "第一章 雨", "第二章 雪"]
    assert len({m.level for m in read_.marks[1:]}) == 1
    assert read_.marks[0].level < read_.marks[1].level


def test_a_volume_without_a_link_of_its_own_stands_before_its_first_chapter() -> None:
    read_ = book(
        {"a.xhtml": RAIN, "b.xhtml": SNOW}, toc=f"<li><span>上卷</span><ol>{TOC}</ol></li>"
    )
    assert titles(read_) == ["上卷", "第一章 雨", "第二章 雪"]
    assert lines(read_)[0] == ""


def test_a_title_over_two_headings_is_one_mark() -> None:
    pages = {"a.xhtml": page("<h1>第一章</h1><h2>雨</h2><p>雨下了一夜。</p>")}
    read_ = book(pages, toc='<li><a href="a.xhtml">第一章 雨</a></li>')
    assert titles(read_) == ["第一章 雨"]
    assert lines(read_) == ["第一章\n雨\n"]


def test_a_heading_of_another_wording_is_still_the_entry_s() -> None:
    read_ = book({"a.xhtml": RAIN}, toc='<li><a href="a.xhtml">1. 雨</a></li>')
    assert titles(read_) == ["第一章 雨"]


def test_sections_inside_a_chapter_are_below_it() -> None:
    pages = {"a.xhtml": page("<h2>第一章 雨</h2><p>雨。</p><h3>夜里</h3><p>停了。</p>")}
    read_ = book(pages, toc='<li><a href="a.xhtml">第一章 雨</a></li>')
    assert titles(read_) == ["第一章 雨", "夜里"]
    assert read_.marks[0].level < read_.marks[1].level


def test_names_are_found_percent_encoded_and_in_another_case() -> None:
    toc = '<li><a href="Text%20One.XHTML">第一章 雨</a></li>'
    read_ = book({"text one.xhtml": RAIN}, toc=toc)
    assert lines(read_) == ["第一章 雨\n"]


def test_what_the_contents_and_the_spine_name_in_vain_is_reported() -> None:
    read_ = book({"a.xhtml": RAIN}, toc=TOC, more={"OEBPS/unused.xhtml": SNOW})
    assert titles(read_) == ["第一章 雨"]
    assert [w.message for w in read_.warnings] == [
        "what 1 of 2 lines in the contents point to is not there: 第二章 雪"
    ]


def test_what_is_missing_or_no_page_is_reported() -> None:
    package = (
        '<package><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>'
        '<item id="b" href="b.xhtml" media-type="application/xhtml+xml"/>'
        '<item id="c" href="c.svg" media-type="image/svg+xml"/></manifest><spine>'
        '<itemref idref="c"/><itemref idref="b"/><itemref idref="a"/><itemref idref="x"/>'
        "</spine></package>"
    )
    files = {
        "META-INF/container.xml": CONTAINER.format(path="content.opf"),
        "content.opf": package,
        "a.xhtml": RAIN,
        "c.svg": "<svg/>",
    }
    read_ = read("book.epub", zipped(files))
    assert [(w.code, w.message.split()[0]) for w in read_.warnings] == [
        *(("skipped", "c.svg"), ("missing", "the"), ("missing", "the"))
    ]
    assert "'b.xhtml'" in read_.warnings[1].message


def test_a_page_that_declares_a_wrong_encoding_is_read_by_its_bytes() -> None:
    text = RAIN.replace('encoding="utf-8"', 'encoding="us-ascii"')
    assert "雨下了一夜" in book({"a.xhtml": text}).text


@pytest.mark.parametrize("encoding", ["gb2312", "utf-16"])
def test_a_page_in_a_declared_encoding_is_read(encoding: str) -> None:
    text = RAIN.replace("utf-8", encoding)
    assert "雨下了一夜" in book({"a.xhtml": text.encode(encoding)}).text


def test_a_package_with_a_broken_namespace_is_read() -> None:
    package = (
        '<package mlns="http://www.idpf.org/2007/opf"><manifest>'
        '<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest>'
        '<spine><itemref idref="a"></spine></package>'
    )
    files = {
        "META-INF/container.xml": CONTAINER.format(path="content.opf"),
        "content.opf": package,
        "a.xhtml": RAIN,
    }
    assert titles(read("book.epub", zipped(files))) == ["第一章 雨"]


@pytest.mark.parametrize(
    ("files", "what"),
    [
        ({"a.txt": "雨"}, "no META-INF/container.xml"),
        ({"META-INF/container.xml": CONTAINER.format(path="no.opf")}, "'no.opf'"),
        ({"META-INF/container.xml": "<container/>"}, "holds no such file"),
        ({"META-INF/container.xml": "rain"}, "META-INF/container.xml in book.epub is damaged"),
        ({"META-INF/container.xml": b"<a>\0\1</a>"}, "container.xml in book.epub: .* NUL byte"),
        (
            {"META-INF/container.xml": CONTAINER.format(path="a.opf"), "a.opf": "<package/>"},
            "no spine",
        ),
    ],
)
def test_a_book_without_its_package_is_refused(files: dict[str, str | bytes], what: str) -> None:
    with pytest.raises(InvalidInputError, match=what) as refused:
        read("book.epub", zipped(files))
    assert "\n" not in str(refused.value)


def test_a_book_of_pictures_is_refused() -> None:
    with pytest.raises(InvalidInputError, match="holds no text"):
        book({"a.xhtml": page('<img src="a.png"/>')})


def _encryption(algorithm: str, target: str) -> dict[str, str]:
    return {
        "META-INF/encryption.xml": (
            '<encryption><EncryptedData xmlns="http://www.w3.org/2001/04/xmlenc#">'
            f'<EncryptionMethod Algorithm="{algorithm}"/><CipherData>'
            f'<CipherReference URI="{target}"/></CipherData></EncryptedData></encryption>'
        )
    }


def test_a_protected_book_is_refused_and_one_with_scrambled_fonts_is_read() -> None:
    fonts = _encryption("http://www.idpf.org/2008/embedding", "OEBPS/f.otf")
    assert "雨" in book({"a.xhtml": RAIN}, more=fonts).text
    drm = _encryption("http://www.w3.org/2001/04/xmlenc#aes128-cbc", "OEBPS/a.xhtml")
    with pytest.raises(InvalidInputError, match="DRM"):
        book({"a.xhtml": RAIN}, more=drm)


@pytest.mark.skipif(not NOVELS.exists(), reason="the gold novels are not beside the project")
@pytest.mark.parametrize("name", ["The_Sign_of_the_Four", "儒林外史", "呼兰河传"])
def test_every_chapter_of_a_whole_book_has_one_mark_on_its_heading(name: str) -> None:
    with (NOVELS / "epub" / f"{name}.epub").open("rb") as file:
        read_ = read(f"{name}.epub", file.read())
    with gzip.open(NOVELS / "chapters.jsonl.gz", "rt", encoding="utf-8") as rows:
        gold = [json.loads(row) for row in rows if row.strip()]
    headings = [row["heading"] for row in gold if f"/{name}.txt" in row["file"]]
    assert [line.split() for line in lines(read_)] == [heading.split() for heading in headings]


def _at(manuscript: Manuscript, at: str | None) -> str:
    start, end = (at or "0-0").split("-")
    return manuscript.text[int(start) : int(end)]
