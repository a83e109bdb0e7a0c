"""Editing a book: what people ask for, carried out as changes that can be taken back."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ingest import structure
from ingest.books import Book, read_book
from ingest.chapters import split
from ingest.content import digest, settled
from ingest.own_packs import refuse_packs
from ingest.rewriting import Done, Rewriter
from ingest.structure import Edited, Handed, NewChapter, NewId, find, find_volume, named
from lorepack.errors import InvalidInputError, StaleError
from lorepack.ports import Edition
from lorepack.records import Chapter, Heading, Scope


@dataclass(frozen=True, slots=True, kw_only=True)
class Editor:
    """Changes one project. Chapters are named by id or position, volumes by id or title.

    Every method raises NotFoundError for a chapter or volume that is not there, InvalidInputError
    for what cannot be done, and ConflictError where somebody else keeps writing.
    """

    rewriter: Rewriter
    scope: Scope

    def insert(
        self,
        text: str,
        *,
        at: int | None = None,
        volume: str | None = None,
        heading: Heading | None = None,
        draft: bool = False,
        as_is: bool = False,
        from_pack: str | None = None,
    ) -> Done:
        """Put a text in as one chapter, or as several where it has several headings.

        Args:
            text: The text, its heading lines included if it has any.
            at: Position of the first of them; None for the end of the volume, or of the book.
            volume: Their volume, made if there is none of that title.
            heading: That of a single chapter, in place of what its own lines say.
            draft: Whether they are drafts: nothing is made from these until they are accepted.
            as_is: Whether the text is one chapter without a heading, whatever its lines look like.
            from_pack: Id of the pack that the text was written from.
        """
        new = read_chapters(text, heading, as_is=as_is)
        return self.rewriter.carry_out(
            self.scope,
            "insert",
            lambda found, new_id: structure.insert(
                found.edition, new, new_id, at=at, volume=volume, draft=draft
            ).written_from(from_pack),
            new=True,
        )

    def edit(
        self,
        chapter: str,
        text: str,
        *,
        based_on: str | None = None,
        as_is: bool = False,
        from_pack: str | None = None,
    ) -> Done:
        """Give a chapter another text.

        Args:
            chapter: Which.
            text: The text. A heading line that it begins with becomes the chapter's heading.
            based_on: SHA-256 of the text that was edited.
            as_is: Whether the text has no heading, whatever its lines look like.
            from_pack: Id of the pack that the text was written from; of a text that stands
                already it can be told later.

        Raises:
            StaleError: The chapter has another text than the one that was edited.
        """
        new = _one_chapter(text, as_is=as_is)
        id = self._chapter(chapter).id
        own = bool(new.handed.heading)

        def plan(found: Book, _: NewId) -> Edited:
            current = find(found.edition, id)
            _check_base(current, based_on)
            heading = new.handed.heading if own else self._handed(id).heading
            handed = replace(new.handed, heading=heading)
            if digest(handed.text) == current.sha256 and not (own and _differs(current, new)):
                what = f"{named(current)} is written from pack {from_pack}"
                return Edited(edition=found.edition, what=what).written_from(from_pack, id)
            edited = structure.edit(found.edition, current, handed, new.parsed if own else None)
            return edited.written_from(from_pack)

        return self.rewriter.carry_out(self.scope, "edit", plan)

    def accept(self, chapter: str) -> Done:
        """Make a draft part of the book."""
        id = self._chapter(chapter).id
        return self._do("accept", lambda e: structure.accept(e, find(e, id)))

    def move(self, chapter: str, *, to: int | None = None, volume: str | None = None) -> Done:
        """Move a chapter to a position, to the end of a volume, or to a position in a volume."""
        id = self._chapter(chapter).id
        return self._do("move", lambda e: structure.move(e, find(e, id), to=to, volume=volume))

    def delete(self, chapters: Sequence[str]) -> Done:
        """Put chapters into the trash: what was made from them is hidden at once."""
        ids = [self._chapter(chapter).id for chapter in chapters]
        return self._do("delete", lambda e: structure.delete(e, [find(e, id) for id in ids]))

    def rename(self, chapter: str, heading: Heading) -> Done:
        """Give a chapter another heading: label, number and title."""
        id = self._chapter(chapter).id
        return self._do("rename", lambda e: structure.rename(e, find(e, id), heading))

    def revert(self, chapter: str, revision: int) -> Done:
        """Give a chapter one of its former texts again, as its newest one."""
        id = self._chapter(chapter).id
        with self.rewriter.record.reading() as unit:
            former = unit.chapters.revision(self.scope, id, revision)
        handed = Handed(heading=former.heading, text=former.text)
        return self._do("revert", lambda e: structure.edit(e, find(e, id), handed, None))

    def place_of(self, chapter: str, words: str) -> int:
        """Where some words stand in a chapter, in characters.

        Raises:
            InvalidInputError: They stand nowhere, or at several places.
        """
        current = self._chapter(chapter)
        text = self._handed(current.id).text
        times = text.count(words)
        if times != 1:
            raise InvalidInputError(
                f"{words!r} stands in {named(current)} {times} times; name words that stand "
                "there once"
            )
        return text.index(words)

    def split(self, chapter: str, at: int, heading: Heading) -> Done:
        """Cut a chapter in two, the second half beginning at a character of its text."""
        id = self._chapter(chapter).id
        return self.rewriter.carry_out(
            self.scope,
            "split",
            lambda found, new_id: structure.split(
                found.edition, find(found.edition, id), self._handed(id), at, heading, new_id
            ),
        )

    def merge(self, chapter: str, following: str) -> Done:
        """Make one chapter of two neighbours, under the first one's heading."""
        ids = (self._chapter(chapter).id, self._chapter(following).id)
        texts = {id: self._handed(id) for id in ids}
        return self._do(
            "merge", lambda e: structure.merge(e, find(e, ids[0]), find(e, ids[1]), texts)
        )

    def begin_volume(self, title: str, *, at: int | None = None) -> Done:
        """Begin a volume at a chapter, or an empty one at the end."""

        def plan(found: Book, new_id: NewId) -> Edited:
            return structure.begin_volume(found.edition, title, new_id, at=at)

        return self.rewriter.carry_out(self.scope, "begin volume", plan)

    def rename_volume(self, volume: str, title: str) -> Done:
        """Give a volume another title."""
        return self._do(
            "rename volume", lambda e: structure.rename_volume(e, find_volume(e, volume), title)
        )

    def move_volume(self, volume: str, before: str | None) -> Done:
        """Move a volume before another one, or to the end."""

        def change(edition: Edition) -> Edited:
            next_ = find_volume(edition, before) if before is not None else None
            return structure.move_volume(edition, find_volume(edition, volume), next_)

        return self._do("move volume", change)

    def merge_volumes(self, volume: str, other: str) -> Done:
        """Let the chapters of another volume follow those of a volume, as a part of it."""
        return self._do(
            "merge volumes",
            lambda e: structure.merge_volumes(e, find_volume(e, volume), find_volume(e, other)),
        )

    def delete_volume(self, volume: str, *, keep_chapters: bool = False) -> Done:
        """Delete a volume with its chapters, or leave these to the volume before them."""
        return self._do(
            "delete volume",
            lambda e: structure.delete_volume(
                e, find_volume(e, volume), keep_chapters=keep_chapters
            ),
        )

    def _do(self, kind: str, change: Callable[[Edition], Edited]) -> Done:
        return self.rewriter.carry_out(self.scope, kind, lambda found, _: change(found.edition))

    def _chapter(self, chapter: str) -> Chapter:
        """Looked up once: a position means what it means when somebody says it."""
        with self.rewriter.record.reading() as unit:
            return find(read_book(unit, self.scope).edition, chapter)

    def _handed(self, id: str) -> Handed:
        with self.rewriter.record.reading() as unit:
            written = unit.chapters.written(self.scope, [id])[id]
        return Handed(heading=written.heading, text=written.text)


def read_chapters(
    text: str, heading: Heading | None = None, *, as_is: bool = False
) -> list[NewChapter]:
    """Read a text as chapters.

    Args:
        text: The text.
        heading: That of a single chapter, in place of what its own lines say; its empty fields
            and None say nothing.
        as_is: Whether the text is one chapter without a heading.

    Raises:
        InvalidInputError: The text is none, holds a pack that was handed out, or a heading is
            given for several chapters.
    """
    plain = settled(text)
    if not plain.strip():
        raise InvalidInputError("the text is empty; hand in one that holds words")
    refuse_packs(text)
    if as_is:
        handed = Handed(heading="", text=plain)
        return [NewChapter(parsed=heading or Heading(), handed=handed)]
    cut = split(plain)
    lines = {v.title: v.heading for v in cut.volumes}
    new = [
        NewChapter(
            parsed=c.parsed,
            handed=Handed(heading=c.heading, text=settled(c.body)),
            volume=c.volume,
            volume_heading=lines.get(c.volume or "", ""),
            front_matter=c.front_matter,
        )
        for c in cut.chapters
    ]
    first = replace(new[0].handed, heading=cut.title_page + new[0].handed.heading)
    new[0] = replace(new[0], handed=first)
    if heading is None:
        return new
    if len(new) > 1:
        raise InvalidInputError(f"one heading is given and the text holds {len(new)} chapters")
    return [replace(new[0], parsed=_overriding(new[0].parsed, heading))]


def read_heading(line: str) -> Heading:
    """Read one line as a heading; what has no label is a title."""
    cut = split(f"{line.strip()}\n\n{line.strip()}。\n")
    first = cut.chapters[0].parsed
    return first if first.label else Heading(title=line.strip())


def _overriding(own: Heading, given: Heading) -> Heading:
    return Heading(
        label=given.label or own.label,
        number=own.number if given.number is None else given.number,
        title=given.title or own.title,
    )


def _one_chapter(text: str, *, as_is: bool) -> NewChapter:
    new = read_chapters(text, as_is=as_is)
    if len(new) > 1:
        second = new[1].parsed
        called = " ".join(filter(None, (second.label, second.title))) or "one without a heading"
        raise InvalidInputError(
            f"the text holds {len(new)} chapters, the second is {called}; edit takes one: insert "
            "the others, or say that the text is to be taken as it is"
        )
    return new[0]


def _differs(current: Chapter, new: NewChapter) -> bool:
    return (current.label, current.title) != (new.parsed.label, new.parsed.title)


def _check_base(current: Chapter, based_on: str | None) -> None:
    if based_on is not None and based_on != current.sha256:
        raise StaleError(
            f"{named(current)} has changed since it was read: its text is {current.sha256} now; "
            "read it again and edit that"
        )
