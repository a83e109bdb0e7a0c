from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZIP_STORED, ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from ingest.chapters import split
from ingest.content import settled
from ingest.formats import read_manuscript
from ingest.manuscript import Leaf, as_epub, as_markdown, as_text
from lorepack.errors import InvalidInputError

SAMPLES = Path(__file__).parents[2] / "cli" / "samples"
BODIES = (
    "　　潮水退了三次，渡口没有一个人。\n　　“你来了？”她问。\n\n　　没有人答话。",
    "雨停了。他把铜铃收进匣子，又拿出来看了一回。",
    "The lamp had gone out, and nobody had noticed.\n\nHe said that it would rain before night.",
)
SHAPES = {
    "zh": ("第一章", "潮汐", "第一章 潮汐\n", "第二章", "铜铃！", "第二章　铜铃！\n"),
    "zh without titles": ("第一回", "", "第一回\n", "第二回", "", "第二回\n"),
    "zh in marks": ("第3章", "", "===第3章===\n", "第四章", "海图", "【第四章】海图\n"),
    "en": ("Chapter 1", "The Tide", "Chapter 1: The Tide\n", "Chapter 2", "", "Chapter 2\n"),
    "en in capitals": ("CHAPTER I", "", "CHAPTER I.\n", "CHAPTER II", "", "CHAPTER II.\n"),
    "en below": (
        "Chapter I",
        "The Tide",
        "Chapter I\nThe Tide\n",
        "Chapter II",
        "",
        "Chapter II\n",
    ),
    "numerals": ("一", "", "一\n", "二", "", "二\n"),
    "numbered": ("001", "潮汐", "001 潮汐\n", "002", "铜铃", "002 铜铃\n"),
    "specials": ("楔子", "", "楔子\n", "番外二", "海图", "番外二：海图\n"),
    "markdown": ("", "潮汐", "## 潮汐\n", "", "铜铃", "## 铜铃\n"),
}
Names = tuple[str, str, str, str, str, str]
Read = list[tuple[str | None, str, str, str]]


def leaf(label: str = "", title: str = "", heading: str = "", **fields: str) -> Leaf:
    plain = Leaf(volume=None, volume_heading="", label="", title="", heading="", text=BODIES[1])
    return replace(plain, label=label, title=title, heading=heading, **fields)


def pair(names: Names) -> list[Leaf]:
    return [leaf(*names[:3], text=BODIES[0]), leaf(*names[3:], text=BODIES[2])]


def read_back(manuscript: bytes) -> Read:
    return [
        (c.volume, c.parsed.label, c.parsed.title, c.body.strip("\n"))
        for c in split(manuscript.decode()).chapters
    ]


def meant(leaves: list[Leaf]) -> Read:
    return [(c.volume, c.label, c.title, c.text) for c in leaves]


# --- plain text


@pytest.mark.parametrize("names", SHAPES.values(), ids=list(SHAPES))
def test_headings_stand_to_the_letter_and_read_back(names: Names) -> None:
    leaves = pair(names)
    manuscript = as_text("", leaves)
    assert manuscript.decode() == (
        f"{names[2]}\n{leaves[0].text}\n\n{names[5]}\n{leaves[1].text}\n"
    )
    assert read_back(manuscript) == meant(leaves)


@pytest.mark.parametrize("names", SHAPES.values(), ids=list(SHAPES))
def test_headings_that_were_never_written_read_back_too(names: Names) -> None:
    signs = "## " if not names[0] else ""
    leaves = [replace(each, heading=signs) for each in pair(names)]
    assert read_back(as_text("", leaves)) == meant(leaves)


@pytest.mark.parametrize(
    ("chapter", "line"),
    [
        (leaf("第一章", "潮汐之夜", "第一章 潮汐\n"), "第一章 潮汐之夜"),
        (leaf("第一章", "潮汐", "第一章 潮汐之夜\n"), "第一章 潮汐"),
        (leaf("第一章", "潮汐", "第一章 潮·汐\n"), "第一章 潮汐"),
        (leaf("第一章", "潮·汐", "第一章 潮汐\n"), "第一章 潮·汐"),
        (leaf("一章", "潮汐", "十一章 潮汐\n"), "一章 潮汐"),
        (leaf("1", "", "11\n"), "1"),
        (leaf("第二章", "潮汐", "第一章 潮汐\n"), "第二章 潮汐"),
        (leaf("Chapter 4", "the tide", "Chapter 4\n"), "Chapter 4: the tide"),
        (leaf("", "铜铃", "### 潮汐\n"), "### 铜铃"),
    ],
)
def test_a_heading_that_no_longer_says_its_chapters_name_is_written_anew(
    chapter: Leaf, line: str
) -> None:
    assert as_text("", [chapter]).decode() == f"{line}\n\n{chapter.text}\n"


@pytest.mark.parametrize(
    "heading",
    [
        "　　第一章　潮 汐\n",
        "正文 第一章 潮汐\n",
        "第一卷 渡口 第一章 潮汐\n",
        "第一章 潮汐\n第一章 潮汐\n",
        "第一章 潮汐\n\n潮汐\n",
        "第一章\n潮汐\n",
        "【第一章】 ~潮汐~\n",
    ],
)
def test_a_heading_keeps_whatever_else_stands_in_its_lines(heading: str) -> None:
    chapter = replace(leaf("第一章", "潮汐", heading), volume="第一卷 渡口")
    assert as_text("", [chapter]).decode().endswith(heading + f"\n{chapter.text}\n")


def test_a_volumes_lines_stand_once_and_again_when_it_changes() -> None:
    first, second = "第一卷 渡口\n", "【第二卷 望潮楼】\n"
    leaves = [
        replace(leaf("第一章"), volume="第一卷 渡口", volume_heading=first),
        replace(leaf("第二章"), volume="第一卷 渡口", volume_heading=first),
        replace(leaf("第三章"), volume="第二卷 望潮楼", volume_heading=second),
    ]
    assert as_text("", leaves).decode() == (
        f"{first}\n第一章\n\n{BODIES[1]}\n\n第二章\n\n{BODIES[1]}\n\n"
        f"{second}\n第三章\n\n{BODIES[1]}\n"
    )


def test_a_renamed_volume_goes_out_under_its_new_name() -> None:
    chapter = replace(leaf("第一章"), volume="第一卷 古渡", volume_heading="第一卷 渡口\n")
    assert as_text("", [chapter]).decode().startswith("第一卷 古渡\n\n第一章\n")


def test_a_volume_beside_its_chapter_has_no_line_of_its_own() -> None:
    line = "第一卷 渡口 第一章 潮汐\n"
    chapter = replace(leaf("第一章", "潮汐", line), volume="第一卷 渡口")
    assert as_text("", [chapter]).decode() == f"{line}\n{chapter.text}\n"
    renamed = replace(chapter, title="铜铃")
    assert as_text("", [renamed]).decode().startswith("第一卷 渡口\n\n第一章 铜铃\n")


def test_blank_lines_around_a_text_do_not_grow_from_one_writing_to_the_next() -> None:
    chapter = leaf("第一章", "", "\n第一章\n", text=f"\n \n　　{BODIES[1]}\n\n\n")
    assert as_text("", [chapter]).decode() == f"第一章\n\n　　{BODIES[1]}\n"


@pytest.mark.parametrize(("title", "stands"), [("潮汐记", True), ("走吧，他说。走吧！", False)])
def test_the_books_title_stands_on_top_unless_it_would_read_as_a_chapter(
    title: str, stands: bool
) -> None:
    leaves = pair(SHAPES["zh"])
    manuscript = as_text(title, leaves)
    assert manuscript.decode().startswith(f"{title}\n\n第一章") is stands
    assert read_back(manuscript) == meant(leaves)


def test_a_book_of_no_chapters_is_an_empty_text() -> None:
    assert as_text("", []) == b""


def test_half_of_a_character_is_replaced() -> None:
    assert as_text("", [leaf(text="走\ud83d。")]).decode() == "走\ufffd。\n"


@st.composite
def novels(draw: st.DrawFn) -> list[Leaf]:
    """Books with and without volumes, titles and old heading lines; the words hold no heading."""
    names = st.sampled_from(["", "潮汐", "铜铃 响了", "他来了？", "海图（上）", "The Tide"])
    spelling = draw(st.sampled_from(["第{}章", "第{}回", "Chapter {}"]))
    per_volume = draw(st.sampled_from([0, 2]))
    leaves: list[Leaf] = []
    for at in range(draw(st.integers(2, 6))):
        label, title = spelling.format(at + 1), draw(names)
        volume = f"第{at // per_volume + 1}卷 渡口" if per_volume else None
        old = draw(st.sampled_from(["", f"{label} {title}".strip() + "\n", f"{label} 旧题\n"]))
        text = "\n".join(draw(st.lists(st.sampled_from(BODIES), min_size=1, max_size=3)))
        line = f"{volume}\n" if volume and draw(st.booleans()) else ""
        leaves.append(
            replace(leaf(label, title, old), volume=volume, volume_heading=line, text=text)
        )
    return leaves


@given(leaves=novels(), title=st.sampled_from(["", "潮汐记", "第一卷 渡口", "The Tide"]))
def test_a_book_reads_back_as_it_was(leaves: list[Leaf], title: str) -> None:
    assert read_back(as_text(title, leaves)) == meant(leaves)


@pytest.mark.parametrize("name", ["zh", "en"])
def test_the_sample_books_read_back_as_they_were(name: str) -> None:
    chapters = split((SAMPLES / name / "book.txt").read_text(encoding="utf-8")).chapters
    leaves = [
        Leaf(
            volume=c.volume,
            volume_heading="",
            label=c.parsed.label,
            title=c.parsed.title,
            heading=c.heading,
            text=c.body.strip("\n"),
        )
        for c in chapters
    ]
    assert len(leaves) > 5
    assert read_back(as_text("", leaves)) == meant(leaves)
    bare = [replace(each, heading="") for each in leaves]
    assert read_back(as_text("", bare)) == meant(bare)


# --- Markdown

MARKS = "# * _ - + = > ` ~ | 1. 12) [a] (b) ! <b> &lt; & \\ 走。 a ://x.y --- *** ```"
MARKUP = st.sampled_from([*MARKS.split(), " ", "    ", "\t", "\n", "\n\n"])


def rendered(markdown: bytes) -> list[tuple[str, str]]:
    """Tag and text of every block."""
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(markdown.decode())
    return [
        (opening.tag, "".join(_shown(child.type, child.content) for child in inline.children or []))
        for opening, inline in pairwise(tokens)
        if inline.type == "inline"
    ]


def _shown(kind: str, content: str) -> str:
    return "\n" if kind in ("softbreak", "hardbreak") else content


@given(parts=st.lists(MARKUP, max_size=14))
def test_markdown_shows_every_line_as_it_was_written(parts: list[str]) -> None:
    text = "".join(parts)
    blocks = rendered(as_markdown("书", [leaf("第一章", text=text)]))
    assert blocks[:2] == [("h1", "书"), ("h2", "第一章")]
    assert {tag for tag, _ in blocks[2:]} <= {"p"}
    shown = [line.rstrip() for _, block in blocks[2:] for line in block.split("\n")]
    written = [line.rstrip() for line in text.split("\n") if line.strip()]
    assert [line for line in shown if line.strip("\xa0")] == written


@given(parts=st.lists(MARKUP.filter(lambda part: "\n" not in part), max_size=8))
def test_markdown_shows_every_title_as_it_was_written(parts: list[str]) -> None:
    title = "题" + "".join(parts).strip() + "题"
    assert rendered(as_markdown(title, [leaf("第一章", title)]))[:2] == [
        ("h1", title),
        ("h2", f"第一章 {title}"),
    ]


def test_markdown_sets_volumes_above_chapters() -> None:
    leaves = [
        leaf(text="前言。"),
        replace(leaf("第一章"), volume="第一卷"),
        replace(leaf("第二章"), volume="第一卷"),
        replace(leaf("第三章"), volume="第二卷"),
    ]
    heads = [block for block in rendered(as_markdown("书", leaves)) if block[0] != "p"]
    assert heads == [
        *(("h1", "书"), ("h2", "第一卷"), ("h3", "第一章"), ("h3", "第二章")),
        *(("h2", "第二卷"), ("h3", "第三章")),
    ]


def test_markdown_keeps_the_gaps_between_scenes() -> None:
    close = as_markdown("书", [leaf(text="一天。\n\n二天。\n\n三天。")])
    assert [block for _, block in rendered(close)[1:]] == ["一天。", "二天。", "三天。"]
    parted = as_markdown("书", [leaf(text="一天。\n二天。\n\n三天。")])
    assert [block for _, block in rendered(parted)[1:]] == ["一天。", "二天。", "\xa0", "三天。"]


# --- EPUB

XHTML = "{http://www.w3.org/1999/xhtml}"
OPF = "{http://www.idpf.org/2007/opf}"
NCX = "{http://www.daisy.org/z3986/2005/ncx/}"
BOOK = [
    leaf(text="写在前面。"),
    replace(leaf("第一章", "潮 & 汐 <上>"), volume="第一卷 “渡口”", text=BODIES[0]),
    replace(leaf("第二章"), volume="第一卷 “渡口”", text=BODIES[2]),
    replace(leaf("尾声"), text="完。"),
]


def opened(epub: bytes) -> ZipFile:
    return ZipFile(BytesIO(epub))


def made(leaves: list[Leaf]) -> ZipFile:
    return opened(as_epub("潮 & 汐", leaves, language="zh-CN", identifier="urn:x:<1>"))


def parsed(archive: ZipFile, name: str) -> ElementTree.Element:
    return ElementTree.fromstring(archive.read(f"EPUB/{name}"))


def read_in_order(archive: ZipFile) -> str:
    """The text of the files of the spine, a line a block."""
    package = parsed(archive, "package.opf")
    files = {item.get("id"): item.get("href") or "" for item in package.iter(f"{OPF}item")}
    pages = [
        parsed(archive, files[ref.get("idref")]).find(f"{XHTML}body")
        for ref in package.iter(f"{OPF}itemref")
    ]
    tags = {f"{XHTML}{tag}" for tag in ("h1", "h2", "p")}
    return "\n\n".join(
        "".join(block.itertext())
        for page in pages
        if page is not None
        for block in page.iter()
        if block.tag in tags
    )


def test_an_epub_says_first_and_readably_what_it_is() -> None:
    epub = as_epub("书", BOOK, language="zh", identifier="x")
    assert epub[30:58] == b"mimetypeapplication/epub+zip"
    assert opened(epub).infolist()[0].compress_type == ZIP_STORED
    container = ElementTree.fromstring(opened(epub).read("META-INF/container.xml"))
    paths = [each.get("full-path") for each in container.iter() if each.get("full-path")]
    assert paths == ["EPUB/package.opf"]


def test_the_same_book_makes_the_same_epub() -> None:
    first, second = (as_epub("书", BOOK, language="zh", identifier="x") for _ in range(2))
    assert first == second
    assert {entry.date_time for entry in opened(first).infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_an_epub_lists_every_file_once_and_reads_in_order() -> None:
    archive = made(BOOK)
    package = parsed(archive, "package.opf")
    listed = [f"EPUB/{item.get('href')}" for item in package.iter(f"{OPF}item")]
    assert sorted(listed) == sorted(set(archive.namelist()[2:]) - {"EPUB/package.opf"})
    texts = {each.tag.partition("}")[2]: each.text for each in package.iter() if each.text}
    assert (texts["title"], texts["language"]) == ("潮 & 汐", "zh-CN")
    assert (texts["identifier"], texts["meta"]) == ("urn:x:<1>", "2000-01-01T00:00:00Z")


def test_the_contents_of_an_epub_nest_chapters_in_volumes() -> None:
    archive = made(BOOK)
    top = parsed(archive, "nav.xhtml").find(f".//{XHTML}nav/{XHTML}ol")
    assert top is not None
    links = [[link.text for link in entry.iter(f"{XHTML}a")] for entry in top]
    assert links == [["潮 & 汐"], ["第一卷 “渡口”", "第一章 潮 & 汐 <上>", "第二章"], ["尾声"]]
    points = list(parsed(archive, "toc.ncx").iter(f"{NCX}navPoint"))
    assert [point.get("playOrder") for point in points] == ["1", "2", "3", "4", "5"]
    assert len(list(points[1])) == 4


def test_every_entry_of_the_contents_leads_to_a_place_in_a_file() -> None:
    archive = made(BOOK)
    targets = [a.get("href") or "" for a in parsed(archive, "nav.xhtml").iter(f"{XHTML}a")]
    assert targets == [each.get("src") for each in parsed(archive, "toc.ncx").iter(f"{NCX}content")]
    assert len(set(targets)) == 5
    for target in targets:
        name, _, place = target.partition("#")
        held = {each.get("id") for each in parsed(archive, name).iter()}
        assert not place or place in held


def test_an_epub_reads_back_as_the_same_chapters() -> None:
    leaves = [
        replace(each, label=f"第{at}章", volume=f"第{1 + at // 4}卷 渡口")
        for at, each in enumerate([*BOOK[1:3]] * 3, start=1)
    ]
    epub = as_epub("潮 & 汐", leaves, language="zh", identifier="x")
    manuscript = read_manuscript("潮汐.epub", BytesIO(epub))
    read = split(manuscript.text).chapters
    assert [(c.volume, c.parsed.label, c.parsed.title) for c in read] == [
        (each.volume, each.label, each.title) for each in leaves
    ]
    assert [c.body.split() for c in read] == [each.text.split() for each in leaves]
    assert [mark.title for mark in manuscript.marks if "卷" in mark.title] == [
        "第1卷 渡口",
        "第2卷 渡口",
    ]


def test_an_epub_keeps_the_letter_of_chinese_titles_and_lines() -> None:
    # The second mark opens a quotation that is never closed, so no paragraph ends behind it.
    spoken = '　　他说："走。"\n　　她问："走哪去？\n　　没有人答话。\n　　雨停了。'
    leaves = [leaf(f"第{n}章", "渡口　夜雨", text=spoken) for n in "一二三"]
    manuscript = read_manuscript(
        "渡.epub", BytesIO(as_epub("渡", leaves, language="zh", identifier="x"))
    )
    read = split(manuscript.text, marks=manuscript.marks).chapters
    assert [(c.parsed.title, settled(c.body)) for c in read] == [("渡口　夜雨", spoken)] * 3


@given(text=st.text("走<&>\"'\x00\x07\x0b\ud800\ufffe𠮷 a", min_size=1, max_size=12))
def test_an_epub_holds_any_text_but_what_xml_cannot(text: str) -> None:
    said = f"第{text}章"
    archive = opened(as_epub(said, [leaf(said, text=said)], language="zh", identifier=said))
    held = said
    for forbidden in "\x00\x07\x0b\ud800\ufffe":
        held = held.replace(forbidden, "\ufffd")
    assert read_in_order(archive) == f"{held}\n\n{held}"
    assert parsed(archive, "nav.xhtml").findtext(f".//{XHTML}a") == held


@pytest.mark.parametrize(
    ("missing", "title", "leaves", "language", "identifier"),
    [
        ("title", "", BOOK, "zh", "x"),
        ("chapters", "书", [], "zh", "x"),
        ("language, identifier", "书", BOOK, "", ""),
    ],
)
def test_an_epub_without_what_it_must_have_is_refused(
    missing: str, title: str, leaves: list[Leaf], language: str, identifier: str
) -> None:
    with pytest.raises(InvalidInputError, match=f"without: {missing}$"):
        as_epub(title, leaves, language=language, identifier=identifier)
