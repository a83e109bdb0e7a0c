"""Encoders that fastembed runs: the default one from this machine, a folder, others by name."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from fastembed import TextEmbedding
from fastembed.common.model_description import ModelSource, PoolingType
from fastembed.text.onnx_embedding import OnnxTextEmbedding
from fastembed.text.static_embedding import StaticTextEmbedding
from tokenizers import Tokenizer

from lorepack.errors import InvalidInputError, ProviderError
from lorepack.ports import Vector
from providers.e5.prepare import MODEL_FILE, prepare
from providers.fastembed_parts import count_tokens, most_tokens, tokenizer_of, weights_of
from providers.onnx_folder import OnnxFolder, find_folder
from providers.prefixes import prefixes_of
from providers.vectors import clean, unit
from providers.windows import VERSION, Frame, embed_whole

LOCAL_MODEL = "local/multilingual-e5-small"

_LOCAL_DIM = 384

_WORKERS = min(2, os.cpu_count() or 1)
"""Two one-thread workers embed faster than one two-thread session (11.8 to 9.8 texts a second on
two cores); each further one costs the memory of its activations."""

_POOLINGS = {
    "mean": PoolingType.MEAN,
    "cls": PoolingType.CLS,
    "lasttoken": PoolingType.LAST_TOKEN,
}

_registration = Lock()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Loaded:
    """A model in memory."""

    model: TextEmbedding
    tokenizer: Tokenizer
    weights: str

    def frame(self, prefix: str) -> Frame:
        return Frame(
            count=lambda text: count_tokens(self.tokenizer, prefix + text),
            most=most_tokens(self.tokenizer),
        )

    def embed_query(self, text: str) -> Vector:
        return unit(next(iter(self.model.query_embed(text))))

    def embed_document(self, text: str) -> Vector:
        return unit(next(iter(self.model.passage_embed([text]))))


class FastembedEmbedder:
    """One session of one thread on the CPU, shared by a few workers; implements `Embedder`.

    Every window of a text is a batch of its own, so its vector depends on nothing else. The model
    is loaded at first use, once, whichever thread comes first.
    """

    def __init__(self, model: str, cache: Path, workers: int = _WORKERS) -> None:
        """Name a model; nothing is loaded yet.

        Args:
            model: `LOCAL_MODEL`, a folder, or any name that fastembed knows (it downloads that).
            cache: Where model files are kept between runs.
            workers: How many documents are embedded at once.

        Raises:
            InvalidInputError: It is no folder of a model, and fastembed does not know it.
        """
        _register_local()
        known = sorted(each["model"] for each in TextEmbedding.list_supported_models())
        self._folder = None if model in known else find_folder(model)
        if model not in known and self._folder is None:
            raise InvalidInputError(
                f"fastembed has no model {model!r} and there is no such folder, "
                f"only {', '.join(known)}"
            )
        self._name, self._cache, self._workers = model, cache, workers
        self._prefixes = prefixes_of(model)
        self._lock = Lock()
        self._loaded: _Loaded | None = None

    @property
    def fingerprint(self) -> str:
        """Names provider, model, weights, prefixes and windows; loads the model."""
        name = self._folder.name if self._folder else self._name
        prefixes = f"{self._prefixes.query}|{self._prefixes.document}"
        return f"fastembed:{name}:{self._load().weights}:{prefixes}:windows {VERSION}"

    @property
    def dim(self) -> int:
        """Length of every vector; that of a folder's model is learnt from a vector of it."""
        if self._folder is not None:
            return len(self.embed_query(""))
        return TextEmbedding.get_embedding_size(self._name)

    def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """Embed passages, several at once, each on its own."""
        with ThreadPoolExecutor(self._workers) as pool:
            return list(pool.map(self._embed_document, texts))

    def embed_query(self, text: str) -> Vector:
        """Embed a query."""
        loaded, prefix = self._load(), self._prefixes.query
        frame = loaded.frame(prefix)
        return embed_whole(clean(text), frame, lambda part: loaded.embed_query(prefix + part))

    def _embed_document(self, text: str) -> Vector:
        loaded, prefix = self._load(), self._prefixes.document
        frame = loaded.frame(prefix)
        return embed_whole(clean(text), frame, lambda part: loaded.embed_document(prefix + part))

    def _load(self) -> _Loaded:
        with self._lock:
            if self._loaded is None:
                self._loaded = self._open() if self._folder is None else _open_folder(self._folder)
            return self._loaded

    def _open(self) -> _Loaded:
        folder = str(prepare(self._cache)) if self._name == LOCAL_MODEL else None
        try:
            model = TextEmbedding(
                self._name,
                cache_dir=str(self._cache / "fastembed"),
                threads=1,
                providers=["CPUExecutionProvider"],
                specific_model_path=folder,
            )
        except ValueError as error:
            raise ProviderError(f"fastembed could not load {self._name}: {error}") from error
        return _loaded(model, weights_of(_inner(model)))


def _open_folder(folder: OnnxFolder) -> _Loaded:
    """Open the model of a folder.

    Raises:
        ProviderError: It cannot be loaded, or puts tokens together in a way not known here.
    """
    try:
        model = TextEmbedding(
            _register_folder(folder),
            threads=1,
            providers=["CPUExecutionProvider"],
            specific_model_path=str(folder.path),
        )
    except ProviderError:
        raise
    except Exception as error:  # of four libraries, each with errors of its own
        raise ProviderError(f"fastembed could not load {folder.path}: {error}") from error
    return _loaded(model, f"{_pooling(folder).value.lower()}:{folder.weights()}")


def _register_folder(folder: OnnxFolder) -> str:
    """Tell fastembed of folders of this kind; returns the name that it then knows them by."""
    pooling = _pooling(folder)
    name = f"folder/{pooling.value}/{folder.graph}"
    # fastembed itself makes no use of a model's length.
    _register(name, pooling, folder.graph, dim=0)
    return name


def _pooling(folder: OnnxFolder) -> PoolingType:
    """How vectors of tokens become one, unless the graph itself does that."""
    if len(folder.output_shape()) == 2:
        return PoolingType.DISABLED
    if folder.pooling not in _POOLINGS:
        known = ", ".join(_POOLINGS)
        raise ProviderError(f"{folder.path} pools by {folder.pooling!r}; known are {known}")
    return _POOLINGS[folder.pooling]


def _register_local() -> None:
    """Tell fastembed of the default model."""
    _register(LOCAL_MODEL, PoolingType.MEAN, MODEL_FILE, dim=_LOCAL_DIM)


def _register(name: str, pooling: PoolingType, file: str, *, dim: int) -> None:
    """Tell fastembed of a model; it refuses to be told twice."""
    with _registration:
        known = (each["model"] for each in TextEmbedding.list_supported_models())
        if name.lower() in (each.lower() for each in known):
            return
        TextEmbedding.add_custom_model(
            name,
            pooling=pooling,
            normalization=True,
            sources=ModelSource(hf=name),
            dim=dim,
            model_file=file,
        )


def _loaded(model: TextEmbedding, weights: str) -> _Loaded:
    return _Loaded(model=model, tokenizer=tokenizer_of(_inner(model)), weights=weights)


def _inner(model: TextEmbedding) -> OnnxTextEmbedding | StaticTextEmbedding:
    inner = model.model
    if not isinstance(inner, OnnxTextEmbedding | StaticTextEmbedding):
        raise ProviderError(f"{model.model_name} keeps no model file to tell it by")
    return inner
