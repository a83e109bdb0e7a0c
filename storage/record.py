"""The record: one transaction over every repository."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Self

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from lorepack.errors import InvalidInputError
from lorepack.ports import Clock
from storage.audits import SqlAudits
from storage.backup import SqlBackups
from storage.changes import SqlChanges
from storage.chapters import SqlChapters
from storage.continuity import SqlClaimsCache, SqlExemptions
from storage.copies import Copy, copies, remove_copies
from storage.engines import open_engines
from storage.entities import SqlEntities
from storage.faults import place_of, told_plainly, without_password
from storage.jobs import SqlJobs
from storage.journal import SqlJournal
from storage.leases import SqlLeases
from storage.ledger import SqlLedger
from storage.literals import SqlLiteralIndex
from storage.memories import SqlMemories
from storage.migrate import is_newest, migrate
from storage.postgresql import USUAL_POOL
from storage.profiles import SqlProfiles
from storage.projects import SqlProjects
from storage.runs import SqlRuns
from storage.snippets import SqlSnippets
from storage.summaries import SqlSummaries, SqlVectorCache


class SqlUnitOfWork:
    """Every repository, over one connection in one transaction."""

    def __init__(
        self, connection: sa.Connection, clock: Clock | None, *, writes: bool = False
    ) -> None:
        self.projects = SqlProjects(connection, alone=writes)
        self.changes = SqlChanges(connection, self.projects)
        self.chapters = SqlChapters(connection, self.projects, self.changes)
        self.snippets = SqlSnippets(connection, self.projects)
        self.literals = SqlLiteralIndex(connection, self.projects)
        self.entities = SqlEntities(connection, self.projects)
        self.memories = SqlMemories(connection, self.projects, self.changes)
        self.summaries = SqlSummaries(connection, self.projects)
        self.claims = SqlClaimsCache(connection, self.projects)
        self.exemptions = SqlExemptions(connection, self.projects, self.changes)
        self.vectors = SqlVectorCache(connection)
        # Claims and leases are renewed, and packs kept, while somebody else writes the project.
        beside = SqlProjects(connection)
        self.journal = SqlJournal(connection, beside, clock)
        self.jobs = SqlJobs(connection, beside, clock)
        self.runs = SqlRuns(connection, beside, self.changes, clock)
        self.profiles = SqlProfiles(connection, self.projects)
        self.leases = SqlLeases(connection, clock)
        self.audits = SqlAudits(connection, self.projects)
        self.ledger = SqlLedger(connection)
        self.backups = SqlBackups(connection, self.projects)


class SqlRecord:
    """The record in one SQLite file or one PostgreSQL database."""

    def __init__(self, reading: sa.Engine, writing: sa.Engine, clock: Clock | None = None) -> None:
        """Stand on open engines.

        Args:
            reading: For snapshots.
            writing: For transactions that write.
            clock: What leases are measured by and packs are dated by; None for the database's own
                and this machine's, which on SQLite are the same.
        """
        self._reading, self._writing, self._clock = reading, writing, clock
        self._place = place_of(writing.url)

    @classmethod
    def open(cls, url: str, pool: int = USUAL_POOL) -> Self:
        """Open a database and bring it to the newest schema.

        Args:
            url: Of the database.
            pool: Connections to a server that are kept open to read, and as many to write.

        Raises:
            InvalidInputError: The address is none of a database, or its driver is not installed.
            UnavailableError: The database does not answer, its file is damaged, or there is no
                room to bring it to the newest schema.
        """
        try:
            place = place_of(sa.make_url(url))
            with told_plainly(place):
                opened = cls(*open_engines(url, pool))
        except (ArgumentError, NoSuchModuleError) as error:
            shown = without_password(url)
            raise InvalidInputError(f"{shown!r} is no address of a database: {error}") from error
        try:
            with told_plainly(place):
                opened._bring_up()
        except BaseException:
            opened.close()
            raise
        return opened

    def _bring_up(self) -> None:
        if not is_newest(self._reading):
            migrate(self._writing)

    @contextmanager
    def reading(self) -> Generator[SqlUnitOfWork]:
        """A consistent snapshot that takes no write lock.

        Raises:
            UnavailableError: The database is gone, damaged, or out of order.
        """
        with told_plainly(self._place), self._reading.connect() as connection:
            yield SqlUnitOfWork(connection, self._clock)

    @contextmanager
    def writing(self) -> Generator[SqlUnitOfWork]:
        """A transaction that is durable once left, and undone when left by an error.

        Raises:
            StorageFullError: There is no room for it.
            ReadOnlyError: The database can be read here and not written.
            UnavailableError: It is gone, damaged, out of order, or being written for too long.
        """
        with told_plainly(self._place), self._writing.begin() as connection:
            yield SqlUnitOfWork(connection, self._clock, writes=True)

    def copies(self) -> list[Copy]:
        """Copies of the database as it was before migrations: they hold the texts of their day."""
        with told_plainly(self._place):
            return copies(self._writing)

    def remove_copies(self) -> list[Copy]:
        """Delete them for good; returns what was deleted."""
        with told_plainly(self._place):
            return remove_copies(self._writing)

    def close(self) -> None:
        """Close every connection."""
        self._reading.dispose()
        self._writing.dispose()
