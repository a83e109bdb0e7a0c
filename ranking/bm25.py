"""BM25 as sparse vectors: the document side here, the IDF in the index.

A document's weight for a term is the saturated term frequency of BM25 (Robertson & Zaragoza
2009, eq. 3.15); the index multiplies by the IDF of the collection it searches, and a dot product
with the query's term counts is then the BM25 score.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import log

from lorepack.ports import SparseVector
from text.terms import content_terms, term_number

K1 = 1.2
B = 0.75
AVERAGE_LENGTH = 740.0
"""Terms of an average snippet: a constant, so that no vector depends on its neighbours."""

VERSION = 1
"""Counts changes to weights; the index's folder names it."""


def document_vector(folded: str) -> SparseVector:
    """Weigh the terms of a folded document."""
    counts = Counter(content_terms(folded))
    return _hashed(_weights(counts, counts))


def query_vector(folded: str) -> SparseVector:
    """Count each term of a folded query once."""
    return _hashed(dict.fromkeys(content_terms(folded), 1.0))


def _weights(counts: Counter[str], terms: Iterable[str]) -> dict[str, float]:
    """Weights of some of a document's terms."""
    norm = K1 * (1 - B + B * counts.total() / AVERAGE_LENGTH)
    held = ((term, counts[term]) for term in terms if term in counts)
    return {term: n * (K1 + 1) / (n + norm) for term, n in held}


def _hashed(weights: dict[str, float]) -> SparseVector:
    summed: dict[int, float] = {}
    for term, weight in weights.items():
        index = term_number(term)
        summed[index] = summed.get(index, 0.0) + weight  # terms that collide share one weight
    return SparseVector(indices=list(summed), values=list(summed.values()))


def scores(query: str, documents: Sequence[str], *, total: int) -> list[float]:
    """BM25 of folded documents against a folded query, computed here.

    Serves where no index can: before its vectors have come in, or without its owner.

    Args:
        query: Folded query.
        documents: Every folded document in range that holds a term of the query.
        total: How many documents are in range, those without any such term included.
    """
    asked = list(dict.fromkeys(content_terms(query)))
    weights = [_weights(Counter(content_terms(folded)), asked) for folded in documents]
    holding = Counter(term for document in weights for term in document)
    idf = {term: _idf(holding[term], total) for term in asked}
    return [sum(idf[term] * weight for term, weight in document.items()) for document in weights]


def _idf(holding: int, total: int) -> float:
    return log((total - holding + 0.5) / (holding + 0.5) + 1)
