"""Questions about novels, over a novel made up here."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.recall.model import Question, chapter_id
from benchmarks.recall.novel_books import Novel, cut_novel, overlaps
from benchmarks.recall.novel_sets import (
    MISALIGNED,
    Shelf,
    by_chapter,
    by_first,
    by_last,
    by_meaning,
    by_place,
    load,
)

SENTENCE = "沈砚秋把铜铃系在桅杆上，回头望了一眼青石渡的灯火，什么也没有说。"
TEXT = "".join(f"第{n}章 渡口\n\n{body}\n\n" for n, body in zip("一二三", (
    SENTENCE * 30,
    "雨下了三天三夜，望潮楼前的石阶被水漫过了七级，没有人敢再提起那条船。" * 30,
    "林动天推开门，看见桌上压着半张海图，墨迹还没有干透，窗外的潮声更近了。" * 30,
), strict=True))  # fmt: skip


@pytest.fixture(scope="module")
def novel() -> Novel:
    return cut_novel("x", TEXT.encode(), len)


@pytest.fixture
def shelf(novel: Novel) -> Shelf:
    begins = TEXT.index("雨下了")
    passages = {
        "x/001/000": (novel.starts[0], novel.starts[0] + 300),
        "x/002/000": (begins, begins + 300),
        "x/002/001": (begins + 300, begins + 600),
    }
    middles = {("x", n): start + 200 for n, start in enumerate(novel.starts, start=1)}
    return Shelf(novel=lambda _: novel, passages=passages, chapters=middles)


def row(**more: Any) -> dict[str, Any]:
    return {"qid": "q", "book": "x", "question": "谁？", "gold": ["x/002/000"], **more}


def test_units_tile_their_chapters_and_know_their_place_in_the_book(novel: Novel) -> None:
    assert len(novel.book) == 3
    units = [unit for chapter in novel.book for unit in chapter.units]
    assert len(units) > 3
    for unit in units:
        start, end = novel.places[unit.id]
        assert TEXT[start:end] == unit.text
    for chapter, start in zip(novel.book, novel.starts, strict=True):
        assert TEXT.startswith(chapter.text, start)


def test_half_of_either_is_enough() -> None:
    assert overlaps((0, 10), (5, 15))
    assert not overlaps((0, 10), (6, 16))
    assert overlaps((4, 6), (0, 100))
    assert overlaps((0, 100), (98, 100))
    assert not overlaps((0, 10), (10, 20))


def test_a_span_is_answered_by_the_units_that_hold_it(novel: Novel, shelf: Shelf) -> None:
    start = TEXT.index("雨下了") + 5
    question = by_place(row(gold_span=[start, start + 20]), shelf)
    assert len(question.groups) == 1
    (unit,) = question.groups[0]
    assert unit == next(iter(unit for unit in novel.places if unit.startswith("x/2/")))
    assert question.shares == {unit: 1.0}


def test_the_shares_of_a_long_span_add_up(novel: Novel, shelf: Shelf) -> None:
    start = novel.starts[1]
    question = by_place(row(gold_span=[start, start + 900]), shelf)
    assert len(question.shares) > 1
    assert sum(question.shares.values()) == pytest.approx(1.0)


def test_a_verbatim_repetition_in_another_passage_answers_too(shelf: Shelf) -> None:
    start = TEXT.index("雨下了") + 5
    alone = by_place(row(gold_span=[start, start + 20]), shelf)
    twice = by_place(row(gold_span=[start, start + 20], gold=["x/002/000", "x/001/000"]), shelf)
    assert alone.groups[0] < twice.groups[0]
    assert twice.shares == alone.shares


def test_passages_without_a_span_are_one_group_unless_they_are_grouped(shelf: Shelf) -> None:
    together = by_place(row(gold=["x/002/000", "x/002/001"]), shelf)
    assert len(together.groups) == 1
    assert not together.shares
    apart = by_place(row(gold_groups=[["x/001/000"], ["x/002/000"]]), shelf)
    assert len(apart.groups) == 2


def test_an_idiom_is_asked_for_by_its_meaning(shelf: Shelf) -> None:
    assert by_meaning(row(meaning="形容雨大"), shelf).text == "形容雨大"


def test_a_chapter_is_found_by_its_position(shelf: Shelf) -> None:
    assert by_chapter(row(gold_chapter=2), shelf).groups == (frozenset({chapter_id("x", 2)}),)
    several = by_chapter(row(gold_chapters=[1, 3]), shelf)
    assert several.groups == (frozenset({chapter_id("x", 1), chapter_id("x", 3)}),)


def test_each_person_of_a_card_is_a_need_before_the_chapter(shelf: Shelf) -> None:
    needs = [
        {"entity": "沈砚秋", "gold_last": ["x/002/001"], "gold_first": ["x/001/000"]},
        {"entity": "林动天", "gold_last": ["x/001/000"], "gold_first": ["x/001/000"]},
    ]
    card = row(needs=needs, before_chapter=3)
    last, first = by_last(card, shelf), by_first(card, shelf)
    assert (len(last.groups), len(first.groups)) == (2, 2)
    assert last.before == first.before == 3
    assert last.groups[0] != first.groups[0]
    assert last.groups[1] == first.groups[1]


def test_a_set_is_loaded_without_its_misaligned_questions(tmp_path: Path, shelf: Shelf) -> None:
    rows = [row(gold_chapter=1), row(qid=min(MISALIGNED), gold_chapter=2)]
    with gzip.open(tmp_path / "questions_zh_made_up.jsonl.gz", "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(each) + "\n" for each in rows)
    loaded = load("zh_made_up", by_chapter, "try", folder=tmp_path, shelf=shelf)
    assert (loaded.name, loaded.language, loaded.by_chapter) == ("zh_made_up:try", "zh", True)
    assert [question.id for question in loaded.questions] == ["q"]
    assert isinstance(loaded.questions[0], Question)
    assert list(loaded.books) == ["x"]
