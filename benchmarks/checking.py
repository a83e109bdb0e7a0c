"""Seconds of a first and of a later check of a chapter: `python -m benchmarks.checking`."""

import time
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.novels import novel, require
from lorepack.records import Scope
from runtime.continuity import Continuity, continuity_of
from runtime.library import Library
from runtime.settings import Settings
from runtime.wiring import open_library

BOOK, CHAPTER = "hlm", 100
CHECKS = 3


def main() -> None:
    """Print how many chapters each check reads, and its seconds."""
    require()
    with TemporaryDirectory() as folder:
        settings = Settings(data_dir=Path(folder), embedder="hashing:64")
        with open_library(settings) as library:
            _check(library)


def _check(library: Library) -> None:
    scope = Scope(project=BOOK)
    library.import_bytes(scope, novel(BOOK))
    before = sum(c.chars for c in library.chapters(scope) if c.position < CHAPTER)
    print(f"{before:,} characters before chapter {CHAPTER}")
    draft = library.text(scope, str(CHAPTER))
    continuity = continuity_of(library, scope)
    for nth in range(1, CHECKS + 1):
        print(f"check {nth}: {_timed(continuity, draft)}")


def _timed(continuity: Continuity, draft: str) -> str:
    read: list[int] = []

    def hear(what: str, done: int, total: int) -> None:
        read.append(done)

    start = time.process_time()
    found = continuity.check(draft, CHAPTER, progress=hear)
    seconds = time.process_time() - start
    return f"{len(read)} chapters read, {len(found)} findings, {seconds:.2f} s of CPU"


if __name__ == "__main__":
    main()
