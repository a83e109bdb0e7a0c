"""A cross-encoder without a model: the share of a query's pieces that a text holds, for tests."""

from collections.abc import Sequence

from lorepack.errors import InvalidInputError
from text.fold import fold


class OverlapReranker:
    """Pieces are runs of folded characters within a word; implements `Reranker`."""

    def __init__(self, length: int) -> None:
        """Choose the length of the pieces, in characters.

        Raises:
            InvalidInputError: It is not positive.
        """
        if length < 1:
            raise InvalidInputError(f"a piece needs at least one character, not {length}")
        self._length = length

    @property
    def fingerprint(self) -> str:
        """Names the method and the length."""
        return f"overlap:{self._length}:1"

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """Shares; 0 for a query without a piece."""
        wanted = self._pieces(query)
        return [len(wanted & self._pieces(text)) / max(1, len(wanted)) for text in texts]

    def _pieces(self, text: str) -> frozenset[str]:
        length = self._length
        return frozenset(
            word[at : at + length]
            for word in fold(text).split()
            for at in range(max(1, len(word) - length + 1))
        )
