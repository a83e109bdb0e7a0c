from pathlib import Path

import pytest

from cli.cards import read_card, read_memories
from cli.output import progress_bars
from lorepack.records import ChapterCard, ChapterView


def _card(tmp_path: Path, text: str) -> ChapterCard:
    file = tmp_path / "card"
    file.write_text(text, "utf-8")
    return read_card(file)


def test_a_card_of_json_fills_its_fields(tmp_path: Path) -> None:
    card = _card(tmp_path, ' {"title": "渡口", "people": ["何汀", "闻笛"], "must_not": []}')
    assert card == ChapterCard(title="渡口", people=("何汀", "闻笛"))


def test_anything_else_is_a_card_of_free_text(tmp_path: Path) -> None:
    assert _card(tmp_path, "\n 何汀过江。\n") == ChapterCard(text="何汀过江。")


def test_labels_of_free_text_fill_its_fields(tmp_path: Path) -> None:
    card = _card(tmp_path, "过江。本章出场人物：何汀、闻笛\n必须发生：靠岸\n")
    assert (card.people, card.must_happen) == (("何汀", "闻笛"), ("靠岸",))
    assert card.text == "过江。本章出场人物：何汀、闻笛\n必须发生：靠岸", "as it was written"


def _chapters(count: int) -> list[ChapterView]:
    return [
        ChapterView(
            id=f"c{position}",
            position=position,
            volume=None,
            number=position,
            label="",
            title="",
            chars=1,
            sha256="",
        )
        for position in range(1, count + 1)
    ]


def test_a_memory_is_known_from_the_chapter_at_its_position(tmp_path: Path) -> None:
    file = tmp_path / "memories.json"
    file.write_text(
        '[{"kind": "note", "text": "planned", "chapter": 0},'
        ' {"kind": "note", "text": "seen", "chapter": 2}]',
        "utf-8",
    )
    planned, seen = read_memories(file, _chapters(3))
    assert (planned.known_from, seen.known_from) == (None, "c2")
    assert planned.id != seen.id
    assert read_memories(file, _chapters(3)) == [planned, seen], "ids are the same every time"


def test_bars_stay_silent_where_nobody_is_watching(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bars() as report:
        report("write", 1, 2)
    assert capsys.readouterr() == ("", "")


def test_bars_are_drawn_on_stderr_for_a_person(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    with progress_bars() as report:
        report("write", 1, 2)
        report("write", 2, 2)
    out, err = capsys.readouterr()
    assert out == ""
    assert "storing chapters" in err
    assert "2/2" in err
