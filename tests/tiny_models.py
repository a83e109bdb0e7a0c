"""Folders of models with random weights, small enough to be made in a test."""

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, pre_tokenizers, processors

LONGEST = 64
"""Tokens that the tiny models take at once; one more is an error of the graph."""

WIDTH = 32

_SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
_LETTERS = [chr(c) for c in (*range(32, 127), *range(0x4E00, 0x9FA6))]
_VOCABULARY = {word: number for number, word in enumerate([*_SPECIAL, *_LETTERS])}


def _tokenizer() -> Tokenizer:
    """A token is a character."""
    tokenizer = Tokenizer(models.WordLevel(_VOCABULARY, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Split("", "isolated")
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B [SEP]",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    return tokenizer


def write_tokenizer(folder: Path) -> None:
    """What fastembed reads."""
    folder.mkdir(parents=True, exist_ok=True)
    _tokenizer().save(str(folder / "tokenizer.json"))
    told = {"model_max_length": LONGEST, "pad_token": "[PAD]"}
    (folder / "tokenizer_config.json").write_text(json.dumps(told), encoding="utf-8")


def write_onnx_encoder(folder: Path, *, graph: str = "onnx/model.onnx", seed: int = 0) -> None:
    """An encoder whose output is a vector for each token: of its character and its place."""
    write_tokenizer(folder)
    nodes, tables = _token_vectors("last_hidden_state", seed)
    _write(folder / graph, nodes, tables, ("last_hidden_state", ["batch", "length", WIDTH]))


def write_pooled_onnx_encoder(folder: Path) -> None:
    """An encoder whose graph makes one vector itself: of what the tokens have largest."""
    write_tokenizer(folder)
    nodes, tables = _token_vectors("tokens", 0)
    nodes.append(helper.make_node("ReduceMax", ["tokens", "axis"], ["pooled"], keepdims=0))
    _write(folder / "model.onnx", nodes, tables, ("pooled", ["batch", WIDTH]))


def write_onnx_cross_encoder(folder: Path, *, labels: int = 1) -> None:
    """A cross-encoder with random scores of what it reads."""
    write_tokenizer(folder)
    nodes, tables = _token_vectors("tokens", 1)
    tables["head"] = np.random.default_rng(2).normal(size=(WIDTH, labels)).astype(np.float32)
    nodes.append(helper.make_node("ReduceMax", ["tokens", "axis"], ["pooled"], keepdims=0))
    nodes.append(helper.make_node("MatMul", ["pooled", "head"], ["logits"]))
    _write(folder / "onnx/model.onnx", nodes, tables, ("logits", ["batch", labels]))


def _token_vectors(name: str, seed: int) -> tuple[list[Any], dict[str, Any]]:
    random = np.random.default_rng(seed)
    tables = {
        "characters": random.normal(size=(len(_VOCABULARY), WIDTH)).astype(np.float32),
        "places": random.normal(size=(LONGEST, WIDTH)).astype(np.float32),
        "zero": np.array([0]),
        "axis": np.array([1]),
    }
    nodes = [
        helper.make_node("Gather", ["characters", "input_ids"], ["found"]),
        helper.make_node("Shape", ["input_ids"], ["length"], start=1, end=2),
        helper.make_node("Slice", ["places", "zero", "length", "zero"], ["placed"]),
        helper.make_node("Add", ["found", "placed"], [name]),
    ]
    return nodes, tables


def _write(path: Path, nodes: list[Any], tables: dict[str, Any], output: tuple[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    places = ["batch", "length"]
    ids = [helper.make_tensor_value_info("input_ids", TensorProto.INT64, places)]
    out = [helper.make_tensor_value_info(output[0], TensorProto.FLOAT, output[1])]
    constants = [numpy_helper.from_array(table, name) for name, table in tables.items()]
    graph = helper.make_graph(nodes, "tiny", ids, out, constants)
    opsets = [helper.make_opsetid("", 18)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=10)
    path.write_bytes(model.SerializeToString())


def _write_torch(folder: Path, kind: str, **more: object) -> None:
    """A folder of transformers, an optional package."""
    transformers = import_module("transformers")
    fast = transformers.PreTrainedTokenizerFast(
        tokenizer_object=_tokenizer(),
        unk_token="[UNK]",
        pad_token="[PAD]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        model_max_length=LONGEST,
    )
    config = transformers.BertConfig(
        vocab_size=len(_VOCABULARY), hidden_size=WIDTH, num_hidden_layers=1,
        num_attention_heads=2, intermediate_size=64, max_position_embeddings=LONGEST, **more,
    )  # fmt: skip
    fast.save_pretrained(folder)
    import_module("torch").manual_seed(0)
    getattr(transformers, kind)(config).save_pretrained(folder)


def write_torch_encoder(folder: Path, prompts: dict[str, str]) -> None:
    """An encoder of sentence-transformers."""
    _write_torch(folder, "BertModel")
    library = import_module("sentence_transformers")
    library.SentenceTransformer(str(folder), prompts=prompts, device="cpu").save(str(folder))


def write_torch_cross_encoder(folder: Path, *, labels: int = 1) -> None:
    """A cross-encoder of sentence-transformers."""
    _write_torch(folder, "BertForSequenceClassification", num_labels=labels)
