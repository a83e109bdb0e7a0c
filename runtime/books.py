"""Books as they are read: their shape, texts, packs, what is told where, the manuscript."""

from dataclasses import dataclass

from ingest.outgoing import write_manuscript
from ingest.structure import book, find
from lorepack.ports import Revision
from lorepack.records import (
    ChapterView,
    ContextPack,
    Leak,
    ManuscriptFormat,
    PackRun,
    RevisionView,
    Scope,
    Status,
    VolumeView,
    chapter_view,
    volume_view,
)
from retrieval.pack.leaks import Revealed, leaks
from retrieval.pack.revealed import read_revealed
from runtime.backups import ProjectBackups
from story.entries import chapter_key, state_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Books(ProjectBackups):
    """The books that a record holds, the jobs on them, and their backups."""

    def projects(self, tenant: str = "local") -> list[str]:
        """Names of all projects, sorted."""
        with self.record.reading() as unit:
            return unit.projects.names(tenant)

    def chapters(self, scope: Scope, *, everything: bool = False) -> list[ChapterView]:
        """Chapters in reading order.

        Args:
            scope: The project.
            everything: Whether to show drafts and the trash too.
        """
        with self.record.reading() as unit:
            chapters = unit.chapters.edition(scope).chapters
            standing = unit.summaries.some(scope, [chapter_key(c) for c in chapters])
            queued = any(not job.state.over for job in unit.jobs.newest(scope, limit=1))
        return [
            chapter_view(c, state_of(standing[chapter_key(c)], queued=queued))
            if c.status is Status.CANON
            else chapter_view(c)
            for c in chapters
            if c.status is Status.CANON or everything
        ]

    def chapter(self, scope: Scope, chapter: str) -> ChapterView:
        """A chapter, named by id or position.

        Raises:
            NotFoundError: There is none, or it is in the trash.
        """
        with self.record.reading() as unit:
            id = find(unit.chapters.edition(scope), chapter).id
        return next(c for c in self.chapters(scope, everything=True) if c.id == id)

    def volumes(self, scope: Scope) -> list[VolumeView]:
        """Volumes in order."""
        with self.record.reading() as unit:
            edition = unit.chapters.edition(scope)
        return [
            volume_view(volume, [c for c in edition.chapters if c.volume_id == volume.id])
            for volume in edition.volumes
            if volume.status is Status.CANON
        ]

    def revisions(self, scope: Scope, chapter: str) -> list[RevisionView]:
        """The texts that a chapter, named by id or position, has had."""
        with self.record.reading() as unit:
            id = find(unit.chapters.edition(scope), chapter).id
            return unit.chapters.revisions(scope, id)

    def revision(self, scope: Scope, chapter: str, revision: int | None = None) -> Revision:
        """One of them; None for the current one."""
        with self.record.reading() as unit:
            found = find(unit.chapters.edition(scope), chapter)
            return unit.chapters.revision(
                scope, found.id, found.revision if revision is None else revision
            )

    def text(self, scope: Scope, chapter: str) -> str:
        """A chapter's text."""
        return self.revision(scope, chapter).text

    def packs(
        self,
        scope: Scope,
        *,
        limit: int = 20,
        chapter: int | None = None,
        before: str | None = None,
    ) -> list[PackRun]:
        """The packs handed out, the last one first, and what was written from them.

        Args:
            scope: The project.
            limit: How many at the most.
            chapter: Only those for the chapter at this position.
            before: Only those handed out before the pack of this id.

        Raises:
            NotFoundError: There is no such project, or no pack of the id `before`.
        """
        with self.record.reading() as unit:
            return unit.runs.newest(scope, limit=limit, chapter=chapter, before=before)

    def stored_pack(self, scope: Scope, pack_id: str) -> ContextPack:
        """A pack as it was handed out."""
        with self.record.reading() as unit:
            return unit.runs.get(scope, pack_id)

    def leaks(self, scope: Scope, pack: ContextPack) -> list[Leak]:
        """What a pack says of its chapter or a later one: empty, or something is broken.

        The whole book is read for it; for many packs, see `revealed`.
        """
        return leaks(pack, self.revealed(scope))

    def revealed(self, scope: Scope) -> list[Revealed]:
        """What the book tells and where, to scan packs by with `retrieval.pack.leaks`."""
        with self.record.reading() as unit:
            return read_revealed(unit, scope)

    def manuscript(self, scope: Scope, form: ManuscriptFormat, *, title: str) -> bytes:
        """The whole book as a file."""
        with self.record.reading() as unit:
            edition = unit.chapters.edition(scope)
            written = unit.chapters.written(scope, [c.id for c in book(edition)])
        return write_manuscript(edition, written, form, title)
