"""The registry of encoders: one line adds one.

An encoder is named `provider:model`; its module is imported when it is asked for.
"""

from collections.abc import Callable
from pathlib import Path

from lorepack.errors import InvalidInputError
from lorepack.ports import Embedder

DEFAULT_EMBEDDER = "fastembed:local/multilingual-e5-small"
"""Runs from installed packages alone: no download, no key."""


def _fastembed(model: str, cache: Path) -> Embedder:
    from providers.fastembed_encoder import FastembedEmbedder

    return FastembedEmbedder(model, cache)


def _sentence_transformers(model: str, cache: Path) -> Embedder:
    from providers.sentence_transformers_encoder import SentenceTransformersEmbedder

    return SentenceTransformersEmbedder(model, cache)


def _hashing(model: str, cache: Path) -> Embedder:
    from providers.hashing import HashingEmbedder

    if not model.isdecimal():
        raise InvalidInputError(f"hashing takes the length of its vectors, not {model!r}")
    return HashingEmbedder(int(model))


EMBEDDERS: dict[str, Callable[[str, Path], Embedder]] = {
    "fastembed": _fastembed,
    "sentence-transformers": _sentence_transformers,
    "hashing": _hashing,
}
"""From a provider's name to what opens a model of it: (model, cache folder) -> encoder."""


def open_embedder(name: str, cache: Path) -> Embedder:
    """Open an encoder by its full name, such as `DEFAULT_EMBEDDER` or `hashing:64`.

    Args:
        name: `provider:model`.
        cache: A folder of the user's where model files are kept between runs.

    Raises:
        InvalidInputError: There is no such provider or model; the text lists those there are.
        ProviderError: What the provider needs is not installed.
    """
    provider, _, model = name.partition(":")
    if provider not in EMBEDDERS or not model:
        known = ", ".join(f"{each}:…" for each in EMBEDDERS)
        raise InvalidInputError(f"an encoder is named provider:model ({known}), not {name!r}")
    return EMBEDDERS[provider](model, cache)
