"""Volumes and chapters: their order, their texts by revision, what was read out of these."""

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from lorepack.errors import NotFoundError
from lorepack.ports import ChapterContent, Edition, OutlineEntry, Revision
from lorepack.records import Chapter, RevisionView, Scope, Status, Volume
from storage import tables as t
from storage.bounds import Bounds
from storage.changes import SqlChanges
from storage.projects import SqlProjects
from storage.rows import RowWrite
from storage.snippets import forget_content, write_content

_CURRENT = sa.and_(
    t.chapter_revision.c.project == t.chapter.c.project,
    t.chapter_revision.c.chapter == t.chapter.c.id,
    t.chapter_revision.c.revision == t.chapter.c.current_revision,
)
_IN_VOLUME = sa.and_(t.volume.c.project == t.chapter.c.project, t.volume.c.id == t.chapter.c.volume)
_OF_BOOK = t.chapter.c.status == Status.CANON.value
_IN_ORDER = (
    sa.select(t.chapter.c.order_key, t.chapter.c.id)
    .where(t.chapter.c.project == sa.bindparam("project"), _OF_BOOK)
    .order_by(t.chapter.c.order_key)
)


class SqlChapters:
    """Chapters, within one transaction."""

    def __init__(
        self, connection: sa.Connection, projects: SqlProjects, changes: SqlChanges
    ) -> None:
        self._connection = connection
        self._projects = projects
        self._changes = changes
        self._bounds = Bounds(connection, projects, changes)

    def outline(self, scope: Scope, *, before: int | None = None) -> list[OutlineEntry]:
        """Chapters of the book in reading order, those with a smaller order key than `before`."""
        query = self._chapters(scope).where(_OF_BOOK)
        if before is not None:
            query = query.where(t.chapter.c.order_key < before)
        rows = self._connection.execute(query)
        return [
            OutlineEntry(chapter=_chapter(row, position), opening=row.opening)
            for position, row in enumerate(rows, start=1)
        ]

    def reading_order(self, scope: Scope) -> list[tuple[int, str]]:
        """Order key and id of every chapter of the book, in reading order."""
        of_project = {"project": self._projects.number(scope)}
        return [(key, id) for key, id in self._connection.execute(_IN_ORDER, of_project)]

    def edition(self, scope: Scope) -> Edition:
        """Every volume and chapter, whatever its status."""
        volumes = (
            sa.select(t.volume)
            .where(t.volume.c.project == self._projects.number(scope))
            .order_by(t.volume.c.order_key)
        )
        chapters: list[Chapter] = []
        position = 1
        for row in self._connection.execute(self._chapters(scope)):
            chapters.append(_chapter(row, position))
            position += row.status == Status.CANON.value
        return Edition(
            volumes=tuple(_volume(row) for row in self._connection.execute(volumes)),
            chapters=tuple(chapters),
        )

    def text(self, scope: Scope, chapter_id: str) -> str:
        """Current text of a chapter."""
        found = self.texts(scope, [chapter_id])
        if chapter_id not in found:
            raise NotFoundError(f"project {scope.project!r} has no chapter {chapter_id!r}")
        return found[chapter_id]

    def texts(self, scope: Scope, chapter_ids: Sequence[str]) -> dict[str, str]:
        """Current texts of chapters of the book, by chapter id."""
        query = (
            sa.select(t.chapter.c.id, t.chapter_revision.c.text)
            .join(t.chapter_revision, _CURRENT)
            .where(self._of_project(scope), _OF_BOOK, t.chapter.c.id.in_(chapter_ids))
        )
        return {row.id: row.text for row in self._connection.execute(query)}

    def written(self, scope: Scope, chapter_ids: Sequence[str]) -> dict[str, Revision]:
        """Current revisions by chapter id, whatever the chapter's status."""
        query = (
            sa.select(t.chapter_revision)
            .join(t.chapter, _CURRENT)
            .where(self._of_project(scope), t.chapter.c.id.in_(chapter_ids))
        )
        return {row.chapter: _revision(row) for row in self._connection.execute(query)}

    def observed(self, scope: Scope) -> dict[str, str]:
        """What each chapter's text shows of names, by chapter id in reading order."""
        query = (
            sa.select(t.chapter.c.id, t.chapter_revision.c.observed)
            .join(t.chapter_revision, _CURRENT)
            .where(self._of_project(scope), _OF_BOOK)
            .order_by(t.chapter.c.order_key)
        )
        return {row.id: row.observed for row in self._connection.execute(query)}

    def unread(self, scope: Scope) -> set[str]:
        """Ids of chapters of the book of whose current text nothing was read out yet."""
        read = sa.exists().where(
            t.snippet.c.project == t.chapter.c.project,
            t.snippet.c.chapter == t.chapter.c.id,
            t.snippet.c.revision == t.chapter.c.current_revision,
        )
        query = (
            sa.select(t.chapter.c.id)
            .join(t.chapter_revision, _CURRENT)
            .where(self._of_project(scope), _OF_BOOK, t.chapter_revision.c.chars > 0, ~read)
        )
        return set(self._connection.scalars(query))

    def place(self, scope: Scope, edition: Edition) -> None:
        """Give volumes and chapters the shape told; what is not told of stays as it is."""
        volumes = [RowWrite("volume", {"id": v.id}, _volume_row(v)) for v in edition.volumes]
        chapters = [RowWrite("chapter", {"id": c.id}, _chapter_row(c)) for c in edition.chapters]
        self._changes.put(scope, [*volumes, *chapters])

    def revise(self, scope: Scope, chapter: Chapter, revision: Revision) -> None:
        """Store a text of a chapter that is placed already, as its revision `chapter.revision`."""
        self._connection.execute(
            t.chapter_revision.insert().values(
                project=self._projects.number(scope),
                chapter=chapter.id,
                revision=chapter.revision,
                heading=revision.heading,
                text=revision.text,
                chars=len(revision.text),
                sha256=revision.sha256,
                opening=revision.opening,
                observed=revision.observed,
            )
        )

    def read_in(self, scope: Scope, chapter: Chapter, content: ChapterContent) -> None:
        """Put what was read out of the current text in place of what was read before."""
        write_content(self._connection, self._projects.number(scope), chapter, content)

    def revisions(self, scope: Scope, chapter_id: str) -> list[RevisionView]:
        """Every text a chapter has had, the first one first."""
        query = (
            sa.select(t.chapter_revision, t.chapter.c.current_revision)
            .join(t.chapter, _HISTORY)
            .where(self._of_project(scope), t.chapter.c.id == chapter_id)
            .order_by(t.chapter_revision.c.revision)
        )
        rows = self._connection.execute(query).all()
        if not rows:
            raise NotFoundError(f"project {scope.project!r} has no chapter {chapter_id!r}")
        return [
            RevisionView(
                revision=row.revision,
                chars=row.chars,
                sha256=row.sha256,
                current=row.revision == row.current_revision,
            )
            for row in rows
        ]

    def former(self, scope: Scope, wanted: Mapping[str, str]) -> dict[str, str]:
        """Texts that chapters have or had, by chapter id."""
        c = t.chapter_revision.c
        query = sa.select(c.chapter, c.text).where(
            c.project == self._projects.number(scope),
            sa.tuple_(c.chapter, c.sha256).in_(list(wanted.items())),
        )
        return {row.chapter: row.text for row in self._connection.execute(query)}

    def newest(self, scope: Scope, chapter_ids: Sequence[str]) -> dict[str, int]:
        """Number of the newest text of each chapter; a text taken back counts too."""
        c = t.chapter_revision.c
        query = (
            sa.select(c.chapter, sa.func.max(c.revision).label("newest"))
            .where(c.project == self._projects.number(scope), c.chapter.in_(chapter_ids))
            .group_by(c.chapter)
        )
        return {row.chapter: row.newest for row in self._connection.execute(query)}

    def revision(self, scope: Scope, chapter_id: str, revision: int) -> Revision:
        """One of a chapter's texts."""
        query = (
            sa.select(t.chapter_revision)
            .where(t.chapter_revision.c.project == self._projects.number(scope))
            .where(t.chapter_revision.c.chapter == chapter_id)
            .where(t.chapter_revision.c.revision == revision)
        )
        row = self._connection.execute(query).first()
        if row is None:
            raise NotFoundError(f"there is no revision {revision} of chapter {chapter_id!r}")
        return _revision(row)

    def follow(self, scope: Scope, chapter_id: str, to: str, *, gone: bool) -> None:
        """Let what is known from a chapter's end, or holds up to it, follow to another one."""
        self._bounds.follow(scope, chapter_id, to, gone=gone)

    def purge(self, scope: Scope, neighbours: Mapping[str, tuple[str | None, str | None]]) -> None:
        """Delete chapters for good, with all that was made from them."""
        number = self._projects.number(scope)
        self._bounds.let_go(scope, neighbours)
        for chapter_id in neighbours:
            forget_content(self._connection, number, chapter_id)
        gone = t.chapter.delete().where(t.chapter.c.project == number)
        self._connection.execute(gone.where(t.chapter.c.id.in_(list(neighbours))))

    def _of_project(self, scope: Scope) -> sa.ColumnElement[bool]:
        return t.chapter.c.project == self._projects.number(scope)

    def _chapters(self, scope: Scope) -> sa.Select[*tuple[Any, ...]]:
        columns = (
            t.chapter,
            t.chapter_revision.c.chars,
            t.chapter_revision.c.sha256,
            t.chapter_revision.c.opening,
            t.volume.c.title.label("volume_title"),
        )
        return (
            sa.select(*columns)
            .join(t.chapter_revision, _CURRENT)
            .outerjoin(t.volume, _IN_VOLUME)
            .where(self._of_project(scope))
            .order_by(t.chapter.c.order_key)
        )


_HISTORY = sa.and_(
    t.chapter_revision.c.project == t.chapter.c.project,
    t.chapter_revision.c.chapter == t.chapter.c.id,
)


def _chapter(row: sa.Row[*tuple[Any, ...]], position: int) -> Chapter:
    return Chapter(
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
        status=Status(row.status),
        front_matter=row.front_matter,
    )


def _chapter_row(chapter: Chapter) -> dict[str, Any]:
    return {
        "volume": chapter.volume_id,
        "order_key": chapter.order_key,
        "number": chapter.number,
        "label": chapter.label,
        "title": chapter.title,
        "status": chapter.status.value,
        "current_revision": chapter.revision,
        "front_matter": chapter.front_matter,
    }


def _volume(row: sa.Row[*tuple[Any, ...]]) -> Volume:
    return Volume(
        id=row.id,
        order_key=row.order_key,
        title=row.title,
        heading=row.heading,
        status=Status(row.status),
    )


def _volume_row(volume: Volume) -> dict[str, Any]:
    return {
        "order_key": volume.order_key,
        "title": volume.title,
        "heading": volume.heading,
        "status": volume.status.value,
    }


def _revision(row: sa.Row[*tuple[Any, ...]]) -> Revision:
    return Revision(
        heading=row.heading,
        text=row.text,
        sha256=row.sha256,
        opening=row.opening,
        observed=row.observed,
    )
