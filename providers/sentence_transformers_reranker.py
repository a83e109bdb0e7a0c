"""Cross-encoders that sentence-transformers runs: a folder, or a name that it knows."""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Protocol

from lorepack.errors import ProviderError
from providers.pairs import PairFrame, best_score
from providers.torch_models import Stated, TorchTokenizer, check_installed, named, weights_of
from providers.windows import VERSION


class _Model(Stated, Protocol):
    """What is used of `sentence_transformers.CrossEncoder`, of an optional package."""

    @property
    def num_labels(self) -> int: ...

    @property
    def tokenizer(self) -> TorchTokenizer: ...

    def predict(
        self, pairs: Sequence[tuple[str, str]], *, activation_fn: object, show_progress_bar: bool
    ) -> Sequence[float]: ...


class SentenceTransformersReranker:
    """One model, one pair at a time; implements `Reranker`.

    It is loaded at first use, once, whichever thread comes first.
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
        self._scoring = Lock()  # a tokenizer of transformers serves one thread at a time
        self._loaded: _Model | None = None

    @property
    def fingerprint(self) -> str:
        """Names provider, model, weights and windows; loads the model."""
        name = named(self._name)
        return f"sentence-transformers:{name}:{weights_of(self._load())}:windows {VERSION}"

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """Score texts, each on its own."""
        model = self._load()
        with self._scoring:
            frame = _frame(model)
            return [best_score(frame.pairs(query, text), self._logit) for text in texts]

    def _logit(self, query: str, text: str) -> float:
        """The bare output: models differ in what they say is to be made of it."""
        bare = import_module("torch").nn.Identity()
        scores = self._load().predict([(query, text)], activation_fn=bare, show_progress_bar=False)
        return float(scores[0])

    def _load(self) -> _Model:
        with self._loading:
            if self._loaded is None:
                self._loaded = self._open()
            return self._loaded

    def _open(self) -> _Model:
        library = import_module("sentence_transformers")
        try:
            model = library.CrossEncoder(self._name, cache_folder=str(self._cache))
        except (OSError, ValueError) as error:
            raise ProviderError(
                f"sentence-transformers could not load {self._name}: {error}"
            ) from error
        if model.num_labels != 1:
            raise ProviderError(
                f"{self._name} is no cross-encoder of one score: it has {model.num_labels} outputs"
            )
        return model


def _frame(model: _Model) -> PairFrame:
    tokenizer = model.tokenizer
    return PairFrame(
        count=lambda text: len(tokenizer.encode(text, add_special_tokens=False, verbose=False)),
        most=int(tokenizer.model_max_length) - tokenizer.num_special_tokens_to_add(pair=True),
    )
