"""What the points of an index depend on: those of two never mix."""

from hashlib import sha256

from lorepack.ports import Embedder
from ranking import bm25
from storage import payloads
from text import terms


def made_by(embedder: Embedder) -> str:
    """The encoder and all else that an index depends on, for people."""
    return (
        f"{embedder.fingerprint}|terms {terms.VERSION}|bm25 {bm25.VERSION}"
        f"|points {payloads.VERSION}"
    )


def mark(embedder: Embedder) -> str:
    """The same in 16 hex digits, for names."""
    return sha256(made_by(embedder).encode()).hexdigest()[:16]
