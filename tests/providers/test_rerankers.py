"""Opening cross-encoders by name, and how a pair of any length comes to one score."""

from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorepack.errors import InvalidInputError, ProviderError
from providers import torch_models
from providers.overlap import OverlapReranker
from providers.pairs import PairFrame, best_score, probability
from providers.rerankers import open_reranker
from providers.windows import Frame
from tests import tiny_models


@pytest.mark.parametrize("name", ["", "magic:model", "fastembed", "overlap:"])
def test_an_unknown_provider_is_answered_by_those_there_are(name: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match=r"fastembed.*sentence-transformers.*overlap"):
        open_reranker(name, tmp_path)


def test_overlap_takes_a_length(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="'long'"):
        open_reranker("overlap:long", tmp_path)
    with pytest.raises(InvalidInputError, match="not 0"):
        open_reranker("overlap:0", tmp_path)


def test_a_model_that_cannot_be_had_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    reranker = open_reranker("fastembed:BAAI/bge-reranker-base", tmp_path)
    with pytest.raises(ProviderError, match="could not load BAAI/bge-reranker-base"):
        reranker.score("雪", ["雪"])


def test_an_absent_library_is_answered_by_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find_nothing(name: str) -> None:
        """No package is installed."""

    monkeypatch.setattr(torch_models, "find_spec", find_nothing)
    with pytest.raises(ProviderError, match=r"pip install .lorepack\[sentence-transformers\]"):
        open_reranker("sentence-transformers:any", tmp_path)


@pytest.mark.skipif(
    find_spec("sentence_transformers") is None, reason="sentence-transformers is not installed"
)
def test_a_classifier_is_refused(tmp_path: Path) -> None:
    tiny_models.write_torch_cross_encoder(tmp_path, labels=3)
    with pytest.raises(ProviderError, match=r"no cross-encoder of one score: it has 3 outputs"):
        open_reranker(f"sentence-transformers:{tmp_path}", tmp_path).score("雪", ["雪"])


WORDS = st.text("ab雪 ", max_size=200)


@given(WORDS, WORDS, st.integers(8, 60))
def test_pairs_hold_all_of_both_sides_within_the_limit(query: str, text: str, most: int) -> None:
    pairs = PairFrame(count=len, most=most).pairs(query, text)
    assert all(len(asked) + len(read) <= most for asked, read in pairs)
    windows = len(Frame(count=len, most=most // 2).windows(query))
    each = len(pairs) // windows
    assert "".join(read for _, read in pairs[:each]) == text
    assert "".join(asked for asked, _ in pairs[::each]) == query


def test_the_best_window_counts() -> None:
    pairs = [("q", "a"), ("q", "bbb"), ("q", "cc")]
    assert best_score(pairs, lambda _, text: float(len(text))) == probability(3.0)


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))
def test_a_higher_output_is_no_lower_score(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert 0 <= probability(low) <= probability(high) <= 1


def test_overlap_is_the_share_of_the_query() -> None:
    assert OverlapReranker(2).score("林妹妹葬花", ["林妹妹葬花", "葬花", "武松打虎"]) == [
        1,
        0.25,
        0,
    ]
    assert OverlapReranker(1).score("來了！", ["来"]) == [0.5]
