"""The registry of encoders: one line adds one.

An encoder is named `provider:model`; its module is imported when it is asked for.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from lorepack.errors import InvalidInputError
from lorepack.ports import Embedder
from providers.servers.embedding import EmbeddingServer

DEFAULT_EMBEDDER = "fastembed:local/multilingual-e5-small"
"""Runs from installed packages alone: no download, no key."""

NO_SERVER = EmbeddingServer()


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What an encoder may make use of."""

    cache: Path
    """A folder of the user's where model files are kept between runs."""
    server: EmbeddingServer


def _fastembed(model: str, around: Surroundings) -> Embedder:
    from providers.fastembed_encoder import FastembedEmbedder

    return FastembedEmbedder(model, around.cache)


def _sentence_transformers(model: str, around: Surroundings) -> Embedder:
    from providers.sentence_transformers_encoder import SentenceTransformersEmbedder

    return SentenceTransformersEmbedder(model, around.cache)


def _openai(model: str, around: Surroundings) -> Embedder:
    from providers.compatible_opening import open_compatible

    return open_compatible(model, around.server, around.cache)


def _hashing(model: str, around: Surroundings) -> Embedder:
    from providers.hashing import HashingEmbedder

    if not model.isdecimal():
        raise InvalidInputError(f"hashing takes the length of its vectors, not {model!r}")
    return HashingEmbedder(int(model))


EMBEDDERS: dict[str, Callable[[str, Surroundings], Embedder]] = {
    "fastembed": _fastembed,
    "sentence-transformers": _sentence_transformers,
    "openai": _openai,
    "hashing": _hashing,
}
"""From a provider's name to what opens a model of it."""


def open_embedder(name: str, cache: Path, server: EmbeddingServer = NO_SERVER) -> Embedder:
    """Open an encoder by its full name, such as `DEFAULT_EMBEDDER` or `hashing:64`.

    Args:
        name: `provider:model`.
        cache: A folder of the user's where model files are kept between runs.
        server: Whom to ask for embeddings, for a model that a server runs.

    Raises:
        InvalidInputError: There is no such provider or model; the text lists those there are.
        ProviderError: What the provider needs is not installed.
    """
    provider, _, model = name.partition(":")
    if provider not in EMBEDDERS or not model:
        known = ", ".join(f"{each}:…" for each in EMBEDDERS)
        raise InvalidInputError(f"an encoder is named provider:model ({known}), not {name!r}")
    return EMBEDDERS[provider](model, Surroundings(cache=cache, server=server))
