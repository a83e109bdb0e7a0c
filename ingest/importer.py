"""Import: a file becomes chapters, in one transaction, and again only what changed."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import NAMESPACE_URL, uuid5

from ingest.alignment import Aligned, align
from ingest.chapters import split
from ingest.content import read_chapter
from ingest.names import find_mentions, find_names
from ingest.reading import decode
from lorepack.errors import ConflictError, NotFoundError
from lorepack.ports import ChapterContent, Progress, Record, TokenCounter, UnitOfWork
from lorepack.records import (
    Chapter,
    Entity,
    ImportReport,
    Mention,
    Scope,
    VolumeView,
    chapter_view,
)
from story.entries import chapter_summary


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """The project as an import finds it."""

    revision: int
    chapters_made: int
    chapters: tuple[Chapter, ...]
    entities: tuple[Entity, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """Everything an import will write, made before its transaction begins."""

    chapters: tuple[tuple[Chapter, ChapterContent, bool], ...]
    """Changed chapters with what was read out of them, and whether each is new."""
    entities: tuple[Entity, ...] | None
    """All that the book makes known; None if that is what is stored already."""
    mentioned: Mapping[str, str]
    """Texts whose mentions are to be found again, by chapter id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Importer:
    """Takes files into a project."""

    record: Record
    count: TokenCounter
    progress: Progress

    def run(self, scope: Scope, data: bytes, *, dry_run: bool = False) -> ImportReport:
        """Import one file; what is stored already and unchanged is not touched.

        Args:
            scope: Project to import into, made if there is none.
            data: The file's bytes.
            dry_run: Only report what would be done.

        Returns:
            The report, with the file's chapters at the positions they have in the file.

        Raises:
            InvalidInputError: The file holds no text.
            ConflictError: Somebody else wrote to the project meanwhile; nothing was written.
        """
        decoded = decode(data)
        cut = split(decoded.text)
        stored = self._stored(scope)
        # What stands behind the last word belongs to the file: it changes when a chapter follows.
        chapters = [replace(chapter, body=chapter.body.rstrip()) for chapter in cut.chapters]
        aligned = align(chapters, stored.chapters)
        if not dry_run and any(a.changed for a in aligned):
            self._write(scope, stored, self._read(scope, stored, aligned))
        return ImportReport(
            project=scope.project,
            encoding=decoded.encoding,
            rule=cut.rule,
            volumes=tuple(VolumeView(title=title) for title in cut.volumes),
            chapters=tuple(chapter_view(chapter) for chapter, _ in _placed(scope, stored, aligned)),
            warnings=(*decoded.warnings, *cut.warnings),
            added=sum(a.stored is None for a in aligned),
            updated=sum(a.stored is not None and a.changed for a in aligned),
            unchanged=sum(not a.changed for a in aligned),
            dry_run=dry_run,
        )

    def _stored(self, scope: Scope) -> Stored:
        with self.record.reading() as unit:
            try:
                project = unit.projects.get(scope)
            except NotFoundError:
                return Stored(revision=0, chapters_made=0, chapters=(), entities=())
            return Stored(
                revision=project.revision,
                chapters_made=project.chapters_made,
                chapters=tuple(entry.chapter for entry in unit.chapters.outline(scope)),
                entities=tuple(unit.entities.known(scope)),
            )

    def _read(self, scope: Scope, stored: Stored, aligned: Sequence[Aligned]) -> Read:
        placed = _placed(scope, stored, aligned)
        texts = self._texts(scope, stored, placed)
        entities = find_names(scope, list(texts.items()))
        same = sorted(entities, key=lambda e: e.id) == sorted(stored.entities, key=lambda e: e.id)
        changed = {chapter.id for chapter, a in placed if a.changed}
        mentions = _mentions_so_far(entities, texts, changed)
        contents: list[tuple[Chapter, ChapterContent, bool]] = []
        for done, (chapter, a) in enumerate(placed):
            self.progress("read", done, len(placed))
            if a.changed:
                found = mentions[chapter.id]
                heading, body = a.incoming.heading, a.incoming.body
                content = read_chapter(chapter.id, heading, body, found, self.count)
                contents.append((chapter, content, a.stored is None))
        return Read(
            chapters=tuple(contents),
            entities=None if same else tuple(entities),
            mentioned={id: texts[id] for id in (changed if same else texts)},
        )

    def _texts(
        self, scope: Scope, stored: Stored, placed: Sequence[tuple[Chapter, Aligned]]
    ) -> dict[str, str]:
        """Every text of the book as it will be, by chapter id in reading order."""
        coming = {chapter.id: (chapter.order_key, a.incoming.body) for chapter, a in placed}
        staying = [c for c in stored.chapters if c.id not in coming]
        with self.record.reading() as unit:
            kept = unit.chapters.texts(scope, [c.id for c in staying]) if staying else {}
        coming |= {c.id: (c.order_key, kept[c.id]) for c in staying}
        ordered = sorted(coming.items(), key=lambda item: item[1][0])
        return {id: text for id, (_, text) in ordered}

    def _write(self, scope: Scope, stored: Stored, read: Read) -> None:
        with self.record.writing() as unit:
            project = unit.projects.ensure(scope)
            if project.revision != stored.revision:
                raise ConflictError(
                    f"project {scope.project!r} was written to while the file was being read; "
                    "import it again"
                )
            unit.projects.number_chapters(scope, sum(new for _, _, new in read.chapters))
            for done, (chapter, content, new) in enumerate(read.chapters):
                self.progress("write", done, len(read.chapters))
                self._write_chapter(unit, scope, chapter, content, new)
            if read.entities is not None:
                unit.entities.replace_found(scope, read.entities)
            known = stored.entities if read.entities is None else read.entities
            unit.entities.mention(scope, find_mentions(known, read.mentioned))
            unit.projects.touch(scope)

    def _write_chapter(
        self, unit: UnitOfWork, scope: Scope, chapter: Chapter, content: ChapterContent, new: bool
    ) -> None:
        volume = chapter.volume and unit.chapters.volume(scope, chapter.volume)
        chapter = replace(chapter, volume_id=volume)
        (unit.chapters.add if new else unit.chapters.revise)(scope, chapter, content)
        standing = chapter_summary(chapter, content.opening, "opening", self.count)
        if standing.signature not in unit.summaries.standing(scope, [standing.signature]):
            unit.summaries.add(scope, [standing])


def _mentions_so_far(
    entities: Sequence[Entity], texts: Mapping[str, str], wanted: Collection[str]
) -> dict[str, list[Mention]]:
    """Mentions of those whom a reader of each chapter knows at its end.

    What is read out of a chapter must not depend on a name that only a later one makes known.

    Args:
        entities: All that the book makes known.
        texts: Its texts by chapter id, in reading order.
        wanted: Chapters to look at.
    """
    everything = find_mentions(entities, {id: texts[id] for id in wanted})
    place = {id: at for at, id in enumerate(texts)}
    known = {e.id: place[e.known_from] if e.known_from else -1 for e in entities}
    return {
        id: [m for m in mentions if known[m.entity] <= place[id]]
        for id, mentions in everything.items()
    }


def _placed(
    scope: Scope, stored: Stored, aligned: Sequence[Aligned]
) -> list[tuple[Chapter, Aligned]]:
    """Every chapter of the file as it will be stored; new ones get the next serial numbers."""
    serial = stored.chapters_made
    placed: list[tuple[Chapter, Aligned]] = []
    for position, a in enumerate(aligned, start=1):
        if a.stored is None:
            name = f"chapter:{scope.tenant}/{scope.project}/{serial}"
            id, revision, serial = str(uuid5(NAMESPACE_URL, name)), 1, serial + 1
        else:
            id, revision = a.stored.id, a.stored.revision + a.changed
        placed.append((_chapter(id, revision, position, a), a))
    return placed


def _chapter(id: str, revision: int, position: int, a: Aligned) -> Chapter:
    parsed = a.incoming.parsed
    return Chapter(
        id=id,
        order_key=a.order_key,
        position=position,
        volume=a.incoming.volume,
        volume_id=None,
        number=parsed.number,
        label=parsed.label,
        title=parsed.title,
        revision=revision,
        chars=len(a.incoming.body),
        sha256=a.sha256,
    )
