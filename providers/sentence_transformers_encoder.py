"""Encoders that sentence-transformers runs: a folder, or a name that it knows."""

import hashlib
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

import numpy.typing as npt

from lorepack.errors import ProviderError
from lorepack.ports import Vector
from providers.prefixes import Prefixes, prefixes_of
from providers.vectors import clean, unit

INSTALL = 'pip install "lorepack[sentence-transformers]"'


class _Model(Protocol):
    """What is used of `sentence_transformers.SentenceTransformer`, an optional package."""

    @property
    def prompts(self) -> Mapping[str, str]: ...

    def state_dict(self) -> Mapping[str, Any]: ...

    def encode_query(self, text: str, *, show_progress_bar: bool) -> npt.ArrayLike: ...

    def encode_document(self, text: str, *, show_progress_bar: bool) -> npt.ArrayLike: ...


class SentenceTransformersEmbedder:
    """One model, one text at a time; implements `Embedder`.

    A model that brings prompts of its own is given those, any other the prefixes that its name
    asks for. It is loaded at first use, once, whichever thread comes first.
    """

    def __init__(self, model: str, cache: Path) -> None:
        """Name a model; nothing is loaded yet.

        Args:
            model: A folder, or a name from the Hugging Face hub (it is downloaded).
            cache: Where downloads are kept.

        Raises:
            ProviderError: sentence-transformers is not installed.
        """
        if find_spec("sentence_transformers") is None:
            raise ProviderError(f"sentence-transformers is not installed: {INSTALL}")
        self._name, self._cache = model, cache / "sentence-transformers"
        self._loading = Lock()
        self._encoding = Lock()  # a tokenizer of transformers serves one thread at a time
        self._loaded: tuple[_Model, Prefixes] | None = None

    @property
    def fingerprint(self) -> str:
        """Names provider, model, weights and prefixes; loads the model."""
        model, prefixes = self._load()
        asked = prefixes if prefixes != Prefixes() else dict(model.prompts)
        return f"sentence-transformers:{self._name}:{_weights(model)}:{asked}"

    @property
    def dim(self) -> int:
        """Length of every vector; loads the model and asks it."""
        return len(self.embed_query(""))

    def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """Embed passages, each on its own."""
        model, prefixes = self._load()
        prepared = (prefixes.document + clean(text) for text in texts)
        with self._encoding:
            return [unit(model.encode_document(t, show_progress_bar=False)) for t in prepared]

    def embed_query(self, text: str) -> Vector:
        """Embed a query."""
        model, prefixes = self._load()
        prepared = prefixes.query + clean(text)
        with self._encoding:
            return unit(model.encode_query(prepared, show_progress_bar=False))

    def _load(self) -> tuple[_Model, Prefixes]:
        with self._loading:
            if self._loaded is None:
                model = self._open()
                own = any(model.prompts.values())
                self._loaded = model, Prefixes() if own else prefixes_of(self._name)
            return self._loaded

    def _open(self) -> _Model:
        library = import_module("sentence_transformers")
        try:
            return library.SentenceTransformer(self._name, cache_folder=str(self._cache))
        except (OSError, ValueError) as error:
            raise ProviderError(
                f"sentence-transformers could not load {self._name}: {error}"
            ) from error


def _weights(model: _Model) -> str:
    """The first digits of the SHA-256 over all weights."""
    torch = import_module("torch")
    digest = hashlib.sha256()
    for _, tensor in sorted(model.state_dict().items()):
        digest.update(tensor.detach().cpu().reshape(-1).view(torch.uint8).numpy())
    return digest.hexdigest()[:16]
