"""A system's answers measured, question by question."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from benchmarks.recall.model import Question, TestSet, chapter_id
from benchmarks.recall.product import tell
from benchmarks.recall.systems import DEPTH, PackingSystem, System
from ranking.evaluate import (
    Packed,
    Run,
    Values,
    evidence_recall,
    ranking_measures,
    share_recall,
)

BUDGETS = (300, 600, 1_200, 2_000)
"""Tokens of the texts in which evidence is looked for."""

EVIDENCE_MOST = 100
"""Questions of a set for which it is looked for, the same for every system."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """What a system found for a set's questions."""

    run: Run
    seconds: float = 0.0
    """For a question, on average; 0 for what was made from other answers."""
    packs: Mapping[int, Mapping[str, Sequence[Packed]]] = field(
        default_factory=dict[int, Mapping[str, Sequence[Packed]]]
    )
    """Texts that the system itself made, by budget and question; empty if it makes none."""


def ask(system: System, test_set: TestSet) -> Answers:
    """Put a set's questions to a system."""
    system.prepare(test_set)
    run: dict[str, list[str]] = {}
    begun = time.perf_counter()
    for done, question in enumerate(test_set.questions):
        if done % 20 == 0:
            tell(f"{test_set.name}: {system.name}", done, len(test_set.questions))
        run[question.id] = system.rank(test_set, question)
    seconds = (time.perf_counter() - begun) / len(test_set.questions)
    return Answers(run=run, seconds=seconds, packs=_packs(system, test_set))


def _packs(system: System, test_set: TestSet) -> dict[int, dict[str, list[Packed]]]:
    """Texts of a system that makes them itself, where there are messages to be recalled."""
    if not isinstance(system, PackingSystem) or not test_set.of_messages or test_set.by_chapter:
        return {}
    asked = test_set.sampled(EVIDENCE_MOST).questions
    packs: dict[int, dict[str, list[Packed]]] = {}
    for done, budget in enumerate(BUDGETS):
        tell(f"{test_set.name}: {system.name} texts", done, len(BUDGETS))
        packs[budget] = {q.id: system.pack(test_set, q, budget) for q in asked}
    return packs


def measure(test_set: TestSet, answers: Answers, count: Callable[[str], int]) -> Values:
    """Measure what was found, by chapter where chapters are to be found.

    Args:
        test_set: The questions.
        answers: What a system found for each.
        count: Tokens of a text.

    Returns:
        The measures of `ranking_measures`, and `evidence@B` where units are to be found:
        how much of it a text of B tokens holds, which the system itself made, or which is made of
        the first of its units that fit.
    """
    chapters = _chapters_of_units(test_set) if test_set.by_chapter else {}
    ranked = {q: _ranked(ids, chapters)[:DEPTH] for q, ids in answers.run.items()}
    values = ranking_measures(ranked, {q.id: q.groups for q in test_set.questions})
    return values | _evidence(test_set, answers, count)


def _chapters_of_units(test_set: TestSet) -> dict[str, str]:
    return {
        unit.id: chapter_id(book, position)
        for book, chapters in test_set.books.items()
        for position, chapter in enumerate(chapters, start=1)
        for unit in chapter.units
    }


def _ranked(ids: Sequence[str], chapters: Mapping[str, str]) -> list[str]:
    """Units, or the chapters that they stand in, each at its best place."""
    return list(dict.fromkeys(chapters.get(id, id) for id in ids))


def _evidence(test_set: TestSet, answers: Answers, count: Callable[[str], int]) -> Values:
    if test_set.by_chapter:
        return {}
    packs = answers.packs or dict.fromkeys(BUDGETS, _packed(test_set, answers.run, count))
    return {
        f"evidence@{budget}": {
            q.id: _held(q, packs[budget][q.id], budget)
            for q in test_set.sampled(EVIDENCE_MOST).questions
        }
        for budget in BUDGETS
    }


def _held(question: Question, pieces: Sequence[Packed], budget: int) -> float:
    if question.shares:
        return share_recall(question.shares, pieces, budget)
    return evidence_recall(question.groups, pieces, budget)


def _packed(
    test_set: TestSet, run: Run, count: Callable[[str], int]
) -> dict[str, Sequence[Packed]]:
    """Units in their order, each a line of a text."""
    costs = _costs(test_set, run, count)
    return {q: [Packed(ids=(id,), tokens=costs[id]) for id in ids] for q, ids in run.items()}


def _costs(test_set: TestSet, run: Run, count: Callable[[str], int]) -> dict[str, int]:
    """Tokens of every unit that was found, on a line of its own."""
    found = {id for ids in run.values() for id in ids}
    return {
        unit.id: count(f"{unit.text}\n")
        for book in test_set.books.values()
        for chapter in book
        for unit in chapter.units
        if unit.id in found
    }
