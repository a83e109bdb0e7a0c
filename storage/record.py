"""The record: one transaction over every repository."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Self

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from lorepack.errors import InvalidInputError, UnavailableError
from lorepack.ports import Clock
from storage.audits import SqlAudits
from storage.backup import SqlBackups
from storage.changes import SqlChanges
from storage.chapters import SqlChapters
from storage.continuity import SqlClaimsCache, SqlExemptions
from storage.engines import open_engines
from storage.entities import SqlEntities
from storage.jobs import SqlJobs
from storage.journal import SqlJournal
from storage.leases import SqlLeases
from storage.ledger import SqlLedger
from storage.literals import SqlLiteralIndex
from storage.memories import SqlMemories
from storage.migrate import migrate
from storage.profiles import SqlProfiles
from storage.projects import SqlProjects
from storage.runs import SqlRuns
from storage.snippets import SqlSnippets
from storage.summaries import SqlSummaries, SqlVectorCache


class SqlUnitOfWork:
    """Every repository, over one connection in one transaction."""

    def __init__(self, connection: sa.Connection, clock: Clock | None) -> None:
        self.projects = SqlProjects(connection)
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
        self.journal = SqlJournal(connection, self.projects, clock)
        self.jobs = SqlJobs(connection, self.projects, clock)
        self.runs = SqlRuns(connection, self.projects, self.changes, clock)
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

    @classmethod
    def open(cls, url: str) -> Self:
        """Open a database and bring it to the newest schema.

        Raises:
            InvalidInputError: The address is none of a database.
            UnavailableError: The database does not answer, or its file is damaged.
        """
        try:
            reading, writing = open_engines(url)
            migrate(writing)
        except (ArgumentError, NoSuchModuleError) as error:
            raise InvalidInputError(f"{url!r} is no address of a database: {error}") from error
        except DBAPIError as error:
            shown = sa.make_url(url).render_as_string(hide_password=True)
            raise UnavailableError(f"{shown} cannot be opened: {error.orig}") from error
        return cls(reading, writing)

    @contextmanager
    def reading(self) -> Generator[SqlUnitOfWork]:
        """A consistent snapshot that takes no write lock."""
        with self._reading.connect() as connection:
            yield SqlUnitOfWork(connection, self._clock)

    @contextmanager
    def writing(self) -> Generator[SqlUnitOfWork]:
        """A transaction that is durable once left, and undone when left by an error."""
        with self._writing.begin() as connection:
            yield SqlUnitOfWork(connection, self._clock)

    def close(self) -> None:
        """Close every connection."""
        self._reading.dispose()
        self._writing.dispose()
