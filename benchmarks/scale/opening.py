"""Where the grown libraries lie, and how they are opened."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import sqlalchemy as sa

from benchmarks.scale.vectors import NAME, registered
from ingest import content
from lorepack.records import Scope
from runtime.library import Library
from runtime.settings import Settings
from runtime.wiring import open_library

SNIPPET_TOKENS = 192
"""At these, an invented text has 150 characters a snippet; the product's own limit is higher."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A data folder, and its database."""

    folder: Path
    database: str | None
    """Address of a PostgreSQL database with a schema of its own; None for SQLite in the folder."""

    @property
    def dialect(self) -> str:
        """The database's name."""
        return "sqlite" if self.database is None else "postgresql"


def place(folder: Path, name: str, database: str | None) -> Place:
    """A place under a folder, of a name; its schema is made if there is none."""
    address = None if database is None else _schema(database, f"scale_{name}")
    return Place(folder=folder / name, database=address)


def _schema(database: str, name: str) -> str:
    server = sa.create_engine(database, isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.execute(sa.schema.CreateSchema(name, if_not_exists=True))
    server.dispose()
    within = sa.make_url(database).update_query_dict({"options": f"-csearch_path={name}"})
    return within.render_as_string(hide_password=False)


@contextmanager
def opened(place: Place) -> Generator[Library]:
    """The library of a place."""
    settings = Settings(data_dir=place.folder, database_url=place.database, embedder=NAME)
    shorter = patch.object(content, "SNIPPET_TOKENS", SNIPPET_TOKENS)
    with registered(), shorter, open_library(settings) as library:
        yield library


def book_scope(book: int) -> Scope:
    """The project that a book stands in."""
    return Scope(project=f"book-{book:03}")
