"""lorepack itself: each book a project, each session a chapter, found by the library's search."""

import shutil
import sys
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from platformdirs import user_cache_path

from benchmarks.recall.model import Chapter, Question, TestSet
from benchmarks.recall.systems import DEPTH
from ingest.content import digest
from lorepack.errors import NotFoundError
from lorepack.ports import Embedder
from lorepack.records import ImportOptions, Scope, SearchRequest
from runtime.library import Library
from runtime.owner import Ownership
from runtime.settings import Settings
from runtime.wiring import open_library

_ROOT = Path(__file__).parents[2]
_MAKES_INDEX = ("text", "story", "ingest", "storage", "ranking/bm25.py")
"""Sources that decide what a shelf holds: with other ones, another shelf."""
_SHELVES = 3
"""How many shelves are kept; the one that was not opened for longest goes."""

HEADING = "=== part {} ==="
_PATTERN = r"=== part (?P<number>\d+) ==="


class Lorepack:
    """The library's search over projects of its own."""

    name = "lorepack"

    def __init__(self, library: Library) -> None:
        """Search a library, which keeps what it is given."""
        self._library = library
        self._layouts: dict[Scope, list[Chapter]] = {}

    def prepare(self, test_set: TestSet) -> None:
        """Put every book that is asked about into a project, with vectors."""
        asked = dict.fromkeys(question.book for question in test_set.questions)
        # What is shared by all books stands in one project, which one book at a time joins.
        books = [next(iter(asked))] if test_set.shared else list(asked)
        for done, book in enumerate(books):
            tell(f"{test_set.name}: books", done, len(books))
            put(self._library, project_of(test_set, book), _chapters(test_set, book))
        self._library.index(project_of(test_set, books[0]), progress=tell)
        self._layouts = {}

    def rank(self, test_set: TestSet, question: Question) -> list[str]:
        """Units that the hits hold, in the order of the hits."""
        scope = project_of(test_set, question.book)
        chapters = _chapters(test_set, question.book)
        if test_set.shared:
            self._join(scope, chapters)
        request = SearchRequest(query=question.text, as_of=question.before, k=DEPTH)
        hits = self._library.search(scope, request).hits
        held = (units_at(chapters[hit.chapter - 1], hit.start, hit.end) for hit in hits)
        return list(dict.fromkeys(id for ids in held for id in ids))

    def _join(self, scope: Scope, chapters: Sequence[Chapter]) -> None:
        """Have the project's last chapter be that of the book asked about."""
        last = self._library.chapters(scope)[-1]
        text = chapters[-1].text
        if last.sha256 != digest(text):
            self._library.editor(scope).edit(last.id, text, as_is=True)
            self._library.index(scope)


def project_of(test_set: TestSet, book: str) -> Scope:
    """The project that a book stands in."""
    named = f"{test_set.corpus}\n{test_set.shared or book}"
    return Scope(project=f"{test_set.corpus[:20]}-{sha256(named.encode()).hexdigest()[:12]}")


def _chapters(test_set: TestSet, book: str) -> list[Chapter]:
    return [chapter for _, _, chapter in test_set.chapters((book, None))]


def units_at(chapter: Chapter, start: int, end: int) -> list[str]:
    """Ids of the units that overlap a stretch by half of either, the shorter one."""
    return [
        id
        for first, last, id in chapter.spans()
        if 2 * (min(last, end) - max(first, start)) >= max(min(last - first, end - start), 1)
    ]


def put(library: Library, scope: Scope, chapters: Sequence[Chapter]) -> None:
    """Have a project hold these chapters, unless it does.

    Raises:
        ValueError: They are not stored to the letter, so that no place in them could be trusted.
    """
    texts = [chapter.text for chapter in chapters]
    wanted = [digest(text) for text in texts]
    if _held(library, scope)[: len(wanted) - 1] == wanted[:-1] and _held(library, scope):
        return
    parts = (f"{HEADING.format(n)}\n{text}\n" for n, text in enumerate(texts, start=1))
    options = ImportOptions(pattern=_PATTERN, remove_missing=True)
    library.import_bytes(scope, "\n".join(parts).encode(), options, name="book.txt")
    held = _held(library, scope)
    if held != wanted:
        wrong = next(n for n, sha in enumerate(wanted) if n >= len(held) or held[n] != sha)
        raise ValueError(f"chapter {wrong + 1} of {scope.project} is not stored to the letter")


def _held(library: Library, scope: Scope) -> list[str]:
    try:
        return [chapter.sha256 for chapter in library.chapters(scope)]
    except NotFoundError:
        return []


@contextmanager
def open_shelf(embedder: Embedder) -> Generator[Library]:
    """A library that is kept between runs, as long as the same sources would make the same one."""
    shelves = user_cache_path("lorepack") / "benchmarks" / "recall"
    folder = shelves / _version()
    folder.mkdir(parents=True, exist_ok=True)
    folder.touch()
    _clear(shelves.iterdir())
    with open_library(Settings(data_dir=folder)) as library:
        ownership = Ownership(folder, lambda: embedder)
        try:
            yield replace(library, ownership=ownership)
        finally:
            ownership.close()


def _version() -> str:
    """Changes with whatever makes snippets, their terms and their rows."""
    paths = (path for name in _MAKES_INDEX for path in _sources(_ROOT / name))
    return sha256(b"\0".join(path.read_bytes() for path in paths)).hexdigest()[:16]


def _sources(path: Path) -> list[Path]:
    return sorted(path.rglob("*.py")) if path.is_dir() else [path]


def _clear(shelves: Iterable[Path]) -> None:
    by_age = sorted((path for path in shelves if path.is_dir()), key=lambda p: p.stat().st_mtime)
    for old in by_age[:-_SHELVES]:
        shutil.rmtree(old)


def tell(what: str, done: int, total: int) -> None:
    """Show progress."""
    print(f"\r{what} {done}/{total}\x1b[K", end="", file=sys.stderr, flush=True)
