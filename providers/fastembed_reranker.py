"""Cross-encoders that fastembed runs: a folder, or one that it knows by name."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from fastembed.common.model_description import ModelSource
from fastembed.rerank.cross_encoder import TextCrossEncoder
from fastembed.rerank.cross_encoder.onnx_text_cross_encoder import OnnxTextCrossEncoder
from tokenizers import Tokenizer

from lorepack.errors import InvalidInputError, ProviderError
from providers.fastembed_parts import count_tokens, most_tokens, tokenizer_of, weights_of
from providers.onnx_folder import OnnxFolder, find_folder
from providers.pairs import PairFrame, best_score
from providers.windows import VERSION

_WORKERS = min(2, os.cpu_count() or 1)
"""As for encoders: two one-thread workers beat one two-thread session."""

_registration = Lock()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Loaded:
    """A model in memory."""

    model: TextCrossEncoder
    tokenizer: Tokenizer
    weights: str

    @property
    def frame(self) -> PairFrame:
        return PairFrame(
            count=lambda text: count_tokens(self.tokenizer, text),
            most=most_tokens(self.tokenizer, pair=True),
        )

    def logit(self, query: str, text: str) -> float:
        return next(iter(self.model.rerank(query, [text])))


class FastembedReranker:
    """One session of one thread on the CPU, shared by a few workers; implements `Reranker`.

    Every pair is a batch of its own, so its score depends on nothing else. The model is loaded at
    first use, once, whichever thread comes first.
    """

    def __init__(self, model: str, cache: Path, workers: int = _WORKERS) -> None:
        """Name a model; nothing is loaded yet.

        Args:
            model: A folder, or any name that fastembed knows (it downloads that one).
            cache: Where model files are kept between runs.
            workers: How many texts are scored at once.

        Raises:
            InvalidInputError: It is no folder of a model, and fastembed does not know it.
        """
        known = sorted(each["model"] for each in TextCrossEncoder.list_supported_models())
        self._folder = None if model in known else find_folder(model)
        if model not in known and self._folder is None:
            raise InvalidInputError(
                f"fastembed has no cross-encoder {model!r} and there is no such folder, "
                f"only {', '.join(known)}"
            )
        self._name, self._cache, self._workers = model, cache, workers
        self._lock = Lock()
        self._loaded: _Loaded | None = None

    @property
    def fingerprint(self) -> str:
        """Names provider, model, weights and windows; loads the model."""
        name = self._folder.name if self._folder else self._name
        return f"fastembed:{name}:{self._load().weights}:windows {VERSION}"

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """Score texts, several at once, each on its own."""
        loaded = self._load()

        def scored(text: str) -> float:
            return best_score(loaded.frame.pairs(query, text), loaded.logit)

        with ThreadPoolExecutor(self._workers) as pool:
            return list(pool.map(scored, texts))

    def _load(self) -> _Loaded:
        with self._lock:
            if self._loaded is None:
                self._loaded = self._open() if self._folder is None else _open_folder(self._folder)
            return self._loaded

    def _open(self) -> _Loaded:
        try:
            model = TextCrossEncoder(
                self._name,
                cache_dir=str(self._cache / "fastembed"),
                threads=1,
                providers=["CPUExecutionProvider"],
            )
        except ValueError as error:
            raise ProviderError(f"fastembed could not load {self._name}: {error}") from error
        return _loaded(model, weights_of(_inner(model)))


def _open_folder(folder: OnnxFolder) -> _Loaded:
    """Open the model of a folder.

    Raises:
        ProviderError: It cannot be loaded, or gives another thing than one score.
    """
    try:
        shape = folder.output_shape()
        model = TextCrossEncoder(
            _register_folder(folder),
            threads=1,
            providers=["CPUExecutionProvider"],
            specific_model_path=str(folder.path),
        )
    except Exception as error:  # of four libraries, each with errors of its own
        raise ProviderError(f"fastembed could not load {folder.path}: {error}") from error
    if len(shape) != 2 or shape[1] not in {1, None}:
        raise ProviderError(
            f"{folder.path} is no cross-encoder of one score: its output has the shape {shape}"
        )
    return _loaded(model, folder.weights())


def _register_folder(folder: OnnxFolder) -> str:
    """Tell fastembed of folders of this kind; returns the name that it then knows them by."""
    name = f"folder/{folder.graph}"
    with _registration:
        known = [each["model"] for each in TextCrossEncoder.list_supported_models()]
        if name not in known:
            TextCrossEncoder.add_custom_model(
                name, sources=ModelSource(hf=name), model_file=folder.graph
            )
    return name


def _loaded(model: TextCrossEncoder, weights: str) -> _Loaded:
    return _Loaded(model=model, tokenizer=tokenizer_of(_inner(model)), weights=weights)


def _inner(model: TextCrossEncoder) -> OnnxTextCrossEncoder:
    inner = model.model
    if not isinstance(inner, OnnxTextCrossEncoder):
        raise ProviderError(f"{model.model_name} keeps no model file to tell it by")
    return inner
