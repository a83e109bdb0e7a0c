"""Random vectors of the real size: exact search takes as long whatever they say."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from unittest.mock import patch

import mmh3
import numpy as np

from lorepack.ports import Embedder, Vector
from providers.encoders import EMBEDDERS, Surroundings

DIM = 384
"""Numbers of a vector of the default encoder's."""
NAME = f"random:{DIM}"
"""What the setting calls it once it is registered."""


class RandomVectors:
    """Each text has a direction of its own, near no other; implements `Embedder`."""

    fingerprint = f"{NAME}:1"
    dim = DIM

    def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """Embed each text."""
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> Vector:
        """A text's direction, drawn anew from its hash."""
        drawn = np.random.default_rng(mmh3.hash(text, signed=False)).standard_normal(DIM)
        return (drawn / np.linalg.norm(drawn)).astype(np.float32)


@contextmanager
def registered() -> Generator[None]:
    """Let settings name it for the length of a block."""

    def opened(_model: str, _around: Surroundings) -> Embedder:
        return RandomVectors()

    with patch.dict(EMBEDDERS, {"random": opened}):
        yield
