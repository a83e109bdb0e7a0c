"""Chapters in reading order, and their texts by revision."""

from collections.abc import Sequence
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import sqlalchemy as sa

from lorepack.errors import NotFoundError
from lorepack.ports import ChapterContent, OutlineEntry
from lorepack.records import Chapter, Scope
from storage import tables as t
from storage.projects import SqlProjects
from storage.snippets import write_content

GAP = 1 << 20
"""Distance of neighbours in reading order: room for twenty halvings between two of them."""

_CURRENT = sa.and_(
    t.chapter_revision.c.project == t.chapter.c.project,
    t.chapter_revision.c.chapter == t.chapter.c.id,
    t.chapter_revision.c.revision == t.chapter.c.current_revision,
)


class SqlChapters:
    """Chapters, within one transaction."""

    def __init__(self, connection: sa.Connection, projects: SqlProjects) -> None:
        self._connection = connection
        self._projects = projects

    def outline(self, scope: Scope, *, before: int | None = None) -> list[OutlineEntry]:
        """Live chapters in reading order, those with a smaller order key than `before`."""
        columns = (
            t.chapter,
            t.chapter_revision.c.chars,
            t.chapter_revision.c.sha256,
            t.chapter_revision.c.opening,
            t.volume.c.title.label("volume_title"),
        )
        query = (
            sa.select(*columns)
            .join(t.chapter_revision, _CURRENT)
            .outerjoin(
                t.volume,
                sa.and_(
                    t.volume.c.project == t.chapter.c.project, t.volume.c.id == t.chapter.c.volume
                ),
            )
            .where(t.chapter.c.project == self._projects.number(scope))
            .where(t.chapter.c.status == "canon")
            .order_by(t.chapter.c.order_key)
        )
        if before is not None:
            query = query.where(t.chapter.c.order_key < before)
        rows = self._connection.execute(query)
        return [_entry(row, position) for position, row in enumerate(rows, start=1)]

    def reading_order(self, scope: Scope) -> list[tuple[int, str]]:
        """Order key and id of every live chapter, in reading order."""
        query = (
            sa.select(t.chapter.c.order_key, t.chapter.c.id)
            .where(t.chapter.c.project == self._projects.number(scope))
            .where(t.chapter.c.status == "canon")
            .order_by(t.chapter.c.order_key)
        )
        return [(row.order_key, row.id) for row in self._connection.execute(query)]

    def text(self, scope: Scope, chapter_id: str) -> str:
        """Current text of a chapter."""
        found = self.texts(scope, [chapter_id])
        if chapter_id not in found:
            raise NotFoundError(f"project {scope.project!r} has no chapter {chapter_id!r}")
        return found[chapter_id]

    def texts(self, scope: Scope, chapter_ids: Sequence[str]) -> dict[str, str]:
        """Current texts by chapter id."""
        query = (
            sa.select(t.chapter.c.id, t.chapter_revision.c.text)
            .join(t.chapter_revision, _CURRENT)
            .where(t.chapter.c.project == self._projects.number(scope))
            .where(t.chapter.c.status == "canon", t.chapter.c.id.in_(chapter_ids))
        )
        return {row.id: row.text for row in self._connection.execute(query)}

    def volume(self, scope: Scope, title: str) -> str:
        """Id of the volume of that title, made at the end if there is none."""
        number = self._projects.number(scope)
        query = sa.select(t.volume).where(t.volume.c.project == number)
        rows = self._connection.execute(query.order_by(t.volume.c.order_key)).all()
        for row in rows:
            if row.title == title:
                return row.id
        volume_id = str(uuid5(NAMESPACE_URL, f"volume:{number}:{len(rows)}:{title}"))
        last = rows[-1].order_key if rows else 0
        self._connection.execute(
            t.volume.insert().values(
                project=number, id=volume_id, order_key=last + GAP, title=title
            )
        )
        return volume_id

    def add(self, scope: Scope, chapter: Chapter, content: ChapterContent) -> None:
        """Store a new chapter with its first revision and journal it."""
        number = self._projects.number(scope)
        self._connection.execute(
            t.chapter.insert().values(
                project=number,
                id=chapter.id,
                volume=chapter.volume_id,
                order_key=chapter.order_key,
                number=chapter.number,
                label=chapter.label,
                title=chapter.title,
                status="canon",
                current_revision=chapter.revision,
            )
        )
        self._write(number, chapter, content)

    def revise(self, scope: Scope, chapter: Chapter, content: ChapterContent) -> None:
        """Store the next revision of a chapter and journal it."""
        number = self._projects.number(scope)
        self._connection.execute(
            t.chapter.update()
            .where(t.chapter.c.project == number, t.chapter.c.id == chapter.id)
            .values(
                volume=chapter.volume_id,
                order_key=chapter.order_key,
                number=chapter.number,
                label=chapter.label,
                title=chapter.title,
                current_revision=chapter.revision,
            )
        )
        self._write(number, chapter, content)

    def _write(self, number: int, chapter: Chapter, content: ChapterContent) -> None:
        self._connection.execute(
            t.chapter_revision.insert().values(
                project=number,
                chapter=chapter.id,
                revision=chapter.revision,
                heading=content.heading,
                text=content.text,
                chars=len(content.text),
                sha256=content.sha256,
                opening=content.opening,
            )
        )
        write_content(self._connection, number, chapter, content)
        self._connection.execute(t.journal.insert().values(project=number, chapter=chapter.id))


def _entry(row: sa.Row[*tuple[Any, ...]], position: int) -> OutlineEntry:
    chapter = Chapter(
        id=row.id,
        order_key=row.order_key,
        position=position,
        volume=row.volume_title,
        volume_id=row.volume,
        number=row.number,
        label=row.label,
        title=row.title,
        revision=row.current_revision,
        chars=row.chars,
        sha256=row.sha256,
    )
    return OutlineEntry(chapter=chapter, opening=row.opening)
