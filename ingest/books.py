"""A project as a change finds it, and the ids that a change may give out."""

from collections.abc import Callable
from dataclasses import dataclass
from uuid import NAMESPACE_URL, uuid5

from ingest.structure import Edited, NewId
from lorepack.errors import NotFoundError
from lorepack.ports import Edition, Project, UnitOfWork
from lorepack.records import Entity, Scope


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A project as a change finds it."""

    project: Project | None
    """None for one that is not there yet."""
    edition: Edition
    registry: tuple[Entity, ...] = ()
    names_due: bool = False


Plan = Callable[[Book, NewId], Edited]
"""Says what a book is to become; asked again if the book changes meanwhile."""


class Serials:
    """Makes ids out of serial numbers that were never handed out before."""

    def __init__(self, scope: Scope, chapters: int, volumes: int) -> None:
        self._scope, self.chapters, self._volumes = scope, chapters, volumes

    def __call__(self, kind: str) -> str:
        """An id for one more `chapter` or `volume`."""
        # Two counts: what a book's first chapters are called must not depend on later volumes.
        if kind == "chapter":
            serial, self.chapters = self.chapters, self.chapters + 1
        else:
            serial, self._volumes = self._volumes, self._volumes + 1
        name = f"{kind}:{self._scope.tenant}/{self._scope.project}/{serial}"
        return str(uuid5(NAMESPACE_URL, name))


def read_book(unit: UnitOfWork, scope: Scope, *, new: bool = False) -> Book:
    """Read a project.

    Args:
        unit: An open read.
        scope: The project.
        new: Whether it need not be there.

    Raises:
        NotFoundError: There is none.
    """
    try:
        project = unit.projects.get(scope)
    except NotFoundError:
        if not new:
            raise
        return Book(project=None, edition=Edition())
    return Book(
        project=project,
        edition=unit.chapters.edition(scope),
        registry=tuple(unit.entities.registry(scope)),
        names_due=unit.projects.names_due(scope),
    )
