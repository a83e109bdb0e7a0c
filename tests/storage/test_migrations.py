"""The schema that migrations make is the schema that the tables describe."""

from collections.abc import Sequence
from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from lorepack.ports import ChapterContent, Edition, Revision, UnitOfWork
from lorepack.records import EVERYWHERE, Chapter, PackFormat, Scope, Snippet
from storage.engines import open_engines, sqlite_url
from storage.migrate import migrate
from storage.record import SqlRecord
from storage.tables import metadata


def _described_by_tables(name: str | None, _kind: str, _parents: object) -> bool:
    """Literal search's own tables are each database's affair."""
    return not (name or "").startswith("snippet_terms")


def test_migrations_lead_to_the_tables(record: SqlRecord) -> None:
    with record._writing.connect() as connection:  # pyright: ignore[reportPrivateUsage]
        context = MigrationContext.configure(
            connection, opts={"include_name": _described_by_tables}
        )
        assert compare_metadata(context, metadata) == []


def test_migrating_again_changes_nothing(record: SqlRecord) -> None:
    migrate(record._writing)  # pyright: ignore[reportPrivateUsage]
    with record.reading() as unit:
        assert unit.projects.names("local") == []


def test_a_book_of_the_first_schema_is_there_after_the_newest(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "old.db")
    reading, writing = open_engines(url)
    migrate(writing, "0001")
    with writing.begin() as connection:
        for statement in (
            "INSERT INTO project VALUES (1, 'local', 'book', 's', 1, 1)",
            "INSERT INTO chapter VALUES (1, 'c', NULL, 10, 1, '第一章', '雨', 'canon', 1)",
            "INSERT INTO chapter_revision VALUES (1, 'c', 1, '雨', '林墨来了。', 5, 'sha', '')",
            "INSERT INTO entity VALUES (1, 'e', 'person', '林墨', 'found', 'c')",
            "INSERT INTO alias VALUES (1, 'e', '林墨', 0), (1, 'e', '墨', 1)",
            "INSERT INTO memory VALUES (1, 'm', 'item', '铃', '缺了铃舌。', 0.5, 'c', NULL, "
            "'{\"holder\": \"林墨\"}', 'author', 1)",
        ):
            connection.exec_driver_sql(statement)
    writing.dispose()
    reading.dispose()
    record, scope = SqlRecord.open(url), Scope(project="book")
    with record.reading() as unit:
        assert [entry.chapter_id for entry in unit.journal.pending(9)] == ["c"], "points carry more"
        assert unit.chapters.text(scope, "c") == "林墨来了。"
        (entity,) = unit.entities.registry(scope)
        assert entity.spellings == ("林墨", "墨")
        assert unit.projects.names_due(scope), "what the text shows of names is still to be read"
        assert unit.changes.newest(scope, limit=9) == []
        (memory,) = unit.memories.live(scope, before=11)
        assert (memory.id, memory.version, memory.text) == ("m", 1, "缺了铃舌。")
        assert memory.fields == {"holder": "林墨"}
    record.close()


def test_snippets_of_the_third_schema_have_no_speaker(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "old.db")
    reading, writing = open_engines(url)
    migrate(writing, "0003")
    with writing.begin() as connection:
        for statement in (
            "INSERT INTO project (id, tenant, name, secret, revision, chapters_made) "
            "VALUES (1, 'local', 'book', 's', 1, 2)",
            "INSERT INTO chapter (project, id, order_key, number, label, title, status, "
            "current_revision) VALUES (1, 'c', 10, 1, '第一章', '雨', 'canon', 1), "
            "(1, 'd', 20, 2, '第二章', '风', 'trash', 1)",
            "INSERT INTO chapter_revision (project, chapter, revision, heading, text, chars, "
            "sha256, opening) VALUES (1, 'c', 1, '雨', '林墨来了。', 5, 'sha', '')",
            'INSERT INTO snippet (project, id, chapter, revision, nth, start, "end", sha256, '
            "folded, own, lead, importance, people) "
            "VALUES (1, 's', 'c', 1, 0, 0, 5, 'sha', '林墨来了', 4, 0, 0.5, '[]')",
        ):
            connection.exec_driver_sql(statement)
    writing.dispose()
    reading.dispose()
    record, scope = SqlRecord.open(url), Scope(project="book")
    with record.reading() as unit:
        (snippet,) = unit.snippets.of_chapter(scope, "c")
        (passage,) = unit.snippets.passages(scope, ["s"])
        pending = [entry.chapter_id for entry in unit.journal.pending(9)]
    assert (snippet.speakers, snippet.at, passage.speakers, passage.at) == ((), None, (), None)
    assert pending == ["c"], "the new points carry more, so the old index is made anew"
    record.close()


def test_variants_of_the_fifth_schema_are_found_by_their_usual_form(record: SqlRecord) -> None:
    scope = Scope(project="book")
    with record.writing() as unit:
        unit.projects.ensure(scope)
        for nth, folded in enumerate(("他捧著鎗走了", "他捧着枪走了")):
            store_folded(unit, scope, nth, folded)
    engine = record._writing  # pyright: ignore[reportPrivateUsage]
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0005'")
    migrate(engine, "0006")
    with record.reading() as unit:
        held = unit.literals.holding_all(scope, ["捧着", "枪走"], where=EVERYWHERE)
        assert [row.folded for row in held] == ["他捧着枪走了"] * 2
        assert unit.literals.holding_all(scope, ["著鎗"], where=EVERYWHERE) == []


LISTED = ("at", "format", "budget", "tokens", "encoding", "profile", "query")


def to_the_sixth_schema(record: SqlRecord, statements: Sequence[str]) -> None:
    """Take out what later schemas brought, and store what was stored by then."""
    with record._writing.begin() as connection:  # pyright: ignore[reportPrivateUsage]
        undone = ["ALTER TABLE project DROP COLUMN told", "DROP TABLE purged", "DROP TABLE lease"]
        undone += [f"ALTER TABLE journal DROP COLUMN {column}" for column in ("holder", "until")]
        undone += ["DROP TABLE written", "DROP INDEX ix_run_newest"]
        undone += [f"ALTER TABLE run DROP COLUMN {column}" for column in LISTED]
        for statement in (*undone, *statements):
            connection.exec_driver_sql(statement)
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0006'")


def test_packs_of_the_sixth_schema_are_listed_and_replay(record: SqlRecord) -> None:
    rest = (
        '"project": "book", "chapter": 2, "messages": [], "sections": [], "dropped": [], '
        '"coverage": [], "prefix": {"hash": "h", "tokens": 3, "shared_tokens": 0}'
    )
    manifests = (
        f'{{"id": "p1", "budget": 2000, "tokens": 9, "encoding": "cl100k_base", '
        f'"rendered": "雨。", {rest}}}',
        f'{{"id": "p2", "budget": 3000, "tokens": 8, "encoding": "o200k_base", '
        f'"rendered": "雪。\\n", "profile": "f1", {rest}}}',
    )
    rows = [
        "INSERT INTO run (project, id, chapter, request, rendered, pack) VALUES "
        f"(1, 'p{n}', 2, '{{\"query\": \"谁{n}？\"}}', '', '{manifest}')"
        for n, manifest in enumerate(manifests, start=1)
    ]
    project = (
        "INSERT INTO project (id, tenant, name, secret, revision, chapters_made) "
        "VALUES (1, 'local', 'book', 's', 1, 1)"
    )
    to_the_sixth_schema(record, [project, *rows])
    migrate(record._writing)  # pyright: ignore[reportPrivateUsage]
    scope = Scope(project="book")
    with record.reading() as unit:
        newest, first = unit.runs.newest(scope, limit=9)
        assert (newest.id, newest.budget, newest.tokens, newest.profile) == ("p2", 3000, 8, "f1")
        assert (first.id, first.encoding, first.profile, first.query) == (
            *("p1", "cl100k_base", "", "谁1？"),
        )
        assert {newest.format, first.format} == {PackFormat.TEXT}
        assert {newest.at, first.at} == {""}, "when they were handed out was not noted"
        assert (newest.written, first.written) == ((), ())
        assert unit.runs.get(scope, "p2").rendered == "雪。\n"


def store_folded(unit: UnitOfWork, scope: Scope, nth: int, folded: str) -> None:
    """A chapter of one snippet that was folded as it was before."""
    chapter = Chapter(
        id=f"c{nth}",
        order_key=10 * (nth + 1),
        position=nth + 1,
        volume=None,
        volume_id=None,
        number=None,
        label="",
        title="",
        revision=1,
        chars=len(folded),
        sha256="s",
    )
    snippet = Snippet(
        id=f"00000000-0000-0000-0000-00000000000{nth}",
        chapter_id=chapter.id,
        nth=0,
        start=0,
        end=len(folded),
        sha256="s",
        folded=folded,
        own=len(folded),
        lead=0,
        importance=0.5,
    )
    written = Revision(heading="", text=folded, sha256="s", opening="", observed="")
    unit.chapters.place(scope, Edition(chapters=(chapter,)))
    unit.chapters.revise(scope, chapter, written)
    unit.chapters.read_in(scope, chapter, ChapterContent(snippets=(snippet,), facts=()))
