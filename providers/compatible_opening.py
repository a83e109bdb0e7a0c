"""Opens an encoder of a server as the settings describe it."""

from pathlib import Path

from lorepack.errors import InvalidInputError
from providers.compatible_encoder import BYTES_EACH, CompatibleEmbedder
from providers.prefixes import prefixes_of
from providers.servers.asking import Asking
from providers.servers.embedding import EmbeddingServer
from providers.servers.wire import Wire, address_of, checked_key
from providers.tokens import open_counter

_ENCODING = "cl100k_base"
"""Exact for OpenAI's own models; others are counted about right."""

_HEAD = 2**16
"""Bytes of an answer beside its vectors."""


def open_compatible(model: str, server: EmbeddingServer, cache: Path) -> CompatibleEmbedder:
    """Name a model of a server; nothing is asked yet.

    Args:
        model: As the server calls it.
        server: Where it is and what it takes.
        cache: Where tokenizers are kept.

    Raises:
        InvalidInputError: The address or the key is none; the text names its setting.
    """
    if not server.url:
        raise InvalidInputError(
            f"openai:{model} needs LOREPACK_EMBEDDING_URL, the base address of its server, such as "
            "https://api.openai.com/v1 or http://127.0.0.1:8080/v1"
        )
    wire = Wire(
        url=address_of(server.url, "embeddings", of="LOREPACK_EMBEDDING_URL"),
        key=checked_key(server.key, of="LOREPACK_EMBEDDING_API_KEY"),
        seconds=server.seconds,
        most_bytes=_HEAD + server.batch * BYTES_EACH,
    )
    return CompatibleEmbedder(
        name=model,
        server=Asking(wire=wire),
        prefixes=prefixes_of(model),
        dimension=server.dimension,
        window=server.window,
        batch=server.batch,
        count=open_counter(_ENCODING, cache),
        meter=server.meter,
    )
