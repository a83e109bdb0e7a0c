"""Projects out of a database and into it, whole."""

from datetime import datetime
from typing import BinaryIO

import sqlalchemy as sa

from lorepack.errors import ConflictError, UnavailableError
from lorepack.ports import Progress
from lorepack.records import Scope
from storage import tables as t
from storage.backup.manifest import Manifest
from storage.backup.restoring import put_project
from storage.backup.schemas import revision_of, revisions
from storage.backup.stored import Source, StoredProject
from storage.backup.writing import write_backup
from storage.projects import SqlProjects
from storage.snippets import index_project


class SqlBackups:
    """Projects as backups hold them, within one transaction."""

    def __init__(self, connection: sa.Connection, projects: SqlProjects) -> None:
        self._connection = connection
        self._projects = projects

    def write(
        self,
        scope: Scope,
        file: BinaryIO,
        *,
        at: datetime,
        compression: int,
        progress: Progress,
    ) -> Manifest:
        """Write a project, as this transaction sees it, into a zip archive.

        Args:
            scope: The project.
            file: Where to; writable and seekable.
            at: When, in UTC.
            compression: How to pack, by `zipfile`'s constants.
            progress: Hears of it, in rows.

        Raises:
            NotFoundError: There is no such project.
            UnavailableError: A newer lorepack has brought the database to a schema of its own.
        """
        stored = StoredProject(
            connection=self._connection,
            metadata=t.metadata,
            scope=scope,
            number=self._projects.number(scope),
        )
        return write_backup(file, stored, self._schema(), at, compression, progress)

    def _schema(self) -> str:
        found, known = revision_of(self._connection), revisions()[-1]
        if found != known:
            raise UnavailableError(
                f"the database has schema {found} by now, and this lorepack writes backups of "
                f"schema {known}: update it"
            )
        return known

    def restore(self, scope: Scope, source: Source, progress: Progress) -> list[str]:
        """Write a project that is not there, with the terms that its snippets are found by.

        Args:
            scope: What it is to be called, and whose it is to be.
            source: Its rows, of the newest schema.
            progress: Hears of it, in tables.

        Returns:
            The ids of its chapters, whatever their status.

        Raises:
            ConflictError: There is a project of that name, or the same book under another one.
            InvalidInputError: The rows do not go together, or are none of this schema.
        """
        self.require_absent(scope)
        number = put_project(self._connection, t.metadata, scope, source, progress)
        self._require_alone(scope, number)
        index_project(self._connection, number)
        of_project = t.chapter.c.project == number
        return list(self._connection.scalars(sa.select(t.chapter.c.id).where(of_project)))

    def require_absent(self, scope: Scope) -> None:
        """Refuse a name that is taken.

        Raises:
            ConflictError: It is.
        """
        if scope.project in self._projects.names(scope.tenant):
            raise ConflictError(
                f"there is a project {scope.project!r} already, and nothing was restored; "
                "--as restores under another name"
            )

    def _require_alone(self, scope: Scope, number: int) -> None:
        """Refuse a second copy of a book.

        The vector index and the packs' memory of a book know it by its ids and its secret: of two
        copies in one library each would be taken for the other.
        """
        mine = sa.select(t.project.c.secret).where(t.project.c.id == number).scalar_subquery()
        other = sa.select(t.project.c.tenant, t.project.c.name).where(
            t.project.c.secret == mine, t.project.c.id != number
        )
        found = self._connection.execute(other).first()
        if found is not None:
            named = f", as project {found.name!r}" if found.tenant == scope.tenant else ""
            raise ConflictError(
                f"this library has the same book already{named}, and nothing was restored; a copy "
                "beside it needs a library of its own: --data-dir names another folder"
            )
