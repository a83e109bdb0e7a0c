"""Deleting for good: the same on SQLite and PostgreSQL."""

from dataclasses import replace

import numpy as np
import pytest
import sqlalchemy as sa

from ingest.purging import Purger
from lorepack.errors import ConflictError, NotFoundError
from lorepack.records import JobKind, Scope
from storage import tables as t
from storage.record import SqlRecord
from tests.contracts.test_ledger import ENTRY
from tests.purging.rows import bring_in, count

OTHER = Scope(project="other")


def purger(record: SqlRecord) -> Purger:
    return Purger(record=record, count=count)


def rows(record: SqlRecord) -> dict[str, int]:
    """How many rows each table holds, but for what every database has."""
    with record._reading.connect() as connection:  # pyright: ignore[reportPrivateUsage]
        tables = [*t.metadata.sorted_tables, t.snippet_terms]
        counted = {
            table.name: connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0
            for table in tables
        }
    return {name: n for name, n in counted.items() if n}


def test_a_project_that_goes_leaves_the_rows_of_the_others(record: SqlRecord, scope: Scope) -> None:
    bring_in(record, OTHER, "雪夜里没有人开门。")
    before = rows(record)
    bring_in(record, scope, "三十里路走了一夜。")
    assert rows(record) != before
    assert purger(record).projects([scope]) == 0
    assert rows(record) == before | {"purged": 1}
    with record.writing() as unit:
        assert list(unit.journal.purged().values()) == [scope]
        unit.journal.forget_purged(list(unit.journal.purged()))
    assert record.rewrite() == []
    assert record.rewrite(full=True) == []
    assert rows(record) == before


def test_of_several_projects_all_go_or_none(record: SqlRecord, scope: Scope) -> None:
    bring_in(record, scope, "三十里路走了一夜。")
    before = rows(record)
    with pytest.raises(NotFoundError):
        purger(record).projects([scope, OTHER], tenant="local")
    assert rows(record) == before


def test_a_chapter_outside_the_trash_does_not_go(record: SqlRecord, scope: Scope) -> None:
    id = bring_in(record, scope, "三十里路走了一夜。")
    with pytest.raises(ConflictError, match="is not in the trash"):
        purger(record).chapter(scope, id)
    with pytest.raises(NotFoundError, match="there is no chapter 'nobody'"):
        purger(record).chapter(scope, "nobody")


def test_only_a_tenants_own_entries_of_the_ledger_go(record: SqlRecord, scope: Scope) -> None:
    with record.writing() as unit:
        for tenant in ("local", "guild", "guild"):
            unit.ledger.add(replace(ENTRY, tenant=tenant))
    assert purger(record).projects([], tenant="guild") == 2
    with record.reading() as unit:
        assert unit.ledger.total("local").calls == 1
        assert unit.ledger.total("guild").calls == 0


def test_vectors_go_where_no_snippet_has_their_text(record: SqlRecord, scope: Scope) -> None:
    bring_in(record, scope, "三十里路走了一夜。")
    with record.writing() as unit:
        (chapter,) = unit.chapters.edition(scope).chapters
        held = unit.snippets.of_chapter(scope, chapter.id)[0].sha256
        vector = np.ones(4, dtype=np.float32)
        unit.vectors.add("one", {held: vector, "former": vector})
        unit.vectors.add("two", {held: vector, "former": vector})
        assert unit.purges.vectors() == 2
        assert unit.vectors.get("one", [held, "former"]).keys() == {held}


def test_a_project_stays_whole_for_whoever_read_it(record: SqlRecord, scope: Scope) -> None:
    id = bring_in(record, scope, "三十里路走了一夜。")
    with record.reading() as unit:
        project = unit.projects.get(scope)
    with record.writing() as unit:
        unit.projects.touch(scope)
        unit.projects.stay(project, [id])
        with pytest.raises(ConflictError, match="deleted for good meanwhile"):
            unit.projects.stay(project, [id, "gone"])
    purger(record).projects([scope])
    with pytest.raises(NotFoundError), record.writing() as unit:
        unit.projects.stay(project)
    assert bring_in(record, scope, "三十里路走了一夜。") == id
    with pytest.raises(ConflictError), record.writing() as unit:
        unit.projects.stay(project, [id])


def test_what_jobs_said_goes_and_their_work_is_put_back(record: SqlRecord, scope: Scope) -> None:
    bring_in(record, scope, "三十里路走了一夜。")
    with record.writing() as unit:
        unit.jobs.queue(scope, JobKind.SUMMARISE)
        lease = unit.jobs.claim("worker", seconds=60, most_tries=5)
        assert lease is not None
        unit.jobs.retry(lease, "三十里", after=0)
        unit.purges.forget_work(scope)
        (job,) = unit.jobs.newest(scope, limit=9)
        assert (job.state, job.error) == ("queued", "")
        lease = unit.jobs.claim("worker", seconds=60, most_tries=5)
        assert lease is not None
        unit.jobs.fail(lease, "三十里")
        unit.purges.forget_work(scope)
        assert unit.jobs.newest(scope, limit=9) == []
