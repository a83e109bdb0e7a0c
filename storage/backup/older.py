"""Backups of older schemas: their rows go the way that a database of that schema would have gone.

They are put into a scratch database of their own schema, which is then brought to the newest: so
whatever a migration does to rows that stand is done to theirs.
"""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import sqlalchemy as sa

from lorepack.errors import InvalidInputError
from lorepack.ports import Progress
from lorepack.records import Scope
from storage.backup.reading import Backup
from storage.backup.restoring import put_project
from storage.backup.schemas import revisions
from storage.backup.stored import Source, StoredProject
from storage.engines import open_engines, sqlite_url
from storage.migrate import migrate
from storage.tables import metadata


@contextmanager
def at_newest_schema(backup: Backup, progress: Progress) -> Generator[Source]:
    """The rows of a backup as the newest schema has them.

    Raises:
        InvalidInputError: Its schema is newer, or its rows are none of that schema.
    """
    known, schema = revisions(), backup.manifest.schema
    if schema not in known:
        raise InvalidInputError(
            f"{backup.packed.name} holds rows of schema {schema}, by a newer lorepack; this one "
            f"knows schemas up to {known[-1]}: update it"
        )
    if schema == known[-1]:
        yield backup
        return
    with TemporaryDirectory(prefix="lorepack-") as folder:
        reading, writing = open_engines(sqlite_url(Path(folder) / "scratch.db"))
        try:
            yield from _migrated(reading, writing, backup, progress)
        finally:
            reading.dispose()
            writing.dispose()


def _migrated(
    reading: sa.Engine, writing: sa.Engine, backup: Backup, progress: Progress
) -> Generator[Source]:
    told = backup.manifest
    scope = Scope(tenant=told.tenant, project=told.project)
    migrate(writing, told.schema)
    former = sa.MetaData()
    former.reflect(writing, only=lambda name, _: not name.startswith("snippet_terms"))
    with writing.begin() as connection:
        number = put_project(connection, former, scope, backup, progress)
    migrate(writing)
    with reading.connect() as connection:
        yield StoredProject(connection=connection, metadata=metadata, scope=scope, number=number)
