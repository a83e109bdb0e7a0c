"""Whole novels and files as people have them; they lie beside the project's root."""

import gzip
import json
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest

from ingest.chapters import Split, split
from ingest.formats import read_manuscript
from lorepack.records import ChapterText
from tests.ingest.chapter_books import codes

NOVELS = Path(__file__).parents[2].parent / "shared" / "data" / "novels"
pytestmark = pytest.mark.skipif(
    not NOVELS.exists(), reason="the gold novels are not beside the project"
)


@cache
def cut(name: str) -> Split:
    with gzip.open(NOVELS / f"{name}.txt.gz") as file:
        manuscript = read_manuscript(f"{name}.txt", BytesIO(file.read()))
    return split(manuscript.text, marks=manuscript.marks)


def headed(name: str) -> list[ChapterText]:
    return [chapter for chapter in cut(name).chapters if chapter.heading]


@pytest.mark.parametrize(
    ("name", "chapters", "volumes"),
    [
        *(("zh/水浒传", 121, 0), ("zh/呼兰河传", 8, 0), ("zh/红楼梦", 120, 0)),
        *(("en/War_and_Peace", 365, 17), ("en/Oliver_Twist", 53, 0)),
    ],
)
def test_whole_novels_split_as_printed(name: str, chapters: int, volumes: int) -> None:
    assert (len(headed(name)), len(cut(name).volumes)) == (chapters, volumes)
    assert cut(name).confidence > 0.9


@pytest.mark.parametrize(
    "name",
    [
        *("hongloumeng_webnovel_gb18030", "sanguo_webnovel_gb18030", "xiangzi_utf16le_bom_crlf"),
        "xiyouji_html_p_tags_utf8",
    ],
)
def test_messy_files_split_at_the_headings_they_have(name: str) -> None:
    with gzip.open(NOVELS / "messy" / "expected.jsonl.gz", "rt", encoding="utf-8") as lines:
        told = {row["file"]: row.get("headings") for row in map(json.loads, lines)}
    found = [" ".join(c.heading.replace("正文", "").split()) for c in headed(f"messy/{name}")]
    assert found == [" ".join(h.split()) for h in told[f"messy/{name}.txt.gz"]]


def test_a_sites_packaging_is_left_out_below_every_heading() -> None:
    name = "messy/hongloumeng_webnovel_gb18030"
    assert [volume.title for volume in cut(name).volumes] == ["上卷", "下卷"]
    assert sorted(codes(cut(name))) == ["front_matter", "notice_lines"]
    assert [c.parsed.number for c in headed(name)] == list(range(1, 121))
    assert not any("本章字数" in c.body for c in cut(name).chapters)
    repeated = {r.line.split()[0] for r in cut(name).rejected if "repeats" in r.reason}
    assert repeated == {"第三十八回", "第一一九回"}


def test_a_book_on_one_line_splits_where_its_numbers_count_on() -> None:
    found = cut("messy/rulinwaishi_one_line_traditional_utf8")
    numbers = [chapter.parsed.number for chapter in found.chapters]
    assert (found.rule, numbers) == ("zh-inline", [1, *range(12, 22), *range(21, 57)])
    assert sorted(codes(found)) == ["gap", "repeat", "title_page"]


@pytest.mark.parametrize(
    ("name", "chapters"), [("The_Sign_of_the_Four", 12), ("儒林外史", 56), ("呼兰河传", 8)]
)
def test_epubs_split_by_their_outline(name: str, chapters: int) -> None:
    with (NOVELS / "epub" / f"{name}.epub").open("rb") as file:
        manuscript = read_manuscript(f"{name}.epub", file)
    found = split(manuscript.text, marks=manuscript.marks)
    assert (found.rule, found.confidence, len(found.chapters)) == ("outline", 1.0, chapters)
    assert found.warnings == ()
