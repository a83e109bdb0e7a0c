"""Projects, and the number that stands for each in every other table."""

import secrets
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from lorepack.errors import NotFoundError
from lorepack.ports import Project
from lorepack.records import Scope
from storage import tables as t


class SqlProjects:
    """The projects of a store, within one transaction."""

    def __init__(self, connection: sa.Connection, *, alone: bool = False) -> None:
        """Stand in a transaction.

        Args:
            connection: In that transaction.
            alone: Whether whoever looks at a project here shuts other writers of it out: what is
                then read is what is written to. SQLite needs no telling, as it has one writer. The
                project's row is locked before any other row of it, so that no two writers wait
                for each other.
        """
        self._connection, self._alone = connection, alone
        self._numbers: dict[Scope, int] = {}

    def number(self, scope: Scope) -> int:
        """The project's number, read once per transaction."""
        if scope not in self._numbers:
            self._numbers[scope] = self._row(scope).id
        return self._numbers[scope]

    def get(self, scope: Scope) -> Project:
        """Read one."""
        return _project(scope, self._row(scope))

    def hold(self, scope: Scope) -> Project:
        """Read one, and let nobody else touch it before this transaction ends."""
        query = sa.select(t.project).where(t.project.c.id == self.number(scope))
        held = query.with_for_update(key_share=True)
        return _project(scope, self._connection.execute(held).one())

    def ensure(self, scope: Scope) -> Project:
        """Read one, made if there is none of that name."""
        if self._find(scope) is None:
            postgres = self._connection.dialect.name == "postgresql"
            insert = postgresql.insert(t.project) if postgres else sqlite.insert(t.project)
            self._connection.execute(
                insert.values(
                    tenant=scope.tenant,
                    name=scope.project,
                    secret=secrets.token_hex(16),
                    revision=0,
                    chapters_made=0,
                    names_due=False,
                ).on_conflict_do_nothing()  # another process made it meanwhile
            )
        return self.get(scope)

    def names(self, tenant: str) -> list[str]:
        """The names of a tenant's projects, sorted."""
        query = sa.select(t.project.c.name).where(t.project.c.tenant == tenant)
        return sorted(self._connection.scalars(query))

    def revisions(self) -> dict[Scope, int]:
        """Every project of every tenant, with the count of its committed writes."""
        rows = self._connection.execute(sa.select(t.project).order_by(t.project.c.id))
        return {Scope(tenant=row.tenant, project=row.name): row.revision for row in rows}

    def touch(self, scope: Scope) -> None:
        """Count one more committed write."""
        self._connection.execute(
            t.project.update()
            .where(t.project.c.id == self.number(scope))
            .values(revision=t.project.c.revision + 1)
        )

    def tell(self, scope: Scope) -> None:
        """Count one more write of summaries."""
        self._connection.execute(
            t.project.update()
            .where(t.project.c.id == self.number(scope))
            .values(told=t.project.c.told + 1)
        )

    def names_due(self, scope: Scope) -> bool:
        """Whether names are still to be looked for again in the chapters."""
        return bool(self._row(scope).names_due)

    def with_names_due(self) -> list[Scope]:
        """Projects of every tenant in which they are."""
        query = sa.select(t.project.c.tenant, t.project.c.name).where(t.project.c.names_due)
        rows = self._connection.execute(query.order_by(t.project.c.id))
        return [Scope(tenant=row.tenant, project=row.name) for row in rows]

    def mark_names(self, scope: Scope, *, due: bool) -> None:
        """Say whether names are to be looked for again."""
        self._connection.execute(
            t.project.update().where(t.project.c.id == self.number(scope)).values(names_due=due)
        )

    def number_chapters(self, scope: Scope, count: int) -> range:
        """Serial numbers for new chapters, never handed out before."""
        made = t.project.c.chapters_made
        end = self._connection.execute(
            t.project.update()
            .where(t.project.c.id == self.number(scope))
            .values(chapters_made=made + count)
            .returning(made)
        ).scalar_one()
        return range(end - count, end)

    def _row(self, scope: Scope) -> sa.Row[*tuple[Any, ...]]:
        row = self._find(scope)
        if row is None:
            known = ", ".join(map(repr, self.names(scope.tenant))) or "none yet"
            raise NotFoundError(f"there is no project {scope.project!r}; there are: {known}")
        return row

    def _find(self, scope: Scope) -> sa.Row[*tuple[Any, ...]] | None:
        named = {"tenant": scope.tenant, "name": scope.project}
        return self._connection.execute(_HELD if self._alone else _NAMED, named).one_or_none()


_NAMED = sa.select(t.project).where(
    t.project.c.tenant == sa.bindparam("tenant"), t.project.c.name == sa.bindparam("name")
)
_HELD = _NAMED.with_for_update(key_share=True)


def _project(scope: Scope, row: sa.Row[*tuple[Any, ...]]) -> Project:
    return Project(
        scope=scope,
        revision=row.revision,
        chapters_made=row.chapters_made,
        secret=row.secret,
        told=row.told,
    )
