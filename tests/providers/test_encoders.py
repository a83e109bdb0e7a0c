"""Opening encoders by name, and what is done to text and vectors on the way."""

from pathlib import Path

import numpy as np
import pytest

from lorepack.errors import InvalidInputError, ProviderError
from providers import torch_models
from providers.encoders import DEFAULT_EMBEDDER, EMBEDDERS, open_embedder
from providers.prefixes import Prefixes, prefixes_of
from providers.vectors import clean, unit

SEARCH = "Represent this sentence for searching relevant passages: "
INSTRUCTED = (
    "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:"
)


def test_the_default_is_registered() -> None:
    assert DEFAULT_EMBEDDER.partition(":")[0] in EMBEDDERS


@pytest.mark.parametrize("name", ["", "magic:model", "fastembed", "fastembed:", "hashing"])
def test_an_unknown_provider_is_answered_by_those_there_are(name: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match=r"fastembed.*sentence-transformers.*hashing"):
        open_embedder(name, tmp_path)


def test_an_unknown_fastembed_model_is_answered_by_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match=r"'no/such'.*local/multilingual-e5-small"):
        open_embedder("fastembed:no/such", tmp_path)


def test_hashing_takes_a_length(tmp_path: Path) -> None:
    assert open_embedder("hashing:32", tmp_path).dim == 32
    with pytest.raises(InvalidInputError, match="'small'"):
        open_embedder("hashing:small", tmp_path)


def test_opening_loads_and_writes_nothing(tmp_path: Path) -> None:
    assert open_embedder(DEFAULT_EMBEDDER, tmp_path).dim == 384
    assert not list(tmp_path.iterdir())


def test_a_model_that_cannot_be_had_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(ProviderError, match=r"could not load BAAI/bge-small-zh-v1\.5"):
        open_embedder("fastembed:BAAI/bge-small-zh-v1.5", tmp_path).embed_query("雪")


def test_an_absent_library_is_answered_by_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find_nothing(name: str) -> None:
        """No package is installed."""

    monkeypatch.setattr(torch_models, "find_spec", find_nothing)
    with pytest.raises(ProviderError, match=r"pip install .lorepack\[sentence-transformers\]"):
        open_embedder("sentence-transformers:any", tmp_path)


@pytest.mark.parametrize(
    ("model", "query", "document"),
    [
        ("local/multilingual-e5-small", "query: ", "passage: "),
        ("/models/e5-base-v2", "query: ", "passage: "),
        ("nomic-ai/nomic-embed-text-v1.5-Q", "search_query: ", "search_document: "),
        ("intfloat/multilingual-e5-large-instruct", f"{INSTRUCTED} ", ""),
        ("Qwen/Qwen3-Embedding-0.6B", INSTRUCTED, ""),
        ("snowflake/snowflake-arctic-embed-m-long", SEARCH, ""),
        ("Snowflake/snowflake-arctic-embed-l-v2.0", "query: ", ""),
        ("nomic-embed-text:latest", "search_query: ", "search_document: "),
        ("BAAI/bge-base-en-v1.5", SEARCH, ""),
        ("BAAI/bge-small-zh-v1.5", "为这个句子生成表示以用于检索相关文章：", ""),
        ("Qdrant/constella-zero", "", ""),
        ("text-embedding-3-small", "", ""),
        ("/models/e5-base-v2/bge-m3", "", ""),
    ],
)
def test_prefixes_are_those_a_model_was_trained_with(model: str, query: str, document: str) -> None:
    assert prefixes_of(model) == Prefixes(query=query, document=document)


def test_cleaning_touches_only_what_no_tokenizer_takes() -> None:
    assert clean("𠮷野家 \U0001f469\u200d\U0001f467") == "𠮷野家 \U0001f469\u200d\U0001f467"
    assert clean("a\0b\ud800c") == "a b?c"


def test_a_vector_is_scaled_to_one() -> None:
    assert unit([3.0, 4.0]).tolist() == pytest.approx([0.6, 0.8])
    assert unit([3, 4]).dtype == np.float32


@pytest.mark.parametrize("values", [[0.0, 0.0], [float("nan"), 1.0], [float("inf"), 1.0]])
def test_a_vector_without_direction_is_refused(values: list[float]) -> None:
    with pytest.raises(ProviderError, match="length"):
        unit(values)
