"""Before a database that holds something is migrated, it is copied."""

import logging
import stat
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from shutil import disk_usage
from threading import Barrier

import pytest
import sqlalchemy as sa

from lorepack.errors import StorageFullError, UnavailableError
from lorepack.records import Scope
from storage.copies import copies, remove_copies
from storage.engines import open_engines, sqlite_url
from storage.migrate import migrate
from storage.record import SqlRecord
from tests.databases import Schemas
from tests.storage.old_schemas import former, populate, stored

ROOT = Path(__file__).parents[2]
OLD = "0003"


def at(url: str, revision: str = OLD, *, filled: bool = True) -> sa.Engine:
    """A database of a former schema, with rows in it or without."""
    reading, writing = open_engines(url)
    reading.dispose()
    migrate(writing, revision)
    if filled:
        populate(writing)
    return writing


def copied(engine: sa.Engine, name: str) -> sa.Engine:
    """An engine on a copy."""
    if engine.dialect.name == "sqlite":
        return open_engines(sqlite_url(Path(name)))[1]
    path = {"options": f"-csearch_path={name}"}
    return open_engines(engine.url.set(query=path).render_as_string(hide_password=False))[1]


def test_the_copy_holds_what_was_there_and_its_name_is_logged(
    new_database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    engine = at(new_database_url)
    before = stored(engine)
    with caplog.at_level(logging.INFO, logger="storage.copies"):
        SqlRecord.open(new_database_url).close()
    (copy,) = copies(engine)
    assert copy.before > former()[-1]
    assert copy.name in caplog.text
    old = copied(engine, copy.name)
    assert stored(old) == before
    with old.connect() as connection:
        version = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    assert version == OLD
    old.dispose()
    assert remove_copies(engine) == [copy]
    assert copies(engine) == []
    engine.dispose()


def test_the_way_back_from_a_copy_of_a_schema(new_database_url: str, schemas: Schemas) -> None:
    engine = at(new_database_url)
    if engine.dialect.name == "sqlite":
        engine.dispose()
        pytest.skip("a file is put in the place of a file")
    before = stored(engine)
    migrate(engine)
    (copy,) = copies(engine)
    with schemas.lend_new() as url:
        back = at(url, filled=False)
        with back.begin() as connection:
            names = sa.inspect(connection).get_table_names()
            first = ["project", "volume", "chapter", "entity", "snippet"]
            for name in [*first, *sorted({*names} - {*first, "alembic_version"})]:
                columns = [c["name"] for c in sa.inspect(connection).get_columns(name)]
                listed = ", ".join(f'"{column}"' for column in columns)
                connection.exec_driver_sql(
                    f"INSERT INTO {name} ({listed}) SELECT {listed} FROM {copy.name}.{name}"
                )
        assert stored(back) == before
        back.dispose()
    engine.dispose()


def test_a_record_lists_and_removes_its_copies(new_database_url: str) -> None:
    at(new_database_url).dispose()
    record = SqlRecord.open(new_database_url)
    (copy,) = record.copies()
    assert record.remove_copies() == [copy]
    assert record.copies() == []
    record.close()


def test_one_copy_is_kept_the_newest(new_database_url: str) -> None:
    engine = at(new_database_url)
    for to in ("0005", "0007"):
        migrate(engine, to)
        (copy,) = copies(engine)
        assert copy.before == to
    remove_copies(engine)
    engine.dispose()


def test_a_database_without_rows_is_not_copied(new_database_url: str) -> None:
    engine = at(new_database_url, filled=False)
    migrate(engine)
    assert copies(engine) == []
    engine.dispose()


def test_a_copy_of_a_file_is_its_owners_alone_and_a_whole_database(tmp_path: Path) -> None:
    file = tmp_path / "lorepack.db"
    engine = at(sqlite_url(file))
    migrate(engine, "0008")
    copy = tmp_path / "lorepack.db.before-0008"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    old = copied(engine, str(copy))
    with old.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
    old.dispose()
    engine.dispose()
    assert sorted(path.name for path in tmp_path.iterdir()) == [file.name, copy.name]


def test_what_a_broken_off_copy_left_is_listed_and_written_over(tmp_path: Path) -> None:
    engine = at(sqlite_url(tmp_path / "lorepack.db"))
    part = tmp_path / "lorepack.db.before-0008.part"
    part.write_text("words of a book")
    (left,) = copies(engine)
    assert (left.name, left.before) == (str(part), "0008")
    migrate(engine, "0008")
    assert [copy.name for copy in copies(engine)] == [str(part.with_suffix(""))]
    engine.dispose()


def test_other_schemas_are_left_alone(new_database_url: str) -> None:
    engine = at(new_database_url)
    if engine.dialect.name == "sqlite":
        Path(f"{engine.url.database}.beforehand").write_text("somebody's own")
        migrate(engine)
        assert [copy.name for copy in copies(engine) if "beforehand" in copy.name] == []
        assert Path(f"{engine.url.database}.beforehand").exists()
        engine.dispose()
        return
    with engine.begin() as connection:
        schema = connection.scalar(sa.select(sa.func.current_schema()))
        connection.execute(sa.schema.CreateSchema(f"{schema}_before_0001"))
    migrate(engine)
    assert f"{schema}_before_0001" not in [copy.name for copy in copies(engine)]
    assert f"{schema}_before_0001" in sa.inspect(engine).get_schema_names()
    engine.dispose()


def test_without_room_for_the_copy_nothing_is_migrated(small_disk: Callable[[int], Path]) -> None:
    folder = small_disk(4_000_000)
    file = folder / "lorepack.db"
    engine = at(sqlite_url(file))
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE memory SET text = hex(randomblob(300000))")
    before = stored(engine)
    engine.dispose()
    (folder / "ballast").write_bytes(b"." * (disk_usage(folder).free - 300_000))
    with pytest.raises(StorageFullError, match=r"free \d+ bytes in .* and start again") as refused:
        SqlRecord.open(sqlite_url(file))
    assert "nothing was changed" in str(refused.value)
    reading, engine = open_engines(sqlite_url(file))
    assert stored(engine) == before
    assert copies(engine) == []
    reading.dispose()
    engine.dispose()


@pytest.mark.parametrize("revision", ["0001", former()[-1]])
def test_threads_that_start_at_once_migrate_once(new_database_url: str, revision: str) -> None:
    engine = at(new_database_url, revision)
    together = Barrier(4)

    def start(_: int) -> str:
        together.wait()
        record = SqlRecord.open(new_database_url)
        with record.reading() as unit:
            text = unit.chapters.text(Scope(project="book"), "c")
        record.close()
        return text

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(start, range(4))) == ["林墨来了，缺了铃舌。"] * 4
    assert len(copies(engine)) == 1
    remove_copies(engine)
    engine.dispose()


def test_processes_that_start_at_once_migrate_once(new_database_url: str) -> None:
    engine = at(new_database_url)
    code = (
        "import sys; from storage.record import SqlRecord\n"
        "print('ready', flush=True); sys.stdin.readline()\n"
        "SqlRecord.open(sys.argv[1]).close()"
    )
    started = [
        subprocess.Popen(
            [sys.executable, "-c", code, new_database_url],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        for _ in range(3)
    ]
    for process in started:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in started:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    for process in started:
        _, complaint = process.communicate(timeout=60)
        assert process.returncode == 0, complaint
    assert len(copies(engine)) == 1
    remove_copies(engine)
    engine.dispose()


def test_processes_that_make_a_file_at_once_make_one(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "lorepack.db")
    together = Barrier(6)

    def start(_: int) -> None:
        together.wait()
        SqlRecord.open(url).close()

    with ThreadPoolExecutor(6) as threads:
        list(threads.map(start, range(6)))
    assert [path.name for path in tmp_path.iterdir()] == ["lorepack.db"]
    assert stat.S_IMODE((tmp_path / "lorepack.db").stat().st_mode) == 0o600


def test_an_emptied_file_is_no_new_database(tmp_path: Path) -> None:
    file = tmp_path / "lorepack.db"
    file.touch()
    with pytest.raises(UnavailableError, match=r"lorepack\.db is empty: what it held is gone"):
        SqlRecord.open(sqlite_url(file))
    assert file.stat().st_size == 0
