"""What a check of the record reads: see `lorepack.ports.audits`."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from lorepack.ports import Cut, StoredRevision
from lorepack.records import Scope
from storage import tables as t
from storage.literal_audit import misfiled
from storage.projects import SqlProjects
from storage.within import SNIPPETS

_COUNTED = (t.chapter, t.chapter_revision, t.snippet, t.fact, t.entity, t.memory, t.summary, t.run)


class SqlAudits:
    """Rows as they are stored, within one transaction."""

    def __init__(self, connection: sa.Connection, projects: SqlProjects) -> None:
        self._connection = connection
        self._projects = projects

    def damage(self) -> list[str]:
        """What the database itself finds wrong with its files and keys, in its own words.

        PostgreSQL checks its pages as they are read, and its keys as they are written.
        """
        if self._connection.dialect.name == "postgresql":
            return []
        # The check reads the full-text table by what this connection last knew of it, and calls
        # what others have written since corrupt; a search makes it look again.
        terms = sa.literal_column("snippet_terms", sa.Text())
        self._connection.execute(sa.select(t.snippet_terms.c.rowid).where(terms.op("MATCH")("0")))
        found = self._connection.exec_driver_sql("PRAGMA integrity_check").scalars().all()
        keys = self._connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        broken = [
            f"a row of {row[0]} points to a row of {row[2]} that is not there" for row in keys
        ]
        return [str(line) for line in found if line != "ok"] + broken

    def snippets(self) -> int:
        """How many snippets the books of all projects have."""
        query = sa.select(sa.func.count()).select_from(SNIPPETS)
        return self._connection.scalar(query) or 0

    def counts(self, scope: Scope) -> dict[str, int]:
        """Rows of the project, by table."""
        number = self._projects.number(scope)
        return {table.name: self._count(table, number) for table in _COUNTED}

    def _count(self, table: sa.Table, number: int) -> int:
        query = sa.select(sa.func.count()).select_from(table).where(table.c.project == number)
        return self._connection.scalar(query) or 0

    def revisions(self, scope: Scope) -> Iterator[StoredRevision]:
        """Every text of every chapter, read one after the other."""
        number = self._projects.number(scope)
        chapters = self._connection.execute(
            sa.select(t.chapter.c.id, t.chapter.c.current_revision, t.chapter.c.status)
            .where(t.chapter.c.project == number)
            .order_by(t.chapter.c.order_key, t.chapter.c.id)
        ).all()
        for chapter in chapters:
            yield from self._of_chapter(number, chapter)

    def misfiled(self, scope: Scope) -> list[tuple[str, str]]:
        """Ids of chapter and snippet that literal search knows by other terms than it has."""
        return misfiled(self._connection, self._projects.number(scope))

    def _of_chapter(
        self, number: int, chapter: sa.Row[*tuple[Any, ...]]
    ) -> Iterator[StoredRevision]:
        snippets = self._cuts(t.snippet, SNIPPETS, number, chapter.id)
        facts = self._cuts(t.fact, t.fact, number, chapter.id)
        r = t.chapter_revision.c
        query = sa.select(r.revision, r.text, r.sha256).where(
            r.project == number, r.chapter == chapter.id
        )
        for row in self._connection.execute(query.order_by(r.revision)):
            current = chapter.status == "canon" and row.revision == chapter.current_revision
            yield StoredRevision(
                chapter_id=chapter.id,
                revision=row.revision,
                current=current,
                text=row.text,
                sha256=row.sha256,
                snippets=tuple(snippets[row.revision]) if current else (),
                facts=tuple(facts[row.revision]) if current else (),
            )

    def _cuts(
        self, table: sa.Table, rows: sa.FromClause, number: int, chapter: str
    ) -> dict[int, list[Cut]]:
        """Stretches by revision, in order."""
        c = table.c
        words = c.text if "text" in c else sa.null()
        query = (
            sa.select(c.revision, c.start, c.end, words.label("words"))
            .select_from(rows)
            .where(c.project == number, c.chapter == chapter)
            .order_by(c.start, c.end)
        )
        found: dict[int, list[Cut]] = defaultdict(list)
        for row in self._connection.execute(query):
            found[row.revision].append(Cut(start=row.start, end=row.end, text=row.words))
        return found
