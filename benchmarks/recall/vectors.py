"""Vectors that are made once: by whatever system, for whatever run comes after."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Self

import numpy as np

from lorepack.ports import Embedder, Vector

_ROUND = 64
"""Texts embedded between two commits."""
_ASKED = 500
"""Keys in one query."""


class RememberingEmbedder:
    """An encoder that keeps every vector in a file; implements `Embedder`."""

    def __init__(
        self, inner: Embedder, file: Path, progress: Callable[[int, int], None] | None = None
    ) -> None:
        """Stand before an encoder.

        Args:
            inner: Makes what is not kept yet.
            file: An SQLite database, made if it is not there.
            progress: Hears how many texts of how many have been embedded.
        """
        self._inner = inner
        self._progress = progress
        file.parent.mkdir(parents=True, exist_ok=True)
        self._database = sqlite3.connect(file, timeout=60, check_same_thread=False)
        self._database.execute("PRAGMA journal_mode=WAL")
        self._database.execute(
            "CREATE TABLE IF NOT EXISTS vector (key BLOB PRIMARY KEY, value BLOB) WITHOUT ROWID"
        )
        self._fingerprint = inner.fingerprint

    @property
    def fingerprint(self) -> str:
        """That of the encoder behind."""
        return self._fingerprint

    @property
    def dim(self) -> int:
        """Length of every vector."""
        return self._inner.dim

    def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """Embed passages, each text once for good."""
        keys = [self.key("document", text) for text in texts]
        missing = dict(zip(keys, texts, strict=True))
        known = self._read(list(missing))
        missing = {key: text for key, text in missing.items() if key not in known}
        todo = list(missing.items())
        for start in range(0, len(todo), _ROUND):
            part = todo[start : start + _ROUND]
            made = self._inner.embed_documents([text for _, text in part])
            known |= self._keep({key: v for (key, _), v in zip(part, made, strict=True)})
            if self._progress:
                self._progress(start + len(part), len(todo))
        return [known[key] for key in keys]

    def embed_query(self, text: str) -> Vector:
        """Embed a query, once for good."""
        key = self.key("query", text)
        known = self._read([key])
        return known[key] if known else self._keep({key: self._inner.embed_query(text)})[key]

    def key(self, kind: str, text: str) -> bytes:
        """What a vector is kept under: fingerprint, kind of text and text."""
        words = f"{self._fingerprint}\n{kind}\n{text}"
        return sha256(words.encode("utf-8", "surrogatepass")).digest()

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read(self, keys: Sequence[bytes]) -> dict[bytes, Vector]:
        found: dict[bytes, Vector] = {}
        for start in range(0, len(keys), _ASKED):
            part = keys[start : start + _ASKED]
            marks = ",".join("?" * len(part))
            query = f"SELECT key, value FROM vector WHERE key IN ({marks})"
            with closing(self._database.execute(query, part)) as rows:
                found |= {key: np.frombuffer(value, np.float32) for key, value in rows}
        return found

    def _keep(self, vectors: dict[bytes, Vector]) -> dict[bytes, Vector]:
        rows = [(key, vector.astype(np.float32).tobytes()) for key, vector in vectors.items()]
        with self._database:
            self._database.executemany("INSERT OR IGNORE INTO vector VALUES (?, ?)", rows)
        return vectors
