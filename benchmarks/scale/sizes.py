"""What a library takes: bytes on disk, by table and by index, and memory."""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa

from benchmarks.scale.opening import Place

_BLOCK = 512
"""Bytes of what `st_blocks` counts."""
_KILO = 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Disk:
    """Bytes on disk."""

    record: int
    """Of the database."""
    tables: dict[str, int]
    """Of its largest tables, their indexes included."""
    index: int
    """That the files of the vector index take."""
    index_apparent: int
    """That they seem to have: they are written ahead of need, and have holes."""


def disk(place: Place) -> Disk:
    """Measure a library that nobody has open."""
    tables = _tables(place)
    files = list(_files(place.folder / "index"))
    database = _files(place.folder, "lorepack.db*")
    return Disk(
        record=sum(tables.values()) if place.database else sum(map(_allocated, database)),
        tables=tables,
        index=sum(map(_allocated, files)),
        index_apparent=sum(file.stat().st_size for file in files),
    )


def _files(folder: Path, pattern: str = "**/*") -> Iterator[Path]:
    return (path for path in folder.glob(pattern) if path.is_file())


def _allocated(file: Path) -> int:
    return file.stat().st_blocks * _BLOCK


_SQLITE = """
SELECT coalesce(tbl_name, 'other'), sum(pgsize)
FROM dbstat('main', 1) LEFT JOIN sqlite_schema USING (name) GROUP BY 1
"""
_POSTGRESQL = """
SELECT relname, pg_total_relation_size(oid) FROM pg_class
WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
"""


def _tables(place: Place) -> dict[str, int]:
    """Bytes by table, the largest first; the shadows of a full-text table count as it."""
    sizes: Counter[str] = Counter()
    for name, held in _postgresql(place.database) if place.database else _sqlite(place.folder):
        sizes["snippet_terms" if name.startswith("snippet_terms") else name] += int(held)
    return dict(sizes.most_common())


def _sqlite(folder: Path) -> list[tuple[str, int]]:
    """None where Python's own SQLite cannot tell; the product's is built without the means."""
    with closing(sqlite3.connect(folder / "lorepack.db")) as connection:
        try:
            return connection.execute(_SQLITE).fetchall()
        except sqlite3.OperationalError:
            return []


def _postgresql(database: str) -> list[tuple[str, int]]:
    engine = sa.create_engine(database)
    with engine.connect() as connection:
        rows = connection.exec_driver_sql(_POSTGRESQL).all()
    engine.dispose()
    return [(name, held) for name, held in rows]


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """Bytes that a process has in memory."""

    resident: int
    """All of them, pages of mapped files included: these can be given back and read again."""
    own: int
    """Those that are of no file, and cannot."""


def memory() -> Memory:
    """What this process has in memory; Linux only."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    named = dict(line.split(":", 1) for line in status.splitlines())
    resident, own = (int(named[name].split()[0]) * _KILO for name in ("VmRSS", "RssAnon"))
    return Memory(resident=resident, own=own)
