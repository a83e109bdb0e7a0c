"""The index journal: what the vector index has still to catch up on."""

from collections.abc import Iterable, Sequence

import sqlalchemy as sa

from lorepack.ports import JournalEntry
from lorepack.records import Scope
from storage import tables as t
from storage.projects import SqlProjects


class SqlJournal:
    """The journal, within one transaction."""

    def __init__(self, connection: sa.Connection, projects: SqlProjects) -> None:
        self._connection = connection
        self._projects = projects

    def pending(self, limit: int) -> list[JournalEntry]:
        """The oldest entries of all projects."""
        query = (
            sa.select(t.journal, t.project.c.tenant, t.project.c.name)
            .join(t.project, t.project.c.id == t.journal.c.project)
            .order_by(t.journal.c.id)
            .limit(limit)
        )
        return [
            JournalEntry(
                id=row.id,
                scope=Scope(tenant=row.tenant, project=row.name),
                chapter_id=row.chapter,
            )
            for row in self._connection.execute(query)
        ]

    def lag(self, scope: Scope, *, before: int | None = None) -> int:
        """How many chapters (before an order key) have entries pending."""
        in_chapter = sa.and_(
            t.chapter.c.project == t.journal.c.project, t.chapter.c.id == t.journal.c.chapter
        )
        query = (
            sa.select(sa.func.count(sa.distinct(t.journal.c.chapter)))
            .join(t.chapter, in_chapter)
            .where(t.journal.c.project == self._projects.number(scope))
        )
        if before is not None:
            query = query.where(t.chapter.c.order_key < before)
        return self._connection.scalar(query) or 0

    def length(self) -> int:
        """How many entries are pending in all projects."""
        return self._connection.scalar(sa.select(sa.func.count()).select_from(t.journal)) or 0

    def note(self, scope: Scope, chapter_ids: Iterable[str]) -> None:
        """Say of chapters that their points no longer match."""
        number = self._projects.number(scope)
        rows = [{"project": number, "chapter": id} for id in chapter_ids]
        if rows:
            self._connection.execute(t.journal.insert(), rows)

    def note_all(self) -> int:
        """Say so of every chapter of every project that has no entry pending; returns how many."""
        pending = sa.and_(
            t.journal.c.project == t.chapter.c.project, t.journal.c.chapter == t.chapter.c.id
        )
        missing = sa.select(t.chapter.c.project, t.chapter.c.id).where(~sa.exists().where(pending))
        noted = t.journal.insert().from_select(["project", "chapter"], missing)
        return len(self._connection.execute(noted.returning(t.journal.c.id)).all())

    def forget(self, ids: Sequence[int]) -> None:
        """Delete exactly these entries: one written meanwhile stays."""
        self._connection.execute(t.journal.delete().where(t.journal.c.id.in_(ids)))
