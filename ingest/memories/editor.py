"""Changing the memories of a project: each call one change that can be taken back."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from uuid import uuid4

from ingest.holding import memories_before
from ingest.memories.held import Held, views
from ingest.memories.plans import (
    checked,
    coded,
    drafted,
    edited,
    following,
    restated,
)
from ingest.memories.together import check_together, check_version
from ingest.structure import book
from lorepack.errors import ConflictError, InvalidInputError
from lorepack.ports import Record, UnitOfWork
from lorepack.records import (
    AUTHOR,
    Memory,
    MemoryDraft,
    MemoryEdit,
    MemoryKind,
    MemoryView,
    Scope,
)
from story.entries import chapter_key, sources

Plan = Callable[[UnitOfWork, Held], list[Memory]]
"""Says what is to be written; nothing where all is so already."""


def new_id() -> str:
    """An id that no other memory has."""
    return str(uuid4())


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryEditor:
    """Changes one project's memories.

    Memories are named by id, by the beginning of one, or by their subject where only one is about
    it; chapters by id or position. Every method raises NotFoundError for what is not there,
    InvalidInputError for what cannot be, and ConflictError for what has been replaced; StaleError
    where `based_on` is not the newest version.
    """

    record: Record
    scope: Scope

    def listed(
        self,
        *,
        kind: MemoryKind | None = None,
        subject: str | None = None,
        everything: bool = False,
    ) -> list[MemoryView]:
        """What some pack holds, in reading order.

        Args:
            kind: Only this kind.
            subject: Only what is about this.
            everything: Whether to show what was taken away or replaced, or is hidden with its
                chapter, too.
        """
        with self.record.reading() as unit:
            held = self.held(unit)
            shown = views(held, held.versions)
        wanted = [v for v in shown if (everything or v.holds) and _about(v, kind, subject)]
        return sorted(wanted, key=_order)

    def own(self) -> list[MemoryView]:
        """What the author wrote that some pack holds."""
        return [view for view in self.listed() if view.origin == AUTHOR]

    def as_of(
        self, chapter: int, *, kind: MemoryKind | None = None, subject: str | None = None
    ) -> list[MemoryView]:
        """What holds just before the chapter at a position: all memories folded.

        What was extracted after an author's word follows it. The fields of a foreshadow are what
        its steps add up to.
        """
        with self.record.reading() as unit:
            held = self.held(unit)
            told = self._folded(unit, held, chapter)
        at = {v.memory.id: v for v in held.versions}
        found = [replace(at[m.id], memory=m) for m in told]
        return [v for v in views(held, found) if _about(v, kind, subject)]

    def get(self, named: str) -> MemoryView:
        """One memory."""
        with self.record.reading() as unit:
            held = self.held(unit)
        return self._view(held, held.one(named).id)

    def history(self, id: str) -> list[MemoryView]:
        """All that was ever said under an id, the first version first.

        Args:
            id: The id, or what else names a memory that was not taken away.
        """
        with self.record.reading() as unit:
            held = self.held(unit)
            found = unit.memories.history(self.scope, id)
            found = found or unit.memories.history(self.scope, held.one(id).id)
        return views(held, found)

    def history_on(self, kind: MemoryKind, subject: str | None = None) -> list[MemoryView]:
        """All that was ever said of a kind, or of a subject of it: every version of each."""
        with self.record.reading() as unit:
            held = self.held(unit)
            ids = [v.memory.id for v in held.versions if v.memory.kind is kind]
            found = [v for id in ids for v in unit.memories.history(self.scope, id)]
        shown = views(held, found)
        return [v for v in shown if subject is None or v.subject == subject]

    def add(self, drafts: Sequence[MemoryDraft]) -> list[MemoryView]:
        """Add new memories, all of them or none."""

        def plan(unit: UnitOfWork, held: Held) -> list[Memory]:
            new = [drafted(held, draft, new_id) for draft in drafts]
            taken = [m.id for m in new if unit.memories.history(self.scope, m.id)]
            twice = [id for id, times in Counter(m.id for m in new).items() if times > 1]
            if taken or twice:
                raise ConflictError(f"there is a memory {[*taken, *twice][0]!r} already")
            return coded(new, unit.memories.subjects(self.scope, MemoryKind.FORESHADOW))

        return self.carry_out("memory add", plan, new=True)

    def edit(self, named: str, edit: MemoryEdit, *, based_on: int | None = None) -> MemoryView:
        """Say something else: a correction, which holds wherever the memory held.

        What changes in the story is another memory on the same subject, known from its chapter.

        Args:
            named: Which. An extracted one is replaced by an author's own, which is returned.
            edit: What is to be different.
            based_on: The version that it was read in.
        """

        def plan(_: UnitOfWork, held: Held) -> list[Memory]:
            memory = held.one(named)
            check_version(memory, based_on)
            after = edited(held, memory, edit, new_id)
            return [] if after == memory else [after]

        return next(iter(self.carry_out("memory edit", plan)), None) or self.get(named)

    def restate(self, named: str, draft: MemoryDraft, *, based_on: int | None = None) -> MemoryView:
        """Say all of a memory anew: the same correction, with what the draft leaves unsaid gone.

        Args:
            named: Which. Its kind stays what it is.
            draft: All there is to say; its id counts for nothing.
            based_on: The version that it was read in.
        """

        def plan(_: UnitOfWork, held: Held) -> list[Memory]:
            memory = held.one(named)
            check_version(memory, based_on)
            after = restated(held, memory, draft, new_id)
            return [] if after == memory else [after]

        return next(iter(self.carry_out("memory edit", plan)), None) or self.get(named)

    def remove(self, named: str, *, based_on: int | None = None) -> None:
        """Take a memory away; an extracted one stays away when it is extracted again."""

        def plan(_: UnitOfWork, held: Held) -> list[Memory]:
            memory = held.one(named)
            check_version(memory, based_on)
            return [following(held, memory, memory, new_id)]

        self.carry_out("memory remove", plan, retired=True)

    def put(self, memories: Sequence[Memory]) -> list[MemoryView]:
        """Store memories under their own ids; what differs from the stored one is a new version."""

        def plan(unit: UnitOfWork, held: Held) -> list[Memory]:
            return [m for memory in memories for m in self._put(unit, held, memory)]

        return self.carry_out("memory put", plan, new=True)

    def _put(self, unit: UnitOfWork, held: Held, memory: Memory) -> list[Memory]:
        if memory.made_from is not None:
            raise InvalidInputError(f"{memory.id} is extracted; only an author's are put in")
        done = checked(held, memory)
        former = unit.memories.history(self.scope, memory.id)
        if not former:
            return [replace(done, version=1)]
        if any(v.memory.made_from is not None for v in former):
            raise ConflictError(f"{memory.id} is the id of an extracted memory; edit that one")
        last = former[-1]
        done = replace(done, version=last.memory.version)
        if done == last.memory and not last.retired:
            return []
        return [replace(done, version=last.memory.version + 1)]

    def carry_out(
        self, kind: str, plan: Plan, *, new: bool = False, retired: bool = False
    ) -> list[MemoryView]:
        """Write what a plan says, as one change.

        Args:
            kind: The change's verb.
            plan: Says what is to be written.
            new: Whether the project is made if there is none.
            retired: Whether this takes memories away.
        """
        with self.record.writing() as unit:
            if new:
                unit.projects.ensure(self.scope)
            unit.memories.hold(self.scope)
            held = self.held(unit)
            written = plan(unit, held)
            if not retired:
                check_together(held, written)
            unit.memories.write(self.scope, written, retired=retired)
            if unit.changes.close(self.scope, kind, _what(written)) is not None:
                unit.projects.touch(self.scope)
            held = held.after([unit.memories.history(self.scope, m.id)[-1] for m in written])
        return [self._view(held, m.id) for m in written]

    def held(self, unit: UnitOfWork) -> Held:
        """What is stored, beside the chapters it speaks of."""
        edition = unit.chapters.edition(self.scope)
        chapters = book(edition)
        standing = unit.summaries.standing(self.scope, [chapter_key(c) for c in chapters])
        versions = unit.memories.standing(self.scope, made_from=sources(chapters, standing))
        return Held(versions=versions, edition=edition)

    def _folded(self, unit: UnitOfWork, held: Held, chapter: int) -> list[Memory]:
        chapters = book(held.edition)
        if not 1 <= chapter <= len(chapters) + 1:
            raise InvalidInputError(
                f"there is no chapter {chapter}: the book has {len(chapters)} chapters"
            )
        keys = [*(c.order_key for c in chapters), 1 << 60]
        key, before = keys[chapter - 1], chapters[: chapter - 1]
        known = unit.entities.known(self.scope, before=key)
        order = {c.id: c.position - 1 for c in before}
        told = memories_before(unit, self.scope, key, before, known, order)
        return [m for one in told for m in (one.memory, one.since) if m is not None]

    def _view(self, held: Held, id: str) -> MemoryView:
        return views(held, [v for v in held.versions if v.memory.id == id])[-1]


def _about(view: MemoryView, kind: MemoryKind | None, subject: str | None) -> bool:
    return (kind is None or view.kind is kind) and (subject is None or view.subject == subject)


def _order(view: MemoryView) -> tuple[int, int, int]:
    """Kinds in their own order; events along the story, all else along the book."""
    kinds = list(MemoryKind)
    told = view.fields.get("order")
    return kinds.index(view.kind), told if isinstance(told, int) else 0, view.known_from or 0


def _what(written: Sequence[Memory]) -> str:
    """One line for people."""
    named = [" ".join(filter(None, (m.kind.value, m.subject or m.text[:20]))) for m in written[:3]]
    more = f" and {len(written) - len(named)} more" if len(written) > len(named) else ""
    return f"{', '.join(named)}{more}"
