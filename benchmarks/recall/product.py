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
from benchmarks.recall.systems import POOL
from ingest.content import digest
from ingest.editing import read_chapters
from ingest.structure import insert
from lorepack.ports import Embedder
from lorepack.records import Heading, RecallItem, RecallRequest, Scope, SearchRequest
from ranking.evaluate import Packed
from ranking.profile import Profile
from runtime.index.owner import Ownership
from runtime.library import Library
from runtime.settings import Settings
from runtime.wiring import open_library

_ROOT = Path(__file__).parents[2]
_MAKES_INDEX = ("text", "story", "ingest", "storage", "ranking/bm25.py", "ranking/importance.py")
"""Sources that decide what a shelf holds: with other ones, another shelf."""
_SHELVES = 3
"""How many shelves are kept; the one that was not opened for longest goes."""


WHOLE = Profile(name="whole", threshold=0, floor=0)
"""The usual ranking with nothing held back: no peer has a threshold."""


class Lorepack:
    """The library's search over projects of its own."""

    name = "lorepack"

    def __init__(self, library: Library) -> None:
        """Search a library, which keeps what it is given."""
        self.library = library
        self._chapters: dict[str, list[Chapter]] = {}
        self._projects: dict[str, Scope] = {}

    def prepare(self, test_set: TestSet) -> None:
        """Put every book that is asked about into a project, with vectors."""
        books = list(dict.fromkeys(question.book for question in test_set.questions))
        self._chapters = {book: _chapters(test_set, book) for book in books}
        self._projects = {book: project_of(test_set, book) for book in books}
        # What all books share stands in one project, which one book at a time joins.
        first = {project: book for book, project in reversed(self._projects.items())}
        for done, (project, book) in enumerate(first.items()):
            tell(f"{test_set.name}: books", done, len(first))
            put(self.library, project, self._chapters[book])
            self.library.index(project, progress=tell)

    def rank(self, test_set: TestSet, question: Question) -> list[str]:
        """Units that the hits hold, in the order of the hits."""
        scope, chapters = self.open(test_set, question.book)
        request = SearchRequest(
            query=question.text, as_of=question.before, asked_at=question.asked_at, k=POOL
        )
        hits = self.library.search(scope, request).hits
        held = (units_at(chapters[hit.chapter - 1], hit.start, hit.end) for hit in hits)
        return list(dict.fromkeys(id for ids in held for id in ids))

    def pack(self, test_set: TestSet, question: Question, budget: int) -> list[Packed]:
        """What the library recalls in so many tokens, its frame included in the first piece."""
        scope, chapters = self.open(test_set, question.book)
        request = RecallRequest(
            query=question.text,
            as_of=question.before,
            asked_at=question.asked_at,
            k=POOL,
            budget=budget,
        )
        recalled = self.library.recall(scope, request)
        # Lines are counted apart: what the whole text takes beside them is the frame.
        frame = recalled.tokens - sum(item.tokens for item in recalled.items)
        pieces = [_packed(item, chapters) for item in recalled.items]
        return [replace(pieces[0], tokens=pieces[0].tokens + frame), *pieces[1:]] if pieces else []

    def open(self, test_set: TestSet, book: str) -> tuple[Scope, list[Chapter]]:
        """The project that questions about a book are put to, and what stands in it."""
        scope, chapters = self._projects[book], self._chapters[book]
        if test_set.shared:
            self._join(scope, chapters[-1].text)
        return scope, chapters

    def _join(self, scope: Scope, text: str) -> None:
        """Have the project's last chapter be that of the book asked about."""
        last = self.library.chapters(scope)[-1]
        if last.sha256 != digest(text):
            self.library.editor(scope).edit(last.id, text, as_is=True)
            self.library.index(scope)


def _packed(item: RecallItem, chapters: Sequence[Chapter]) -> Packed:
    """A line of a recall; of an entry cut short, half has to be there for its unit to be."""
    place = item.source
    assert place.chapter is not None, "what is recalled of chapters stands in one"
    start, end = place.start or 0, place.end or 0
    enough = 2 * len(item.text) >= end - start
    held = units_at(chapters[place.chapter - 1], start, end) if enough else []
    return Packed(ids=tuple(held), tokens=item.tokens)


def project_of(test_set: TestSet, book: str) -> Scope:
    """The project that a book stands in, named by all that it holds for good."""
    if test_set.shared:
        held = [chapter.text for chapter in test_set.books[test_set.shared]]
    else:
        held = [chapter.text for chapter in test_set.books[book]]
    named = digest("\0".join([test_set.corpus, test_set.shared or book, *held]))
    return Scope(project=f"{test_set.corpus[:20]}-{named[:16]}")


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
    """Make a project of these chapters, in one transaction, unless it is there.

    Raises:
        ValueError: They are not stored to the letter, so that no place in them could be trusted.
    """
    if scope.project in library.projects():
        return
    texts = [chapter.text for chapter in chapters]
    new = [
        chapter
        for number, text in enumerate(texts, start=1)
        for chapter in read_chapters(text, Heading(title=str(number)), as_is=True)
    ]
    wrong = next((n for n, c in enumerate(new) if c.handed.text != texts[n]), None)
    if wrong is not None:
        raise ValueError(f"chapter {wrong + 1} of {scope.project} is not stored to the letter")
    library.editor(scope).rewriter.carry_out(
        scope, "insert", lambda found, new_id: insert(found.edition, new, new_id), new=True
    )


@contextmanager
def open_shelf(embedder: Embedder) -> Generator[Library]:
    """A library that is kept between runs, as long as the same sources would make the same one."""
    shelves = user_cache_path("lorepack") / "benchmarks" / "recall"
    folder = shelves / _version()
    folder.mkdir(parents=True, exist_ok=True)
    folder.touch()
    _clear(shelves.iterdir())
    with open_library(Settings(data_dir=folder)) as library:
        ownership = Ownership(folder, lambda: embedder, library.record)
        try:
            yield replace(library, ownership=ownership, profile=WHOLE)
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
