"""Packs as they were handed out, and what was written from them."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from pydantic import TypeAdapter
from sqlalchemy.dialects import postgresql, sqlite

from lorepack.errors import NotFoundError
from lorepack.ports import Clock
from lorepack.records import (
    Chapter,
    ContextPack,
    PackFormat,
    PackRequest,
    PackRun,
    Scope,
    Status,
    WrittenChapter,
)
from storage import tables as t
from storage.changes import SqlChanges
from storage.projects import SqlProjects
from storage.rows import RowWrite

_PACK = TypeAdapter(ContextPack)
_REQUEST = TypeAdapter(PackRequest)
_R = t.run.c
_LISTED = (
    *(_R.id, _R.chapter, _R.format, _R.budget, _R.tokens),
    *(_R.encoding, _R.profile, _R.at, _R.query),
)
_PLACES = (
    sa.select(
        t.chapter.c.id,
        sa.func.row_number().over(order_by=t.chapter.c.order_key).label("position"),
    )
    .where(t.chapter.c.project == sa.bindparam("project"))
    .where(t.chapter.c.status == Status.CANON.value)
    .subquery()
)
_WRITTEN = (
    sa.select(t.written, t.chapter_revision.c.sha256.label("current"), _PLACES.c.position)
    .select_from(t.written)
    .join(
        t.chapter,
        sa.and_(t.chapter.c.project == t.written.c.project, t.chapter.c.id == t.written.c.chapter),
    )
    .join(
        t.chapter_revision,
        sa.and_(
            t.chapter_revision.c.project == t.chapter.c.project,
            t.chapter_revision.c.chapter == t.chapter.c.id,
            t.chapter_revision.c.revision == t.chapter.c.current_revision,
        ),
    )
    .outerjoin(_PLACES, _PLACES.c.id == t.written.c.chapter)
    .where(t.written.c.project == sa.bindparam("project"))
    .where(t.written.c.run.in_(sa.bindparam("runs", expanding=True)))
    .order_by(t.chapter.c.order_key, t.written.c.chapter, t.written.c.revision)
)


class SqlRuns:
    """Packs handed out, within one transaction."""

    def __init__(
        self,
        connection: sa.Connection,
        projects: SqlProjects,
        changes: SqlChanges,
        clock: Clock | None,
    ) -> None:
        self._connection = connection
        self._projects = projects
        self._changes = changes
        self._clock = clock

    def add(self, scope: Scope, request: PackRequest, pack: ContextPack) -> None:
        """Keep a pack; the same pack again changes nothing."""
        postgres = self._connection.dialect.name == "postgresql"
        insert = postgresql.insert(t.run) if postgres else sqlite.insert(t.run)
        self._connection.execute(
            insert.values(
                project=self._projects.number(scope),
                id=pack.id,
                chapter=pack.chapter,
                rendered=pack.rendered,
                request=_REQUEST.dump_json(request, by_alias=True).decode(),
                pack=_PACK.dump_json(pack, by_alias=True).decode(),
                at=self._now().isoformat(timespec="seconds"),
                format=pack.format.value,
                budget=pack.budget,
                tokens=pack.tokens,
                encoding=pack.encoding,
                profile=pack.profile,
                query=request.query,
            ).on_conflict_do_nothing(index_elements=["project", "id"])
        )

    def get(self, scope: Scope, pack_id: str) -> ContextPack:
        """Read a pack back, byte for byte."""
        query = sa.select(_R.pack).where(self._of(scope), _R.id == pack_id)
        stored = self._connection.scalar(query)
        if stored is None:
            raise _no_pack(scope, pack_id)
        return _PACK.validate_json(stored)

    def newest(
        self, scope: Scope, *, limit: int, chapter: int | None = None, before: str | None = None
    ) -> list[PackRun]:
        """The newest packs, the last one first, each with what was written from it."""
        query = sa.select(*_LISTED).where(self._of(scope)).order_by(_R.row.desc()).limit(limit)
        if chapter is not None:
            query = query.where(_R.chapter == chapter)
        if before is not None:
            query = query.where(_R.row < self._row(scope, before))
        found = self._connection.execute(query).all()
        written = self._written(scope, [row.id for row in found])
        return [_run(row, written[row.id]) for row in found]

    def link(self, scope: Scope, pack_id: str, chapters: Sequence[Chapter]) -> None:
        """Note that texts of chapters were written from a pack, as part of a change to be closed.

        Taking the change back takes the note with it: a text that nobody has written was written
        from nothing. Doing it again brings the note again.
        """
        self._row(scope, pack_id)
        rows = [
            RowWrite(
                "written",
                {"chapter": c.id, "revision": c.revision},
                {"run": pack_id, "sha256": c.sha256},
            )
            for c in chapters
        ]
        self._changes.put(scope, rows)

    def forget(self, scope: Scope) -> None:
        """Delete every pack of a project."""
        self._connection.execute(t.run.delete().where(self._of(scope)))

    def last_before(self, scope: Scope, chapter: int, *, json: bool) -> tuple[str, str] | None:
        """Id and rendered text of the newest pack for an earlier chapter, in JSON or in text."""
        is_json = _R.format == PackFormat.JSON.value
        query = (
            sa.select(_R.id, _R.rendered)
            .where(self._of(scope), _R.chapter < chapter, is_json if json else ~is_json)
            .order_by(_R.chapter.desc(), _R.row.desc())
            .limit(1)
        )
        row = self._connection.execute(query).first()
        return None if row is None else (row.id, row.rendered)

    def _of(self, scope: Scope) -> sa.ColumnElement[bool]:
        return _R.project == self._projects.number(scope)

    def _row(self, scope: Scope, pack_id: str) -> int:
        query = sa.select(_R.row).where(self._of(scope), _R.id == pack_id)
        row = self._connection.scalar(query)
        if row is None:
            raise _no_pack(scope, pack_id)
        return row

    def _written(self, scope: Scope, ids: Sequence[str]) -> dict[str, list[WrittenChapter]]:
        """What was written from some packs, by their ids."""
        asked = {"project": self._projects.number(scope), "runs": ids}
        written: dict[str, list[WrittenChapter]] = defaultdict(list)
        for row in self._connection.execute(_WRITTEN, asked):
            written[row.run].append(_chapter(row))
        return written

    def _now(self) -> datetime:
        return (
            datetime.now(UTC) if self._clock is None else datetime.fromtimestamp(self._clock(), UTC)
        )


def _run(row: sa.Row[*tuple[Any, ...]], written: Sequence[WrittenChapter]) -> PackRun:
    return PackRun(
        id=row.id,
        chapter=row.chapter,
        format=PackFormat(row.format),
        budget=row.budget,
        tokens=row.tokens,
        encoding=row.encoding,
        profile=row.profile,
        at=row.at,
        query=row.query,
        written=tuple(written),
    )


def _chapter(row: sa.Row[*tuple[Any, ...]]) -> WrittenChapter:
    return WrittenChapter(
        id=row.chapter,
        position=row.position,
        revision=row.revision,
        sha256=row.sha256,
        current=row.sha256 == row.current,
    )


def _no_pack(scope: Scope, pack_id: str) -> NotFoundError:
    return NotFoundError(
        f"project {scope.project!r} has handed out no pack {pack_id!r}; `packs` lists them with "
        "their ids"
    )
