"""TextRank: how central each passage of a text is to the whole of it."""

from collections import Counter
from collections.abc import Sequence
from typing import Protocol, cast

import numpy as np
import numpy.typing as npt
from rank_bm25 import BM25Okapi

Scores = npt.NDArray[np.float64]


class _Model(Protocol):
    """What the library leaves untyped."""

    def get_scores(self, query: Sequence[str]) -> Scores: ...


DAMPING = 0.85
ROUNDS = 50  # 0.85^50 is 0.0003: further rounds change no order


def centrality(passages: Sequence[Sequence[str]]) -> Scores:
    """Rank passages by the passages that resemble them, those by theirs, and so on.

    WS(i) = (1 - d) + d * sum over j of w_ji / (sum over k of w_jk) * WS(j), with d = 0.85
    (Mihalcea & Tarau 2004, "TextRank: Bringing Order into Texts"); w_ji is the BM25 score of
    passage i for the words of passage j, where terms in more than half of the passages count a
    quarter of the average IDF (Barrios et al. 2016, "Variations of the Similarity Function of
    TextRank for Automated Summarization").

    Args:
        passages: Each as its words, repeats included.

    Returns:
        Shape (len(passages),), about 1 on average.
    """
    weights = _similarity(passages)
    totals = weights.sum(axis=1, keepdims=True)
    transitions = np.divide(weights, totals, out=np.zeros_like(weights), where=totals > 0)
    scores = np.ones(len(passages))
    for _ in range(ROUNDS):
        scores = (1 - DAMPING) + DAMPING * (scores @ transitions)
    return scores


def _similarity(passages: Sequence[Sequence[str]]) -> Scores:
    """Shape (n, n): row j holds what passage j, as a query, finds in each other passage."""
    shared = _shared_words(passages)
    weights = np.zeros((len(passages), len(passages)))
    if shared:
        model = cast(_Model, BM25Okapi(passages))
        found = np.array([model.get_scores([word]) for word in shared])
        tallies = [Counter(words) for words in passages]
        counts = np.array([[tally[word] for word in shared] for tally in tallies])
        weights = np.maximum(counts @ found, 0.0)
        np.fill_diagonal(weights, 0.0)
    return weights


def _shared_words(passages: Sequence[Sequence[str]]) -> list[str]:
    """Words of two passages or more; any other word connects nothing."""
    spread = Counter(word for words in passages for word in set(words))
    return sorted(word for word, holders in spread.items() if holders > 1)
