"""What every encoder promises, whoever runs it."""

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from platformdirs import user_cache_path

from lorepack.ports import Embedder, Vector
from providers.encoders import DEFAULT_EMBEDDER, EMBEDDERS, open_embedder
from providers.servers.embedding import EmbeddingServer
from tests import tiny_models
from tests.chat_server import serving
from tests.embedding_server import EMBEDS, LIMIT

CACHE = user_cache_path("lorepack")

TEXTS = [
    "雨停以后，她把旧账本锁进了抽屉。",
    "The innkeeper counted forty silver coins and said nothing.",
    "灯塔的守夜人在暴风雪里点亮了第三盏灯，海面上却没有一艘船。" * 8,
    "好",
]

ODD = ["", "   ", "\n\t", "\0", "a\0b", "\ud800", "x\udfffy", "👩‍👩‍👧", "𠮷野家", "\ufdfa" * 500]

LONG = "雪落在码头上。" * 150
"""Some 1,050 tokens, twice what any of these takes at once."""

NOISE = 1e-5
"""Of a sum of float32 numbers below one; what matters moves a vector further."""


@contextmanager
def _by_name(name: str) -> Generator[Embedder]:
    yield open_embedder(name, CACHE)


@contextmanager
def _onnx_folder(folder: Path) -> Generator[Embedder]:
    tiny_models.write_onnx_encoder(folder)
    yield open_embedder(f"fastembed:{folder}", CACHE)


@contextmanager
def _torch_folder(folder: Path, prompts: dict[str, str]) -> Generator[Embedder]:
    if find_spec("sentence_transformers") is None:
        pytest.skip("sentence-transformers is not installed")
    tiny_models.write_torch_encoder(folder, prompts)
    yield open_embedder(f"sentence-transformers:{folder}", CACHE)


@contextmanager
def _server() -> Generator[Embedder]:
    with serving(EMBEDS) as server:
        # A token of cl100k_base may be many letters; a window of these texts stays below LIMIT.
        settings = EmbeddingServer(url=server.url, window=LIMIT // 8, batch=3)
        yield open_embedder("openai:multilingual-e5-served", CACHE, settings)


OPENED: dict[str, Callable[[Path], AbstractContextManager[Embedder]]] = {
    DEFAULT_EMBEDDER: lambda _: _by_name(DEFAULT_EMBEDDER),
    "fastembed:e5-folder": lambda folder: _onnx_folder(folder / "e5-tiny"),
    "sentence-transformers:prompted": lambda folder: _torch_folder(
        folder / "tiny", {"query": "find: ", "document": "text: "}
    ),
    "sentence-transformers:prefixed": lambda folder: _torch_folder(
        folder / "multilingual-e5-tiny", {}
    ),
    "openai:served": lambda _: _server(),
    "hashing:64": lambda _: _by_name("hashing:64"),
}
"""Each way to an encoder; the folders are made for the test."""


@pytest.fixture(scope="module", params=OPENED)
def embedder(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Generator[Embedder]:
    with OPENED[request.param](tmp_path_factory.mktemp("models")) as opened:
        yield opened


def same(left: Sequence[Vector], right: Sequence[Vector]) -> bool:
    return len(left) == len(right) and all(map(np.array_equal, left, right))


def test_every_provider_is_held_to_this_contract() -> None:
    assert {name.partition(":")[0] for name in OPENED} == set(EMBEDDERS)


def test_vectors_have_the_length_named_and_are_unit_float32(embedder: Embedder) -> None:
    for vector in (*embedder.embed_documents(TEXTS), embedder.embed_query(TEXTS[0])):
        assert vector.shape == (embedder.dim,)
        assert vector.dtype == np.float32
        assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-6)


def test_the_same_text_gets_the_same_vector(embedder: Embedder) -> None:
    assert same(embedder.embed_documents(TEXTS), embedder.embed_documents(TEXTS))
    assert same([embedder.embed_query("抽屉")], [embedder.embed_query("抽屉")])


def test_a_vector_ignores_its_batch(embedder: Embedder) -> None:
    alone = [embedder.embed_documents([text])[0] for text in TEXTS]
    assert same(embedder.embed_documents(TEXTS), alone)
    assert same(embedder.embed_documents(TEXTS[::-1]), alone[::-1])


def test_threads_share_an_encoder(embedder: Embedder) -> None:
    alone = embedder.embed_documents(TEXTS)
    with ThreadPoolExecutor(4) as pool:
        for vectors in pool.map(embedder.embed_documents, [TEXTS] * 4):
            assert same(vectors, alone)


def test_no_texts_have_no_vectors(embedder: Embedder) -> None:
    assert embedder.embed_documents([]) == []


@pytest.mark.parametrize("text", ODD, ids=lambda text: ascii(text[:9]))
def test_odd_texts_are_embedded(embedder: Embedder, text: str) -> None:
    for vector in (*embedder.embed_documents([text]), embedder.embed_query(text)):
        assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-6)


def test_a_text_of_any_length_is_embedded(embedder: Embedder) -> None:
    (vector,) = embedder.embed_documents(["雪" * 2_000])
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize("place", [0, 480, 960])
def test_every_part_of_a_long_text_matters_to_its_vector(embedder: Embedder, place: int) -> None:
    changed = LONG[:place] + "她点亮了第三盏灯，账本烧成了灰" * 6 + LONG[place + 90 :]
    before, after = embedder.embed_documents([LONG, changed])
    assert np.abs(before - after).max() > NOISE
    asked, asked_after = embedder.embed_query(LONG), embedder.embed_query(changed)
    assert np.abs(asked - asked_after).max() > NOISE


def test_a_long_text_is_near_its_parts(embedder: Embedder) -> None:
    """The windows are put together, and not one of them taken for the whole."""
    half = len(LONG) // 2
    other = "The innkeeper counted forty silver coins and said nothing. " * 9
    whole, first, last = embedder.embed_documents([LONG[:half] + other, LONG[:half], other])
    assert min(whole @ first, whole @ last) > first @ last


def test_the_fingerprint_is_stable(embedder: Embedder) -> None:
    assert embedder.fingerprint == embedder.fingerprint
    assert embedder.fingerprint.startswith(tuple(EMBEDDERS))


def test_fingerprints_of_two_models_differ() -> None:
    names = [DEFAULT_EMBEDDER, "hashing:64", "hashing:65"]
    assert len({open_embedder(name, CACHE).fingerprint for name in names}) == 3


@pytest.mark.parametrize("name", [DEFAULT_EMBEDDER, "hashing:64"])
def test_another_object_of_the_same_name_is_the_same_encoder(name: str) -> None:
    first, again = open_embedder(name, CACHE), open_embedder(name, CACHE)
    assert again.fingerprint == first.fingerprint
    assert same([again.embed_query("抽屉")], [first.embed_query("抽屉")])


def test_queries_and_documents_are_told_apart_by_models_trained_so(embedder: Embedder) -> None:
    (document,) = embedder.embed_documents([TEXTS[0]])
    told_apart = not np.array_equal(document, embedder.embed_query(TEXTS[0]))
    assert told_apart == (not embedder.fingerprint.startswith("hashing"))


def test_the_default_finds_by_meaning() -> None:
    embedder = open_embedder(DEFAULT_EMBEDDER, CACHE)
    documents = np.array(embedder.embed_documents(TEXTS[:3]))
    queries = ["账本收在什么地方？", "How much money was there?", "谁在风雪夜里点灯"]
    found = [int((documents @ embedder.embed_query(query)).argmax()) for query in queries]
    assert found == [0, 1, 2]
