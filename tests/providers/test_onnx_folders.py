"""Folders of models: what must be in them, how they pool, what tells two of them apart."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from lorepack.errors import InvalidInputError, ProviderError
from providers.encoders import open_embedder
from providers.onnx_folder import find_folder
from providers.rerankers import open_reranker
from tests import tiny_models


def pooled_by(folder: Path, **told: object) -> Path:
    """Say in a folder how its vectors of tokens become one."""
    file = folder / "1_Pooling" / "config.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(told), encoding="utf-8")
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    tiny_models.write_onnx_encoder(tmp_path / "tiny")
    return tmp_path / "tiny"


def fingerprint(folder: Path) -> str:
    return open_embedder(f"fastembed:{folder}", folder).fingerprint


def test_the_length_of_vectors_is_learnt(folder: Path) -> None:
    assert open_embedder(f"fastembed:{folder}", folder).dim == tiny_models.WIDTH


@pytest.mark.parametrize("graph", ["onnx/model.onnx", "model.onnx"])
def test_the_graph_may_lie_in_either_place(graph: str, tmp_path: Path) -> None:
    tiny_models.write_onnx_encoder(tmp_path, graph=graph)
    open_embedder(f"fastembed:{tmp_path}", tmp_path).embed_query("雪")


@pytest.mark.parametrize(
    ("file", "named"),
    [
        ("onnx/model.onnx", r"no onnx/model\.onnx or model\.onnx"),
        ("tokenizer.json", r"no tokenizer\.json"),
        ("tokenizer_config.json", r"no tokenizer_config\.json"),
    ],
)
def test_what_is_missing_is_named_when_it_is_opened(folder: Path, file: str, named: str) -> None:
    (folder / file).unlink()
    with pytest.raises(InvalidInputError, match=named):
        open_embedder(f"fastembed:{folder}", folder)


def test_a_folder_that_is_not_there_is_said_to_be_none(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match=r"absent.*there is no such folder"):
        open_embedder(f"fastembed:{tmp_path / 'absent'}", tmp_path)
    with pytest.raises(InvalidInputError, match=r"absent.*there is no such folder.*bge-reranker"):
        open_reranker(f"fastembed:{tmp_path / 'absent'}", tmp_path)


def test_a_home_folder_may_be_written_short(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(folder.parent))
    found = find_folder("~/tiny")
    assert found is not None
    assert found.path == folder.resolve()


def test_vectors_are_pooled_as_the_folder_says(folder: Path) -> None:
    mean = open_embedder(f"fastembed:{folder}", folder).embed_query("雪夜")
    pooled_by(folder, pooling_mode="cls")
    first = open_embedder(f"fastembed:{folder}", folder)
    assert not np.array_equal(first.embed_query("雪夜"), mean)
    # The tiny model sees each token alone, so its first vector is the same for any text.
    assert np.array_equal(first.embed_query("雪夜"), first.embed_query("灯塔"))


@pytest.mark.parametrize(
    ("told", "pooling"),
    [
        ({"pooling_mode": "lasttoken"}, "lasttoken"),
        ({"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False}, "cls"),
        ({"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": True}, "cls+mean"),
        ({"word_embedding_dimension": 32}, "mean"),
    ],
)
def test_old_and_new_ways_to_say_it_are_read(
    folder: Path, told: dict[str, object], pooling: str
) -> None:
    found = find_folder(str(pooled_by(folder, **told)))
    assert found is not None
    assert found.pooling == pooling


def test_a_pooling_that_cannot_be_done_is_named(folder: Path) -> None:
    pooled_by(folder, pooling_mode="weightedmean")
    with pytest.raises(ProviderError, match=r"pools by 'weightedmean'; known are mean, cls"):
        fingerprint(folder)


def test_a_graph_that_pools_itself_is_left_to_it(tmp_path: Path) -> None:
    tiny_models.write_pooled_onnx_encoder(tmp_path)
    encoder = open_embedder(f"fastembed:{tmp_path}", tmp_path)
    assert encoder.dim == tiny_models.WIDTH
    assert not np.array_equal(encoder.embed_query("雪夜"), encoder.embed_query("灯塔"))


def test_a_broken_graph_is_an_error_that_names_the_folder(folder: Path) -> None:
    (folder / "onnx/model.onnx").write_bytes(b"no graph")
    with pytest.raises(ProviderError, match=r"could not load .*tiny"):
        fingerprint(folder)


def test_a_fingerprint_is_of_the_weights_and_not_of_the_place(folder: Path) -> None:
    before = fingerprint(folder)
    moved = folder.parent / "elsewhere" / "tiny"
    shutil.copytree(folder, moved)
    assert fingerprint(moved) == before
    tiny_models.write_onnx_encoder(moved, seed=7)
    assert fingerprint(moved) != before


@pytest.mark.parametrize("change", ["pooling", "tokenizer", "weights beside the graph"])
def test_a_fingerprint_is_of_all_that_makes_a_vector(folder: Path, change: str) -> None:
    before = fingerprint(folder)
    if change == "pooling":
        pooled_by(folder, pooling_mode="cls")
    elif change == "tokenizer":
        file = folder / "tokenizer.json"
        file.write_text(file.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    else:
        (folder / "onnx/model.onnx_data").write_bytes(b"1")
    assert fingerprint(folder) != before


def test_a_cross_encoder_of_more_than_one_score_is_refused(tmp_path: Path) -> None:
    tiny_models.write_onnx_cross_encoder(tmp_path, labels=3)
    with pytest.raises(ProviderError, match=r"no cross-encoder of one score.*3"):
        open_reranker(f"fastembed:{tmp_path}", tmp_path).score("雪", ["雪"])


def test_a_fingerprint_of_a_cross_encoder_is_of_its_weights(tmp_path: Path) -> None:
    tiny_models.write_onnx_cross_encoder(tmp_path / "a" / "tiny")
    shutil.copytree(tmp_path / "a", tmp_path / "b")
    prints = {
        open_reranker(f"fastembed:{tmp_path / each / 'tiny'}", tmp_path).fingerprint
        for each in "ab"
    }
    assert len(prints) == 1
