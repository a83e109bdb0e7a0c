"""The schema that migrations make is the schema that the tables describe; every row comes along."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import event

from lorepack.errors import UnavailableError
from lorepack.records import EVERYWHERE, PackFormat, Scope
from storage import migrate as migrating
from storage.copies import copies
from storage.engines import open_engines
from storage.migrate import is_newest, migrate
from storage.record import SqlRecord
from storage.tables import metadata, snippet_terms
from tests.storage.folded import store_folded
from tests.storage.old_schemas import FOLDED, former, populate, shape, stored
from text.terms import term_number, terms

SCOPE = Scope(project="book")


@contextmanager
def engine_at(url: str, revision: str) -> Generator[sa.Engine]:
    """The writing engine of a new database of a former schema, with rows in it."""
    reading, writing = open_engines(url)
    try:
        migrate(writing, revision)
        populate(writing)
        yield writing
    finally:
        reading.dispose()
        writing.dispose()


def _described_by_tables(name: str | None, _kind: str, _parents: object) -> bool:
    """Literal search's own tables are each database's affair."""
    return not (name or "").startswith("snippet_terms")


def differences(engine: sa.Engine) -> Sequence[Any]:
    with engine.connect() as connection:
        options = {"include_name": _described_by_tables}
        context = MigrationContext.configure(connection, opts=options)
        return compare_metadata(context, metadata)


def test_migrations_lead_to_the_tables(record: SqlRecord) -> None:
    assert differences(record._writing) == []  # pyright: ignore[reportPrivateUsage]


def test_migrating_again_changes_nothing(record: SqlRecord) -> None:
    migrate(record._writing)  # pyright: ignore[reportPrivateUsage]
    with record.reading() as unit:
        assert unit.projects.names("local") == []


@pytest.mark.parametrize("revision", former())
def test_every_row_of_every_former_schema_is_there_after_the_newest(
    new_database_url: str, revision: str
) -> None:
    with engine_at(new_database_url, revision) as engine:
        before = stored(engine)
        assert all(before.values()), "every table holds something"
        migrate(engine)
        after = stored(engine)
        for table, rows in before.items():
            kept = rows[0].keys() & after[table][0].keys()
            there = [{name: row[name] for name in kept} for row in after[table]]
            assert all({name: row[name] for name in kept} in there for row in rows), table
        assert differences(engine) == []
        assert is_newest(engine)
        check_sound(engine)
    check_speaks(new_database_url, noted=revision < "0004")


def check_sound(engine: sa.Engine) -> None:
    """PostgreSQL checks its keys itself, at every statement."""
    if engine.dialect.name == "sqlite":
        with engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
            assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"


def check_speaks(url: str, *, noted: bool) -> None:
    """What was stored is what the repositories read, and they can go on writing."""
    record = SqlRecord.open(url)
    with record.reading() as unit:
        assert unit.chapters.text(SCOPE, "c") == "林墨来了，缺了铃舌。"
        (entity,) = unit.entities.registry(SCOPE)
        assert entity.spellings == ("林墨", "墨")
        (memory,) = unit.memories.live(SCOPE, before=11)
        assert (memory.id, memory.version, memory.text) == ("m", 1, "缺了铃舌。")
        assert memory.fields == {"holder": "林墨"}
        (snippet,) = unit.snippets.of_chapter(SCOPE, "c")
        assert (snippet.speakers, snippet.at or 1) == ((), 1) or snippet.speakers
        (held,) = unit.literals.holding_all(SCOPE, ["铃舌"], where=EVERYWHERE)
        assert held.folded == FOLDED
        (run,) = unit.runs.newest(SCOPE, limit=9)
        assert (run.id, unit.runs.get(SCOPE, "p").rendered) == ("p", "雨。")
        pending = [entry.chapter_id for entry in unit.journal.pending(9)]
        assert not noted or pending[-1] == "c", "points carry more, so the index is made anew"
        revision = unit.projects.get(SCOPE).revision
    with record.writing() as unit:
        unit.projects.touch(SCOPE)
        unit.journal.note(SCOPE, ["c"])
    with record.reading() as unit:
        assert unit.projects.get(SCOPE).revision == revision + 1
    record.close()


def test_a_book_of_the_first_schema_is_converted(new_database_url: str) -> None:
    with engine_at(new_database_url, "0001"):
        pass
    record = SqlRecord.open(new_database_url)
    with record.reading() as unit:
        assert unit.projects.names_due(SCOPE), "what the text shows of names is still to be read"
        assert unit.changes.newest(SCOPE, limit=9) == []
        (snippet,) = unit.snippets.of_chapter(SCOPE, "c")
        assert (snippet.speakers, snippet.at) == ((), None)
    record.close()


def test_variants_of_the_fifth_schema_are_found_by_their_usual_form(new_database_url: str) -> None:
    with engine_at(new_database_url, "0005") as engine, engine.begin() as connection:
        connection.exec_driver_sql("UPDATE snippet SET folded = '他捧著鎗走了'")
    record = SqlRecord.open(new_database_url)
    with record.reading() as unit:
        (held,) = unit.literals.holding_all(SCOPE, ["捧着", "枪走"], where=EVERYWHERE)
        assert held.folded == "他捧着枪走了"
        assert unit.literals.holding_all(SCOPE, ["著鎗"], where=EVERYWHERE) == []
        assert unit.literals.holding_all(SCOPE, ["铃舌"], where=EVERYWHERE) == []
    record.close()


def test_packs_of_the_sixth_schema_are_listed_and_replay(new_database_url: str) -> None:
    with engine_at(new_database_url, "0006") as engine, engine.begin() as connection:
        old = connection.exec_driver_sql("SELECT pack FROM run").scalar_one()
        newer = old.replace('"p"', '"p2"').replace('"tokens": 9', '"tokens": 8')
        newer = f'{newer[:-1]}, "profile": "f1"}}'
        run = sa.table("run", *map(sa.column, ("project", "id", "chapter", "request", "rendered")))
        run.append_column(sa.column("pack"))
        connection.execute(
            run.insert().values(
                project=1, id="p2", chapter=2, request='{"query": "何"}', rendered="", pack=newer
            )
        )
    record = SqlRecord.open(new_database_url)
    with record.reading() as unit:
        newest, first = unit.runs.newest(SCOPE, limit=9)
        assert (newest.id, newest.budget, newest.tokens, newest.profile) == ("p2", 2000, 8, "f1")
        told = ("p", "cl100k_base", "", "谁？")
        assert (first.id, first.encoding, first.profile, first.query) == told
        assert {newest.format, first.format} == {PackFormat.TEXT}
        assert {newest.at, first.at} == {""}, "when they were handed out was not noted"
        assert (newest.written, first.written) == ((), ())
        assert unit.runs.get(SCOPE, "p2").rendered == "雨。"
    record.close()


class BrokenError(Exception):
    """What a migration fails with."""


@pytest.mark.parametrize("revision", ["0001", former()[-1]])
def test_a_migration_that_fails_at_any_statement_leaves_everything_as_it_was(
    new_database_url: str, revision: str
) -> None:
    with engine_at(new_database_url, revision) as engine:
        before = (shape(engine), stored(engine))
        count, failing = 0, [0]

        def fail(*_: object) -> None:
            failing[0] -= 1
            if not failing[0]:
                raise BrokenError

        event.listen(engine, "before_cursor_execute", fail)
        while not is_newest(engine):
            count, failing[0] = count + 7, count + 7
            try:
                migrate(engine)
            except BrokenError:
                failing[0] = 0
                if not is_newest(
                    engine
                ):  # else it failed at looking for the copy, when all was done
                    assert (shape(engine), stored(engine)) == before, count
            failing[0] = 0
        assert count > 7, "it failed in the middle"
        assert differences(engine) == []
        check_sound(engine)


def test_a_migration_that_raises_after_its_work_leaves_everything_as_it_was(
    new_database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    newest = former()[-1]
    with engine_at(new_database_url, newest) as engine:
        migrate(engine)
        before, head = (shape(engine), stored(engine)), revision_of(engine)
        scripts = copytree(
            migrating._SCRIPTS,  # pyright: ignore[reportPrivateUsage]
            tmp_path / "scripts",
            ignore=ignore_patterns("__pycache__"),
        )
        (scripts / "versions" / "9999_broken.py").write_text(
            "from alembic import op\n"
            f"revision, down_revision = '9999', {head!r}\n"
            "def upgrade():\n"
            "    op.drop_table('exemption')\n"
            "    op.execute('DELETE FROM memory')\n"
            "    op.execute('ALTER TABLE project ADD COLUMN more TEXT')\n"
            "    raise ZeroDivisionError\n",
            encoding="utf-8",
        )
        monkeypatch.setattr(migrating, "_SCRIPTS", scripts)
        with pytest.raises(ZeroDivisionError):
            migrate(engine)
        assert (shape(engine), stored(engine)) == before
        assert revision_of(engine) == head
        check_sound(engine)


def revision_of(engine: sa.Engine) -> str:
    with engine.connect() as connection:
        return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one()


def test_a_database_of_a_newer_program_is_left_alone(record: SqlRecord) -> None:
    engine = record._writing  # pyright: ignore[reportPrivateUsage]
    head = revision_of(engine)
    try:
        set_revision(engine, "9999")
        with pytest.raises(UnavailableError, match=r"newer lorepack: its schema is 9999.*up to 0"):
            migrate(engine)
        assert copies(engine) == []
    finally:
        set_revision(engine, head)


def set_revision(engine: sa.Engine, revision: str) -> None:
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = :r"), {"r": revision})


def test_the_terms_of_old_snippets_stay(new_database_url: str) -> None:
    with engine_at(new_database_url, "0001") as engine:
        migrate(engine)
        with engine.connect() as connection:
            rows = connection.execute(sa.select(snippet_terms.c.rowid)).all()
        assert [row.rowid for row in rows] == [1]


def test_terms_of_the_ninth_schema_are_found_in_their_project_alone(record: SqlRecord) -> None:
    scopes = [Scope(project=name) for name in ("book", "other")]
    with record.writing() as unit:
        for scope in scopes:
            unit.projects.ensure(scope)
            for nth, folded in enumerate(("他捧着枪走了", "走了")):
                store_folded(unit, scope, nth, folded)
    engine = record._writing  # pyright: ignore[reportPrivateUsage]
    forget_projects(engine)
    with record.reading() as unit:
        assert unit.literals.holding_all(scopes[0], ["走了"], where=EVERYWHERE) == []
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0009'")
    migrate(engine)
    with record.reading() as unit:
        for scope in scopes:
            found = unit.literals.holding_all(scope, ["走了"], where=EVERYWHERE)
            assert [row.folded for row in found] == ["他捧着枪走了", "走了"]
            found = unit.literals.holding_all(scope, ["捧着", "走了"], where=EVERYWHERE)
            assert [row.folded for row in found] == ["他捧着枪走了"]


def forget_projects(engine: sa.Engine) -> None:
    """Hold terms by their numbers alone, as all schemas did before the tenth."""
    on_postgresql = engine.dialect.name == "postgresql"
    with engine.begin() as connection:
        rows = connection.execute(sa.text("SELECT row, folded FROM snippet")).all()
        connection.execute(
            snippet_terms.delete().where(snippet_terms.c.rowid.in_([r.row for r in rows]))
        )
        for row in rows:
            numbers = [term_number(term) for term in terms(row.folded)]
            held = numbers if on_postgresql else " ".join(map(str, numbers))
            connection.execute(snippet_terms.insert().values(rowid=row.row, terms=held))
