"""What encoders and cross-encoders of sentence-transformers, an optional package, share."""

import hashlib
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from lorepack.errors import ProviderError
from providers.windows import Frame

INSTALL = 'pip install "lorepack[sentence-transformers]"'

_ENDLESS = 10**9
"""Tokens; libraries write such numbers, or infinity, where nothing is cut off."""


class TorchTokenizer(Protocol):
    """What is used of a tokenizer of transformers."""

    @property
    def model_max_length(self) -> float:
        """Tokens, the special ones among them."""
        ...

    def encode(self, text: str, *, add_special_tokens: bool, verbose: bool) -> Sequence[int]:
        """Tokens of all of a text; `verbose` is for a warning that it is long."""
        ...

    def num_special_tokens_to_add(self, pair: bool) -> int:
        """Tokens around a text, or around two."""
        ...


class Measured(Protocol):
    """A model that says how much it reads."""

    @property
    def max_seq_length(self) -> float | None:
        """Tokens, the special ones among them."""
        ...

    @property
    def tokenizer(self) -> TorchTokenizer:
        """Its tokenizer."""
        ...


class Stated(Protocol):
    """A model that shows its weights."""

    def state_dict(self) -> Mapping[str, Any]:
        """Tensors by name."""
        ...


def check_installed() -> None:
    """Make sure of the package.

    Raises:
        ProviderError: It is not installed.
    """
    if find_spec("sentence_transformers") is None:
        raise ProviderError(f"sentence-transformers is not installed: {INSTALL}")


def named(model: str) -> str:
    """A model's name in a fingerprint: a folder may be moved."""
    path = Path(model).expanduser()
    return path.resolve().name if path.is_dir() else model


def frame_of(model: Measured, before: str) -> Frame:
    """What an encoder takes at once, with something before each text."""
    most, tokenizer = model.max_seq_length, model.tokenizer
    if most is None or most > _ENDLESS:
        return Frame(count=len, most=_ENDLESS)
    return Frame(
        count=lambda text: len(
            tokenizer.encode(before + text, add_special_tokens=False, verbose=False)
        ),
        most=int(most) - tokenizer.num_special_tokens_to_add(pair=False),
    )


def weights_of(model: Stated) -> str:
    """The first digits of the SHA-256 over all weights."""
    torch = import_module("torch")
    digest = hashlib.sha256()
    for _, tensor in sorted(model.state_dict().items()):
        digest.update(tensor.detach().cpu().reshape(-1).view(torch.uint8).numpy())
    return digest.hexdigest()[:16]
