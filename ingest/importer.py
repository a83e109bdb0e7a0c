"""Import: a manuscript becomes chapters, in one transaction, and again only what changed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ingest.alignment import match, weave
from ingest.books import Book, read_book
from ingest.chapters import Split, sessions, split
from ingest.content import digest, settled
from ingest.formats import Manuscript
from ingest.ordering import longest_rising
from ingest.own_packs import refuse_packs_among
from ingest.rewriting import Rewriter
from ingest.structure import Edited, Handed, NewId, book, new_volume
from lorepack.errors import InvalidInputError
from lorepack.ports import Edition
from lorepack.records import (
    Chapter,
    ImportOptions,
    ImportReport,
    Scope,
    Status,
    Volume,
    VolumeView,
    chapter_view,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What taking a manuscript in does to a book."""

    edited: Edited
    chapters: tuple[Chapter, ...]
    """The manuscript's chapters as they will be stored."""
    added: int
    updated: int
    missing: tuple[Chapter, ...]
    """Chapters of the book that the manuscript lacks."""

    @property
    def changes(self) -> bool:
        """Whether anything is to be written."""
        return bool(self.added or self.updated or self.edited.texts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Importer:
    """Takes manuscripts into a project."""

    rewriter: Rewriter

    def run(self, scope: Scope, manuscript: Manuscript, options: ImportOptions) -> ImportReport:
        """Import a manuscript; what is stored already and unchanged is not touched.

        Args:
            scope: Project to import into, made if there is none.
            manuscript: The manuscript.
            options: How.

        Returns:
            The report, with the manuscript's chapters at the positions they have in it.

        Raises:
            InvalidInputError: The pattern for headings cannot be used, here or at all; or the
                manuscript holds a pack that was handed out.
            ConflictError: Somebody else wrote to the project meanwhile; nothing was written.
        """
        cut = _cut(manuscript, options)
        refuse_packs_among(manuscript.text, cut.chapters)
        whole = _settled(cut)
        shas = [digest(c.body) for c in whole.chapters]
        taking = Taking(cut=whole, shas=shas, options=options)
        with self.rewriter.record.reading() as unit:
            taken = taking.plan(read_book(unit, scope, new=True), _Unnumbered())
        removing = options.remove_missing and bool(taken.missing)
        if not options.dry_run and (taken.changes or removing):
            self.rewriter.carry_out(scope, "import", taking.edited, new=True, attempts=1)
        return _report(scope, manuscript, cut, taken, options)


def _cut(manuscript: Manuscript, options: ImportOptions) -> Split:
    if not manuscript.exact:
        return split(manuscript.text, marks=manuscript.marks, pattern=options.pattern)
    if options.pattern is not None:
        raise InvalidInputError(
            f"the pattern {options.pattern!r} cannot be used: the chapters of a transcript are its "
            "sessions; leave it out"
        )
    return sessions(manuscript.text, manuscript.marks)


class _Unnumbered:
    """Ids for a plan that is only looked at."""

    def __init__(self) -> None:
        self._made = 0

    def __call__(self, kind: str) -> str:
        self._made += 1
        return f"new-{kind}-{self._made}"


def _settled(cut: Split) -> Split:
    """What stands behind the last word belongs to the file: it changes when a chapter follows."""
    return replace(cut, chapters=tuple(replace(c, body=settled(c.body)) for c in cut.chapters))


@dataclass(frozen=True, slots=True, kw_only=True)
class Taking:
    """A manuscript on its way into a project."""

    cut: Split
    shas: Sequence[str]
    """Hashes of the texts of its chapters."""
    options: ImportOptions

    def edited(self, found: Book, new_id: NewId) -> Edited:
        """What the book is to become."""
        return self.plan(found, new_id).edited

    def plan(self, found: Book, new_id: NewId) -> Taken:
        """What taking the manuscript in does to a book."""
        stored = book(found.edition)
        matches = match(self.cut.chapters, self.shas, stored)
        volumes = self._volumes(found.edition, new_id)
        chapters = [
            self._chapter(at, matched, volumes, new_id) for at, matched in enumerate(matches)
        ]
        matched = {m.id for m in matches if m is not None}
        missing = [c for c in stored if c.id not in matched]
        order = weave(self.cut.chapters, matches, found.edition.chapters)
        placed = [chapters[c] if isinstance(c, int) else self._left(c) for c in order]
        staying = longest_rising([m.order_key if m else None for m in matches])
        changed = [
            at for at, m in enumerate(matches) if m and (at not in staying or m != chapters[at])
        ]
        texts = {
            chapters[at].id: self._handed(at)
            for at, m in enumerate(matches)
            if m is None or _reads_otherwise(m, chapters[at])
        }
        added = sum(m is None for m in matches)
        what = f"imported {added} new and {len(changed)} changed chapters"
        return Taken(
            edited=Edited(
                edition=Edition(volumes=volumes, chapters=tuple(placed)), what=what, texts=texts
            ),
            chapters=tuple(replace(c, position=at) for at, c in enumerate(chapters, start=1)),
            added=added,
            updated=len(changed),
            missing=tuple(missing),
        )

    def _volumes(self, edition: Edition, new_id: NewId) -> tuple[Volume, ...]:
        """The stored volumes, with the manuscript's lines for them, and those it adds."""
        told = {v.title: v.heading for v in self.cut.volumes}
        live = [v for v in edition.volumes if v.status is not Status.TRASH]
        known = {v.title for v in live}
        kept = [
            replace(v, heading=told.get(v.title, v.heading)) if v in live else v
            for v in edition.volumes
        ]
        new = [new_volume(title, new_id, told[title]) for title in told if title not in known]
        return (*kept, *new)

    def _chapter(
        self, at: int, matched: Chapter | None, volumes: Sequence[Volume], new_id: NewId
    ) -> Chapter:
        told = self.cut.chapters[at]
        live = (v for v in volumes if v.status is not Status.TRASH)
        volume = next((v for v in live if v.title == told.volume), None)
        base = matched or _blank(new_id("chapter"))
        return replace(
            base,
            volume=told.volume,
            volume_id=volume.id if volume else None,
            number=told.parsed.number,
            label=told.parsed.label,
            title=told.parsed.title,
            chars=len(told.body),
            sha256=self.shas[at],
            front_matter=told.front_matter,
        )

    def _handed(self, at: int) -> Handed:
        told = self.cut.chapters[at]
        front = "" if at else self.cut.title_page
        return Handed(heading=front + told.heading, text=told.body)

    def _left(self, chapter: Chapter) -> Chapter:
        """A stored chapter that the manuscript lacks."""
        if self.options.remove_missing and chapter.status is Status.CANON:
            return replace(chapter, status=Status.TRASH)
        return chapter


def _blank(id: str) -> Chapter:
    return Chapter(
        id=id,
        order_key=0,
        position=0,
        volume=None,
        volume_id=None,
        number=None,
        label="",
        title="",
        revision=1,
        chars=0,
        sha256="",
    )


def _reads_otherwise(before: Chapter, after: Chapter) -> bool:
    """Whether a chapter's text or heading is another one."""
    return (before.sha256, before.label, before.title) != (after.sha256, after.label, after.title)


def _report(
    scope: Scope,
    manuscript: Manuscript,
    cut: Split,
    taken: Taken,
    options: ImportOptions,
) -> ImportReport:
    return ImportReport(
        project=scope.project,
        format=manuscript.format,
        encoding=manuscript.encoding,
        reason=manuscript.reason,
        rule=cut.rule,
        confidence=cut.confidence,
        volumes=tuple(VolumeView(title=v.title) for v in cut.volumes),
        chapters=tuple(chapter_view(c) for c in taken.chapters),
        warnings=(*manuscript.warnings, *cut.warnings),
        rejected=cut.rejected,
        rejected_total=cut.rejected_total,
        added=taken.added,
        updated=taken.updated,
        unchanged=len(taken.chapters) - taken.added - taken.updated,
        missing=tuple(chapter_view(c) for c in taken.missing),
        removed=len(taken.missing) if options.remove_missing else 0,
        dry_run=options.dry_run,
    )
