"""From answers to figures: measures, differences, tables, targets and the command."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.recall import command, registry
from benchmarks.recall.baselines import Bm25, Dense
from benchmarks.recall.command import compare
from benchmarks.recall.model import Chapter, Question, TestSet, Unit, chapter_id, single
from benchmarks.recall.product import Lorepack
from benchmarks.recall.results import SetResult, result
from benchmarks.recall.scoring import BUDGETS, EVIDENCE_MOST, Answers, ask, measure
from benchmarks.recall.tables import tables
from benchmarks.recall.targets import verdicts
from providers.hashing import HashingEmbedder
from ranking.evaluate import Packed, Values
from runtime.library import Library
from tests.benchmarks.sets import chat_set, question

RIGHT = {"cat": ["ada/2/0"], "piano": ["ada/3/0"], "match": ["ben/2/0"]}


def expensive(text: str) -> int:
    """Tokens: 400 a unit."""
    assert text.endswith("\n")
    return 400


def test_units_are_measured_as_they_are_ranked() -> None:
    run = {**RIGHT, "piano": ["ada/1/0", "ada/3/0"]}
    values = measure(chat_set(), Answers(run=run), expensive)
    assert values["hit@1"] == {"cat": 1.0, "piano": 0.0, "match": 1.0}
    assert values["MRR"]["piano"] == 0.5
    assert values["evidence@300"] == {"cat": 0.0, "piano": 0.0, "match": 0.0}
    assert values["evidence@600"] == {"cat": 1.0, "piano": 0.0, "match": 1.0}
    assert values["evidence@1200"] == {"cat": 1.0, "piano": 1.0, "match": 1.0}


def test_only_the_first_fifty_are_measured() -> None:
    units = tuple(Unit(id=f"u{n}", text="word") for n in range(1, 61))
    asked = [question("last", "?", "b", "u50"), question("late", "?", "b", "u51")]
    books = {"b": (Chapter(units=units),)}
    run = {each.id: [unit.id for unit in units] for each in asked}
    values = measure(replace(chat_set(), books=books, questions=asked), Answers(run=run), expensive)
    assert values["MRR"] == {"last": 1 / 50, "late": 0.0}


def test_chapters_are_measured_by_their_best_unit() -> None:
    chats = chat_set()
    questions = [
        replace(q, groups=single([chapter_id(q.book, 2)]))
        for q in chats.questions
        if q.id != "piano"
    ]
    days = replace(chats, questions=questions, by_chapter=True)
    run = {"cat": ["ada/1/0", "ada/1/1", "ada/2/1"], "match": ["ben/2/0"]}
    values = measure(days, Answers(run=run), expensive)
    assert values["MRR"] == {"cat": 0.5, "match": 1.0}
    assert "evidence@300" not in values


def test_a_span_is_measured_by_its_shares() -> None:
    spanned = Question(
        id="q", text="?", book="ada", groups=single(["ada/1/0"]),
        shares={"ada/1/0": 0.6, "ada/1/1": 0.4},
    )  # fmt: skip
    one = replace(chat_set(), questions=[spanned])
    values = measure(one, Answers(run={"q": ["ada/1/0", "ada/1/1"]}), expensive)
    assert [values[f"evidence@{budget}"]["q"] for budget in BUDGETS] == [0, 0.6, 1.0, 1.0]


class Packer:
    """A system that makes texts itself: two units a piece, dear ones."""

    name = "packer"

    def prepare(self, test_set: TestSet) -> None:
        pass

    def rank(self, test_set: TestSet, question: Question) -> list[str]:
        return RIGHT[question.id]

    def pack(self, test_set: TestSet, question: Question, budget: int) -> list[Packed]:
        pair = Packed(ids=("ada/1/0", *RIGHT[question.id]), tokens=budget)
        return [pair] if budget > 600 else [Packed(ids=("ada/1/0",), tokens=budget)]


def test_a_text_that_a_system_made_itself_is_measured_as_it_is() -> None:
    values = measure(chat_set(), ask(Packer(), chat_set()), expensive)
    assert set(values["evidence@600"].values()) == {0.0}
    assert set(values["evidence@1200"].values()) == {1.0}


def test_only_messages_are_recalled_and_every_system_is_asked_for_the_same_evidence() -> None:
    assert set(ask(Packer(), chat_set()).packs) == set(BUDGETS)
    assert ask(Packer(), replace(chat_set(), by_chapter=True)).packs == {}
    bare = {b: tuple(_bare(c) for c in chapters) for b, chapters in chat_set().books.items()}
    assert ask(Packer(), replace(chat_set(), books=bare)).packs == {}
    many = [question(f"q{n}", "?", "ada", "ada/1/0") for n in range(EVIDENCE_MOST + 50)]
    run = {each.id: ["ada/1/0"] for each in many}
    values = measure(replace(chat_set(), questions=many), Answers(run=run), expensive)
    assert len(values["MRR"]) == len(many)
    assert len(values["evidence@600"]) == EVIDENCE_MOST


def _bare(chapter: Chapter) -> Chapter:
    return replace(chapter, units=tuple(replace(unit, rendered="") for unit in chapter.units))


def made(own: float, bm25: float, dense: float, **peers: float) -> SetResult:
    """A result in which every question has the same value."""
    chats = chat_set()
    names = ["hit@1", "hit@10", "recall@5", "recall@10", "MRR", "nDCG@10"]
    systems: dict[str, float] = {"lorepack": own, "BM25": bm25, "dense": dense, **peers}
    values: Mapping[str, Values] = {
        system: {name: {q.id: value for q in chats.questions} for name in names}
        for system, value in systems.items()
    }
    return result(chats, values, {"lorepack": 12.34})


def test_lorepack_is_held_against_the_better_baseline() -> None:
    for bm25, dense, better in ((0.5, 0.25, "BM25"), (0.25, 0.5, "dense")):
        against = made(0.75, bm25, dense).over_baselines["recall@10"]
        assert (against.peer, against.difference.mean) == (better, 0.25)


def test_targets_are_met_missed_or_not_measured() -> None:
    *_, baseline, mem0 = map(str, verdicts([made(0.75, 0.5, 0.5, mem0=0.875)]))
    assert baseline.startswith("met ")
    assert mem0.startswith("missed ")
    assert "-0.125" in mem0
    *_, baseline, mem0 = verdicts([made(0.25, 0.5, 0.5)])
    assert (baseline.met, mem0.met) == (False, None)
    assert baseline.detail == "chats -0.250"
    assert all(verdict.met is None for verdict in verdicts([]))


def test_a_goal_of_a_set_is_checked_in_its_own_measure() -> None:
    reached = {v.target: v.met for v in verdicts([replace(made(0.75, 0.5, 0.5), name="locomo")])}
    assert reached["recall@10 of 0.70 on locomo"] is True
    assert reached["hit@10 of 0.72 on zh_scene"] is None
    missed = {v.target: v.met for v in verdicts([replace(made(0.5, 0.5, 0.5), name="locomo")])}
    assert missed["recall@10 of 0.70 on locomo"] is False


def test_the_table_shows_sets_systems_and_differences() -> None:
    lines = list(tables([made(0.75, 0.5, 1.0)]))
    assert lines[2].split() == [
        "English", "hit@1", "hit@10", "recall@5", "recall@10", "MRR", "nDCG@10", "ms"
    ]  # fmt: skip
    assert lines[3].split()[:3] == ["chats", "3", "lorepack"]
    assert ".750 [.750 .750]" in lines[3]
    assert lines[3].endswith("12.3")
    assert "1.000 [1.000 1.000]" in lines[5]
    assert "-0.250 [-0.25 -0.25]" in lines[6]
    assert len(lines) == 7


def test_a_sample_is_said_to_be_one() -> None:
    sampled = replace(made(0.5, 0.5, 0.5), asked_of=600)
    assert any("chats 3 of 600" in line for line in tables([sampled]))


def test_all_systems_answer_in_one_run(library: Library) -> None:
    embedder = HashingEmbedder(256)
    systems = [Bm25(), Dense(embedder, len), Lorepack(library)]
    found = compare(chat_set(), systems, len)
    assert list(found.systems) == ["lorepack", "BM25", "dense", "RRF"]
    assert set(found.over_peers) == {"BM25", "dense", "RRF"}
    assert all(measures["hit@10"].mean == 1.0 for measures in found.systems.values())
    assert found.milliseconds["lorepack"] > 0
    assert json.loads(json.dumps(found.as_json()))["name"] == "chats"


@pytest.fixture
def invented(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, TestSet]:
    """The command over the chats alone, with the tiny encoder and a cache of its own."""
    sets = {"chats": chat_set()}
    monkeypatch.setenv("LOREPACK_EMBEDDER", "hashing:256")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(command, "require", lambda: None)
    for module in (command, registry):
        monkeypatch.setattr(module, "SETS", {name: lambda s=s: s for name, s in sets.items()})
    return sets


@pytest.mark.usefixtures("invented")
def test_the_command_prints_tables_and_targets(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "figures.json"
    assert command.main(["--sets", "chats", "--quick", "--json", str(file)]) == 0
    printed = capsys.readouterr()
    assert "English" in printed.out
    assert "Δ" in printed.out
    assert "not measured" in printed.out
    assert "chats: lorepack" in printed.err
    told = json.loads(file.read_text(encoding="utf-8"))
    assert [each["name"] for each in told["sets"]] == ["chats"]
    assert {verdict["met"] for verdict in told["targets"]} <= {True, False, None}


def test_an_unknown_set_is_told_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--sets", "locomo,nonesuch"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("no set nonesuch; there are locomo, ")
