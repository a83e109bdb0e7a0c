"""A change of encoder: the index is made anew, the record keeps every vector, and all is said."""

from pathlib import Path

import pytest

from lorepack.errors import UnavailableError
from lorepack.records import Scope, SearchRequest, SearchResult
from providers.hashing import HashingEmbedder
from runtime.library import Library
from runtime.settings import Settings
from runtime.wiring import open_library
from tests.strategies import synthetic_book

ASKED = "沈砚秋"


def opened(folder: Path, cache_dir: Path, dim: int) -> Library:
    return open_library(Settings(data_dir=folder, cache_dir=cache_dir, embedder=f"hashing:{dim}"))


def searched(library: Library, scope: Scope) -> SearchResult:
    return library.search(scope, SearchRequest(query=ASKED))


def dense(result: SearchResult) -> bool:
    return bool(result.hits) and all(hit.score.dense is not None for hit in result.hits)


@pytest.fixture
def folder(tmp_path: Path, cache_dir: Path, scope: Scope) -> Path:
    """A data folder with a book that `hashing:64` has indexed."""
    with opened(tmp_path / "data", cache_dir, 64) as library:
        library.import_bytes(scope, synthetic_book(12).manuscript())
        library.index(scope)
        assert dense(searched(library, scope))
    return tmp_path / "data"


def test_until_the_new_index_is_made_words_are_found_and_the_lack_is_named(
    folder: Path, cache_dir: Path, scope: Scope
) -> None:
    with opened(folder, cache_dir, 32) as library:
        first, second = searched(library, scope), searched(library, scope)
        assert first.degraded == second.degraded == ("vector",)
        assert first.hits
        assert second.index_lag == 12
    with opened(folder, cache_dir, 32) as later:
        result = searched(later, scope)
        assert result.hits
        assert result.index_lag == 12


def test_the_next_indexing_makes_it(folder: Path, cache_dir: Path, scope: Scope) -> None:
    with opened(folder, cache_dir, 32) as library:
        library.index(scope)
        result = searched(library, scope)
    assert dense(result)
    assert (result.degraded, result.index_lag) == ((), 0)


def test_an_encoder_that_comes_back_finds_what_was_written_meanwhile_and_embeds_only_that(
    folder: Path, cache_dir: Path, scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    added = "\n第13章 尾声\n段玉笙在岸上站了一夜。".encode()
    with opened(folder, cache_dir, 32) as library:
        library.import_bytes(scope, synthetic_book(12).manuscript() + added)
        library.index(scope)
    embedded: list[str] = []
    embed = HashingEmbedder.embed_documents

    def noted(self: HashingEmbedder, texts: list[str]) -> object:
        embedded.extend(texts)
        return embed(self, texts)

    monkeypatch.setattr(HashingEmbedder, "embed_documents", noted)
    with opened(folder, cache_dir, 64) as library:
        library.index(scope)
        indexed = list(embedded)  # the first search measures the encoder with texts of its own
        result = library.search(scope, SearchRequest(query="段玉笙在岸上"))
    assert "段玉笙" in result.hits[0].text
    assert result.hits[0].score.dense is not None
    assert indexed
    assert all("段玉笙" in text for text in indexed)


def test_the_same_encoder_keeps_its_index(folder: Path, cache_dir: Path, scope: Scope) -> None:
    with opened(folder, cache_dir, 64) as library:
        result = searched(library, scope)
    assert dense(result)
    assert (result.degraded, result.index_lag) == ((), 0)


def test_the_index_of_another_encoder_goes(folder: Path, cache_dir: Path) -> None:
    with opened(folder, cache_dir, 32) as library:
        assert library.ownership.take() is not None
    assert len([path for path in (folder / "index").iterdir() if path.is_dir()]) == 1


def test_a_crash_before_the_end_begins_it_again(
    folder: Path, cache_dir: Path, scope: Scope
) -> None:
    (folder / "index" / "current").unlink()
    with opened(folder, cache_dir, 64) as library:
        assert searched(library, scope).degraded == ("vector",)
        library.index(scope)
        assert dense(searched(library, scope))
        assert (folder / "index" / "current").is_file()


def test_a_first_index_lacks_nothing_that_is_not_told(
    tmp_path: Path, cache_dir: Path, scope: Scope
) -> None:
    with opened(tmp_path / "new", cache_dir, 64) as library:
        library.import_bytes(scope, synthetic_book(4).manuscript())
        result = searched(library, scope)
    assert (result.degraded, result.index_lag) == ((), 4)


def test_an_encoder_that_cannot_be_had_leaves_the_index_alone(
    folder: Path, cache_dir: Path, scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    settings = Settings(
        data_dir=folder, cache_dir=cache_dir, embedder="fastembed:BAAI/bge-small-zh-v1.5"
    )
    with open_library(settings) as library, pytest.raises(UnavailableError, match="bge-small-zh"):
        library.index(scope)
    with opened(folder, cache_dir, 64) as library:
        assert dense(searched(library, scope))
