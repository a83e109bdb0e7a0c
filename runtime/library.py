"""The library: all that lorepack does, for whoever holds it in this process."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from io import BytesIO
from types import TracebackType
from typing import BinaryIO, Self

from ingest.editing import Editor
from ingest.facts import facts_of
from ingest.formats import Manuscript, read_folder, read_manuscript
from ingest.importer import Importer
from ingest.memories import MemoryEditor
from ingest.purging import Purger
from ingest.rewriting import Rewriter
from lorepack.ports import ChatModel, Progress, TokenCounter, Tokenizers
from lorepack.records import (
    Change,
    ChapterView,
    ContextPack,
    Fact,
    ImportOptions,
    ImportReport,
    Memory,
    PackDiff,
    PackRequest,
    ProjectStatus,
    RecallPack,
    RecallRequest,
    Scope,
    SearchRequest,
    SearchResult,
    chapter_view,
)
from ranking.profile import Profile
from ranking.profile_file import loads
from retrieval.pack import PackBuilder, Shelf
from retrieval.pack.diff import difference
from retrieval.query import check_words
from retrieval.recall import Recaller
from retrieval.search import Searcher
from runtime.books import Books
from runtime.chat import OpenChat
from runtime.index.access import Following, IndexAccess
from runtime.jobs import see_through, status_of
from runtime.models import OpenReranker
from runtime.profiles import ProjectProfile
from runtime.settings import Settings
from runtime.worker import quiet

USUAL = ImportOptions()
"""How a manuscript is taken in unless something else is said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Library(Books):
    """A data folder, open."""

    settings: Settings
    ownership: IndexAccess
    tokenizers: Tokenizers
    chat: OpenChat
    profile: Profile
    """What ranks projects that have no profile of their own."""
    reranker: OpenReranker
    shelf: Shelf = field(default_factory=Shelf, repr=False)
    """Books that were read for packs."""

    def import_file(
        self,
        scope: Scope,
        name: str,
        file: BinaryIO,
        options: ImportOptions = USUAL,
        *,
        progress: Progress = quiet,
    ) -> ImportReport:
        """Import a file: text, facts and literal search are there and durable when it returns.

        Vectors and summaries come later: see `index` and `summarise`.

        Args:
            scope: Project to import into, made if there is none.
            name: The file's name; its ending tells what its bytes leave open.
            file: Its bytes, seekable.
            options: How.
            progress: Hears of what is being done.
        """
        return self._take(scope, read_manuscript(name, file), options, progress)

    def import_bytes(
        self,
        scope: Scope,
        data: bytes,
        options: ImportOptions = USUAL,
        *,
        name: str = "manuscript",
        progress: Progress = quiet,
    ) -> ImportReport:
        """The same for a file that is in memory already."""
        return self.import_file(scope, name, BytesIO(data), options, progress=progress)

    def import_folder(
        self,
        scope: Scope,
        name: str,
        files: Sequence[tuple[str, bytes]],
        options: ImportOptions = USUAL,
        *,
        progress: Progress = quiet,
    ) -> ImportReport:
        """Import the files of a folder likewise, in the natural order of their names.

        Args:
            scope: Project to import into, made if there is none.
            name: The folder's name.
            files: Names within the folder, parted by `/`, and bytes.
            options: How.
            progress: Hears of what is being done.
        """
        return self._take(scope, read_folder(name, files), options, progress)

    def _take(
        self, scope: Scope, manuscript: Manuscript, options: ImportOptions, progress: Progress
    ) -> ImportReport:
        report = Importer(rewriter=self._rewriter(progress)).run(scope, manuscript, options)
        if options.dry_run:
            return report
        return replace(
            report, chapters=tuple(self.chapters(scope)), volumes=tuple(self.volumes(scope))
        )

    def editor(self, scope: Scope, *, progress: Progress = quiet) -> Editor:
        """What changes a project's chapters and volumes."""
        return Editor(rewriter=self._rewriter(progress), scope=scope)

    def undo(self, scope: Scope, change: int | None = None) -> Change | None:
        """Take a change back, the last one for None; returns the change that does so."""
        return self._rewriter(quiet).undo(scope, change)

    def changes(self, scope: Scope, *, limit: int = 20) -> list[Change]:
        """The newest changes, the last one first."""
        with self.record.reading() as unit:
            return unit.changes.newest(scope, limit=limit)

    def purge(self, scope: Scope) -> list[ChapterView]:
        """Delete for good what is in the trash; returns what is gone."""
        lengths = self.settings.window_lengths
        purger = Purger(record=self.record, count=self._count(), lengths=lengths)
        return [chapter_view(chapter) for chapter in purger.run(scope)]

    def refresh_names(self, scope: Scope, *, progress: Progress = quiet) -> bool:
        """Look for names again if the registry was changed; returns whether it was."""
        return self._rewriter(progress).refresh(scope)

    def rebuild_rows(self, scope: Scope, *, progress: Progress = quiet) -> int:
        """Read everything out of the texts again; returns how many chapters were read."""
        return self._rewriter(progress).rebuild(scope)

    def _rewriter(self, progress: Progress) -> Rewriter:
        return Rewriter(record=self.record, count=self._count(), progress=progress)

    def _count(self) -> TokenCounter:
        return self.tokenizers("o200k_base").count

    def index(self, scope: Scope, *, progress: Progress = quiet) -> None:
        """Wait until the project's vectors are in the index, making them if nobody else does.

        Raises:
            UnavailableError: There is no encoder; everything goes on working by words alone.
        """
        Following(access=self.ownership, record=self.record).catch_up(scope, progress)

    def summarise(self, scope: Scope, *, progress: Progress = quiet, wait: bool = True) -> int:
        """Have every chapter and window summarised by this process, or whoever is at it.

        Args:
            scope: The project.
            progress: Hears of it.
            wait: Whether to see it through; else it is only queued.

        Returns:
            How many chapters got a summary of their own meanwhile.

        Raises:
            JobFailedError: They could not be made.
        """
        if not wait:
            self.queue(scope)
        return see_through(self, scope, progress) if wait else 0

    def status(self, scope: Scope) -> ProjectStatus:
        """What a project holds, and what is still to be done for it."""
        return status_of(self, scope)

    def remember(self, scope: Scope, memories: Sequence[Memory]) -> None:
        """Store memories that an author wrote; one of an id that is known is its next version."""
        self.memories(scope).put(memories)

    def memories(self, scope: Scope) -> MemoryEditor:
        """What changes a project's memories."""
        return MemoryEditor(record=self.record, scope=scope)

    def facts(self, scope: Scope, text: str) -> tuple[Fact, ...]:
        """The hard facts of any text, names that the project knows among them."""
        check_words(text)
        with self.record.reading() as unit:
            return facts_of(text, unit.entities.known(scope))

    def search(self, scope: Scope, request: SearchRequest) -> SearchResult:
        """Find original words."""
        return self._searcher(scope, "search").search(scope, request)

    def pack(self, scope: Scope, request: PackRequest) -> ContextPack:
        """Build the context pack for a chapter.

        Raises:
            NotFoundError: There is no such project.
            InvalidInputError: The request cannot be carried out; the text says what to change.
            BudgetError: What the pack may not go without does not fit its budget.
        """
        searcher = self._searcher(scope, "pack")
        if request.profile:
            searcher = replace(searcher, profile=loads(request.profile))
        return PackBuilder(
            record=self.record,
            searcher=searcher,
            tokenizers=self.tokenizers,
            shelf=self.shelf,
            lengths=self.settings.window_lengths,
        ).build(scope, request)

    def pack_diff(self, before: ContextPack, after: ContextPack) -> PackDiff:
        """In what a pack differs from another one."""
        return difference(before, after, self.tokenizers(after.encoding).count)

    def recall(self, scope: Scope, request: RecallRequest) -> RecallPack:
        """Recall what is relevant for an agent's next step."""
        return Recaller(
            record=self.record,
            searcher=self._searcher(scope, "recall"),
            tokenizers=self.tokenizers,
        ).recall(scope, request)

    def _searcher(self, scope: Scope, route: str) -> Searcher:
        profile = ProjectProfile(library=self, scope=scope).used()
        return Searcher(
            record=self.record,
            pools=self.ownership,
            profile=profile,
            reranker=self.reranker(),
            chat=partial(self._light, scope, route),
        )

    def _light(self, scope: Scope, route: str) -> ChatModel | None:
        """The model for small tasks, if there is one."""
        tiers = self.chat(scope, route=route, stage="memory")
        return tiers and tiers.light

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
