"""Chapters of the same heading and the same text: each stands for itself, one summary for all."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from ingest.compressing import ExtractiveCompressor, ModelCompressor
from ingest.structure import book
from ingest.summariser import Summariser
from lorepack.ports import Question, Summary
from lorepack.records import Heading, ImportOptions, PackRequest, Scope, SummaryState
from providers.chat.scripted import Line, ScriptedChat
from runtime.library import Library
from runtime.worker import quiet
from story.entries import OPENING, chapter_key
from tests.ingest.accounts import OPENING as FIRST
from tests.ingest.accounts import STORY, account

pytestmark = pytest.mark.both_databases

READY = SummaryState.READY
TWICE = STORY + "\n" + STORY


def standing(library: Library, scope: Scope) -> list[Summary]:
    """What stands for each chapter, in reading order; names that changed since are no matter."""
    with library.record.reading() as unit:
        keys = [chapter_key(c) for c in book(unit.chapters.edition(scope))]
        found = unit.summaries.some(scope, keys)
    return [replace(found[key], again=False) for key in keys]


def states(library: Library, scope: Scope) -> list[SummaryState]:
    return [chapter.summary for chapter in library.chapters(scope)]


def covered(library: Library, scope: Scope) -> list[int]:
    """Chapters that the story so far covers, each as often as it does."""
    count = len(library.chapters(scope))
    coverage = library.pack(scope, PackRequest(chapter=count + 1)).coverage
    return [n for c in coverage for n in range(c.first, c.last + 1)]


def twins(library: Library, scope: Scope) -> bool:
    """Whether the last two chapters are two, of one text, and told alike."""
    *_, one, other = library.chapters(scope)
    *_, told, also = standing(library, scope)
    return one.id != other.id and one.sha256 == other.sha256 and told == also


@pytest.mark.parametrize("times", [2, 3, 40])
def test_they_are_imported_told_and_covered(library: Library, scope: Scope, times: int) -> None:
    manuscript = (FIRST + (STORY + "\n") * times).encode()
    options = ImportOptions(pattern="第.章.*")
    assert library.import_bytes(scope, manuscript, options).added == times + 1
    assert {summary.origin for summary in standing(library, scope)} == {OPENING}
    library.summarise(scope)
    assert set(states(library, scope)) == {READY}
    assert twins(library, scope)
    assert covered(library, scope) == list(range(1, times + 2))
    assert library.import_bytes(scope, manuscript, options).unchanged == times + 1


@pytest.mark.parametrize("known", ["", STORY])
def test_they_may_come_by_an_insert(library: Library, scope: Scope, known: str) -> None:
    library.import_bytes(scope, (FIRST + known).encode())
    library.summarise(scope)
    before = states(library, scope)
    library.editor(scope).insert(TWICE)
    library.editor(scope).insert(STORY)
    assert twins(library, scope)
    assert states(library, scope) == before + [before[-1] if known else SummaryState.QUEUED] * 3
    library.undo(scope)
    library.undo(scope)
    assert states(library, scope) == before


def test_they_may_come_by_an_edit_and_go_by_its_undoing(library: Library, scope: Scope) -> None:
    other = STORY.replace("五十两", "八十两")
    library.import_bytes(scope, (FIRST + other + STORY).encode())
    library.summarise(scope)
    before = standing(library, scope)
    library.editor(scope).edit("2", STORY)
    assert twins(library, scope)
    assert standing(library, scope)[1:] == before[2:] * 2, "what stands for the one is kept"
    library.undo(scope)
    assert [s.full for s in standing(library, scope)] == [s.full for s in before]
    assert states(library, scope) == [READY] * 3


def test_both_may_be_edited_at_once(library: Library, scope: Scope) -> None:
    """Of two former summaries one still holds: it stands for both, and not the opening words."""
    alike, unlike = STORY.replace("追兵的船已经", "追兵的船早已"), STORY.replace("五十两", "八十两")
    for before in (alike + unlike, unlike + alike):
        inner = Scope(project=scope.project + before[60:90])
        library.import_bytes(inner, (FIRST + before).encode())
        library.summarise(inner)
        report = library.import_bytes(inner, (FIRST + TWICE).encode())
        assert (report.added, report.updated) == (0, 2)
        assert states(library, inner) == [READY] * 3
        assert twins(library, inner)


def test_the_halves_of_a_chapter_may_be_equal(library: Library, scope: Scope) -> None:
    body = "雨下了三天三夜，没有人再提起那条船。\n"
    library.import_bytes(scope, ("第一章 雨\n" + body + body).encode())
    editor = library.editor(scope)
    heading = library.chapters(scope)[0]
    editor.split("1", len(body), Heading(label=heading.label, title=heading.title))
    assert twins(library, scope)
    library.summarise(scope)
    assert covered(library, scope) == [1, 2]


@pytest.mark.parametrize("to_be_told", ["五十两", "追兵的船已经"])
def test_one_that_becomes_another_while_it_is_told_leaves_that_ones_summary(
    library: Library, scope: Scope, to_be_told: str
) -> None:
    library.import_bytes(scope, (FIRST + STORY).encode())
    ask(library, scope, lambda _: account())
    before = standing(library, scope)
    assert before[1].origin.startswith("scripted#")
    library.editor(scope).insert(STORY.replace(to_be_told, "八十两"))

    def meddle(_: Question) -> Line:
        library.editor(scope).edit("3", STORY)
        return account()

    ask(library, scope, meddle)
    assert standing(library, scope) == [*before, before[1]]


def ask(library: Library, scope: Scope, script: Callable[[Question], Line]) -> None:
    """Have a model tell what has no summary of its own."""
    tokenizer = library.tokenizers("o200k_base")
    compressor = ModelCompressor(
        chat=ScriptedChat(script=script), tokenizer=tokenizer, extractive=ExtractiveCompressor()
    )
    Summariser(
        record=library.record,
        count=tokenizer.count,
        compressor=compressor,
        progress=quiet,
        checkpoint=lambda unit, done, total: None,
    ).run(scope)
