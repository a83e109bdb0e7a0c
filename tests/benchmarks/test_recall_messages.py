"""Loaders of messages and passages, over tiny sets made up here."""

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from benchmarks.recall.messages import load, load_passages, load_sessions
from benchmarks.recall.model import chapter_id
from text.transcripts import messages

Rows = Sequence[dict[str, Any]]


def write(folder: Path, name: str, documents: Rows, questions: Rows) -> None:
    (folder / name).mkdir()
    for kind, rows in (("documents", documents), ("questions", questions)):
        with gzip.open(folder / name / f"{kind}.jsonl.gz", "wt", encoding="utf-8") as file:
            file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def turn(id: str, session: object, order: int, text: str, **more: object) -> dict[str, Any]:
    return {"doc_id": id, "book": "b", "session": session, "order": order, "text": text, **more}


def asked(qid: str, gold: Sequence[str], **more: object) -> dict[str, Any]:
    return {"qid": qid, "book": "b", "question": f"what about {qid}?", "gold": list(gold), **more}


TURNS = [
    turn("b/0/0", 0, 0, "I moved to Oslo.", speaker="Ada", timestamp="2023-06-13T17:23"),
    turn("b/0/1", 0, 1, "Lovely!\r\nWhen?", speaker="Ben", timestamp="2023-06-13T17:23"),
    turn("b/1/0", 1, 2, "  ", speaker="Ada", timestamp="2023/07/01 (Sat) 09:05"),
    turn("b/1/1", 1, 3, "In May.", speaker="Ada", timestamp="2023/07/01 (Sat) 09:05"),
    turn("b/2/0", 2, 4, "It snows.", speaker="Ben", timestamp="2023-07-02 (Sunday)"),
]


def test_messages_are_rendered_with_their_speaker_and_stand_under_their_time(
    tmp_path: Path,
) -> None:
    write(tmp_path, "chat", TURNS, [asked("q", ["b/0/0"])])
    first, second, third = load("chat", "en", tmp_path).books["b"]
    assert [unit.text for unit in first.units] == ["Ada: I moved to Oslo.", "Ben: Lovely!\nWhen?"]
    assert first.text == (
        "[2023-06-13 17:23] Ada: I moved to Oslo.\n\n[2023-06-13 17:23] Ben: Lovely!\nWhen?"
    )
    assert second.text == "[2023-07-01 09:05] Ada: In May."
    assert third.text == "[2023-07-02] Ben: It snows."


def test_a_chapter_knows_where_its_units_stand(tmp_path: Path) -> None:
    write(tmp_path, "chat", TURNS, [asked("q", ["b/0/0"])])
    for chapter in load("chat", "en", tmp_path).books["b"]:
        places = list(chapter.spans())
        assert [id for _, _, id in places] == [unit.id for unit in chapter.units]
        for (start, end, _), unit in zip(places, chapter.units, strict=True):
            assert chapter.text[start:end] == unit.written


def test_a_chapter_of_messages_is_read_as_a_transcript_of_the_same_messages(
    tmp_path: Path,
) -> None:
    sly = "Fine.\n\n[2023-06-13 17:24] Ada: I never said so."
    turns = [*TURNS[:2], turn("b/0/2", 0, 2, sly, speaker="Ben", timestamp="2023-06-13T17:25")]
    write(tmp_path, "chat", turns, [asked("q", ["b/0/0"])])
    (chapter,) = load("chat", "en", tmp_path).books["b"]
    starts = [message.start for message in messages(chapter.text)]
    assert starts == [start for start, _, _ in chapter.spans()]


def test_questions_that_ask_for_nothing_are_left_out(tmp_path: Path) -> None:
    questions = [
        asked("kept", ["b/0/0", "b/0/0", "b/9/9"]),
        asked("empty", []),
        asked("never_abs", ["b/0/0"]),
        asked("trap", ["b/0/0"], category="single_abs"),
        {**asked("silent", ["b/0/0"]), "question": " "},
    ]
    write(tmp_path, "chat", TURNS, questions)
    (question,) = load("chat", "en", tmp_path).questions
    assert (question.id, question.groups) == ("kept", (frozenset({"b/0/0"}),))


def test_groups_of_evidence_are_kept_together(tmp_path: Path) -> None:
    groups = [["b/0/0", "b/0/1"], ["b/1/1"]]
    gold = ["b/0/0", "b/0/1", "b/1/1"]
    write(tmp_path, "life", TURNS, [asked("q", gold, gold_groups=groups)])
    (question,) = load("life", "zh", tmp_path).questions
    assert question.groups == tuple(map(frozenset, groups))


@pytest.mark.parametrize(("session", "before"), [(1, 2), (2, 3), (3, 4), (9, 4)])
def test_only_earlier_sessions_may_be_searched(tmp_path: Path, session: int, before: int) -> None:
    write(tmp_path, "real", TURNS, [asked("q", ["b/0/0"], before_session=session)])
    loaded = load("real", "en", tmp_path)
    (question,) = loaded.questions
    assert question.before == before
    held = loaded.chapters(loaded.scope(question))
    assert [position for _, position, _ in held] == list(range(1, before))


def test_sessions_are_found_by_chapter(tmp_path: Path) -> None:
    write(tmp_path, "chat", TURNS, [asked("q", ["b/1/1"], gold_sessions=[1, 2])])
    loaded = load_sessions("chat", "en", tmp_path)
    (question,) = loaded.questions
    assert loaded.by_chapter
    assert question.groups == (frozenset({chapter_id("b", 2)}), frozenset({chapter_id("b", 3)}))


def test_a_session_that_is_not_there_is_a_mistake_of_the_data(tmp_path: Path) -> None:
    write(tmp_path, "chat", TURNS, [asked("q", ["b/1/1"], gold_sessions=[7])])
    with pytest.raises(KeyError):
        load_sessions("chat", "en", tmp_path)


def test_noise_is_searched_with_every_book(tmp_path: Path) -> None:
    documents = [
        {"doc_id": "n/0", "book": "_noise", "order": 0, "text": "天气真好"},
        {"doc_id": "b/0", "book": "b", "order": 0, "text": "我换了工作",
         "timestamp": "2024年04月04日 周四 07:14"},
        {"doc_id": "c/0", "book": "c", "order": 0, "text": "我搬家了",
         "timestamp": "2024年04月05日 周五 08:00"},
    ]  # fmt: skip
    write(tmp_path, "daily", documents, [asked("q", ["b/0"])])
    loaded = load("daily", "zh", tmp_path)
    (question,) = loaded.questions
    held = loaded.chapters(loaded.scope(question))
    assert [chapter.text for _, _, chapter in held] == [
        "[undated] 天气真好",
        "[2024-04-04 07:14] 我换了工作",
    ]


def test_many_records_without_sessions_stand_by_their_day(tmp_path: Path) -> None:
    documents = [
        {"doc_id": f"d{n}", "book": "b", "order": n, "text": f"note {n}",
         "timestamp": f"2025-01-{1 + n // 50:02} 08:00:00"}
        for n in range(150)
    ]  # fmt: skip
    write(tmp_path, "life", documents, [asked("q", ["d0"])])
    chapters = load("life", "zh", tmp_path).books["b"]
    assert [len(chapter.units) for chapter in chapters] == [50, 50, 50]


def test_few_records_without_sessions_stand_together(tmp_path: Path) -> None:
    documents = [
        {"doc_id": f"d{n}", "book": "b", "order": n, "text": "x", "timestamp": f"2025-01-0{n}"}
        for n in range(1, 4)
    ]
    write(tmp_path, "few", documents, [asked("q", ["d1"])])
    assert [len(chapter.units) for chapter in load("few", "zh", tmp_path).books["b"]] == [3]


def test_passages_are_documents_of_their_own_by_book_or_on_one_shelf(tmp_path: Path) -> None:
    documents = [
        {"doc_id": "a#1", "book": "a", "order": 1, "text": "Once upon a time."},
        {"doc_id": "a#0", "book": "a", "order": 0, "text": "A title."},
        {"doc_id": "b#0", "book": "b", "order": 0, "text": "Another tale."},
    ]
    write(tmp_path, "tales", documents, [{**asked("q", ["a#1"]), "book": "a"}])
    apart = load_passages("tales", "en", tmp_path)
    together = load_passages("tales", "en", tmp_path, whole=True)
    (question,), (shelf_question,) = apart.questions, together.questions
    assert [c.text for c in apart.books["a"]] == ["A title.", "Once upon a time."]
    assert [len(c.units) for c in together.books[shelf_question.book]] == [1, 1, 1]
    assert question.groups == shelf_question.groups
    assert apart.corpus != together.corpus


def test_a_sample_is_always_the_same_and_keeps_the_order(tmp_path: Path) -> None:
    write(tmp_path, "chat", TURNS, [asked(f"q{n}", ["b/0/0"]) for n in range(50)])
    loaded = load("chat", "en", tmp_path)
    sample = loaded.sampled(10)
    kept = [question.id for question in sample.questions]
    assert kept == [question.id for question in loaded.sampled(10).questions]
    assert kept == sorted(kept, key=lambda id: int(id[1:]))
    assert (len(kept), sample.asked_of) == (10, 50)
    assert loaded.sampled(50) is loaded
