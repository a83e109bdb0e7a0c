"""Backups of former schemas become what their databases become."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from zipfile import ZIP_DEFLATED

import pytest
import sqlalchemy as sa

from lorepack.records import EVERYWHERE, Scope
from runtime.worker import quiet
from storage.backup.schemas import revisions
from storage.backup.stored import StoredProject
from storage.backup.writing import write_backup
from storage.engines import open_engines, sqlite_url
from storage.migrate import migrate
from storage.record import SqlRecord
from tests.backups import another_library, members_of, rows_in

AT = datetime(2026, 1, 2, 3, 4, 6, tzinfo=UTC)

FIRST = (
    "INSERT INTO project VALUES (1, 'local', 'old', 's', 1, 1), (2, 'local', 'book', 's2', 7, 3)",
    "INSERT INTO volume VALUES (2, 'v', 10, '卷一')",
    "INSERT INTO chapter VALUES (1, 'c', NULL, 10, 1, '第一章', '旧', 'canon', 1), "
    "(2, 'c', 'v', 10, 1, '第一章', '雨', 'canon', 2), (2, 'd', NULL, 20, 2, '二', '', 'trash', 1)",
    "INSERT INTO chapter_revision VALUES (1, 'c', 1, '', '别的书。', 4, 'o', ''), "
    "(2, 'c', 1, '', '林墨来了。', 5, 'sha', ''), (2, 'c', 2, '雨', '林墨走了。', 5, 'sh2', '林'), "
    "(2, 'd', 1, '', '弃稿。', 3, 'sh3', '')",
    'INSERT INTO snippet (project, id, chapter, revision, nth, start, "end", sha256, folded, own, '
    "lead, importance, people) VALUES (1, 's', 'c', 1, 0, 0, 4, 'o', '别的书', 3, 0, 0.5, '[]'), "
    "(2, 's', 'c', 2, 0, 0, 5, 'sh2', '林墨捧著鎗', 5, 0, 0.25, '[\"e\"]')",
    'INSERT INTO fact (project, chapter, revision, snippet, kind, text, start, "end", value) '
    "VALUES (2, 'c', 2, 's', 'name', '林墨', 0, 2, '林墨')",
    "INSERT INTO entity VALUES (2, 'e', 'person', '林墨', 'found', 'c')",
    "INSERT INTO alias VALUES (2, 'e', '林墨', 0), (2, 'e', '墨', 1)",
    "INSERT INTO mention VALUES (2, 'c', 0, 2, 'e')",
    "INSERT INTO memory VALUES (2, 'm', 'item', '铃', '缺了铃舌。', 0.5, 'c', NULL, "
    "'{\"holder\": \"林墨\"}', 'author', 1)",
)
"""A book of the first schema, and another one beside it."""
SINCE = {
    "0002": (
        "INSERT INTO change VALUES (2, 1, '2026', 'import', 'imported', "
        '\'[{"table": "chapter", "key": {"id": "d"}, "before": null, "after": null}]\', '
        "NULL, NULL)",
    ),
    "0003": (
        "INSERT INTO job VALUES (2, 'j', 'summarise', 'summarise', 'done', 1, 1, 1.5, NULL, 'w', "
        "1, 1, '', 1.25, 2.5), (2, 'k', 'summarise', 'summarise', 'queued', 0, 0, 1, NULL, '', 0, "
        "0, '', 1, 1)",
        "INSERT INTO usage VALUES (1, 'local', 'book', '', '2026', 'm', 'pack', 'memory', 3, 1, 2, "
        "0, '0.5', 'answered'), (2, 'local', 'old', '', '2026', 'm', 'pack', '', 3, 1, 2, 0, '9', "
        "'answered')",
        "INSERT INTO exemption VALUES (2, 'f', '有意', '2026')",
    ),
    "0004": ("UPDATE snippet SET speakers = '[\"林墨\"]', at = 1700000000 WHERE project = 2",),
    "0005": ("INSERT INTO profile VALUES (2, 'x = 1')",),
    "0006": (
        "INSERT INTO run (project, id, chapter, request, rendered, pack) VALUES (2, 'p1', 2, "
        '\'{"query": "谁？"}\', \'雨\', \'{"budget": 9, "tokens": 3, "encoding": "bytes"}\')',
    ),
    "0007": ("INSERT INTO written VALUES (2, 'c', 2, 'p1', 'sh2')",),
    "0008": ("UPDATE project SET told = 4 WHERE id = 2",),
}
"""What each later schema could hold more."""


def of_schema(folder: Path, schema: str) -> tuple[str, Path]:
    """A database of a former schema with a book, and a backup that was written then."""
    url, file = sqlite_url(folder / "old.db"), folder / "old.zip"
    reading, writing = open_engines(url)
    for revision in revisions()[: revisions().index(schema) + 1]:
        migrate(writing, revision)
        _run(writing, FIRST if revision == "0001" else SINCE.get(revision, ()))
    tables = sa.MetaData()
    tables.reflect(writing, only=lambda name, _: not name.startswith("snippet_terms"))
    with reading.connect() as connection, file.open("w+b") as opened:
        stored = StoredProject(
            connection=connection, metadata=tables, scope=Scope(project="book"), number=2
        )
        write_backup(opened, stored, schema, AT, ZIP_DEFLATED, quiet)
    reading.dispose()
    writing.dispose()
    return url, file


def _run(engine: sa.Engine, statements: Sequence[str]) -> None:
    with engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)


@pytest.mark.parametrize("schema", revisions())
def test_a_backup_of_a_former_schema_becomes_what_its_database_becomes(
    record: SqlRecord, tmp_path: Path, cache_dir: Path, scope: Scope, schema: str
) -> None:
    url, old = of_schema(tmp_path, schema)
    migrated = SqlRecord.open(url)
    exported = [tmp_path / "migrated.zip", tmp_path / "restored.zip"]
    with another_library(tmp_path, cache_dir) as there:
        library = replace(there, record=record)
        library.restore(old)
        replace(there, record=migrated).export(scope, exported[0])
        library.export(scope, exported[1])
    assert rows_in(exported[0]) == rows_in(exported[1])
    migrated.close()
    with record.reading() as unit:
        assert unit.chapters.text(scope, "c") == "林墨走了。"
        assert unit.projects.names("local") == ["book"]
        held = unit.literals.holding_all(scope, ["林墨"], where=EVERYWHERE)
        assert [row.id for row in held] == ["s"]
    assert all("别的书".encode() not in data for data in members_of(old).values())
