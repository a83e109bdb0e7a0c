"""BM25: the sparse weights give the ranking that rank-bm25 gives."""

from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

from ranking.bm25 import AVERAGE_LENGTH, K1, B, document_vector, query_vector, scores
from text.fold import fold
from text.terms import content_terms

words = st.text("林黛玉宝钗进府 ab", max_size=12)


def test_a_term_weighs_what_the_formula_says() -> None:
    vector = document_vector("玉玉")
    length = len(content_terms("玉玉"))
    norm = K1 * (1 - B + B * length / AVERAGE_LENGTH)
    assert sorted(vector.values) == pytest.approx(
        sorted([2 * (K1 + 1) / (2 + norm), 1 * (K1 + 1) / (1 + norm)])
    )


def test_indices_are_unique_numbers_of_32_bits() -> None:
    vector = document_vector(fold("林黛玉进贾府，宝玉摔玉 the golden bowl"))
    assert len(set(vector.indices)) == len(vector.indices)
    assert all(0 <= index < 1 << 32 for index in vector.indices)


@given(st.lists(words, min_size=4, max_size=8), words)
def test_scores_are_those_of_rank_bm25_up_to_its_idf(documents: list[str], query: str) -> None:
    """rank-bm25 differs in its IDF alone, so equal IDFs must give equal scores."""
    folded = [fold(d) for d in documents]
    asked = list(dict.fromkeys(content_terms(fold(query))))
    corpus = [content_terms(f) for f in folded]
    if not any(corpus):
        return
    reference = BM25Okapi(corpus, k1=K1, b=B)
    reference.avgdl = AVERAGE_LENGTH
    mine = scores(fold(query), folded, total=len(folded))
    held = {term: sum(term in c for c in corpus) for term in asked}
    reference.idf = {term: log((len(folded) - n + 0.5) / (n + 0.5) + 1) for term, n in held.items()}
    assert mine == pytest.approx(list(reference.get_scores(asked)))


def test_a_document_without_the_words_scores_nothing() -> None:
    assert scores("黛玉", ["宝钗"], total=5) == [0.0]


def test_a_query_counts_each_term_once() -> None:
    assert set(query_vector("玉玉玉").values) == {1.0}
