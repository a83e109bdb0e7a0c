"""Models and what runs beside them: encoders, tokenizers, progress."""

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float32]
"""One embedding: shape (dim,), float32, unit length."""


TokenCounter = Callable[[str], int]
"""Counts tokens as the target model does."""


class Tokenizer(Protocol):
    """Cuts text into the target model's tokens; counts of two texts do not add up exactly."""

    def count(self, text: str, /) -> int:
        """Tokens of a text."""
        ...

    def head(self, text: str, limit: int, /) -> str:
        """The longest beginning of at most `limit` tokens."""
        ...

    def tail(self, text: str, limit: int, /) -> str:
        """The longest end of at most `limit` tokens."""
        ...


Tokenizers = Callable[[str], Tokenizer]
"""Opens the tokenizer of an encoding; InvalidInputError for one that is not known."""


Progress = Callable[[str, int, int], None]
"""Hears of long work: what is being done, how many are done, how many there are."""


class Embedder(Protocol):
    """Turns text into unit vectors; a text's vector never depends on its neighbours."""

    @property
    def fingerprint(self) -> str:
        """Names weights, engine and prefixes; vectors of two fingerprints never mix."""
        ...

    @property
    def dim(self) -> int:
        """Length of every vector."""
        ...

    def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """Embed texts to be found, in the order given."""
        ...

    def embed_query(self, text: str) -> Vector:
        """Embed a text to find by."""
        ...


class Reranker(Protocol):
    """Reads a query and a text together; a text's score never depends on its neighbours."""

    @property
    def fingerprint(self) -> str:
        """Names weights, engine and windows; scores of two fingerprints do not compare."""
        ...

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """How well each text answers the query, within [0, 1], in the order given.

        All of a text is read, however long. Order is what a model is trained for: a score is its
        own guess at a probability, and one model's 0.5 is not another's.
        """
        ...
