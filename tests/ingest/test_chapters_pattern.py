"""A pattern of the user's own in place of the rules."""

import pytest

from ingest.chapters import split
from ingest.splitting.lines import page_of
from ingest.splitting.patterns import by_pattern
from lorepack.errors import InvalidInputError
from tests.ingest.chapter_books import BODY, book, codes, labels, line_mark, named, reasons, volumes


@pytest.mark.parametrize(
    ("pattern", "line", "heading"),
    [
        (r"◇.+", "◇雨夜", ("", None, "◇雨夜")),
        (r"◇(?P<title>.+)", "◇ 雨夜", ("", None, "雨夜")),
        (r"第.+关.*", "第三关 雨夜", ("", None, "第三关 雨夜")),
        (r"第(?P<number>.+)关\s*(?P<title>.*)", "第三关 雨夜", ("第三关", 3, "雨夜")),
        (r"(?P<label>Log (?P<number>\d+)): (?P<title>.+)", "Log 3: Rain", ("Log 3", 3, "Rain")),
        (r"(?P<label>Log \d+)", "Log 3", ("Log 3", None, "")),
        (r"(?P<label>第.+章)", "第三章", ("第三章", 3, "")),
        (r"第.+章.*", "第三章 雨夜", ("第三章", 3, "雨夜")),
        (r"\p{Han}+·\d", "雨夜·3", ("", None, "雨夜·3")),
    ],
)
def test_a_pattern_says_which_lines_are_headings_and_what_they_say(
    pattern: str, line: str, heading: tuple[str, int | None, str]
) -> None:
    text = f"第九章 别的\n{BODY}　　{line}\n{BODY}"
    if "章" in pattern:
        text = f"　　{line}\n{BODY}"
    cut = split(text, pattern=pattern)
    parsed = cut.chapters[-1].parsed
    assert (cut.rule, parsed.label, parsed.number, parsed.title) == ("pattern", *heading)
    assert (cut.chapters[-1].heading, cut.chapters[-1].body) == (f"　　{line}\n", BODY)


def test_a_line_that_the_rules_would_take_is_told() -> None:
    cut = split(book("第一章 雨", "◇雪", "第二章 风"), pattern="◇.+")
    assert named(cut) == [("", ""), ("", "◇雪")]
    assert reasons(cut) == {
        "第一章 雨": "does not match the pattern",
        "第二章 风": "does not match the pattern",
    }


def test_a_pattern_may_name_the_volume() -> None:
    pattern = r"(?P<volume>.+卷)/(?P<number>\d+)"
    cut = split(book("山卷/1", "山卷/2", "海卷/1"), pattern=pattern)
    assert [(c.volume, c.parsed.number) for c in cut.chapters] == [
        *(("山卷", 1), ("山卷", 2), ("海卷", 1))
    ]
    assert volumes(cut) == ["山卷", "海卷"]
    assert codes(cut) == ["restart"]


def test_volume_lines_and_contents_pages_are_read_beside_a_pattern() -> None:
    text = "目录\n◇雨\n◇雪\n\n第一卷 山\n" + book("◇雨", "◇雪")
    cut = split(text, pattern=r"◇(?P<title>.+)")
    assert [(c.volume, c.parsed.title) for c in cut.chapters] == [
        *(("第一卷 山", "雨"), ("第一卷 山", "雪"))
    ]
    assert codes(cut) == ["contents"]


def test_a_pattern_counts_for_more_than_an_outline() -> None:
    text = book("第一章 雨", "◇雪")
    cut = split(text, marks=[line_mark(text, "第一章 雨")], pattern="◇.+")
    assert labels(cut) == ["", ""]


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("(", "the pattern '(' is malformed: missing )"),
        ("x*", "matches an empty line"),
        ("|第.+", "matches an empty line"),
        ("(?P<chapter>第.+)", "names a group 'chapter'"),
        ("第.+关", "matches no line; line 3 looks like a heading: '第一章 雨'"),
    ],
)
def test_a_pattern_that_cannot_be_used_is_an_error_that_says_why(pattern: str, said: str) -> None:
    with pytest.raises(InvalidInputError) as raised:
        split("书名\n\n" + book("第一章 雨", "第二章 雪"), pattern=pattern)
    assert repr(pattern) in str(raised.value)
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)


def test_where_no_line_looks_like_a_heading_the_error_says_so() -> None:
    with pytest.raises(InvalidInputError, match="no line of the text looks like a heading either"):
        split("他走了。\n", pattern="第.+章")


def test_a_pattern_out_of_time_is_an_error_that_names_the_line() -> None:
    with pytest.raises(InvalidInputError, match="takes too long, for instance on the line 'aab'"):
        by_pattern(page_of("aab\n"), "(a|a)+$", budget=0.0)


@pytest.mark.parametrize("pattern", [r"(a+)+b", r"(.*,){9}x", r"(\w+\s?)*:", r".*.*.*.*第章"])
def test_what_backtracks_elsewhere_ends_here(pattern: str) -> None:
    with pytest.raises(InvalidInputError, match="matches no line"):
        split(("a" * 40 + "\n") * 50, pattern=pattern)


def test_a_line_too_long_for_a_heading_is_not_tried() -> None:
    text = "第" * 201 + "\n" + book("第一章", "第二章")
    assert len(split(text, pattern="第+|第.章").chapters) == 3
