"""The two sample books in a data folder of their own, with the tiny encoder."""

from pathlib import Path

from cli.demo import BOOKS, bring_in
from lorepack.records import Scope
from runtime.library import Library
from runtime.settings import Settings
from runtime.wiring import open_library
from runtime.worker import quiet

EMBEDDER = "hashing:64"


def open_samples(data_dir: Path, cache_dir: Path) -> Library:
    """Open a data folder, with both books in it, their memories, vectors and summaries."""
    settings = Settings(data_dir=data_dir, cache_dir=cache_dir, embedder=EMBEDDER)
    library = open_library(settings)
    for name in BOOKS:
        bring_in(library, Scope(project=name), quiet)
    return library
