"""How SQLite answers what a search asks: never by going through the whole book."""

from pathlib import Path
from typing import Any

import pytest

from lorepack.records import EVERYWHERE, Scope, Where
from storage.engines import open_engines, sqlite_url
from storage.record import SqlRecord
from tests.statements import statements
from tests.storage.folded import store_folded


def plan(url: str, statement: str, values: Any) -> list[str]:
    engine, writing = open_engines(url)
    with engine.connect() as connection:
        rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
        steps = [row.detail for row in rows]
    for opened in (engine, writing):
        opened.dispose()
    return steps


@pytest.fixture
def url(tmp_path: Path) -> str:
    return sqlite_url(tmp_path / "lorepack.db")


@pytest.mark.parametrize("where", [EVERYWHERE, Where(before=500), Where(speakers=("ada",))])
@pytest.mark.parametrize("limit", [None, 50])
def test_rows_that_hold_the_terms_are_looked_up_by_their_numbers(
    url: str, where: Where, limit: int | None
) -> None:
    scope = Scope(project="book")
    record = SqlRecord.open(url)
    with record.writing() as unit:
        unit.projects.ensure(scope)
    with statements() as asked, record.reading() as unit:
        unit.literals.holding_all(scope, ["box", "coin"], where=where, limit=limit)
    record.close()
    steps = plan(url, *asked[-1])
    assert "SEARCH snippet USING INTEGER PRIMARY KEY (rowid=?)" in steps
    assert not [step for step in steps if step.startswith("SCAN snippet ")]


def test_no_row_of_another_project_is_named_by_the_terms(url: str) -> None:
    record = SqlRecord.open(url)
    with record.writing() as unit:
        for name in ("book", "other", "third"):
            unit.projects.ensure(Scope(project=name))
            store_folded(unit, Scope(project=name), 0, "the box held a coin")
    with statements() as asked, record.reading() as unit:
        unit.literals.holding_all(Scope(project="other"), ["box", "coin"], where=EVERYWHERE)
    (words,) = (value for value in asked[-1][1] if str(value).startswith("("))
    with record._reading.connect() as connection:  # pyright: ignore[reportPrivateUsage]
        match = "SELECT rowid FROM snippet_terms WHERE snippet_terms MATCH ?"
        named = connection.exec_driver_sql(match, (words,)).all()
    record.close()
    assert len(named) == 1


def test_postgresql_is_told_the_rows_and_sqlite_how_to_find_them(
    record: SqlRecord, scope: Scope
) -> None:
    with record.writing() as unit:
        unit.projects.ensure(scope)
        store_folded(unit, scope, 0, "the box held a coin")
    with statements() as asked, record.reading() as unit:
        (found,) = unit.literals.holding_all(scope, ["box"], where=EVERYWHERE)
        assert unit.literals.holding_all(scope, ["boxes"], where=EVERYWHERE) == []
    assert found.folded == "the box held a coin"
    on_sqlite = record._reading.dialect.name == "sqlite"  # pyright: ignore[reportPrivateUsage]
    naming = [said for said, _ in asked if said.startswith("SELECT snippet_terms.rowid")]
    reading = [said for said, _ in asked if "ORDER BY chapter.order_key" in said]
    assert len(naming) == (0 if on_sqlite else 2)
    assert len(reading) == (2 if on_sqlite else 1), "what names no row is not looked up"
    assert all(("snippet.project + " in said) == on_sqlite for said in reading)
    assert all(("= ANY (" in said) != on_sqlite for said in reading)


@pytest.mark.parametrize("chapter", [None, 7])
def test_a_page_of_packs_is_read_without_sorting_all_of_them(url: str, chapter: int | None) -> None:
    scope = Scope(project="book")
    record = SqlRecord.open(url)
    with record.writing() as unit:
        unit.projects.ensure(scope)
    with statements() as asked, record.reading() as unit:
        unit.runs.newest(scope, limit=20, chapter=chapter)
    record.close()
    listed, of_pages = (plan(url, *said) for said in asked[-2:])
    index = "ix_run_newest (project=?)" if chapter is None else "ix_run_chapter (project=? AND"
    assert index in listed[0]
    assert not [step for step in listed if "TEMP B-TREE" in step or step.startswith("SCAN")]
    assert [step for step in of_pages if "SEARCH written USING INDEX ix_written_run" in step]
