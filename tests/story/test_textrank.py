"""Centrality: what most of a text resembles comes first."""

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

from story.textrank import DAMPING, centrality

passages = st.lists(
    st.lists(st.sampled_from(["river", "boat", "letter", "mule", "渡口", "骡子"]), max_size=6),
    max_size=12,
)


def test_the_passage_that_shares_words_with_all_others_is_the_most_central() -> None:
    scores = centrality(
        [
            ["river", "boat", "letter"],
            ["river", "mule", "dawn"],
            ["boat", "flute", "night"],
            ["letter", "seal", "wax"],
            ["sun", "coin", "purse"],
        ]
    )
    assert scores.argmax() == 0
    assert scores.argmin() == 4


@given(passages)
@settings(deadline=None)
def test_scores_solve_the_equation_of_the_paper(texts: list[list[str]]) -> None:
    scores = centrality(texts)
    for i in range(len(texts)):
        received = sum(
            similarity(texts, j, i) / spent * scores[j]
            for j in range(len(texts))
            if j != i
            and (spent := sum(similarity(texts, j, k) for k in range(len(texts)) if k != j))
        )
        assert np.isclose(scores[i], 1 - DAMPING + DAMPING * received, atol=1e-2)


def similarity(texts: list[list[str]], query: int, found: int) -> float:
    return max(model(texts).get_scores(texts[query])[found], 0.0) if any(texts) else 0.0


def model(texts: list[list[str]]) -> Any:
    return BM25Okapi(texts)


@given(passages)
@settings(deadline=None)
def test_scores_are_positive_and_one_for_each_passage(texts: list[list[str]]) -> None:
    scores = centrality(texts)
    assert scores.shape == (len(texts),)
    assert (scores >= 1 - DAMPING - 1e-12).all()


def test_passages_without_words_are_equals() -> None:
    assert set(centrality([[], [], []]).tolist()) == {centrality([[]]).item()}
