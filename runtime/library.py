"""The library: all that lorepack does, for whoever holds it in this process."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Self

from ingest.importer import Importer
from ingest.summariser import Summariser
from lorepack.ports import Progress, Tokenizers
from lorepack.records import (
    ChapterView,
    ContextPack,
    ImportReport,
    Memory,
    PackRequest,
    Scope,
    SearchRequest,
    SearchResult,
    SummaryState,
    chapter_view,
)
from ranking.scoring import Profile
from retrieval.pack import PackBuilder
from retrieval.search import Searcher
from runtime.owner import BackgroundIndexing, Ownership
from runtime.settings import Settings
from storage.record import SqlRecord
from story.entries import chapter_key

_FOLLOW_SECONDS = 0.3


def quiet(what: str, done: int, total: int) -> None:
    """Hear of progress and say nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Library:
    """A data folder, open."""

    settings: Settings
    record: SqlRecord
    ownership: Ownership
    tokenizers: Tokenizers

    def import_file(
        self, scope: Scope, data: bytes, *, dry_run: bool = False, progress: Progress = quiet
    ) -> ImportReport:
        """Import a file: text, facts and literal search are there and durable when it returns.

        Vectors and summaries come later: see `index` and `summarise`.
        """
        count = self.tokenizers("o200k_base").count
        report = Importer(record=self.record, count=count, progress=progress).run(
            scope, data, dry_run=dry_run
        )
        return report if dry_run else replace(report, chapters=tuple(self.chapters(scope)))

    def index(self, scope: Scope, *, progress: Progress = quiet) -> None:
        """Wait until the project's vectors are in the index, making them if nobody else does.

        Raises:
            UnavailableError: There is no encoder; everything goes on working by words alone.
        """
        while lag := self._lag(scope):
            owner = self.ownership.take()
            if owner is not None:
                owner.drain(self.record, progress)
            else:
                progress("vectors", 0, lag)
                time.sleep(_FOLLOW_SECONDS)

    def _lag(self, scope: Scope) -> int:
        with self.record.reading() as unit:
            return unit.journal.lag(scope)

    def summarise(self, scope: Scope, *, progress: Progress = quiet) -> int:
        """Give every chapter and window its extractive summary.

        Returns:
            How many chapters got one.
        """
        count = self.tokenizers("o200k_base").count
        return Summariser(record=self.record, count=count, progress=progress).run(scope)

    def remember(self, scope: Scope, memories: Sequence[Memory]) -> None:
        """Store memories that an author wrote."""
        with self.record.writing() as unit:
            unit.memories.add(scope, memories)
            unit.projects.touch(scope)

    def projects(self, tenant: str = "local") -> list[str]:
        """Names of all projects, sorted."""
        with self.record.reading() as unit:
            return unit.projects.names(tenant)

    def chapters(self, scope: Scope) -> list[ChapterView]:
        """Chapters in reading order."""
        with self.record.reading() as unit:
            chapters = [entry.chapter for entry in unit.chapters.outline(scope)]
            standing = unit.summaries.standing(scope, [chapter_key(c) for c in chapters])
        own = {key for key, summary in standing.items() if summary.origin != "opening"}
        ready = {True: SummaryState.READY, False: SummaryState.NONE}
        return [chapter_view(c, ready[chapter_key(c) in own]) for c in chapters]

    def text(self, scope: Scope, chapter_id: str) -> str:
        """A chapter's text."""
        with self.record.reading() as unit:
            return unit.chapters.text(scope, chapter_id)

    def search(self, scope: Scope, request: SearchRequest) -> SearchResult:
        """Find original words."""
        return self._searcher().search(scope, request)

    def pack(self, scope: Scope, request: PackRequest) -> ContextPack:
        """Build the context pack for a chapter."""
        return PackBuilder(
            record=self.record, searcher=self._searcher(), tokenizers=self.tokenizers
        ).build(scope, request)

    def stored_pack(self, scope: Scope, pack_id: str) -> ContextPack:
        """A pack as it was handed out."""
        with self.record.reading() as unit:
            return unit.runs.get(scope, pack_id)

    def background_indexing(self) -> BackgroundIndexing:
        """What keeps the index up to the record while a service runs; not yet started."""
        return BackgroundIndexing(self.ownership, self.record, self._summarise_all)

    def _summarise_all(self) -> None:
        """Summarise what waits in any project; where nothing does, nothing is done."""
        for project in self.projects():
            self.summarise(Scope(project=project))

    def _searcher(self) -> Searcher:
        return Searcher(record=self.record, pools=self.ownership, profile=Profile())

    def close(self) -> None:
        """Give up the index and close the record."""
        self.ownership.close()
        self.record.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
