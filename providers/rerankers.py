"""The registry of cross-encoders: one line adds one.

A cross-encoder is named `provider:model`; its module is imported when it is asked for.
"""

from collections.abc import Callable
from pathlib import Path

from lorepack.errors import InvalidInputError
from lorepack.ports import Reranker


def _fastembed(model: str, cache: Path) -> Reranker:
    from providers.fastembed_reranker import FastembedReranker

    return FastembedReranker(model, cache)


def _sentence_transformers(model: str, cache: Path) -> Reranker:
    from providers.sentence_transformers_reranker import SentenceTransformersReranker

    return SentenceTransformersReranker(model, cache)


def _overlap(model: str, cache: Path) -> Reranker:
    from providers.overlap import OverlapReranker

    if not model.isdecimal():
        raise InvalidInputError(f"overlap takes the length of its pieces, not {model!r}")
    return OverlapReranker(int(model))


RERANKERS: dict[str, Callable[[str, Path], Reranker]] = {
    "fastembed": _fastembed,
    "sentence-transformers": _sentence_transformers,
    "overlap": _overlap,
}
"""From a provider's name to what opens a model of it: (model, cache folder) -> cross-encoder."""


def open_reranker(name: str, cache: Path) -> Reranker:
    """Open a cross-encoder by its full name, such as `fastembed:BAAI/bge-reranker-v2-m3-int8`.

    Args:
        name: `provider:model`.
        cache: A folder of the user's where model files are kept between runs.

    Raises:
        InvalidInputError: There is no such provider or model; the text lists those there are.
        ProviderError: What the provider needs is not installed.
    """
    provider, _, model = name.partition(":")
    if provider not in RERANKERS or not model:
        known = ", ".join(f"{each}:…" for each in RERANKERS)
        raise InvalidInputError(f"a cross-encoder is named provider:model ({known}), not {name!r}")
    return RERANKERS[provider](model, cache)
