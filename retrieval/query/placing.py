"""Where a query points, looked up in the book: only what it asks for is read."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from lorepack.ports import UnitOfWork
from lorepack.records import Entity, Scope, Where
from retrieval.query.asked import Asked, asked_times
from retrieval.query.chapters import resolve_chapters
from retrieval.query.speakers import asked_speakers, is_of_speech

_SOME_DAY = datetime(2001, 1, 1, tzinfo=UTC)


def placed(
    unit: UnitOfWork,
    scope: Scope,
    query: str,
    asked: Asked,
    known: Sequence[Entity],
    where: Where,
    asked_at: datetime | None = None,
) -> Asked:
    """Look up the chapters that a query refers to, and those whose words it asks for.

    Args:
        unit: An open read.
        scope: Whose book.
        query: As it was asked.
        asked: The same taken apart.
        known: Entities that the reader has met.
        where: What may come up at all.
        asked_at: When it was asked. A question that names a time and does not say when it is asked
            is taken to be asked when the last message in range was sent.
    """
    readable = Where(before=where.before)
    if asked.references:
        outline = unit.chapters.outline(scope, before=where.before)
        chapters = [entry.chapter for entry in outline]
        keys = resolve_chapters(asked.references, chapters, placed=where.before is not None)
        asked = replace(asked, chapters=keys)
    if is_of_speech(query):
        speaking = unit.literals.speakers(scope, where=readable)
        asked = replace(asked, speakers=asked_speakers(query, known, speaking))
    if asked_at is None and asked_times(query, _SOME_DAY):
        asked = replace(asked, windows=asked_times(query, _last_said(unit, scope, readable)))
    return asked


def _last_said(unit: UnitOfWork, scope: Scope, where: Where) -> datetime | None:
    last = unit.literals.latest(scope, where=where)
    return None if last is None else datetime.fromtimestamp(last, UTC)
