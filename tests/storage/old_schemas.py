"""Databases of former schemas, with rows in every table there was."""

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from alembic.script import ScriptDirectory

from storage import migrate
from storage.tables import snippet_terms
from text.terms import term_number, terms

FOLDED = "林墨来了缺了铃舌"

_MANIFEST = (
    '{"id": "p", "project": "book", "chapter": 2, "budget": 2000, "tokens": 9, "encoding": '
    '"cl100k_base", "rendered": "雨。", "messages": [], "sections": [], "dropped": [], '
    '"coverage": [], "prefix": {"hash": "h", "tokens": 3, "shared_tokens": 0}}'
)

ROWS: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "project": [{"tenant": "local", "name": "book", "revision": 3, "chapters_made": 2}],
    "volume": [{"id": "v", "order_key": 5, "title": "卷一"}],
    "chapter": [
        {"id": "c", "volume": "v", "order_key": 10, "number": 1, "status": "canon"},
        {"id": "d", "volume": None, "order_key": 20, "number": 2, "status": "trash"},
    ],
    "chapter_revision": [
        {"chapter": "c", "revision": 1, "text": "林墨来了，缺了铃舌。"},
        {"chapter": "d", "revision": 1, "text": "风。"},
    ],
    "snippet": [
        {"id": "s", "chapter": "c", "start": 0, "end": 10, "folded": FOLDED, "own": 8, "people": []}
    ],
    "fact": [{"chapter": "c", "snippet": "s", "start": 0, "end": 2, "text": "林墨"}],
    "entity": [{"id": "e", "kind": "person", "name": "林墨", "origin": "found", "known_from": "c"}],
    "alias": [
        {"entity": "e", "nth": 0, "text": "林墨", "kind": "name"},
        {"entity": "e", "nth": 1, "text": "墨", "kind": "name", "from_chapter": "c"},
    ],
    "mention": [{"chapter": "c", "start": 0, "end": 2, "entity": "e"}],
    "memory": [
        {
            "id": "m",
            "kind": "item",
            "subject": "铃",
            "text": "缺了铃舌。",
            "known_from": "c",
            "valid_to": None,
            "fields": {"holder": "林墨"},
            "facts": [],
            "sources": [],
            "visibility": "author",
            "origin": "author",
            "retired": False,
            "newest": True,
        }
    ],
    "vector": [{"fingerprint": "f", "sha256": "x", "data": b"\x00\x01\xff\x00"}],
    "run": [
        {
            "id": "p",
            "chapter": 2,
            "request": '{"query": "谁？"}',
            "pack": _MANIFEST,
            "format": "text",
        }
    ],
    "change": [{"id": 1, "kind": "edit", "what": "edit 1", "rows": [], "undoes": None}],
    "job": [{"id": "j", "kind": "summarise", "dedupe": "summarise", "state": "queued"}],
    "usage": [{"tenant": "local", "project": "gone", "cost": "0.01"}],
    "chapter_claims": [{"chapter": "c", "claims": "[]"}],
    "written": [{"chapter": "c", "revision": 1, "run": "p"}],
}
"""What matters of them; every other column gets a value of its type."""


def former() -> list[str]:
    """Every schema before the newest, the first one first."""
    scripts = ScriptDirectory(str(migrate._SCRIPTS))  # pyright: ignore[reportPrivateUsage]
    return sorted(script.revision for script in scripts.walk_revisions())[:-1]


def populate(engine: sa.Engine) -> None:
    """Store rows in every table there is."""
    with engine.begin() as connection:
        for table in _tables(connection):
            for row in ROWS.get(table.name, [{}]):
                connection.execute(table.insert().values(_whole(table, row)))
        numbers = list(map(term_number, terms(FOLDED)))
        on_postgresql = connection.dialect.name == "postgresql"
        held = numbers if on_postgresql else " ".join(map(str, numbers))
        connection.execute(snippet_terms.insert().values(rowid=1, terms=held))


def stored(engine: sa.Engine) -> dict[str, list[dict[str, Any]]]:
    """Every row of every table but what literal search is indexed by."""
    with engine.connect() as connection:
        return {
            table.name: [dict(row) for row in connection.execute(sa.select(table)).mappings()]
            for table in _tables(connection)
        }


def shape(engine: sa.Engine) -> list[tuple[Any, ...]]:
    """Every table, column and index, as the database itself tells them."""
    with engine.connect() as connection:
        if connection.dialect.name == "sqlite":
            query = "SELECT type, name, sql FROM sqlite_master ORDER BY name"
        else:
            query = (
                "SELECT table_name, column_name, data_type, is_nullable, column_default FROM "
                "information_schema.columns WHERE table_schema = current_schema() UNION ALL "
                "SELECT tablename, indexname, indexdef, '', '' FROM pg_indexes "
                "WHERE schemaname = current_schema() ORDER BY 1, 2"
            )
        return [tuple(row) for row in connection.exec_driver_sql(query)]


def _tables(connection: sa.Connection) -> list[sa.Table]:
    found = sa.MetaData()
    beside = ("snippet_terms", "alembic_version")
    found.reflect(connection, only=lambda name, _: not name.startswith(beside))
    return found.sorted_tables


def _whole(table: sa.Table, row: Mapping[str, Any]) -> dict[str, Any]:
    """A row with all that its table wants, but for numbers that the database gives itself."""
    given = {c.name: row[c.name] for c in table.columns if c.name in row}
    wanted = [c for c in table.columns if c.name not in given and not c.nullable]
    return given | {c.name: _some(c) for c in wanted if not _numbered(table, c)}


def _numbered(table: sa.Table, column: sa.Column[Any]) -> bool:
    return (
        list(table.primary_key) == [column]
        and isinstance(column.type, sa.Integer)
        and not (column.foreign_keys)
    )


def _some(column: sa.Column[Any]) -> Any:
    if column.name == "project":
        return 1 if isinstance(column.type, sa.Integer) else "book"
    kinds: list[tuple[type[Any], Any]] = [
        (sa.Boolean, False),
        (sa.Integer, 1),
        (sa.Float, 0.5),
        (sa.JSON, []),
        (sa.LargeBinary, b"x"),
    ]
    return next((value for kind, value in kinds if isinstance(column.type, kind)), "词")
