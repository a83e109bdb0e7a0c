"""The network against the same weights in plain float32 arithmetic, and its tokenizer."""

import math
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from platformdirs import user_cache_path
from tokenizers import Tokenizer

from providers.e5.blob import Blob, Floats, find_blob
from providers.e5.graph import Graph
from providers.e5.prepare import MODEL_FILE, prepare

TEXTS = [
    "query: Who counted forty silver coins?",
    "passage: 灯塔的守夜人在暴风雪里点亮了第三盏灯，海面上却没有一艘船。",
]

Encoder = Callable[[list[list[int]]], Floats]

Inputs = dict[str, npt.NDArray[np.int64]]


@pytest.fixture(scope="module")
def folder() -> Path:
    return prepare(user_cache_path("lorepack"))


@pytest.fixture(scope="module")
def tokenizer(folder: Path) -> Tokenizer:
    return Tokenizer.from_file(str(folder / "tokenizer.json"))


def load(model: str | bytes) -> Callable[[Inputs], Floats]:
    """A model's first output as a function of its inputs, on one thread."""
    runtime: Any = import_module("onnxruntime")  # it has no types
    options = runtime.SessionOptions()
    options.intra_op_num_threads = 1
    session = runtime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    return lambda inputs: session.run(None, inputs)[0]


@pytest.fixture(scope="module")
def encode(folder: Path) -> Encoder:
    model = load(str(folder / MODEL_FILE))

    def run(batch: list[list[int]]) -> Floats:
        length = max(map(len, batch))
        ids = np.array([row + [1] * (length - len(row)) for row in batch])
        mask = np.array([[1] * len(row) + [0] * (length - len(row)) for row in batch])
        hidden = model({"input_ids": ids, "attention_mask": mask})
        means = (hidden * mask[..., None]).sum(1) / mask.sum(1, keepdims=True)
        return (means / np.linalg.norm(means, axis=1, keepdims=True)).astype(np.float32)

    return run


class Reference:
    """The encoder as its paper has it (BERT, mean pooling), in float32."""

    def __init__(self, blob: Blob) -> None:
        self.blob = blob

    def encode(self, ids: list[int]) -> Floats:
        plain, hidden = self.blob.plain, self.blob.shape.hidden
        x = self.words(ids) + plain("emb.pos").reshape(-1, hidden)[: len(ids)]
        x = self.norm(x + plain("emb.type")[:hidden], "emb.ln")
        for name in (f"l{i}" for i in range(self.blob.shape.layers)):
            x = self.norm(x + self.linear(self.attention(x, name), f"{name}.ao"), f"{name}.aln")
            inner = self.linear(x, f"{name}.fi")
            gelu = inner * (1 + np.vectorize(math.erf)(inner / math.sqrt(2))) / 2
            x = self.norm(x + self.linear(gelu, f"{name}.fo"), f"{name}.oln")
        return (x.mean(0) / np.linalg.norm(x.mean(0))).astype(np.float32)

    def words(self, ids: list[int]) -> Floats:
        codes, scales = self.blob.blocks("emb.word")
        count = self.blob.shape.vocabulary
        codes, scales = codes.reshape(count, -1, 16)[ids], scales.reshape(count, -1)[ids]
        weights = np.concatenate([codes & 15, codes >> 4], axis=2).astype(np.float32) - 8
        return (weights * scales[..., None]).reshape(len(ids), -1).astype(np.float32)

    def attention(self, x: Floats, name: str) -> Floats:
        q, k, v = (self.heads(self.linear(x, f"{name}.{part}")) for part in "qkv")
        scores = q @ k.transpose(0, 2, 1) / math.sqrt(q.shape[-1])
        shares = np.exp(scores - scores.max(-1, keepdims=True))
        shares /= shares.sum(-1, keepdims=True)
        return (shares @ v).transpose(1, 0, 2).reshape(len(x), -1)

    def heads(self, x: Floats) -> Floats:
        return x.reshape(len(x), self.blob.shape.heads, -1).transpose(1, 0, 2)

    def linear(self, x: Floats, name: str) -> Floats:
        bias = self.blob.plain(f"{name}.b")
        return x @ self.blob.matrix(f"{name}.w", len(bias)).T + bias

    def norm(self, x: Floats, name: str) -> Floats:
        deviation = np.sqrt(x.var(-1, keepdims=True) + self.blob.shape.epsilon)
        scaled = (x - x.mean(-1, keepdims=True)) / deviation
        return scaled * self.blob.plain(f"{name}.w") + self.blob.plain(f"{name}.b")


def test_vectors_are_those_of_the_weights_in_float32(encode: Encoder, tokenizer: Tokenizer) -> None:
    reference = Reference(Blob(find_blob()))
    ids = [tokenizer.encode(text).ids for text in TEXTS]
    cosines = [float(encode([row])[0] @ reference.encode(row)) for row in ids]
    assert np.mean(cosines) >= 0.995
    assert min(cosines) >= 0.99


def test_padding_is_not_seen(encode: Encoder, tokenizer: Tokenizer) -> None:
    """Nearly equal only: a neighbour takes part in the scale activations are quantised by."""
    short, long = (tokenizer.encode(text).ids for text in TEXTS[:2])
    assert encode([short, long])[0] @ encode([short])[0] > 0.99


def test_a_text_is_framed_and_trailing_space_is_no_token(tokenizer: Tokenizer) -> None:
    assert tokenizer.encode("账本").tokens == ["<s>", "▁", "账", "本", "</s>"]
    assert tokenizer.encode("账本 \n").ids == tokenizer.encode("账本").ids
    assert tokenizer.encode("").tokens == ["<s>", "</s>"]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("ＡＢ１２", "AB12"),
        ("账\x00\x07本", "账本"),
        ("账\u200b本", "账 本"),
        ("账\r\n\t 本", "账 本"),
        ("\ufdfa" * 1000, "صلى الله عليه وسلم" * 1000),
    ],
)
def test_spellings_of_one_text_get_the_same_tokens(
    tokenizer: Tokenizer, written: str, read: str
) -> None:
    assert tokenizer.encode(written).ids == tokenizer.encode(read).ids


def product(x: Floats, weights: Floats) -> Floats:
    """What a graph of one product makes of the rows of x."""
    graph = Graph()
    rows = graph.add("Gather", [graph.constant("table", x, np.float32), "places"], "rows")
    output = graph.product(rows, weights, "layer")
    model = load(graph.serialise("product", ["places"], output, len(weights)))
    return model({"places": np.arange(len(x))[None]})[0]


def test_a_product_in_integers_is_near_the_product() -> None:
    random = np.random.default_rng(7)
    x = random.normal(size=(5, 64)).astype(np.float32)
    weights = random.normal(size=(8, 64)).astype(np.float32)
    error = product(x, weights) - x @ weights.T
    assert np.linalg.norm(error) < 0.02 * np.linalg.norm(x @ weights.T)


@pytest.mark.parametrize("sign", [1, -1])
def test_the_largest_codes_of_both_factors_do_not_overflow(sign: int) -> None:
    x = np.ones((3, 64), np.float32)
    weights = np.full((4, 64), sign, np.float32)
    assert product(x, weights) == pytest.approx(np.full((3, 4), 64.0 * sign))
