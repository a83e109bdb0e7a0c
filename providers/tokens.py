"""Exact token counts with no network, by encoding, by model, by tokenizer file, or in bytes.

Counts are not additive: two texts joined may take fewer or more tokens than both apart. Count
the string that is sent.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from pathlib import Path

import tiktoken
from tiktoken.model import encoding_name_for_model

from lorepack import ports
from lorepack.errors import InvalidInputError
from providers.token_cutting import longest_head, longest_tail
from providers.token_files import open_file
from providers.token_ranks import CL100K, O200K, load

_ENCODINGS = {"o200k_base": O200K, "o200k_harmony": O200K, "cl100k_base": CL100K}
_SHORT = {"o200k": "o200k_base", "cl100k": "cl100k_base"}
BYTES = "bytes"
BUILT_IN = (*_ENCODINGS, *_SHORT, BYTES)
"""The names that no tokenizer file of a user's can take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokenizer:
    """Counts and cuts text by the tokens of one encoding; safe to share between threads."""

    encoding: tiktoken.Encoding

    def count(self, text: str) -> int:
        """Tokens of exactly this text; control tokens spelled out in it count as plain text."""
        return len(self.encoding.encode_ordinary(text))

    def head(self, text: str, n: int) -> str:
        """The longest beginning of at most n tokens, see `longest_head`."""
        return longest_head(text, n, self.count, lambda piece: self._reach(piece, n, slice(n)))

    def tail(self, text: str, n: int) -> str:
        """The longest ending of at most n tokens, see `longest_tail`."""
        kept = slice(-n, None)
        return longest_tail(text, n, self.count, lambda piece: self._reach(piece, n, kept))

    def _reach(self, piece: str, n: int, kept: slice) -> int | None:
        tokens = self.encoding.encode_ordinary(piece)
        if len(tokens) <= n:
            return None
        return len(self.encoding.decode_bytes(tokens[kept]).decode("utf-8", "ignore"))


@dataclass(frozen=True, slots=True, kw_only=True)
class ByteCounter:
    """One token for each byte of UTF-8.

    No byte-level tokenizer takes more, whatever it has learnt: a budget kept in bytes is kept in
    the tokens of every such model, though a half to three quarters of it stays unused.
    """

    def count(self, text: str) -> int:
        """Bytes of a text; a lone surrogate is three, like the sign that replaces it."""
        return len(text.encode("utf-8", "surrogatepass"))

    def head(self, text: str, n: int) -> str:
        """The longest beginning of at most n bytes, of whole characters."""
        sizes = accumulate(map(self.count, text[: max(n, 0)]))
        return text[: sum(size <= n for size in sizes)]

    def tail(self, text: str, n: int) -> str:
        """The longest ending of at most n bytes, of whole characters."""
        return self.head(text[::-1], n)[::-1]


def open_tokenizer(
    encoding: str, cache: Path, files: Mapping[str, Path] | None = None
) -> ports.Tokenizer:
    """Load what counts tokens, once in a process.

    Args:
        encoding: `o200k_base`, `o200k_harmony`, `cl100k_base` (or `o200k`, `cl100k`), `bytes`,
            a name of `files`, or the name of a model that uses one of the first three.
        cache: A folder of the user's in which rank files may be kept.
        files: Further models' `tokenizer.json`, by the names to ask for them by.

    Raises:
        InvalidInputError: There is none of this name; the text lists those there are.
        ProviderError: Its file is absent or not what it should be.
    """
    if encoding == BYTES:
        return ByteCounter()
    if encoding in (files or {}) and encoding not in BUILT_IN:
        return open_file(encoding, (files or {})[encoding])
    if (name := _encoding_of(encoding)) is None:
        known = ", ".join([*BUILT_IN, *(files or {})])
        raise InvalidInputError(
            f"no encoding {encoding!r}, only {known}, and the models that use one of the first "
            "three; LOREPACK_TOKENIZERS adds a model's tokenizer.json"
        )
    return open_encoding(name, cache)


def open_counter(
    encoding: str, cache: Path, files: Mapping[str, Path] | None = None
) -> ports.TokenCounter:
    """The `count` of `open_tokenizer`."""
    return open_tokenizer(encoding, cache, files).count


@lru_cache
def open_encoding(name: str, cache: Path) -> Tokenizer:
    """An encoding of tiktoken's, by its full name, for whoever wants its ids too."""
    return Tokenizer(encoding=load(name, _ENCODINGS[name], cache))


def _encoding_of(name: str) -> str | None:
    """The encoding that a short name or a model's name means, if its ranks are there."""
    try:
        meant = _SHORT.get(name) or (name if name in _ENCODINGS else encoding_name_for_model(name))
    except KeyError:
        return None
    return meant if meant in _ENCODINGS else None
