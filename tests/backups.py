"""Backups in tests: a second library to restore into, and files that were tampered with."""

import json
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import uuid4
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
import sqlalchemy as sa

from runtime.library import Library
from runtime.settings import Settings
from runtime.wiring import open_library
from tests.conftest import POSTGRESQL

MANIFEST = "manifest.json"


@contextmanager
def empty_database(kind: str) -> Generator[str | None]:
    """Address of an empty database of a kind; None for the SQLite file of a data folder."""
    if kind == "sqlite":
        yield None
        return
    if not POSTGRESQL:
        pytest.skip("TEST_PG_URL names no PostgreSQL server")
    schema = f"test_{uuid4().hex}"
    server = sa.create_engine(POSTGRESQL, isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.execute(sa.schema.CreateSchema(schema))
    yield f"{POSTGRESQL}?options=-csearch_path%3D{schema}"
    with server.connect() as connection:
        connection.execute(sa.schema.DropSchema(schema, cascade=True))
    server.dispose()


@contextmanager
def another_library(folder: Path, cache_dir: Path, kind: str = "sqlite") -> Generator[Library]:
    """An empty library with a folder and an index of its own."""
    with empty_database(kind) as url:
        settings = Settings(
            data_dir=folder / uuid4().hex,
            cache_dir=cache_dir,
            embedder="hashing:64",
            database_url=url,
        )
        with open_library(settings) as library:
            yield library


def members_of(file: Path) -> dict[str, bytes]:
    """Everything in a backup, by path."""
    with ZipFile(file) as zip:
        return {info.filename: zip.read(info) for info in zip.infolist()}


def rows_in(file: Path) -> dict[str, list[str]]:
    """Lines of every table, sorted, and every text: what two backups of one book share."""
    return {
        path: sorted(data.decode().splitlines()) if path.startswith("tables/") else [data.decode()]
        for path, data in members_of(file).items()
        if path != MANIFEST
    }


def tampered(
    source: Path,
    target: Path,
    changed: Mapping[str, Callable[[bytes], bytes]],
    told: Callable[[dict[str, Any]], object] = lambda _: None,
) -> Path:
    """A backup of which some files are changed, with sums that are right again.

    Args:
        source: The backup.
        target: Where to put the other one.
        changed: What to do with files, by path.
        told: Changes the manifest, after the sums were put right.
    """
    members = members_of(source)
    manifest = json.loads(members.pop(MANIFEST))
    for path, change in changed.items():
        members[path] = change(members.get(path, b""))
        digest = sha256(members[path]).hexdigest()
        manifest["members"][path] = {"bytes": len(members[path]), "sha256": digest}
    told(manifest)
    with ZipFile(target, "w", ZIP_DEFLATED) as zip:
        for path, data in (members | {MANIFEST: json.dumps(manifest).encode()}).items():
            zip.writestr(path, data)
    return target
