"""Carrying out a change: planned and read outside any transaction, written in one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from ingest.books import Book, Plan, Serials, read_book
from ingest.content import revision_of
from ingest.deriving import Derived, Deriver
from ingest.differences import bounds_names, differing, in_reading_order, moved, revised
from ingest.ordering import keep_order
from ingest.standing import StandIn
from ingest.structure import Edited, book
from lorepack.errors import ConflictError
from lorepack.ports import Edition, Progress, Record, Revision, TokenCounter, UnitOfWork
from lorepack.records import Change, Chapter, JobKind, Scope, Status
from story.entries import chapter_key

_ATTEMPTS = 3
"""How often a change is planned anew because somebody else wrote meanwhile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What was carried out."""

    change: Change | None
    """The change that it is; None where everything was so already."""
    chapters: tuple[Chapter, ...]
    """Chapters that were given a text, as they are now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewriter:
    """Carries out changes of a project's chapters and volumes."""

    record: Record
    count: TokenCounter
    progress: Progress

    def carry_out(
        self, scope: Scope, kind: str, plan: Plan, *, new: bool = False, attempts: int = _ATTEMPTS
    ) -> Done:
        """Change a book as planned, all or nothing, as one change that can be taken back.

        Args:
            scope: The project.
            kind: The change's verb.
            plan: Says what the book is to become.
            new: Whether the project is made if there is none.
            attempts: How often to plan before giving up.

        Raises:
            NotFoundError: There is no such project, or no such pack that a text was written from.
            ConflictError: Somebody else kept writing to the project; nothing was written.
        """
        return _again(lambda: self._attempt(scope, kind, plan, new=new), attempts)

    def _attempt(self, scope: Scope, kind: str, plan: Plan, *, new: bool) -> Done:
        with self.record.reading() as unit:
            found = read_book(unit, scope, new=new)
            made = found.project.chapters_made if found.project else 0
            serials = Serials(scope, made, len(found.edition.volumes))
            edited = plan(found, serials)
            if edited.edition == found.edition and not edited.texts and not edited.written:
                return Done(change=None, chapters=())
            revisions = {id: revision_of(h.heading, h.text) for id, h in edited.texts.items()}
            after = self._settled(unit, scope, found.edition, edited, revisions)
            derived = self._deriver(unit, scope).derive(
                found.edition, after, found.registry, revisions, everywhere=found.names_due
            )
        with self.record.writing() as unit:
            self._check(unit, scope, found)
            unit.projects.number_chapters(scope, serials.chapters - made)
            unit.chapters.place(scope, differing(found.edition, after))
            for chapter in after.chapters:
                if chapter.id in revisions:
                    unit.chapters.revise(scope, chapter, revisions[chapter.id])
            if edited.written:
                written = [c for c in after.chapters if c.id in edited.written]
                unit.runs.link(scope, edited.from_pack, written)
            for follow in edited.follow:
                unit.chapters.follow(scope, follow.chapter, follow.to, gone=follow.gone)
            self._store(unit, scope, found.edition, after, derived)
            bounded = bounds_names(edited, found.registry)
            if bounded:
                unit.projects.mark_names(scope, due=True)
            change = unit.changes.close(scope, kind, edited.what)
        if bounded:
            self.refresh(scope)
        given = tuple(c for c in after.chapters if c.id in revisions)
        return Done(change=change, chapters=given)

    def undo(self, scope: Scope, id: int | None = None) -> Change | None:
        """Take a change back, by a change of its own, which is returned.

        Args:
            scope: The project.
            id: The change; None for the last one that stands and is no undoing itself.

        Raises:
            NotFoundError: There is none such.
            ConflictError: It is undone already, or what it changed was changed since.
        """
        with self.record.writing() as unit:
            before = read_book(unit, scope)
            change = unit.changes.undo(scope, id)
            after = read_book(unit, scope)
            derived = self._deriver(unit, scope).derive(
                before.edition,
                after.edition,
                after.registry,
                {},
                unit.chapters.unread(scope),
                everywhere=after.names_due or before.registry != after.registry,
            )
            self._store(unit, scope, before.edition, after.edition, derived)
        return change

    def rebuild(self, scope: Scope) -> int:
        """Read everything out of the texts again that is read out of texts, whatever is stored.

        A sound book is the same afterwards, to the ids of its snippets.

        Returns:
            How many chapters were read.

        Raises:
            NotFoundError: There is no such project.
            ConflictError: Somebody else kept writing to the project; it is as it was.
        """
        return _again(lambda: self._rebuild(scope), _ATTEMPTS)

    def _rebuild(self, scope: Scope) -> int:
        with self.record.reading() as unit:
            found = read_book(unit, scope)
            edition, unread = found.edition, {chapter.id for chapter in book(found.edition)}
            derived = self._deriver(unit, scope).derive(
                edition, edition, found.registry, {}, unread, everywhere=True
            )
        with self.record.writing() as unit:
            self._check(unit, scope, found)
            self._store(unit, scope, edition, edition, derived, same=True)
        return len(derived.contents)

    def refresh(self, scope: Scope) -> bool:
        """Look for names again where the registry was changed since.

        Returns:
            Whether there was anything to do.

        Raises:
            ConflictError: Somebody else kept writing to the project; names stay due.
        """
        return _again(lambda: self._refresh(scope), _ATTEMPTS)

    def _refresh(self, scope: Scope) -> bool:
        with self.record.reading() as unit:
            found = read_book(unit, scope)
            if not found.names_due:
                return False
            derived = self._deriver(unit, scope).derive(
                found.edition, found.edition, found.registry, {}, everywhere=True
            )
        with self.record.writing() as unit:
            self._check(unit, scope, found)
            self._store(unit, scope, found.edition, found.edition, derived)
        return True

    def _deriver(self, unit: UnitOfWork, scope: Scope) -> Deriver:
        return Deriver(unit=unit, scope=scope, count=self.count, progress=self.progress)

    def _check(self, unit: UnitOfWork, scope: Scope, found: Book) -> None:
        project = unit.projects.ensure(scope) if found.project is None else unit.projects.get(scope)
        if project.revision != (found.project.revision if found.project else 0):
            raise ConflictError(
                f"project {scope.project!r} was written to while the change was being prepared; "
                "do it again"
            )

    def _settled(
        self,
        unit: UnitOfWork,
        scope: Scope,
        before: Edition,
        edited: Edited,
        revisions: Mapping[str, Revision],
    ) -> Edition:
        """The edition with order keys, revision numbers and hashes."""
        chapters = edited.edition.chapters
        keys = keep_order([c.order_key or None for c in chapters])
        revised_before = [c.id for c in before.chapters if c.id in revisions]
        newest = unit.chapters.newest(scope, revised_before) if revised_before else {}
        position = 1
        settled: list[Chapter] = []
        for chapter, key in zip(chapters, keys, strict=True):
            given = revised(chapter, revisions.get(chapter.id), newest.get(chapter.id, 0))
            settled.append(replace(given, order_key=key, position=position))
            position += chapter.status is Status.CANON
        volumes = in_reading_order(edited.edition)
        places = keep_order([v.order_key or None for v in volumes])
        return Edition(
            volumes=tuple(
                replace(v, order_key=key) for v, key in zip(volumes, places, strict=True)
            ),
            chapters=tuple(settled),
        )

    def _store(
        self,
        unit: UnitOfWork,
        scope: Scope,
        before: Edition,
        after: Edition,
        derived: Derived,
        *,
        same: bool = False,
    ) -> None:
        """Write what follows from an edition that stands.

        Args:
            unit: Where to.
            scope: The project.
            before: The book as what is stored was derived from it.
            after: The edition.
            derived: What follows from it.
            same: Whether texts and names are those that summaries were made by.
        """
        by_id = {c.id: c for c in after.chapters}
        for done, (id, content) in enumerate(derived.contents.items()):
            self.progress("write", done, len(derived.contents))
            unit.chapters.read_in(scope, by_id[id], content)
        if derived.found is not None:
            unit.entities.replace_found(scope, derived.found)
        unit.entities.mention(scope, derived.mentions)
        if derived.everywhere:
            unit.projects.mark_names(scope, due=False)
        StandIn(unit=unit, scope=scope, count=self.count).run(before, after)
        if not same:
            unit.summaries.reread(scope, [chapter_key(by_id[id]) for id in derived.contents])
        placed = moved(before, after)
        unit.journal.note(
            scope, [c.id for c in after.chapters if c.id in derived.contents or c.id in placed]
        )
        unit.projects.touch(scope)
        unit.jobs.queue(scope, JobKind.SUMMARISE)


_T = TypeVar("_T")


def _again(attempt: Callable[[], _T], attempts: int) -> _T:
    """Try until nobody else writes in between."""
    while True:
        attempts -= 1
        try:
            return attempt()
        except ConflictError:
            if not attempts:
                raise
