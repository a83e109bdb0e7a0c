"""What every encoder promises, whoever runs it."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from platformdirs import user_cache_path

from lorepack.ports import Embedder, Vector
from providers.encoders import DEFAULT_EMBEDDER, EMBEDDERS, open_embedder

TINY = ["sentence-transformers:tiny", "sentence-transformers:multilingual-e5-tiny"]
"""Made for the test: the first brings prompts of its own, the second has its name's prefixes."""

NAMES = [DEFAULT_EMBEDDER, "hashing:64", *TINY]

CACHE = user_cache_path("lorepack")

TEXTS = [
    "雨停以后，她把旧账本锁进了抽屉。",
    "The innkeeper counted forty silver coins and said nothing.",
    "灯塔的守夜人在暴风雪里点亮了第三盏灯，海面上却没有一艘船。" * 8,
    "好",
]

ODD = ["", "   ", "\n\t", "\0", "a\0b", "\ud800", "x\udfffy", "👩‍👩‍👧", "𠮷野家", "\ufdfa" * 500]


@pytest.fixture(scope="module", params=NAMES)
def embedder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Embedder:
    if request.param not in TINY:
        return open_embedder(request.param, CACHE)
    if find_spec("sentence_transformers") is None:
        pytest.skip("sentence-transformers is not installed")
    folder = tmp_path_factory.mktemp("models") / request.param.partition(":")[2]
    write_tiny_model(folder)
    return open_embedder(f"sentence-transformers:{folder}", CACHE)


def write_tiny_model(folder: Path) -> None:
    """A sentence-transformers folder with random weights."""
    transformers, library = import_module("transformers"), import_module("sentence_transformers")
    tokenizers = import_module("tokenizers")
    letters = [chr(c) for c in (*range(32, 127), *range(0x4E00, 0x9FA6))]
    vocabulary = {word: i for i, word in enumerate(["[PAD]", "[UNK]", *letters])}
    backend = tokenizers.Tokenizer(tokenizers.models.WordLevel(vocabulary, unk_token="[UNK]"))
    backend.pre_tokenizer = tokenizers.pre_tokenizers.Split("", "isolated")
    fast = transformers.PreTrainedTokenizerFast(
        tokenizer_object=backend, unk_token="[UNK]", pad_token="[PAD]", model_max_length=64
    )
    config = transformers.BertConfig(
        vocab_size=len(vocabulary), hidden_size=32, num_hidden_layers=1,
        num_attention_heads=2, intermediate_size=64, max_position_embeddings=64,
    )  # fmt: skip
    fast.save_pretrained(folder)
    transformers.BertModel(config).save_pretrained(folder)
    prompts = {"query": "find: ", "document": "text: "} if folder.name == "tiny" else {}
    library.SentenceTransformer(str(folder), prompts=prompts, device="cpu").save(str(folder))


def same(left: Sequence[Vector], right: Sequence[Vector]) -> bool:
    return len(left) == len(right) and all(map(np.array_equal, left, right))


def test_every_provider_is_held_to_this_contract() -> None:
    assert {name.partition(":")[0] for name in NAMES} == set(EMBEDDERS)


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


@pytest.mark.parametrize("text", ODD, ids=ascii)
def test_odd_texts_are_embedded(embedder: Embedder, text: str) -> None:
    for vector in (*embedder.embed_documents([text]), embedder.embed_query(text)):
        assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-6)


def test_a_text_of_any_length_is_embedded(embedder: Embedder) -> None:
    (vector,) = embedder.embed_documents(["雪" * 20_000])
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-6)


def test_the_fingerprint_is_stable(embedder: Embedder) -> None:
    assert embedder.fingerprint == embedder.fingerprint
    assert embedder.fingerprint.startswith(tuple(EMBEDDERS))


def test_fingerprints_of_two_models_differ() -> None:
    names = [DEFAULT_EMBEDDER, "hashing:64", "hashing:65"]
    assert len({open_embedder(name, CACHE).fingerprint for name in names}) == 3


def test_another_object_of_the_same_name_is_the_same_encoder(embedder: Embedder) -> None:
    if embedder.fingerprint.startswith("sentence-transformers"):
        pytest.skip("a folder of its own, compared with itself above")
    name = DEFAULT_EMBEDDER if embedder.fingerprint.startswith("fastembed") else "hashing:64"
    again = open_embedder(name, CACHE)
    assert again.fingerprint == embedder.fingerprint
    assert same([again.embed_query("抽屉")], [embedder.embed_query("抽屉")])


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
