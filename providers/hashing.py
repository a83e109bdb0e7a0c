"""An encoder without a model: signed feature hashing of character pairs, for tests.

Source: Weinberger et al., "Feature Hashing for Large Scale Multitask Learning", ICML 2009.
"""

from collections.abc import Iterator, Sequence

import mmh3
import numpy as np

from lorepack.errors import InvalidInputError
from lorepack.ports import Vector
from providers.vectors import unit
from text.fold import fold

DEFAULT_DIM = 64

_OFFSET = 0.25
"""Counts are whole, so a sum with this is never zero: even an empty text has a direction."""


class HashingEmbedder:
    """Texts that share pairs of characters are near each other; implements `Embedder`."""

    def __init__(self, dim: int = DEFAULT_DIM) -> None:
        """Choose the length of the vectors.

        Raises:
            InvalidInputError: The length is not positive.
        """
        if dim < 1:
            raise InvalidInputError(f"a vector needs at least one dimension, not {dim}")
        self._dim = dim

    @property
    def fingerprint(self) -> str:
        """Names the method and the length."""
        return f"hashing:{self._dim}:1"

    @property
    def dim(self) -> int:
        """Length of every vector."""
        return self._dim

    def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """Embed each text."""
        return [self._embed(text) for text in texts]

    def embed_query(self, text: str) -> Vector:
        """Embed a query as a document."""
        return self._embed(text)

    def _embed(self, text: str) -> Vector:
        sums = np.zeros(self._dim)
        sums[0] = _OFFSET
        for pair in _pairs(text):
            code = mmh3.hash(pair, signed=False)
            sums[(code >> 1) % self._dim] += 1 if code & 1 else -1
        return unit(sums)


def _pairs(text: str) -> Iterator[str]:
    for word in fold(text).split():
        yield from (word[i : i + 2] for i in range(max(1, len(word) - 1)))
