"""Packs as they were handed out."""

import sqlalchemy as sa
from pydantic import TypeAdapter

from lorepack.errors import NotFoundError
from lorepack.records import ContextPack, PackRequest, Scope
from storage import tables as t
from storage.projects import SqlProjects

_PACK = TypeAdapter(ContextPack)
_REQUEST = TypeAdapter(PackRequest)


class SqlRuns:
    """Packs handed out, within one transaction."""

    def __init__(self, connection: sa.Connection, projects: SqlProjects) -> None:
        self._connection = connection
        self._projects = projects

    def add(self, scope: Scope, request: PackRequest, pack: ContextPack) -> None:
        """Keep a pack; the same pack again changes nothing."""
        number = self._projects.number(scope)
        if self._find(number, pack.id) is not None:
            return
        self._connection.execute(
            t.run.insert().values(
                project=number,
                id=pack.id,
                chapter=pack.chapter,
                rendered=pack.rendered,
                request=_REQUEST.dump_json(request, by_alias=True).decode(),
                pack=_PACK.dump_json(pack, by_alias=True).decode(),
            )
        )

    def get(self, scope: Scope, pack_id: str) -> ContextPack:
        """Read a pack back, byte for byte."""
        stored = self._find(self._projects.number(scope), pack_id)
        if stored is None:
            raise NotFoundError(f"project {scope.project!r} has handed out no pack {pack_id!r}")
        return _PACK.validate_json(stored)

    def forget(self, scope: Scope) -> None:
        """Delete every pack of a project."""
        of_project = t.run.c.project == self._projects.number(scope)
        self._connection.execute(t.run.delete().where(of_project))

    def last_before(self, scope: Scope, chapter: int) -> tuple[str, str] | None:
        """Id and rendered text of the newest pack for an earlier chapter."""
        query = (
            sa.select(t.run.c.id, t.run.c.rendered)
            .where(t.run.c.project == self._projects.number(scope), t.run.c.chapter < chapter)
            .order_by(t.run.c.chapter.desc(), t.run.c.row.desc())
            .limit(1)
        )
        row = self._connection.execute(query).first()
        return None if row is None else (row.id, row.rendered)

    def _find(self, number: int, pack_id: str) -> str | None:
        query = sa.select(t.run.c.pack).where(t.run.c.project == number, t.run.c.id == pack_id)
        return self._connection.scalar(query)
