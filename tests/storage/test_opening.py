"""Opening a record: what cannot be one is one clear error."""

from pathlib import Path

import pytest

from lorepack.errors import InvalidInputError, UnavailableError
from storage.engines import sqlite_url
from storage.record import SqlRecord


@pytest.mark.parametrize("url", ["nonsense", "nosuch+driver://here/book"])
def test_an_address_that_is_none_is_named(url: str) -> None:
    with pytest.raises(InvalidInputError, match="address of a database"):
        SqlRecord.open(url)


def test_a_damaged_file_is_named_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "lorepack.db"
    file.write_bytes(b"this is no database at all, only words" * 40)
    before = file.read_bytes()
    with pytest.raises(UnavailableError, match=r"lorepack\.db is damaged"):
        SqlRecord.open(sqlite_url(file))
    assert file.read_bytes() == before


def test_a_server_that_is_not_there_is_named_without_its_password() -> None:
    with pytest.raises(UnavailableError, match="no connection to") as refused:
        SqlRecord.open("postgresql+psycopg://me:hidden@127.0.0.1:1/book")
    assert "hidden" not in str(refused.value)
