"""The promise of every format: marks are in order, inside the text, and on the lines they name."""

from collections.abc import Mapping
from html import escape

from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.formats import Manuscript, read_folder
from tests.ingest.formats.building import docx, epub, page, read

LINES = ["雨。\n", "第一章 雨\n", "\n", "# 雪\n", "1\n"]
NAMES = ["1.txt", "2 雨.txt", "卷一/第一章.txt", "卷一/b/雪.md", "卷二/10.txt", "a.md"]
PIECES = ["雨", "雪", "第一章", "１", "a", " ", "\u3000", "é", "e\u0301"]
TAGS = st.sampled_from(["h1", "h2", "h3", "p", "div"])

WORDS = st.lists(st.sampled_from(PIECES), min_size=1, max_size=5).map("".join)
PAGES = st.lists(st.lists(st.tuples(TAGS, WORDS), max_size=4), min_size=1, max_size=4)
POINTS = st.tuples(WORDS, st.integers(0, 3), st.integers(0, 5), st.booleans())
TEXTS = st.lists(st.sampled_from(LINES), max_size=4).map("".join)


def check(manuscript: Manuscript) -> None:
    text, marks = manuscript.text, manuscript.marks
    assert list(marks) == sorted(marks, key=lambda mark: (mark.start, mark.level, mark.end))
    for mark in marks:
        assert 0 <= mark.start <= mark.end <= len(text)
        assert mark.start == 0 or text[mark.start - 1] == "\n"
        assert mark.title.strip() == mark.title != ""
        assert mark.level >= 1
        line = text[mark.start : mark.end]
        assert mark.start == mark.end or "".join(mark.title.split()) in "".join(line.split())
        assert mark.start == mark.end or line.endswith("\n") or mark.end == len(text)


@given(pages=PAGES, entries=st.lists(POINTS, max_size=6), nested=st.booleans())
@settings(deadline=None, max_examples=200)
def test_of_a_book(
    pages: list[list[tuple[str, str]]], entries: list[tuple[str, int, int, bool]], nested: bool
) -> None:
    bodies = [
        "".join(
            f'<{tag} id="a{at}">{escape(words)}</{tag}>' for at, (tag, words) in enumerate(blocks)
        )
        for blocks in pages
    ]
    files = {f"{at}.xhtml": page(body) for at, body in enumerate([*bodies, "<p>终</p>"])}
    toc = ""
    for words, file, anchor, anchored in entries:
        href = f"{file}.xhtml#a{anchor}" if anchored else f"{file}.xhtml"
        inner = f"<ol>{toc}</ol>" if nested and toc else ""
        toc = f'<li><a href="{href}">{escape(words)}</a>{inner}</li>' + ("" if nested else toc)
    check(read("book.epub", epub(files, toc=toc)))


@given(files=st.dictionaries(st.sampled_from(NAMES), TEXTS, min_size=1))
@settings(deadline=None)
def test_of_a_folder(files: Mapping[str, str]) -> None:
    contents = [*files.items(), ("末.txt", "终\n")]
    check(read_folder("book", [(path, text.encode()) for path, text in contents]))


@given(paragraphs=st.lists(st.tuples(WORDS, st.integers(0, 9), st.booleans()), max_size=5))
@settings(deadline=None)
def test_of_a_document(paragraphs: list[tuple[str, int, bool]]) -> None:
    body = "".join(
        f'<w:p><w:pPr><w:outlineLvl w:val="{level}"/></w:pPr><w:r><w:t>{words}</w:t>'
        f"{'<w:br/>' if broken else ''}<w:t>终</w:t></w:r></w:p>"
        for words, level, broken in [*paragraphs, ("终", 9, False)]
    )
    check(read("a.docx", docx(body)))


@given(text=TEXTS)
def test_of_markdown(text: str) -> None:
    check(read("a.md", ("始\n\n" + text).encode()))
