"""Summaries: the opening stands in until the chapter's own best sentences are chosen."""

import pytest
import sqlalchemy as sa

from ingest.compressing import extractive
from lorepack.records import JobState, PackRequest, Scope, SummaryState
from runtime.library import Library
from storage.record import SqlRecord
from storage.tables import summary
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


def test_what_is_purged_while_it_is_summarised_leaves_nothing_behind(
    library: Library, scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.import_bytes(scope, synthetic_book(3, sentences=60).manuscript())
    summarise = extractive.summarise

    def purging(text: str) -> str:
        if len(library.chapters(scope)) == 3:
            library.editor(scope).delete("1")
            library.purge(scope)
        return summarise(text)

    monkeypatch.setattr(extractive, "summarise", purging)
    assert library.summarise(scope) == 2
    with library.record.reading() as unit:
        assert len(unit.summaries.some(scope, every_signature(library))) == 2
    (job, *_) = library.jobs(scope)
    assert (job.state, job.error) == (JobState.DONE, "")


def every_signature(library: Library) -> list[str]:
    record = library.record
    assert isinstance(record, SqlRecord)
    with record._reading.connect() as connection:  # pyright: ignore[reportPrivateUsage]
        chapters = sa.select(summary.c.signature).where(summary.c.level == 0)
        return list(connection.scalars(chapters.where(summary.c.origin == "extractive")))


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
