"""Any encoder behind the OpenAI protocol: a provider's, a gateway's, a local server's."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

import pydantic_core
from pydantic import BaseModel, FiniteFloat, NonNegativeInt, ValidationError

from lorepack.errors import ProviderError, UnusableAnswerError
from lorepack.ports import NOTHING_SPENT, Call, Meter, Spent, TokenCounter, Vector
from lorepack.records import Outcome
from providers.batches import batches
from providers.prefixes import Prefixes
from providers.servers.asking import Asking
from providers.servers.embedding import MOST_TOKENS
from providers.servers.reading import read_body
from providers.servers.wire import NotReachedError
from providers.vectors import clean, unit
from providers.windows import VERSION, Frame, joined

BYTES_EACH = 2**17
"""Of a vector as JSON: 4096 numbers of 32 characters."""

_NOTHING = "."
"""Stands for a text without a word: servers refuse an empty one."""


class _Item(BaseModel):
    index: int
    embedding: list[FiniteFloat]


class _Answer(BaseModel):
    data: list[_Item]
    usage: Any = None


class _Counted(BaseModel):
    prompt_tokens: NonNegativeInt


@dataclass(kw_only=True)
class CompatibleEmbedder:
    """One model of one server; implements `Embedder`, and is safe to share between threads.

    Texts share requests; that a vector is the same in any company is the server's to keep.
    """

    name: str
    server: Asking
    prefixes: Prefixes
    dimension: int | None
    """Asked for; None for the model's own."""
    window: int
    """Tokens of one text."""
    batch: int
    """Texts of one request."""
    count: TokenCounter
    meter: Meter
    _learnt: int | None = field(default=None, init=False)
    _learning: Lock = field(default_factory=Lock, init=False)

    @property
    def fingerprint(self) -> str:
        """Names address, model, length, prefixes and windows: all that is seen of it from here."""
        url = self.server.wire.url
        address = f"{url.netloc.decode('ascii')}{url.path}"
        prefixes = f"{self.prefixes.query}|{self.prefixes.document}"
        return f"openai:{address}:{self.name}:{self.dim}:{prefixes}:windows {VERSION}"

    @property
    def dim(self) -> int:
        """Length of every vector: as asked for, or learnt from the first, once."""
        if self.dimension is not None:
            return self.dimension
        return self._learnt or len(self.embed_query(_NOTHING))

    def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """Embed passages, as many in a request as it may hold."""
        return self._embed(texts, self.prefixes.document)

    def embed_query(self, text: str) -> Vector:
        """Embed a query."""
        return self._embed([text], self.prefixes.query)[0]

    def _embed(self, texts: Sequence[str], prefix: str) -> list[Vector]:
        frame = Frame(count=lambda text: self.count(prefix + text), most=self.window)
        cut = [frame.windows(_said(text)) for text in texts]
        parts = [prefix + window.text for windows in cut for window in windows]
        vectors = iter(self._in_batches(parts))
        return [joined([next(vectors) for _ in windows], windows) for windows in cut]

    def _in_batches(self, parts: Sequence[str]) -> Iterable[Vector]:
        sizes = [self.count(part) for part in parts]
        for places in batches(sizes, self.batch, MOST_TOKENS):
            yield from self._ask([parts[place] for place in places])

    def _ask(self, parts: Sequence[str]) -> list[Vector]:
        asked: dict[str, Any] = {"model": self.name, "input": parts, "encoding_format": "float"}
        if self.dimension is not None:
            asked["dimensions"] = self.dimension
        body = pydantic_core.to_json(asked)
        return self.server.until_answered(lambda: self._attempt(parts, body))

    def _attempt(self, parts: Sequence[str], body: bytes) -> list[Vector]:
        """Ask once, and tell the meter what came of it."""
        spent = NOTHING_SPENT
        try:
            answer = read_body(_Answer, self.server.ask(body).body)
            spent = self._spent(answer, parts)
            vectors = self._vectors(answer, len(parts))
        except ProviderError as error:
            self.server.hide_key(error)
            self._tell(spent, error)
            raise
        self._tell(spent, None)
        return vectors

    def _spent(self, answer: _Answer, parts: Sequence[str]) -> Spent:
        """Tokens as the server counts them, else counted here and marked as estimated."""
        try:
            tokens = _Counted.model_validate(answer.usage).prompt_tokens
        except ValidationError:
            counted = sum(map(self.count, parts))
            return Spent(input_tokens=counted, cached_tokens=0, output_tokens=0, estimated=True)
        return Spent(input_tokens=tokens, cached_tokens=0, output_tokens=0)

    def _vectors(self, answer: _Answer, wanted: int) -> list[Vector]:
        """The vectors in the order of the texts.

        Raises:
            UnusableAnswerError: Some are missing, too many, of another length or of none.
        """
        found = {item.index: item.embedding for item in answer.data}
        if len(answer.data) != wanted or sorted(found) != list(range(wanted)):
            told = [item.index for item in answer.data]
            raise UnusableAnswerError(f"{wanted} texts were sent; vectors came for {told}")
        self._check_length({len(each) for each in found.values()})
        try:
            return [unit(found[place]) for place in range(wanted)]
        except ProviderError as error:
            raise UnusableAnswerError(str(error)) from error

    def _check_length(self, lengths: set[int]) -> None:
        with self._learning:
            expected = self.dimension or self._learnt or min(lengths)
            if lengths != {expected}:
                raise UnusableAnswerError(
                    f"{self.name} gave vectors of {sorted(lengths)} numbers where {expected} were "
                    "expected: if another model now answers to this name, start again"
                )
            self._learnt = expected

    def _tell(self, spent: Spent, error: ProviderError | None) -> None:
        if not isinstance(error, NotReachedError):
            self.meter(Call(model=self.name, spent=spent, outcome=_outcome(error)))


def _said(text: str) -> str:
    kept = clean(text)
    return kept if kept.strip() else _NOTHING


def _outcome(error: ProviderError | None) -> Outcome:
    if error is None:
        return Outcome.ANSWERED
    return Outcome.UNUSABLE if isinstance(error, UnusableAnswerError) else Outcome.FAILED
