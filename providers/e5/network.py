"""multilingual-e5-small as a graph: a BERT encoder of twelve layers.

The word table stays as it is stored, four bits a weight, and is unpacked after the lookup.
"""

import numpy as np
from onnx import TensorProto

from providers.e5.blob import BLOCK, Blob, Floats
from providers.e5.graph import Graph

_LOWEST_GELU = 0.17
"""GELU never goes below -0.17, so dividing by at least this keeps its output within -1 and 1."""

_MASKED = -1e4
"""Added to the score of a padded place: its softmax is zero in float32."""


def build(blob: Blob) -> bytes:
    """The model as an ONNX file: token ids and mask in, the last hidden state out."""
    return _Network(blob).build()


class _Network:
    """Adds the network part by part; a method takes and returns the names of values."""

    def __init__(self, blob: Blob) -> None:
        self.blob, self.shape, self.graph = blob, blob.shape, Graph()

    def build(self) -> bytes:
        mask, x = self.mask(), self.embeddings()
        for index in range(self.shape.layers):
            x = self.layer(x, mask, f"l{index}")
        output = self.graph.add("Identity", [x], "last_hidden_state")
        inputs = ["input_ids", "attention_mask"]
        return self.graph.serialise("multilingual-e5-small", inputs, output, self.shape.hidden)

    def mask(self) -> str:
        add, number = self.graph.add, self.graph.number
        kept = add("Cast", ["attention_mask"], "mask_float", to=TensorProto.FLOAT)
        kept = add("Unsqueeze", [kept, self.graph.integers(1, 2)], "mask_broadcast")
        hidden = add("Sub", [number(1), kept], "mask_hidden")
        return add("Mul", [hidden, number(_MASKED)], "mask")

    def embeddings(self) -> str:
        total = self.graph.add("Add", [self.words(), self.positions()], "embeddings")
        return self.norm(total, "emb.ln")

    def words(self) -> str:
        add, hidden, blocks = self.graph.add, self.shape.hidden, self.shape.hidden // BLOCK
        codes, scales = self.blob.blocks("emb.word")
        table = self.graph.constant("word_codes", codes.reshape(-1, hidden // 2), np.uint8)
        steps = self.graph.constant("word_steps", scales.reshape(-1, blocks), np.float16)
        weights = self.unpack(add("Gather", [table, "input_ids"], "words_packed"))
        step = add("Gather", [steps, "input_ids"], "words_step_half")
        step = add("Cast", [step], "words_step", to=TensorProto.FLOAT)
        step = add("Unsqueeze", [step, self.graph.integers(3)], "words_step_broadcast")
        words = add("Mul", [weights, step], "words_blocks")
        return add("Reshape", [words, self.graph.integers(0, 0, hidden)], "words")

    def unpack(self, packed: str) -> str:
        """Bytes of two codes each, as numbers around zero: (batch, length, blocks, 32)."""
        add, constant = self.graph.add, self.graph.constant
        shape = self.graph.integers(0, 0, self.shape.hidden // BLOCK, BLOCK // 2)
        packed = add("Reshape", [packed, shape], "words_bytes")
        low = add("BitwiseAnd", [packed, constant("low_half", 15, np.uint8)], "words_low")
        high = [packed, constant("half_byte", 4, np.uint8)]
        high = add("BitShift", high, "words_high", direction="RIGHT")
        codes = add("Concat", [low, high], "words_codes", axis=-1)
        codes = add("Cast", [codes], "words_codes_float", to=TensorProto.FLOAT)
        return add("Sub", [codes, self.graph.number(8)], "words_centred")

    def positions(self) -> str:
        table = self.blob.plain("emb.pos").reshape(-1, self.shape.hidden)
        # A text is all one segment, so the first segment's vector goes into every position.
        table = table + self.blob.plain("emb.type")[: self.shape.hidden]
        rows = self.graph.constant("position_table", table, np.float32)
        length = self.graph.add("Shape", ["input_ids"], "length", start=1, end=2)
        first = self.graph.integers(0)
        return self.graph.add("Slice", [rows, first, length, first], "positions")

    def norm(self, x: str, name: str) -> str:
        parts = (f"{name}.w", f"{name}.b")
        gain, bias = (self.graph.constant(p, self.blob.plain(p), np.float32) for p in parts)
        epsilon = self.shape.epsilon
        return self.graph.add("LayerNormalization", [x, gain, bias], name, epsilon=epsilon)

    def layer(self, x: str, mask: str, name: str) -> str:
        attended = self.linear(self.attention(x, mask, name), f"{name}.ao", self.shape.hidden)
        x = self.norm(self.graph.add("Add", [x, attended], f"{name}.attended"), f"{name}.aln")
        fed = self.feed_forward(x, name)
        return self.norm(self.graph.add("Add", [x, fed], f"{name}.fed"), f"{name}.oln")

    def attention(self, x: str, mask: str, name: str) -> str:
        add, parts = self.graph.add, [f"{name}.{part}" for part in "qkv"]
        self.graph.add_many("Split", [self.projections(x, name)], parts, axis=-1, num_outputs=3)
        q, v = (self.heads(part, [0, 2, 1, 3]) for part in parts[::2])
        k = self.heads(parts[1], [0, 2, 3, 1])
        scores = add("Add", [add("MatMul", [q, k], f"{name}.scores"), mask], f"{name}.masked")
        shares = add("Softmax", [scores], f"{name}.shares", axis=-1)
        context = add("MatMul", [shares, v], f"{name}.context")
        context = add("Transpose", [context], f"{name}.rows", perm=[0, 2, 1, 3])
        shape = self.graph.integers(0, 0, self.shape.hidden)
        return add("Reshape", [context, shape], f"{name}.joined")

    def heads(self, x: str, order: list[int]) -> str:
        count = self.shape.heads
        shape = self.graph.integers(0, 0, count, self.shape.hidden // count)
        split = self.graph.add("Reshape", [x, shape], f"{x}.split")
        return self.graph.add("Transpose", [split], f"{x}.heads", perm=order)

    def projections(self, x: str, name: str) -> str:
        """Queries, keys and values in one product; the scores' 1/sqrt(d) is in the queries."""
        hidden = self.shape.hidden
        weights = np.concatenate([self.blob.matrix(f"{name}.{p}.w", hidden) for p in "qkv"])
        bias = np.concatenate([self.blob.plain(f"{name}.{p}.b") for p in "qkv"])
        scale = np.float32((hidden // self.shape.heads) ** -0.5)
        weights[:hidden] *= scale
        bias[:hidden] *= scale
        return self.biased(self.graph.product(x, weights, f"{name}.qkv"), bias, f"{name}.qkv")

    def feed_forward(self, x: str, name: str) -> str:
        add, hidden = self.graph.add, self.shape.hidden
        x = add("Gelu", [self.linear(x, f"{name}.fi", self.shape.inner)], f"{name}.gelu")
        # A few tokens (<s>, </s>) reach 50 here where others reach 2. Each token is scaled to
        # its own peak, or those few would leave the others a handful of codes.
        peak = add("ReduceMax", [x, self.graph.integers(-1)], f"{name}.highest", keepdims=1)
        peak = add("Max", [peak, self.graph.number(_LOWEST_GELU)], f"{name}.peak")
        x = add("Div", [x, peak], f"{name}.scaled")
        x = self.graph.product(x, self.blob.matrix(f"{name}.fo.w", hidden), f"{name}.fo")
        x = add("Mul", [x, peak], f"{name}.rescaled")
        return self.biased(x, self.blob.plain(f"{name}.fo.b"), f"{name}.fo")

    def linear(self, x: str, name: str, outputs: int) -> str:
        x = self.graph.product(x, self.blob.matrix(f"{name}.w", outputs), name)
        return self.biased(x, self.blob.plain(f"{name}.b"), name)

    def biased(self, x: str, bias: Floats, name: str) -> str:
        return self.graph.add(
            "Add", [x, self.graph.constant(f"{name}.bias", bias, np.float32)], f"{name}.sum"
        )
