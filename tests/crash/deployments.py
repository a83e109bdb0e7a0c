"""The combinations of a database and an index that crash tests run on; a new one is a line."""

from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from uuid import uuid4

import sqlalchemy as sa

from tests.qdrant_server.running import running

Fields = dict[str, object]
"""Fields of `Settings`."""


@contextmanager
def sqlite_embedded(folder: Path, server: str) -> Generator[Fields]:
    """A SQLite file and the engine of the data folder."""
    yield {"data_dir": str(folder / "data"), "embedder": "hashing:64"}


@contextmanager
def postgresql_embedded(folder: Path, server: str) -> Generator[Fields]:
    """A schema of a PostgreSQL server, gone afterwards, and the engine of the data folder."""
    schema = f"crash_{uuid4().hex}"
    engine = sa.create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.schema.CreateSchema(schema))
    try:
        with sqlite_embedded(folder, server) as fields:
            yield fields | {"database_url": f"{server}?options=-csearch_path%3D{schema}"}
    finally:
        with engine.connect() as connection:
            connection.execute(sa.schema.DropSchema(schema, cascade=True))
        engine.dispose()


@contextmanager
def postgresql_server(folder: Path, server: str) -> Generator[Fields]:
    """The same database and the stand-in of a Qdrant server, which nobody kills."""
    with postgresql_embedded(folder, server) as fields, running(folder / "qdrant") as index:
        yield fields | {"qdrant_url": index.url}


DEPLOYMENTS: dict[str, Callable[[Path, str], AbstractContextManager[Fields]]] = {
    "sqlite-embedded": sqlite_embedded,
    "postgresql-embedded": postgresql_embedded,
    "postgresql-server": postgresql_server,
}
"""Each takes an empty folder and a PostgreSQL server's address, which only some need."""


def needs_server(name: str) -> bool:
    """Whether a combination needs a PostgreSQL server."""
    return name.startswith("postgresql")
