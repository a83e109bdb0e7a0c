"""Encoders that sentence-transformers runs: a folder, or a name that it knows."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Protocol

import numpy.typing as npt

from lorepack.errors import ProviderError
from lorepack.ports import Vector
from providers.prefixes import Prefixes, prefixes_of
from providers.torch_models import Measured, Stated, check_installed, frame_of, named, weights_of
from providers.vectors import clean, unit
from providers.windows import VERSION, embed_whole


class _Encode(Protocol):
    """One of a model's two ways to a vector."""

    def __call__(self, text: str, *, show_progress_bar: bool) -> npt.ArrayLike: ...


class _Model(Measured, Stated, Protocol):
    """What is used of `sentence_transformers.SentenceTransformer`, an optional package."""

    @property
    def prompts(self) -> Mapping[str, str]: ...

    def encode_query(self, text: str, *, show_progress_bar: bool) -> npt.ArrayLike: ...

    def encode_document(self, text: str, *, show_progress_bar: bool) -> npt.ArrayLike: ...


class SentenceTransformersEmbedder:
    """One model, one window of a text at a time; implements `Embedder`.

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
        check_installed()
        self._name, self._cache = model, cache / "sentence-transformers"
        self._loading = Lock()
        self._encoding = Lock()  # a tokenizer of transformers serves one thread at a time
        self._loaded: tuple[_Model, Prefixes] | None = None

    @property
    def fingerprint(self) -> str:
        """Names provider, model, weights, prefixes and windows; loads the model."""
        model, prefixes = self._load()
        asked = prefixes if prefixes != Prefixes() else dict(model.prompts)
        name = named(self._name)
        return f"sentence-transformers:{name}:{weights_of(model)}:{asked}:windows {VERSION}"

    @property
    def dim(self) -> int:
        """Length of every vector; loads the model and asks it."""
        return len(self.embed_query(""))

    def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """Embed passages, each on its own."""
        model, prefixes = self._load()
        return [self._embed(text, model.encode_document, prefixes.document) for text in texts]

    def embed_query(self, text: str) -> Vector:
        """Embed a query."""
        model, prefixes = self._load()
        return self._embed(text, model.encode_query, prefixes.query)

    def _embed(self, text: str, encode: _Encode, prefix: str) -> Vector:
        model, _ = self._load()
        frame = frame_of(model, _before(model, prefix))
        with self._encoding:
            return embed_whole(
                clean(text),
                frame,
                lambda part: unit(encode(prefix + part, show_progress_bar=False)),
            )

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


def _before(model: _Model, prefix: str) -> str:
    """The longest of what may come to stand before a text: the library chooses among prompts."""
    return max(prefix, *model.prompts.values(), "", key=len)
