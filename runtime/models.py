"""Encoder and cross-encoder as the settings name them."""

from collections.abc import Callable
from functools import partial

from lorepack.ports import Embedder, Meter, Record, Reranker
from lorepack.records import Usage
from providers.encoders import open_embedder
from providers.rerankers import open_reranker
from providers.servers.embedding import EmbeddingServer
from runtime.chat import enter
from runtime.settings import Settings

OpenReranker = Callable[[], Reranker | None]
"""Opens the cross-encoder at its first call; None where none is named."""


def meter_of(settings: Settings, record: Record) -> Meter:
    """The ledger of embeddings, which belong to no one project: one index serves them all."""
    entry = partial(Usage, route="embeddings", stage="memory")
    return partial(enter, record, settings.prices, entry)


def encoder_of(settings: Settings, meter: Meter | None = None) -> Embedder:
    """The encoder; nothing is loaded or asked yet.

    Raises:
        InvalidInputError: There is no such encoder, or its server's settings cannot be used.
        ProviderError: What it needs is not installed.
    """
    server = EmbeddingServer(
        url=settings.embedding_url,
        key=settings.embedding_api_key,
        seconds=settings.embedding_timeout,
        dimension=settings.embedding_dimension,
        window=settings.embedding_window,
        batch=settings.embedding_batch,
        **({} if meter is None else {"meter": meter}),
    )
    return open_embedder(settings.embedder, settings.cache_dir, server)


def reranker_of(settings: Settings) -> Reranker | None:
    """The cross-encoder, None if none is named; nothing is loaded yet.

    Raises:
        InvalidInputError: There is no such cross-encoder.
        ProviderError: What it needs is not installed.
    """
    return open_reranker(settings.reranker, settings.cache_dir) if settings.reranker else None
