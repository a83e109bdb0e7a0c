"""Encoders by setting: one behind a server serves a library, its calls are in the ledger."""

from pathlib import Path

import pytest
from pydantic import SecretStr, ValidationError

from cli.opening import check_models
from lorepack.errors import InvalidInputError, UnavailableError
from lorepack.records import Scope, SearchRequest, UsagePart
from runtime.settings import Settings
from runtime.wiring import open_library
from tests.chat_server import Scripted, serving
from tests.embedding_server import EMBEDS
from tests.providers.chatting import CANARY
from tests.strategies import synthetic_book

BOOK = synthetic_book(3).manuscript()


def served(data_dir: Path, cache_dir: Path, url: str) -> Settings:
    """A library whose encoder is on a server."""
    return Settings(
        data_dir=data_dir,
        cache_dir=cache_dir,
        embedder="openai:tale-embed-1",
        embedding_url=url,
        embedding_api_key=SecretStr(CANARY),
        embedding_window=64,
        embedding_batch=4,
    )


def test_an_encoder_behind_a_server_finds_and_its_calls_are_in_the_ledger(
    tmp_path: Path, cache_dir: Path, scope: Scope
) -> None:
    with (
        serving(EMBEDS) as server,
        open_library(served(tmp_path, cache_dir, server.url)) as library,
    ):
        library.import_bytes(scope, BOOK)
        library.index(scope)
        result = library.search(scope, SearchRequest(query="沈砚秋在青石渡"))
        with library.record.reading() as unit:
            routes = unit.ledger.totals("local", UsagePart.ROUTE)
        asked = len(server.received)
    assert (result.degraded, result.index_lag) == ((), 0)
    assert any(hit.score.dense is not None for hit in result.hits)
    assert list(routes) == ["embeddings"]
    assert routes["embeddings"].calls == asked
    assert routes["embeddings"].input_tokens > 0


def test_without_its_server_words_are_found_and_the_lack_is_named(
    tmp_path: Path, cache_dir: Path, scope: Scope
) -> None:
    refusing = Scripted(status=401, body=b'{"error": "no such key"}')
    with (
        serving(refusing) as server,
        open_library(served(tmp_path, cache_dir, server.url)) as library,
    ):
        library.import_bytes(scope, BOOK)
        with pytest.raises(UnavailableError, match="401: 'no such key'"):
            library.index(scope)
        result = library.search(scope, SearchRequest(query="沈砚秋"))
    assert result.degraded == ("vector",)
    assert result.hits


def test_a_server_that_fails_midway_keeps_what_it_has_made(
    tmp_path: Path, cache_dir: Path, scope: Scope
) -> None:
    down = Scripted(status=400, body=b'{"error": "out of credit"}')
    # The first reply tells the length; two chapters of three are embedded, and then it is over.
    with (
        serving(EMBEDS, EMBEDS, EMBEDS, down, EMBEDS) as server,
        open_library(served(tmp_path, cache_dir, server.url)) as library,
    ):
        library.import_bytes(scope, synthetic_book(40).manuscript())
        with pytest.raises(UnavailableError, match="out of credit"):
            library.index(scope)
        library.index(scope)
        result = library.search(scope, SearchRequest(query="沈砚秋在青石渡"))
    assert (result.degraded, result.index_lag) == ((), 0)


def test_the_cross_encoder_is_opened_once_and_only_where_one_is_named(
    tmp_path: Path, cache_dir: Path
) -> None:
    plain = Settings(data_dir=tmp_path, cache_dir=cache_dir, embedder="hashing:64")
    with open_library(plain) as library:
        assert library.reranker() is None
    with open_library(plain.model_copy(update={"reranker": "overlap:2"})) as library:
        first = library.reranker()
        assert first is not None
        assert first.score("灯", ["灯"]) == [1.0]
        assert library.reranker() is first


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"embedder": "magic:model"}, "an encoder is named"),
        ({"embedder": "openai:any"}, "LOREPACK_EMBEDDING_URL"),
        ({"reranker": "magic:model"}, "a cross-encoder is named"),
        ({"reranker": "fastembed:no/such"}, "no cross-encoder 'no/such'"),
    ],
)
def test_a_model_that_does_not_exist_is_refused_before_any_work(
    wrong: dict[str, str], named: str, tmp_path: Path, cache_dir: Path
) -> None:
    with pytest.raises(InvalidInputError, match=named):
        check_models(Settings(data_dir=tmp_path, cache_dir=cache_dir).model_copy(update=wrong))


@pytest.mark.parametrize("window", [0, 10**6])
def test_a_window_that_no_request_holds_is_refused(window: int) -> None:
    with pytest.raises(ValidationError, match="embedding_window"):
        Settings(embedding_window=window)
