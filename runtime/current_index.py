"""The index of the encoder at hand: another encoder begins another index, and the journal says so.

Every chapter is noted before the old index goes, so that a crash anywhere begins it again. Vectors
stand in the record by encoder: one that comes back is asked nothing it has answered before.
"""

import shutil
from hashlib import sha256
from pathlib import Path

from lorepack.ports import Embedder, Record
from ranking import bm25
from storage import payloads
from text import terms

_CURRENT = "current"
"""Holds the name of the folder that the journal is kept for."""


def current_index(data_dir: Path, embedder: Embedder, record: Record) -> tuple[Path, bool]:
    """The folder of the encoder's index, for the owner of the data folder alone.

    Returns:
        The folder, and whether its index lacks chapters that the journal did not tell of before.
    """
    folder = _folder(data_dir, embedder)
    current = folder.with_name(_CURRENT)
    if current.is_file() and current.read_text(encoding="utf-8") == folder.name:
        return folder, False
    with record.writing() as unit:
        noted = unit.journal.note_all()
    if folder.parent.is_dir():
        shutil.rmtree(folder.parent)
    folder.mkdir(parents=True)
    current.write_text(folder.name, encoding="utf-8")
    return folder, noted > 0


def _folder(data_dir: Path, embedder: Embedder) -> Path:
    """One folder for each way of making vectors: they never mix."""
    made_by = (
        f"{embedder.fingerprint}|terms {terms.VERSION}|bm25 {bm25.VERSION}"
        f"|points {payloads.VERSION}"
    )
    return data_dir / "index" / sha256(made_by.encode()).hexdigest()[:16]
