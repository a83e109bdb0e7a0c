"""Ranking profiles that projects have of their own."""

from typing import Protocol

from lorepack.records import Scope


class Profiles(Protocol):
    """Profiles as TOML, one a project at the most."""

    def get(self, scope: Scope) -> str | None:
        """A project's own, None if it has none.

        Raises:
            NotFoundError: There is no such project.
        """
        ...

    def put(self, scope: Scope, toml: str) -> None:
        """Give a project its own, in place of a former one."""
        ...

    def delete(self, scope: Scope) -> None:
        """Take a project's own away; where there is none, nothing happens."""
        ...
