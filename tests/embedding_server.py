"""Replies of a server of embeddings: vectors that the tiny encoder makes of the texts sent."""

import json
from collections.abc import Callable, Sequence

from lorepack.ports import Vector
from providers.hashing import HashingEmbedder
from tests.chat_server import Answering, Received, Scripted

DIM = 48
LIMIT = 600
"""Characters that a text may have; a longer one is refused, as servers do."""


def embedding(vectors: Sequence[Sequence[float]], *, usage: object = None) -> Scripted:
    """A reply as the OpenAI protocol has it."""
    data = [{"index": at, "embedding": list(vector)} for at, vector in enumerate(vectors)]
    return Scripted(body=json.dumps({"data": data, "usage": usage}).encode())


def _made(text: str, dim: int) -> Vector:
    return HashingEmbedder(dim).embed_query(text)


def _whole(received: Received) -> Scripted:
    texts: list[str] = received.body["input"]
    if not all(0 < len(text) <= LIMIT for text in texts):
        return Scripted(status=400, body=b'{"error": "a text is empty or too long"}')
    dim: int = received.body.get("dimensions", DIM)
    return embedding(
        [_made(text, dim).tolist() for text in texts],
        usage={"prompt_tokens": sum(map(len, texts))},
    )


EMBEDS: Answering = _whole
"""Embeds what is sent; a text that is empty or over `LIMIT` is refused."""


def spoilt(spoil: Callable[[list[dict[str, object]]], None]) -> Answering:
    """Embeds, and then somebody spoils the items of the answer."""

    def answer(received: Received) -> Scripted:
        whole = json.loads(_whole(received).body)
        spoil(whole["data"])
        return Scripted(body=json.dumps(whole).encode())

    return answer
