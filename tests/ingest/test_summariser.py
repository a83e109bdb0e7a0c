"""Summaries: the opening stands in until the chapter's own best sentences are chosen."""

import pytest

from ingest.compressing import extractive
from lorepack.records import PackRequest, Scope, SummaryState
from runtime.library import Library
from tests.strategies import synthetic_book

pytestmark = pytest.mark.both_databases


def states(library: Library, scope: Scope) -> set[SummaryState]:
    return {chapter.summary for chapter in library.chapters(scope)}


def origins(library: Library, scope: Scope) -> set[str]:
    chapter = len(library.chapters(scope)) + 1
    return {c.origin for c in library.pack(scope, PackRequest(chapter=chapter)).coverage}


def test_every_chapter_gets_a_summary_once(library: Library, scope: Scope) -> None:
    library.import_bytes(scope, synthetic_book(15, sentences=60).manuscript())
    assert (states(library, scope), origins(library, scope)) == ({SummaryState.QUEUED}, {"opening"})
    assert library.summarise(scope) == 15
    assert states(library, scope) == {SummaryState.READY}
    assert origins(library, scope) == {"extractive"}
    assert library.summarise(scope) == 0


def test_an_edited_chapter_alone_is_summarised_again(library: Library, scope: Scope) -> None:
    manuscript = synthetic_book(8).manuscript()
    library.import_bytes(scope, manuscript)
    library.summarise(scope)
    library.import_bytes(scope, manuscript + "又走了三百里。".encode())
    assert library.summarise(scope) == 1


def test_a_summary_with_a_changed_fact_is_not_stored(
    library: Library, scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.import_bytes(scope, synthetic_book(2, sentences=60).manuscript())
    monkeypatch.setattr(extractive, "summarise", _lie)
    library.summarise(scope)
    assert states(library, scope) == {SummaryState.NONE}
    assert origins(library, scope) == {"opening"}


def _lie(_: str) -> str:
    return "他等了九千九百九十九天。"


def test_a_run_with_nothing_to_do_writes_nothing(library: Library, scope: Scope) -> None:
    """A revision counts what was written: it would turn away an import that is under way."""
    library.import_bytes(scope, synthetic_book(12).manuscript())
    library.summarise(scope)
    revision = revision_of(library, scope)
    library.summarise(scope)
    assert revision_of(library, scope) == revision


def revision_of(library: Library, scope: Scope) -> int:
    with library.record.reading() as unit:
        return unit.projects.get(scope).revision


def test_only_summaries_that_were_stored_are_counted(
    library: Library, scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.import_bytes(scope, synthetic_book(3, sentences=60).manuscript())
    monkeypatch.setattr(extractive, "summarise", _lie)
    assert library.summarise(scope) == 0
