"""A PostgreSQL server that restarts, hangs or is full: clear errors, nothing lost, no waiting."""

import os
import random
import shutil
import socket
import threading
import time
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
import sqlalchemy as sa

from lorepack.errors import StorageFullError, UnavailableError
from lorepack.records import Scope
from storage.record import SqlRecord
from tests.clusters import Cluster, cluster
from tests.databases import POSTGRESQL, Schemas
from tests.disks import disk

SCOPE = Scope(project="book")


@pytest.fixture(scope="module")
def server() -> Generator[Cluster]:
    with cluster() as running:
        yield running


@pytest.fixture
def url(schemas: Schemas) -> Generator[str]:
    if not POSTGRESQL:
        pytest.skip("TEST_PG_URL names no PostgreSQL server")
    with schemas.lend() as address:
        yield address


def touch(record: SqlRecord) -> int:
    """One write, acknowledged; returns the revision."""
    with record.writing() as unit:
        unit.projects.ensure(SCOPE)
        unit.projects.touch(SCOPE)
        return unit.projects.get(SCOPE).revision


def fill_pools(record: SqlRecord, size: int) -> None:
    """Have every connection of both pools open, and idle."""
    together = Barrier(size)

    def open_one(_: int) -> None:
        with record.reading() as unit:
            unit.projects.names("local")
            together.wait()

    with ThreadPoolExecutor(size) as threads:
        list(threads.map(open_one, range(size)))
    touch(record)


def test_after_a_restart_at_most_one_request_of_each_connection_fails(server: Cluster) -> None:
    record = SqlRecord.open(server.url, 4)
    fill_pools(record, 4)
    acknowledged = touch(record)
    with pytest.raises(UnavailableError, match=r"no connection to postgresql.*acknowledged is sto"):
        write_over(record, server)
    failed = 0
    for _ in range(12):
        try:
            with record.reading() as reading:
                assert reading.projects.get(SCOPE).revision >= acknowledged
            acknowledged = touch(record)
        except UnavailableError:
            failed += 1
    assert failed == 0, "idle connections are looked at before they are used"
    record.close()


def write_over(record: SqlRecord, server: Cluster) -> None:
    """A write in whose middle the server restarts."""
    with record.writing() as unit:
        unit.projects.touch(SCOPE)
        server.stop()
        server.start()
        unit.projects.touch(SCOPE)


def test_while_the_server_is_away_every_request_says_so_and_then_all_is_well(
    server: Cluster,
) -> None:
    record = SqlRecord.open(server.url)
    acknowledged = touch(record)
    server.stop()
    try:
        for unit in (record.reading, record.writing):
            with pytest.raises(UnavailableError, match="no connection to"), unit() as opened:
                opened.projects.names("local")
        with pytest.raises(UnavailableError, match="no connection to"):
            SqlRecord.open(server.url)
    finally:
        server.start()
    assert touch(record) == acknowledged + 1
    record.close()


def test_a_full_disk_of_the_server_is_told_and_nothing_acknowledged_is_lost(
    server: Cluster,
) -> None:
    with disk(server.folder / "small", 12_000_000) as small:
        server_owns(small)
        admin = sa.create_engine(server.url, isolation_level="AUTOCOMMIT")
        with admin.connect() as connection:
            connection.exec_driver_sql(f"CREATE TABLESPACE small LOCATION '{small}'")
            connection.exec_driver_sql("CREATE SCHEMA small")
        options = "?options=-csearch_path%3Dsmall%20-cdefault_tablespace%3Dsmall"
        record = SqlRecord.open(f"{server.url}{options}")
        acknowledged, size = touch(record), 2_000_000
        ballast = small / "ballast"
        with pytest.raises(OSError, match="No space left"):
            fill_up(ballast)
        with pytest.raises(StorageFullError, match="the disk is full"):
            store(record, size)
        with record.reading() as unit:
            assert unit.projects.get(SCOPE).revision == acknowledged
        ballast.unlink()
        store(record, size)
        assert touch(record) == acknowledged + 2
        record.close()
        with admin.connect() as connection:
            connection.execute(sa.schema.DropSchema("small", cascade=True))
            connection.exec_driver_sql("DROP TABLESPACE small")
        admin.dispose()


def server_owns(folder: Path) -> None:
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")


def fill_up(file: Path) -> None:
    with file.open("wb") as opened:
        while True:
            opened.write(b"." * 65_536)
            opened.flush()


def store(record: SqlRecord, size: int) -> None:
    """Write so many bytes that cannot be made fewer."""
    with record.writing() as unit:
        unit.projects.touch(SCOPE)
        unit.profiles.put(SCOPE, random.Random(1).randbytes(size // 2).hex())


def test_connections_name_themselves_and_wait_for_nothing_for_ever(url: str) -> None:
    record = SqlRecord.open(url)
    with record.reading() as unit:
        connection = unit.ledger._connection  # pyright: ignore[reportPrivateUsage]
        shown = {
            name: connection.exec_driver_sql(f"SHOW {name}").scalar()
            for name in (
                "application_name",
                "statement_timeout",
                "lock_timeout",
                "idle_in_transaction_session_timeout",
                "random_page_cost",
            )
        }
    assert shown == {
        "application_name": "lorepack",
        "statement_timeout": "5min",
        "lock_timeout": "1min",
        "idle_in_transaction_session_timeout": "10min",
        "random_page_cost": "1.1",
    }
    record.close()


def test_what_the_address_says_goes_before_what_is_usual(url: str) -> None:
    record = SqlRecord.open(f"{url}%20-clock_timeout%3D7s&application_name=mine&connect_timeout=3")
    with record.reading() as unit:
        connection = unit.ledger._connection  # pyright: ignore[reportPrivateUsage]
        assert connection.exec_driver_sql("SHOW lock_timeout").scalar() == "7s"
        assert connection.exec_driver_sql("SHOW application_name").scalar() == "mine"
        assert connection.exec_driver_sql("SHOW statement_timeout").scalar() == "5min"
    record.close()


def test_a_write_that_another_one_keeps_waiting_is_given_up(url: str) -> None:
    first, second = SqlRecord.open(url), SqlRecord.open(f"{url}%20-clock_timeout%3D50")
    touch(first)
    with first.writing() as unit:
        unit.projects.get(SCOPE)
        with pytest.raises(UnavailableError, match="written by somebody else for too long"):
            touch(second)
    assert touch(second) == 2
    for record in (first, second):
        record.close()


def test_a_statement_that_takes_too_long_is_stopped(url: str) -> None:
    record = SqlRecord.open(f"{url}%20-cstatement_timeout%3D50")
    with pytest.raises(UnavailableError, match="took too long and was stopped"):
        sleep(record)
    assert touch(record) == 1
    record.close()


def sleep(record: SqlRecord) -> None:
    with record.reading() as unit:
        connection = unit.ledger._connection  # pyright: ignore[reportPrivateUsage]
        connection.exec_driver_sql("SELECT pg_sleep(60)")


def test_a_process_that_hangs_in_its_write_lets_the_others_go_on(url: str) -> None:
    hanging = SqlRecord.open(f"{url}%20-cidle_in_transaction_session_timeout%3D50")
    other = SqlRecord.open(url)
    touch(other)
    with pytest.raises(UnavailableError, match=r"took too long|no connection"):
        hang(hanging, other)
    assert touch(hanging) == 3
    for record in (hanging, other):
        record.close()


def hang(hanging: SqlRecord, other: SqlRecord) -> None:
    with hanging.writing() as unit:
        unit.projects.touch(SCOPE)
        assert touch(other) == 2, "its lock was taken from it"
        unit.projects.touch(SCOPE)


def test_when_every_connection_is_in_use_the_next_one_is_told(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.postgresql._POOL_SECONDS", 0.05)
    record = SqlRecord.open(url, 1)
    with record.reading() as one, record.reading() as two:
        one.projects.names("local")
        two.projects.names("local")
        with pytest.raises(UnavailableError, match=r"every connection to .* is in use"):
            SqlRecord.reading(record).__enter__()
    record.close()


def test_a_server_that_takes_connections_and_never_answers_is_left() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        port = silent.getsockname()[1]
        with pytest.raises(UnavailableError, match="no connection to") as refused:
            SqlRecord.open(f"postgresql+psycopg://me:hidden@127.0.0.1:{port}/b?connect_timeout=2")
    assert "hidden" not in str(refused.value)


def test_of_two_edits_prepared_on_one_revision_the_second_is_refused(url: str) -> None:
    """Whoever looks at a project in order to write it shuts the others out."""
    record = SqlRecord.open(url)
    touch(record)
    seen: list[int] = []
    looked = threading.Event()

    def write() -> None:
        looked.set()
        with record.writing() as unit:
            seen.append(unit.projects.get(SCOPE).revision)
            unit.projects.touch(SCOPE)

    with record.writing() as unit:
        revision = unit.projects.get(SCOPE).revision
        other = threading.Thread(target=write)
        other.start()
        looked.wait()
        time.sleep(0.1)  # in which it would have read, if it could
        unit.projects.touch(SCOPE)
    other.join()
    assert seen == [revision + 1]
    record.close()


def test_a_project_made_twice_at_once_is_made_once(url: str) -> None:
    record = SqlRecord.open(url)
    together = Barrier(4)

    def make(_: int) -> int:
        together.wait()
        return touch(record)

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(make, range(4))) == [1, 2, 3, 4]
    record.close()
