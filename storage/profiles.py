"""Ranking profiles that projects have of their own."""

import sqlalchemy as sa

from lorepack.records import Scope
from storage import tables as t
from storage.projects import SqlProjects


class SqlProfiles:
    """Profiles as TOML, within one transaction."""

    def __init__(self, connection: sa.Connection, projects: SqlProjects) -> None:
        self._connection = connection
        self._projects = projects

    def get(self, scope: Scope) -> str | None:
        """A project's own, None if it has none."""
        own = t.profile.c.project == self._projects.number(scope)
        return self._connection.scalar(sa.select(t.profile.c.toml).where(own))

    def put(self, scope: Scope, toml: str) -> None:
        """Give a project its own, in place of a former one."""
        self.delete(scope)
        number = self._projects.number(scope)
        self._connection.execute(t.profile.insert().values(project=number, toml=toml))

    def delete(self, scope: Scope) -> None:
        """Take a project's own away; where there is none, nothing happens."""
        self._projects.hold(scope)  # two that put one at once would both insert
        own = t.profile.c.project == self._projects.number(scope)
        self._connection.execute(t.profile.delete().where(own))
