"""What every cross-encoder promises, whoever runs it."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

import pytest

from lorepack.ports import Reranker
from providers.rerankers import RERANKERS, open_reranker
from tests import tiny_models

QUERY = "谁点亮了灯？"
TEXTS = [
    "灯塔的守夜人点亮了灯。",
    "The innkeeper counted forty silver coins and said nothing.",
    "雪落在码头上。" * 30,
    "好",
]
ODD = ["", "   ", "\0", "\ud800", "👩‍👩‍👧", "𠮷野家", "\ufdfa" * 90]


def _onnx_folder(folder: Path) -> Reranker:
    tiny_models.write_onnx_cross_encoder(folder)
    return open_reranker(f"fastembed:{folder}", folder)


def _torch_folder(folder: Path) -> Reranker:
    if find_spec("sentence_transformers") is None:
        pytest.skip("sentence-transformers is not installed")
    tiny_models.write_torch_cross_encoder(folder)
    return open_reranker(f"sentence-transformers:{folder}", folder)


OPENED: dict[str, Callable[[Path], Reranker]] = {
    "fastembed:folder": _onnx_folder,
    "sentence-transformers:folder": _torch_folder,
    "overlap:2": lambda folder: open_reranker("overlap:2", folder),
}
"""Each way to a cross-encoder; the folders are made for the test."""


@pytest.fixture(scope="module", params=OPENED)
def reranker(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Reranker:
    return OPENED[request.param](tmp_path_factory.mktemp("models"))


def test_every_provider_is_held_to_this_contract() -> None:
    assert {name.partition(":")[0] for name in OPENED} == set(RERANKERS)


def test_each_text_has_a_score_within_bounds(reranker: Reranker) -> None:
    scores = reranker.score(QUERY, TEXTS)
    assert len(scores) == len(TEXTS)
    assert all(isinstance(score, float) and 0 <= score <= 1 for score in scores)
    assert len(set(scores)) > 1


def test_a_score_ignores_the_other_texts(reranker: Reranker) -> None:
    alone = [reranker.score(QUERY, [text])[0] for text in TEXTS]
    assert reranker.score(QUERY, TEXTS) == alone
    assert reranker.score(QUERY, TEXTS[::-1]) == alone[::-1]


def test_threads_share_a_cross_encoder(reranker: Reranker) -> None:
    alone = reranker.score(QUERY, TEXTS)
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(reranker.score, [QUERY] * 4, [TEXTS] * 4)) == [alone] * 4


def test_no_texts_have_no_scores(reranker: Reranker) -> None:
    assert reranker.score(QUERY, []) == []


@pytest.mark.parametrize("text", ODD, ids=lambda text: ascii(text[:9]))
def test_odd_texts_are_scored(reranker: Reranker, text: str) -> None:
    assert 0 <= reranker.score(QUERY, [text])[0] <= 1
    assert 0 <= reranker.score(text, [TEXTS[0]])[0] <= 1


ENDS = [TEXTS[0], *(chr(0x4E00 + 37 * each) * len(TEXTS[0]) for each in range(40))]
"""Equally long, so that windows are cut at the same places."""


def test_the_end_of_a_long_text_is_read(reranker: Reranker) -> None:
    filling = "雪落在码头上。" * 30
    assert len(set(reranker.score(QUERY, [filling + end for end in ENDS]))) > 1


def test_the_end_of_a_long_query_is_read(reranker: Reranker) -> None:
    filling = "雪落在码头上。" * 30
    assert len({reranker.score(filling + end, [TEXTS[0]])[0] for end in ENDS}) > 1


def test_the_query_matters(reranker: Reranker) -> None:
    assert reranker.score(QUERY, TEXTS) != reranker.score("How many coins?", TEXTS)


def test_the_fingerprint_is_stable(reranker: Reranker) -> None:
    assert reranker.fingerprint == reranker.fingerprint
    assert reranker.fingerprint.startswith(tuple(RERANKERS))
