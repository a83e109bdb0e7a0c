"""The novels and questions that figures are made on; they lie beside the project's root."""

import gzip
import json
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from ingest.chapters import split
from ingest.content import blank_lines
from ingest.reading import decode
from lorepack.records import Scope
from runtime.library import Library
from runtime.settings import Settings
from runtime.wiring import open_library

NOVELS = Path(__file__).parents[2] / "shared" / "data" / "novels"

FILES = {
    "hlm": "zh/红楼梦.txt.gz",
    "xyj": "zh/西游记.txt.gz",
    "sgyy": "zh/三国演义.txt.gz",
    "shz": "zh/水浒传.txt.gz",
    "rlws": "zh/儒林外史.txt.gz",
    "lcyj": "zh/老残游记.txt.gz",
    "ltxz": "zh/骆驼祥子.txt.gz",
    "hlhz": "zh/呼兰河传.txt.gz",
    "mm": "en/Middlemarch.txt.gz",
    "wap": "en/War_and_Peace.txt.gz",
    "pap": "en/Pride_and_Prejudice.txt.gz",
    "olt": "en/Oliver_Twist.txt.gz",
    "sof": "en/The_Sign_of_the_Four.txt.gz",
    "agg": "en/Anne_of_Green_Gables.txt.gz",
    "aoi": "en/The_Age_of_Innocence.txt.gz",
    "pdg": "en/The_Picture_of_Dorian_Gray.txt.gz",
    "inv": "en/The_Invisible_Man.txt.gz",
    "mas": "en/The_Mysterious_Affair_at_Styles.txt.gz",
}
"""Files by the code that questions name a book by."""


def require() -> None:
    """End the run, saying so, where the novels are not there."""
    if not (NOVELS / "chapters.jsonl.gz").exists():
        print(f"skipped: no novels at {NOVELS}")
        sys.exit(0)


def novel(book: str) -> bytes:
    """A novel's file, unpacked."""
    return gzip.decompress((NOVELS / FILES[book]).read_bytes())


def questions(name: str) -> list[dict[str, Any]]:
    """The rows of a question set."""
    with gzip.open(NOVELS / f"questions_{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def chapter_starts(book: str) -> list[int]:
    """Offset in the decoded novel at which each chapter's stored text begins."""
    chapters = split(decode(novel(book)).text).chapters
    return [chapter.start + blank_lines(chapter.body) for chapter in chapters]


@contextmanager
def shelf(name: str = "shelf", embedder: str | None = None) -> Generator[Library]:
    """A library that is kept between runs, so that no novel is embedded twice."""
    folder = user_cache_path("lorepack") / "benchmarks" / name
    settings = Settings(data_dir=folder)
    if embedder is not None:
        settings = settings.model_copy(update={"embedder": embedder})
    with open_library(settings) as library:
        yield library


def on_shelf(
    library: Library, book: str, *, vectors: bool = True, project: str | None = None
) -> Scope:
    """Put a novel on the shelf, with vectors and summaries unless only words are wanted."""
    scope = Scope(project=project or book)
    library.import_bytes(scope, novel(book))
    if vectors:
        library.index(scope, progress=_tell)
        library.summarise(scope, progress=_tell)
    return scope


def _tell(what: str, done: int, total: int) -> None:
    print(f"\r{what} {done}/{total} ", end="", file=sys.stderr, flush=True)
