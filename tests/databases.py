"""Databases that tests run on: SQLite files, and schemas of a PostgreSQL server."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from uuid import uuid4

import sqlalchemy as sa

from storage.engines import open_engines
from storage.migrate import migrate

POSTGRESQL = os.environ.get("TEST_PG_URL", "")
"""A server whose user may make schemas; empty where there is none."""


class Schemas:
    """Schemas that are made once, and emptied for the next test."""

    def __init__(self, server: str) -> None:
        self._url = server
        self._free: list[str] = []
        self._made: list[str] = []
        self._server = sa.create_engine(server, isolation_level="AUTOCOMMIT") if server else None

    @contextmanager
    def lend(self) -> Generator[str]:
        """Address of an empty schema, at the newest revision."""
        schema = self._free.pop() if self._free else self._make()
        yield self.url(schema)
        self._empty(schema)
        self._free.append(schema)

    @contextmanager
    def lend_new(self) -> Generator[str]:
        """Address of a schema without any table, which goes afterwards."""
        schema = self._make(migrated=False)
        yield self.url(schema)
        self._drop(schema)
        self._made.remove(schema)

    def url(self, schema: str) -> str:
        """Address of a schema."""
        return f"{self._url}?options=-csearch_path%3D{schema}"

    def close(self) -> None:
        """Delete every schema."""
        for schema in self._made:
            self._drop(schema)
        if self._server is not None:
            self._server.dispose()

    def _make(self, *, migrated: bool = True) -> str:
        schema = f"test_{uuid4().hex[:12]}"
        self._made.append(schema)
        self._run(f"CREATE SCHEMA {schema}")
        if migrated:
            reading, writing = open_engines(self.url(schema))
            migrate(writing)
            reading.dispose()
            writing.dispose()
        return schema

    def _empty(self, schema: str) -> None:
        """Deleting a few rows is quicker than truncating two dozen tables."""
        assert self._server is not None, "only a server has schemas"
        names = sa.inspect(self._server).get_table_names(schema=schema)
        tables = sorted(set(names) - {"alembic_version", "project"})
        self._run("; ".join(f"DELETE FROM {schema}.{name}" for name in ["project", *tables]))

    def _drop(self, schema: str) -> None:
        assert self._server is not None, "only a server has schemas"
        with self._server.connect() as connection:
            like = {"like": f"{schema}%"}
            query = sa.text("SELECT nspname FROM pg_namespace WHERE nspname LIKE :like")
            for (name,) in connection.execute(query, like).all():
                connection.execute(sa.schema.DropSchema(name, cascade=True))

    def _run(self, statement: str) -> None:
        assert self._server is not None, "only a server has schemas"
        with self._server.connect() as connection:
            connection.execute(sa.text(statement))
