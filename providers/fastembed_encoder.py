"""Encoders that fastembed runs: the default one from this machine, others by their name."""

import hashlib
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock

from fastembed import TextEmbedding
from fastembed.common.model_description import ModelSource, PoolingType
from fastembed.text.onnx_embedding import OnnxTextEmbedding
from fastembed.text.static_embedding import StaticTextEmbedding

from lorepack.errors import InvalidInputError, ProviderError
from lorepack.ports import Vector
from providers.e5.prepare import MODEL_FILE, prepare
from providers.prefixes import prefixes_of
from providers.vectors import clean, unit

LOCAL_MODEL = "local/multilingual-e5-small"

_LOCAL_DIM = 384

_WORKERS = min(2, os.cpu_count() or 1)
"""Two one-thread workers embed faster than one two-thread session (11.8 to 9.8 texts a second on
two cores); each further one costs the memory of its activations."""

_registration = Lock()


class FastembedEmbedder:
    """One session of one thread on the CPU, shared by a few workers; implements `Embedder`.

    Every text is a batch of its own, so its vector depends on nothing else. The model is loaded
    at first use, once, whichever thread comes first.
    """

    def __init__(self, model: str, cache: Path, workers: int = _WORKERS) -> None:
        """Name a model; nothing is loaded yet.

        Args:
            model: `LOCAL_MODEL`, or any name that fastembed knows (it downloads that one).
            cache: Where model files are kept between runs.
            workers: How many documents are embedded at once.

        Raises:
            InvalidInputError: fastembed does not know the model.
        """
        _register_local()
        known = sorted(each["model"] for each in TextEmbedding.list_supported_models())
        if model not in known:
            raise InvalidInputError(f"fastembed has no model {model!r}, only {', '.join(known)}")
        self._name, self._cache, self._workers = model, cache, workers
        self._prefixes = prefixes_of(model)
        self._dim = TextEmbedding.get_embedding_size(model)
        self._lock = Lock()
        self._loaded: tuple[TextEmbedding, str] | None = None

    @property
    def fingerprint(self) -> str:
        """Names provider, model, weights and prefixes; loads the model."""
        _, weights = self._load()
        prefixes = f"{self._prefixes.query}|{self._prefixes.document}"
        return f"fastembed:{self._name}:{weights}:{prefixes}"

    @property
    def dim(self) -> int:
        """Length of every vector."""
        return self._dim

    def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """Embed passages, several at once, each on its own."""
        with ThreadPoolExecutor(self._workers) as pool:
            return list(pool.map(self._embed_document, texts))

    def embed_query(self, text: str) -> Vector:
        """Embed a query."""
        model, _ = self._load()
        return unit(next(iter(model.query_embed(self._prefixes.query + clean(text)))))

    def _embed_document(self, text: str) -> Vector:
        model, _ = self._load()
        return unit(next(iter(model.passage_embed([self._prefixes.document + clean(text)]))))

    def _load(self) -> tuple[TextEmbedding, str]:
        with self._lock:
            if self._loaded is None:
                model = self._open()
                self._loaded = model, _weights(model)
            return self._loaded

    def _open(self) -> TextEmbedding:
        folder = str(prepare(self._cache)) if self._name == LOCAL_MODEL else None
        try:
            return TextEmbedding(
                self._name,
                cache_dir=str(self._cache / "fastembed"),
                threads=1,
                providers=["CPUExecutionProvider"],
                specific_model_path=folder,
            )
        except ValueError as error:
            raise ProviderError(f"fastembed could not load {self._name}: {error}") from error


def _register_local() -> None:
    """Tell fastembed of the default model; it refuses to be told twice."""
    with _registration:
        if any(each["model"] == LOCAL_MODEL for each in TextEmbedding.list_supported_models()):
            return
        TextEmbedding.add_custom_model(
            LOCAL_MODEL,
            pooling=PoolingType.MEAN,
            normalization=True,
            sources=ModelSource(hf=LOCAL_MODEL),
            dim=_LOCAL_DIM,
            model_file=MODEL_FILE,
        )


def _weights(model: TextEmbedding) -> str:
    """The first digits of the model file's SHA-256."""
    inner = model.model
    if not isinstance(inner, OnnxTextEmbedding | StaticTextEmbedding):
        raise ProviderError(f"{model.model_name} keeps no model file to tell it by")
    folder = inner._model_dir  # pyright: ignore[reportPrivateUsage]  # it is told nowhere else
    with (folder / inner.model_description.model_file).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]
