"""Structured memories."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from lorepack.records import Memory, MemoryKind, Provenance, Scope, Status
from storage import tables as t
from storage.projects import SqlProjects


class SqlMemories:
    """Memories, within one transaction."""

    def __init__(self, connection: sa.Connection, projects: SqlProjects) -> None:
        self._connection = connection
        self._projects = projects

    def add(self, scope: Scope, memories: Sequence[Memory]) -> None:
        """Store new memories; one of the same id is replaced."""
        number = self._projects.number(scope)
        ids = [m.id for m in memories]
        of_project = t.memory.c.project == number
        self._connection.execute(t.memory.delete().where(of_project, t.memory.c.id.in_(ids)))
        last = self._connection.scalar(sa.select(sa.func.max(t.memory.c.seq)).where(of_project))
        rows = [
            {
                "project": number,
                "id": m.id,
                "kind": m.kind.value,
                "subject": m.subject,
                "text": m.text,
                "importance": m.importance,
                "known_from": m.known_from,
                "valid_to": m.valid_to,
                "version": m.version,
                "fields": dict(m.fields),
                "facts": list(m.facts),
                "sources": [asdict(source) for source in m.sources],
                "visibility": m.visibility,
                "origin": m.origin,
                "made_from": m.made_from,
                "supersedes": m.supersedes,
                "retired": False,
                "newest": True,
                "at": datetime.now(UTC).isoformat(timespec="seconds"),
                "seq": seq,
            }
            for seq, m in enumerate(memories, start=(last or 0) + 1)
        ]
        if rows:
            self._connection.execute(t.memory.insert(), rows)

    def replace_extracted(
        self, scope: Scope, chapter_id: str, made_from: str, memories: Sequence[Memory]
    ) -> None:
        """Put what was extracted from a chapter's text in place of what was before."""
        m = t.memory.c
        of_text = sa.and_(m.known_from == chapter_id, m.made_from == made_from)
        number = self._projects.number(scope)
        self._connection.execute(t.memory.delete().where(m.project == number, of_text))
        self.add(scope, memories)

    def live(self, scope: Scope, *, before: int) -> list[Memory]:
        """What is known and holds just before a chapter, oldest first."""
        start, end = t.chapter.alias("start"), t.chapter.alias("end")
        m = t.memory.c
        # What a chapter outside the book established is not known, and what it ended goes on.
        of_book = start.c.status == Status.CANON.value
        deleted = end.c.status != Status.CANON.value
        query = (
            sa.select(t.memory)
            .outerjoin(start, sa.and_(start.c.project == m.project, start.c.id == m.known_from))
            .outerjoin(end, sa.and_(end.c.project == m.project, end.c.id == m.valid_to))
            .where(m.project == self._projects.number(scope), m.newest, sa.not_(m.retired))
            .where(sa.or_(m.known_from.is_(None), sa.and_(of_book, start.c.order_key < before)))
            .where(sa.or_(m.valid_to.is_(None), deleted, end.c.order_key >= before))
            .order_by(sa.func.coalesce(start.c.order_key, 0), m.seq)
        )
        return [_memory(row) for row in self._connection.execute(query)]


def _memory(row: sa.Row[*tuple[Any, ...]]) -> Memory:
    return Memory(
        id=row.id,
        kind=MemoryKind(row.kind),
        subject=row.subject,
        text=row.text,
        importance=row.importance,
        known_from=row.known_from,
        valid_to=row.valid_to,
        fields=row.fields,
        facts=tuple(row.facts),
        sources=tuple(Provenance(**source) for source in row.sources),
        visibility=row.visibility,
        origin=row.origin,
        made_from=row.made_from,
        supersedes=row.supersedes,
        version=row.version,
    )
