"""Packs that come back: known in any dress, and nothing else taken for one."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from textwrap import indent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.novels import FILES, NOVELS, novel
from ingest.reading import decode
from retrieval.pack.rendering.render import mark_of, render_item
from retrieval.recall.render import Frame
from tests.strategies import HOSTILE
from text.packs import JSON_KEY, closing, find_pack, frame, heading

GOLDEN = [p.read_text(encoding="utf-8") for p in sorted(Path("tests/golden").glob("*.txt"))]
MARK = mark_of("secret")

marks = st.text("0123456789abcdef", min_size=6, max_size=6).map("§{}".format)
WORDS = ("林墨来了。", "It rained.", "\n", "\n\n", "§ 12 BGB", "§", "§12345", "# 第一章", "> ",
         "## 人物 · people", "\\n", "{", '"', "写作资料", "Context for writing", "##", " ",
         "C:\\new")  # fmt: skip
prose = st.lists(st.sampled_from(WORDS), max_size=12).map("".join)
"""Words as authors write them, signs of paragraphs and headings among them."""


@st.composite
def sections(draw: st.DrawFn, mark: str) -> str:
    """A section with its items, whatever these say."""
    items = draw(st.lists(st.lists(st.sampled_from(HOSTILE), max_size=9).map("".join), max_size=4))
    name = draw(st.sampled_from(["rules", "story_so_far", "query"]))
    title = draw(st.sampled_from(["写作规则", "The story so far"]))
    return "\n".join([heading(title, name, mark), *map(render_item, items), closing(mark)])


@st.composite
def packs(draw: st.DrawFn) -> str:
    """A pack, either message of its chat form, or a recall, of any project."""
    mark = draw(marks)
    some = draw(st.lists(sections(mark), min_size=1, max_size=3))
    chinese = draw(st.booleans())
    head = frame(mark, chinese=chinese)
    recall = Frame(mark=mark, chinese=chinese).around(["2023-05-08: she left (relevance 0.92)"])
    return draw(st.sampled_from(["\n\n".join([head, *some]), head, "\n\n".join(some), recall]))


DRESSES: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "CRLF": lambda pack: pack.replace("\n", "\r\n"),
    "CR alone": lambda pack: pack.replace("\n", "\r"),
    "blanks behind": lambda pack: pack.replace("\n", " \t\n") + "  ",
    "indented": lambda pack: indent(pack, "    "),
    "indented widely": lambda pack: indent(pack, "　　"),
    "quoted": lambda pack: indent(pack, "> ", lambda _: True),
    "quoted twice": lambda pack: indent(pack, ">> ", lambda _: True),
    "fenced": lambda pack: f"```\n{pack}\n```",
    "in JSON": lambda pack: json.dumps({"content": f"{pack}\n"}),
    "in JSON with its letters": lambda pack: json.dumps([{"rendered": pack}], ensure_ascii=False),
    "without its heading signs": lambda pack: re.sub("^#+ ", "", pack, flags=re.MULTILINE),
    "said by somebody": lambda pack: f"system: {pack}",
}


@pytest.mark.parametrize("dress", DRESSES)
@given(pack=packs(), before=prose, after=prose)
def test_a_pack_is_known_in_any_dress(dress: str, pack: str, before: str, after: str) -> None:
    assert find_pack(DRESSES[dress](pack)) is not None
    assert find_pack(f"{before}\n{DRESSES[dress](pack)}\n{after}") is not None


@pytest.mark.parametrize("pack", GOLDEN)
def test_golden_packs_are_known_whole_and_by_either_half(pack: str) -> None:
    assert (found := find_pack(pack)) is not None
    assert (found.line, found.start) == (1, 0)
    middle = pack.index("\n\n", len(pack) // 2)
    assert find_pack(pack[:middle]) is not None
    assert find_pack(pack[middle:]) is not None


@given(prose)
def test_prose_is_no_pack(text: str) -> None:
    assert find_pack(text) is None


@given(st.data())
def test_one_line_that_mentions_a_mark_is_no_pack(data: st.DataObject) -> None:
    mark, chinese = data.draw(marks), data.draw(st.booleans())
    lines = [
        *frame(mark, chinese=chinese).split("\n"),
        heading("规则", "rules", mark),
        closing(mark),
    ]
    said = [f"它写着“{line}”。" for line in lines]
    line = data.draw(st.sampled_from([*lines, *said, mark]))
    times = data.draw(st.integers(1, 3))
    assert find_pack(f"{data.draw(prose)}\n{line}" * times) is None


@given(marks, marks)
def test_lines_of_two_marks_are_two_mentions(one: str, other: str) -> None:
    found = find_pack(f"{heading('规则', 'rules', one)}\n{closing(other)}")
    assert (found is None) == (one != other)


def test_it_is_told_where_a_pack_begins_and_whose_it_is() -> None:
    found = find_pack(f"第一章\n\n{frame(MARK, chinese=True)}\n\n雨。")
    assert found is not None
    assert (found.mark, found.line, found.start) == (MARK, 3, 5)


JSON_PACK = {JSON_KEY: MARK, "id": "a"}


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(JSON_PACK),
        json.dumps(JSON_PACK, ensure_ascii=False, indent=2),
        json.dumps([JSON_PACK], indent=1),
        json.dumps({"id": "a", JSON_KEY: MARK}),
        json.dumps({"role": "user", "content": json.dumps(JSON_PACK)}),
        f"给你：\n{json.dumps(JSON_PACK)}\n写吧。",
        f"> {json.dumps(JSON_PACK, ensure_ascii=False)}",
        json.dumps(JSON_PACK)[:40],
    ],
)
def test_a_pack_in_json_is_known_by_its_key(text: str) -> None:
    assert (found := find_pack(text)) is not None
    assert found.mark == MARK


@pytest.mark.parametrize(
    "text",
    [
        f"A pack in JSON begins with {JSON_KEY}.",
        f'It begins with {{"{JSON_KEY}": "{MARK}", and so on.',
        json.dumps({"speaker": "Ada", "text": f"what is {JSON_KEY}?"}),
        f'{{"{JSON_KEY}": nothing}}',
        "[" * 100_000 + JSON_KEY,
    ],
)
def test_a_key_that_is_talked_about_is_no_pack(text: str) -> None:
    assert find_pack(text) is None


@pytest.mark.skipif(not NOVELS.exists(), reason="the novels are not here")
def test_no_novel_is_taken_for_a_pack() -> None:
    assert [book for book in FILES if find_pack(decode(novel(book)).text) is not None] == []


@pytest.mark.parametrize(
    "text",
    [
        "§ 433 BGB · Kauf §abc12 " * 40_000,
        "§" + " \n" * 200_000 + JSON_KEY,
        "§" + "\n>" * 200_000 + JSON_KEY,
        "§" + "\\" * 200_000 + JSON_KEY,
        "§" + '"[\n' * 100_000 + JSON_KEY,
        "§" + "{ " * 100_000 + JSON_KEY,
        "§" + " · " + "a" * 200_000 + JSON_KEY,
    ],
    ids=["signs", "blank lines", "quoting", "backslashes", "lists", "objects", "a word"],
)
def test_a_long_text_is_looked_through_in_a_straight_line(text: str) -> None:
    assert find_pack(text) is None
