"""Tokenizers of a user's own: set by file, asked for by name."""

import json
from pathlib import Path

import pytest
from pydantic import ValidationError

from lorepack.errors import InvalidInputError
from lorepack.records import PackRequest, RecallRequest, Scope
from runtime.library import Library
from runtime.settings import Settings
from runtime.wiring import open_library
from tests.strategies import synthetic_book
from tests.tiny_tokenizers import write_byte_level

TABLE = "LOREPACK_TOKENIZERS"


@pytest.fixture
def library(tmp_path: Path, cache_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    file = write_byte_level(tmp_path / "tokenizer.json")
    monkeypatch.setenv(TABLE, json.dumps({"tiny": str(file)}))
    settings = Settings(data_dir=tmp_path / "data", cache_dir=cache_dir, embedder="hashing:64")
    opened = open_library(settings)
    opened.import_bytes(Scope(project="book"), synthetic_book(9).manuscript())
    opened.summarise(Scope(project="book"))
    return opened


@pytest.mark.parametrize("encoding", ["tiny", "bytes", "cl100k", "gpt-4", "o200k_harmony"])
def test_packs_and_recalls_are_counted_by_any_encoding(library: Library, encoding: str) -> None:
    with library:
        count = library.tokenizers(encoding).count
        asked = PackRequest(chapter=9, budget=9_000, query="铜铃", encoding=encoding)
        pack = library.pack(Scope(project="book"), asked)
        assert (pack.encoding, pack.tokens) == (encoding, count(pack.rendered))
        assert pack.tokens <= 9_000
        recall = library.recall(
            Scope(project="book"), RecallRequest(query="铜铃", encoding=encoding, budget=2_000)
        )
        assert recall.tokens == count(recall.text) <= 2_000


def test_one_encoding_gives_one_pack_by_all_its_names(library: Library) -> None:
    with library:
        packs = [
            library.pack(Scope(project="book"), PackRequest(chapter=9, budget=900, encoding=name))
            for name in ("o200k_base", "o200k", "gpt-4o")
        ]
        assert len({pack.id for pack in packs}) == 1


def test_a_request_opens_no_file(library: Library, tmp_path: Path) -> None:
    asked = PackRequest(chapter=9, encoding=str(tmp_path / "tokenizer.json"))
    with library, pytest.raises(InvalidInputError, match=r"no encoding .*, tiny, and the models"):
        library.pack(Scope(project="book"), asked)


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ('{"o200k_base": "tokenizer.json"}', "'o200k_base' is an encoding already"),
        ('{"bytes": "tokenizer.json"}', "'bytes' is an encoding already"),
        ("qwen3=tokenizer.json", "expected value"),
        ('["tokenizer.json"]', "valid dictionary"),
    ],
)
def test_a_table_that_cannot_be_used_is_refused(
    table: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TABLE, table)
    with pytest.raises(ValidationError, match=says):
        Settings()
