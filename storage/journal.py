"""The index journal: what the vector index has still to catch up on."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import sqlalchemy as sa

from lorepack.errors import NotFoundError
from lorepack.ports import WHOLE_JOURNAL, Clock, JournalEntry
from lorepack.records import Scope
from storage import tables as t
from storage.clock import now
from storage.leases import SqlLeases, alone, holds
from storage.projects import SqlProjects

_ENTRIES = (
    sa.select(t.journal, t.project.c.tenant, t.project.c.name)
    .join(t.project, t.project.c.id == t.journal.c.project)
    .order_by(t.journal.c.id)
)


class SqlJournal:
    """The journal, within one transaction."""

    def __init__(
        self, connection: sa.Connection, projects: SqlProjects, clock: Clock | None
    ) -> None:
        self._connection = connection
        self._projects = projects
        self._clock = clock
        self._leases = SqlLeases(connection, clock)

    def pending(self, limit: int) -> list[JournalEntry]:
        """The oldest entries of all projects, claimed or not."""
        return self._entries(_ENTRIES.limit(limit))

    def claim(self, holder: str, *, seconds: float, limit: int) -> list[JournalEntry]:
        """Take the oldest entries that nobody else is at, so that others leave them alone.

        No two holders are ever at the same chapter, and nothing is claimed of a project whose
        namesake is still to leave the index, or while somebody else has the journal to himself.
        """
        alone(self._connection)
        moment = self._now()
        if self._leases.held_by_another(WHOLE_JOURNAL, holder, seconds=seconds):
            return []
        other = t.journal.alias()
        at_it = sa.exists().where(
            other.c.project == t.journal.c.project,
            other.c.chapter == t.journal.c.chapter,
            holds(other.c.until, moment, seconds),
            other.c.holder != holder,
        )
        leaving = sa.exists().where(
            t.purged.c.tenant == t.project.c.tenant, t.purged.c.name == t.project.c.name
        )
        entries = self._entries(_ENTRIES.where(~at_it, ~leaving).limit(limit))
        claimed = t.journal.update().where(t.journal.c.id.in_([e.id for e in entries]))
        self._connection.execute(claimed.values(holder=holder, until=moment + seconds))
        return entries

    def keep(self, holder: str, *, seconds: float) -> None:
        """Hold on to what is claimed for as long again."""
        mine = t.journal.update().where(t.journal.c.holder == holder)
        self._connection.execute(mine.values(until=self._now() + seconds))

    def holders(self) -> set[str]:
        """Who has claimed anything."""
        held = sa.select(t.journal.c.holder).distinct().where(t.journal.c.holder != "")
        return set(self._connection.scalars(held))

    def release(self, holder: str | None = None) -> None:
        """Give back what a holder has claimed, or what anybody has."""
        claimed = t.journal.update().where(t.journal.c.holder != "")
        if holder is not None:
            claimed = claimed.where(t.journal.c.holder == holder)
        self._connection.execute(claimed.values(holder="", until=0))

    def claimed(self, *, but: str, seconds: float) -> int:
        """How many entries others than a holder are at."""
        live = holds(t.journal.c.until, self._now(), seconds) & (t.journal.c.holder != but)
        query = sa.select(sa.func.count()).select_from(t.journal).where(live)
        return self._connection.scalar(query) or 0

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

    def chapters(self, scope: Scope) -> set[str]:
        """Ids of the project's chapters that have entries pending."""
        of_project = t.journal.c.project == self._projects.number(scope)
        return set(self._connection.scalars(sa.select(t.journal.c.chapter).where(of_project)))

    def length(self) -> int:
        """How many entries are pending in all projects, those that are gone among them."""
        lengths = (sa.select(sa.func.count()).select_from(of) for of in (t.journal, t.purged))
        return sum(self._connection.scalar(length) or 0 for length in lengths)

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

    def forget(self, entries: Sequence[JournalEntry], *, holder: str = "") -> None:
        """Delete exactly these entries: one written meanwhile stays.

        Where an entry is another's by now, or gone with its project, what this one has written
        may be older than what the index held: the chapter or the project is noted once more.
        """
        ids = {entry.id: entry for entry in entries}
        mine = t.journal.delete().where(t.journal.c.id.in_(ids), t.journal.c.holder == holder)
        deleted = set(self._connection.scalars(mine.returning(t.journal.c.id)))
        for entry in (entry for id, entry in ids.items() if id not in deleted):
            try:
                self.note(entry.scope, [entry.chapter_id])
            except NotFoundError:  # it may have left the index before this one wrote
                self.note_purged(entry.scope)

    def strike(self, entries: Sequence[JournalEntry]) -> None:
        """Delete these entries, whoever claimed them; only for who has the journal alone."""
        ids = [entry.id for entry in entries]
        self._connection.execute(t.journal.delete().where(t.journal.c.id.in_(ids)))

    def purged(self) -> dict[int, Scope]:
        """Projects that are gone and that the index may still hold points of."""
        rows = self._connection.execute(sa.select(t.purged).order_by(t.purged.c.id))
        return {row.id: Scope(tenant=row.tenant, project=row.name) for row in rows}

    def note_purged(self, scope: Scope) -> None:
        """Say that a project is gone."""
        row = {"tenant": scope.tenant, "name": scope.project}
        self._connection.execute(t.purged.insert().values(row))

    def forget_purged(self, ids: Collection[int]) -> None:
        """Say that the index holds nothing of them any more."""
        self._connection.execute(t.purged.delete().where(t.purged.c.id.in_(ids)))

    def _entries(self, query: sa.Select[*tuple[Any, ...]]) -> list[JournalEntry]:
        return [
            JournalEntry(
                id=row.id,
                scope=Scope(tenant=row.tenant, project=row.name),
                chapter_id=row.chapter,
            )
            for row in self._connection.execute(query)
        ]

    def _now(self) -> float:
        return now(self._connection, self._clock)
