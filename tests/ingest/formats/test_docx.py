"""Word documents: which runs are text, and which paragraphs are headings."""

import pytest

from lorepack.errors import InvalidInputError
from tests.ingest.formats.building import codes, docx, lines, read, titles, zipped

STYLES = (
    '<w:style w:styleId="1"><w:name w:val="heading 1"/></w:style>'
    '<w:style w:styleId="a2"><w:name w:val="标题 2"/></w:style>'
    '<w:style w:styleId="T"><w:name w:val="Title"/></w:style>'
    '<w:style w:styleId="mine"><w:name w:val="章题"/><w:basedOn w:val="1"/></w:style>'
    '<w:style w:styleId="out"><w:name w:val="层"/><w:pPr><w:outlineLvl w:val="2"/></w:pPr>'
    "</w:style>"
    '<w:style w:styleId="x"><w:name w:val="x"/><w:basedOn w:val="y"/></w:style>'
    '<w:style w:styleId="y"><w:name w:val="y"/><w:basedOn w:val="x"/></w:style>'
)


def run(text: str) -> str:
    return f"<w:r><w:t>{text}</w:t></w:r>"


def p(inner: str, style: str = "", more: str = "") -> str:
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    return f"<w:p><w:pPr>{named}{more}</w:pPr>{inner}</w:p>"


def text_of(body: str) -> str:
    return read("a.docx", docx(body, STYLES)).text


def test_paragraphs_are_lines_and_empty_ones_stay() -> None:
    manuscript = read("a.docx", docx(p(run("雨")) + p("") + p(run("雪"))))
    assert (manuscript.text, manuscript.format) == ("雨\n\n雪\n", "docx")


@pytest.mark.parametrize(
    ("style", "level"), [("1", 1), ("a2", 2), ("T", 1), ("mine", 1), ("out", 3)]
)
def test_a_heading_is_told_by_the_name_of_its_style(style: str, level: int) -> None:
    manuscript = read("a.docx", docx(p(run("第一章 雨"), style) + p(run("雨停了。")), STYLES))
    assert [(mark.title, mark.level) for mark in manuscript.marks] == [("第一章 雨", level)]
    assert lines(manuscript) == ["第一章 雨\n"]


def test_a_paragraph_may_set_its_own_level_or_take_it_back() -> None:
    body = p(run("雨"), more='<w:outlineLvl w:val="0"/>')
    body += p(run("雪"), "1", '<w:outlineLvl w:val="9"/>')
    assert titles(read("a.docx", docx(body, STYLES))) == ["雨"]


def test_styles_that_go_round_in_circles_are_no_headings() -> None:
    assert titles(read("a.docx", docx(p(run("雨"), "x"), STYLES))) == []


def test_tracked_insertions_are_in_and_deletions_out() -> None:
    body = p(
        run("雨")
        + f"<w:ins>{run('还')}</w:ins>"
        + "<w:del><w:r><w:delText>没</w:delText></w:r></w:del>"
        + f"<w:moveFrom>{run('去')}</w:moveFrom><w:moveTo>{run('在下')}</w:moveTo>"
    )
    assert text_of(body) == "雨还在下\n"


def test_a_paragraph_whose_end_was_deleted_goes_on_in_the_next() -> None:
    assert text_of(p(run("雨"), more="<w:rPr><w:del/></w:rPr>") + p(run("停了"))) == "雨停了\n"


def test_tables_tabs_and_breaks_are_read_in_order() -> None:
    cell = f"<w:tbl><w:tr><w:tc>{p(run('格'))}</w:tc></w:tr></w:tbl>"
    body = (
        p(run("前")) + cell + p("<w:r><w:t>一</w:t><w:tab/><w:t>二</w:t><w:br/><w:t>三</w:t></w:r>")
    )
    assert text_of(body) == "前\n格\n一\t二\n三\n"


def test_ruby_glosses_field_codes_and_second_copies_are_out() -> None:
    ruby = (
        f"<w:r><w:ruby><w:rt>{run('yu')}</w:rt><w:rubyBase>{run('雨')}</w:rubyBase></w:ruby></w:r>"
    )
    field = "<w:r><w:instrText>PAGE</w:instrText></w:r>"
    box = (
        f"<AlternateContent><Choice>{p(run('框'))}</Choice>"
        f"<Fallback>{p(run('框'))}</Fallback></AlternateContent>"
    )
    assert text_of(p(ruby + field + f"<w:r>{box}</w:r>")) == "雨\n框\n"


def test_the_last_paragraph_may_have_lost_its_end() -> None:
    assert text_of(p(run("雨"), more="<w:rPr><w:del/></w:rPr>")) == "雨\n"


def test_the_document_is_where_the_package_says() -> None:
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
    relation = f'<Relationships><Relationship Type="{kind}" Target="/text/d.xml"/></Relationships>'
    body = f'<w:document xmlns:w="urn:w"><w:body>{p(run("雨"))}</w:body></w:document>'
    data = zipped({"_rels/.rels": relation, "text/d.xml": body})
    assert read("a.docx", data).text == "雨\n"


def test_footnotes_are_left_out_with_a_warning() -> None:
    manuscript = read("a.docx", docx(p(run("雨") + '<w:r><w:footnoteReference w:id="2"/></w:r>')))
    assert (manuscript.text, codes(manuscript)) == ("雨\n", ["footnotes"])


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (docx(""), "holds no text"),
        (zipped({"word/document.xml": "<w:document"}), "damaged"),
        (zipped({"word/document.xml": "<a/>"}), "no body"),
        (zipped({"a.txt": "雨"}), "no Word document"),
        (zipped({"xl/workbook.xml": "<a/>"}), "a spreadsheet"),
        (zipped({"mimetype": "application/vnd.oasis.opendocument.text"}), "OpenDocument"),
    ],
)
def test_what_is_no_readable_document_is_refused(data: bytes, what: str) -> None:
    with pytest.raises(InvalidInputError, match=what):
        read("a.docx", data)
