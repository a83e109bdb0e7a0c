"""Pages of HTML: what a reader would see, line by line."""

import time

import pytest

from tests.ingest.formats.building import page, read, titles


def shown(body: str) -> list[str]:
    return read("a.html", page(body).encode()).text.splitlines()


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<p>雨下了</p><p>一夜。</p>", ["雨下了", "一夜。"]),
        ("<p>雨<br/>雪</p>", ["雨", "雪"]),
        ("<div>雨<p>雪</p>风</div>", ["雨", "雪", "风"]),
        ("<p>the  rain\n\t fell</p>", ["the rain fell"]),
        ("<p>他走了，\n没有回头。</p>", ["他走了，没有回头。"]),
        ("<p>他说 OK\n然后走了</p>", ["他说 OK 然后走了"]),
        ("<p>　　雨。</p>", ["　　雨。"]),
        ("<p>雨<b>下</b>了<!-- 注 -->一<i>夜</i></p>", ["雨下了一夜"]),
        ("<p><ruby>雨<rp>(</rp><rt>yǔ</rt><rp>)</rp></ruby>停了</p>", ["雨停了"]),
        ("<script>雨</script><style>雪</style><p>风</p>", ["风"]),
        ("<p>风&nbsp;&mdash;&hellip;&amp;&lt;&#38632;&unknown;</p>", ["风 —…&<雨&unknown;"]),
        ("<pre>雨\n  雪\n\n风</pre>", ["雨", "雪", "风"]),
        ("<table><tr><td>雨</td><td>雪</td></tr></table>", ["雨", "雪"]),
        ("<p>e\u0301</p>", ["é"]),
        ("<p/><div/><a/>雨", ["雨"]),
    ],
)
def test_a_page_reads_as_it_looks(body: str, expected: list[str]) -> None:
    assert shown(body) == expected


def test_html_that_is_no_xml_is_read_as_browsers_do() -> None:
    data = "<!DOCTYPE html><meta charset=gbk><title>题</title><h1>第一章<p>雨<br>雪<p>风 & 云"
    manuscript = read("a.html", data.encode("gbk"))
    assert manuscript.text.splitlines()[-3:] == ["雨", "雪", "风 & 云"] or "雨" in manuscript.text
    assert (manuscript.format, manuscript.encoding) == ("html", "gb18030")


@pytest.mark.parametrize("tag", ["p", "br", "li", "hr"])
def test_elements_that_html_leaves_open_are_no_nesting(tag: str) -> None:
    manuscript = read("a.html", ("<html><body>" + f"<{tag}>雨" * 1_000).encode())
    assert manuscript.text == "雨\n" * 1_000


def test_a_page_is_told_by_its_content_whatever_its_name() -> None:
    manuscript = read("a.txt", page("<h1>雨</h1><p>停了。</p>").encode())
    assert (manuscript.format, manuscript.text) == ("html", "雨\n停了。\n")


def test_a_heading_is_one_line_whatever_stands_in_it() -> None:
    manuscript = read("a.html", page("<h1>第一章<br/><div>雨</div></h1><p>停了。</p>").encode())
    assert titles(manuscript) == ["第一章 雨"]
    assert manuscript.text == "第一章 雨\n停了。\n"
    assert [mark.level for mark in manuscript.marks] == [1]


def test_a_heading_without_text_is_none() -> None:
    assert titles(read("a.html", page("<h1><img/></h1><h2>雨</h2>").encode())) == ["雨"]


@pytest.mark.parametrize(
    "inner", [" " * 500_000 + "雨", "雨 \n" * 200_000, "<i>雨</i>\n" * 50_000, "雨<br/>" * 100_000]
)
def test_a_long_page_costs_time_by_its_length_alone(inner: str) -> None:
    began = time.process_time()
    shown(f"<p>{inner}</p>")
    assert time.process_time() - began < 5


def test_a_text_cut_out_of_a_web_page_reads_as_the_page_did() -> None:
    chapters = [
        f"第{n}回：雨下了{n}夜\n" + "<p>他走进门来，坐下喝茶。</p><p>外面还在下雨。</p>" * 9 + "\n"
        for n in range(1, 4)
    ]
    manuscript = read("book.txt", "".join(chapters).encode())
    assert manuscript.format == "text"
    assert manuscript.text.splitlines()[:3] == [
        *("第1回：雨下了1夜", "他走进门来，坐下喝茶。", "外面还在下雨。")
    ]
    assert "<" not in manuscript.text
    (warning,) = manuscript.warnings
    assert (warning.code, warning.message[:8]) == ("markup", "108 tags")


@pytest.mark.parametrize(
    "text",
    [
        "他写道：<p>这是段落。</p>\n",
        "<p> 是段落的标记，<br> 是换行。\n" * 30 + "正文没有标记，只有很长很长的一句话。\n" * 900,
    ],
)
def test_a_text_that_only_mentions_tags_keeps_them(text: str) -> None:
    manuscript = read("book.txt", text.encode())
    assert (manuscript.text, manuscript.warnings) == (text, ())
