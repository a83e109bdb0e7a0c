"""A query and a text for a cross-encoder, both of any length.

A pair that is too long is read in windows of the text, and the best of them counts (MaxP: Z. Dai
and J. Callan, "Deeper Text Understanding for IR with Contextual Neural Language Modeling", SIGIR
2019). A query that would leave a text less than half of the room is cut into windows likewise.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import exp

from lorepack.ports import TokenCounter
from providers.vectors import clean
from providers.windows import Frame


@dataclass(frozen=True, slots=True, kw_only=True)
class PairFrame:
    """What a cross-encoder takes at once."""

    count: TokenCounter
    """Tokens of a text, without special ones."""
    most: int
    """Tokens of query and text together, without special ones."""

    def pairs(self, query: str, text: str) -> list[tuple[str, str]]:
        """Every window of the query beside every window of the text."""
        half = Frame(count=self.count, most=self.most // 2)
        queries = [window.text for window in half.windows(clean(query))]
        rest = self.most - max(map(self.count, queries))
        texts = Frame(count=self.count, most=rest).windows(clean(text))
        return [(asked, window.text) for asked in queries for window in texts]


def best_score(pairs: list[tuple[str, str]], logit: Callable[[str, str], float]) -> float:
    """The best of the pairs' scores within [0, 1]."""
    return probability(max(logit(query, text) for query, text in pairs))


def probability(logit: float) -> float:
    """The logistic function, which cross-encoders with one output are trained through."""
    if logit >= 0:
        return 1 / (1 + exp(-logit))
    return exp(logit) / (1 + exp(logit))
