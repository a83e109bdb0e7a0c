"""What is known of a server of embeddings before it is asked."""

from dataclasses import dataclass

from pydantic import SecretStr

from lorepack.ports import Call, Meter

MOST_TOKENS = 32_768
"""Of one request; OpenAI takes 300,000, small servers hold all of it in memory."""

USUAL_WINDOW = 400
"""Fits models of 512 tokens, whose own tokenizers count up to a fifth more than cl100k_base."""

USUAL_BATCH = 32
"""The most that servers take which are set up to take few."""

USUAL_SECONDS = 60.0


def _nobody(call: Call) -> None:
    """Keeps no ledger."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddingServer:
    """The settings of an encoder behind the OpenAI protocol."""

    url: str = ""
    """Base address; empty for none."""
    key: SecretStr | None = None
    seconds: float = USUAL_SECONDS
    """Of one attempt, from connecting to the last byte."""
    dimension: int | None = None
    """Length of vectors to ask for; None for the model's own, which its first vector tells."""
    window: int = USUAL_WINDOW
    """Tokens of one text, by cl100k_base; a longer one goes in windows."""
    batch: int = USUAL_BATCH
    """Texts of one request."""
    meter: Meter = _nobody
