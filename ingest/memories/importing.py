"""Importing a story bible: what it says anew becomes a version, all of it or nothing."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ingest.bible import matched
from ingest.memories.editor import MemoryEditor, Plan
from ingest.memories.held import Held
from ingest.memories.plans import drafted, extra_facts
from ingest.memories.together import check_together
from lorepack.errors import ConflictError, InvalidInputError, NotFoundError
from lorepack.ports import Edition, UnitOfWork
from lorepack.records import (
    Bible,
    BibleAction,
    BibleEntry,
    BibleLine,
    BibleReport,
    Memory,
    MemoryDraft,
    MemoryKind,
    MemoryVersion,
)

_NOTHING = Held(versions=(), edition=Edition())


@dataclass(frozen=True, slots=True, kw_only=True)
class BibleImporter:
    """Imports story bibles into one project."""

    editor: MemoryEditor

    def run(self, bible: Bible, *, dry_run: bool = False, overwrite: bool = False) -> BibleReport:
        """Take over what a story bible says.

        The same file again changes nothing, and a changed entry is a new version of its memory.
        What the file no longer holds stays.

        Args:
            bible: As it was read.
            dry_run: Whether only to say what would be done.
            overwrite: Whether the file also counts where its words were imported before and the
                memory was edited or taken away since; else that newer version stands.

        Raises:
            InvalidInputError: An entry cannot be; the text names its line.
            NotFoundError: An entry names a chapter that there is not.
        """
        lines: list[BibleLine] = []

        def plan(unit: UnitOfWork, held: Held) -> list[Memory]:
            lines[:], written = self._planned(unit, held, bible.entries, overwrite=overwrite)
            return written

        if dry_run:
            self._try(plan)
        else:
            self.editor.carry_out("memory import", plan, new=True)
        return _report(self.editor.scope.project, bible, lines, dry_run=dry_run)

    def _try(self, plan: Plan) -> None:
        with self.editor.record.reading() as unit:
            scope = self.editor.scope
            there = scope.project in unit.projects.names(scope.tenant)
            held = self.editor.held(unit) if there else _NOTHING
            check_together(held, plan(unit, held))

    def _planned(
        self, unit: UnitOfWork, held: Held, entries: Sequence[BibleEntry], *, overwrite: bool
    ) -> tuple[list[BibleLine], list[Memory]]:
        said = [_drafted(held, entry) for entry in entries]
        stored = self._histories(unit, held, said)
        taken = {m.subject for told in stored.values() for m in (v.memory for v in told)}
        if held.versions:
            taken |= unit.memories.subjects(self.editor.scope, MemoryKind.FORESHADOW)
        lines: list[BibleLine] = []
        written: list[Memory] = []
        for entry, memory in zip(entries, matched(said, stored, taken), strict=True):
            action, done = _settled(memory, stored.get(memory.id, ()), overwrite=overwrite)
            written += [] if done is None else [done]
            lines.append(
                BibleLine(
                    line=entry.line,
                    kind=memory.kind,
                    subject=memory.subject,
                    id=memory.id,
                    action=action,
                )
            )
        _check_once(lines)
        return lines, written

    def _histories(
        self, unit: UnitOfWork, held: Held, said: Sequence[Memory]
    ) -> dict[str, list[MemoryVersion]]:
        """All versions of what earlier imports left, and of what the file names by id."""
        named = {m.id for m in said if m.id} if held.versions else set[str]()
        ids = dict.fromkeys([*(v.memory.id for v in held.versions), *sorted(named)])
        scope = self.editor.scope
        found = {id: unit.memories.history(scope, id) for id in ids}
        return {id: told for id, told in found.items() if told}


def _drafted(held: Held, entry: BibleEntry) -> Memory:
    draft = MemoryDraft(
        kind=entry.kind,
        subject=entry.subject,
        text=entry.text,
        id=entry.id,
        importance=entry.importance,
        known_from=entry.known_from,
        valid_to=entry.valid_to,
        fields=entry.fields,
        visibility=entry.visibility,
        supersedes=entry.supersedes,
    )
    try:
        return drafted(held, draft, lambda: "")
    except InvalidInputError as error:
        raise InvalidInputError(f"line {entry.line}: {error}") from error
    except NotFoundError as error:
        raise NotFoundError(f"line {entry.line}: {error}") from error


def _settled(
    memory: Memory, told: Sequence[MemoryVersion], *, overwrite: bool
) -> tuple[BibleAction, Memory | None]:
    """What becomes of an entry, and the version to be written if any is."""
    if not told:
        return BibleAction.ADDED, replace(memory, version=1)
    newest = told[-1]
    if newest.memory.made_from is not None:
        raise ConflictError(f"{memory.id} is the id of an extracted memory; edit that one")
    same = [_as_read(v.memory) == _as_read(memory) for v in told]
    if same[-1] and not newest.retired:
        return BibleAction.UNCHANGED, None
    if any(same) and not overwrite:
        return BibleAction.KEPT, None
    return BibleAction.CHANGED, replace(
        memory,
        version=newest.memory.version + 1,
        facts=tuple(dict.fromkeys([*extra_facts(newest.memory), *memory.facts])),
        sources=newest.memory.sources,
    )


def _as_read(memory: Memory) -> Memory:
    """A memory as a file has it: without what no file says."""
    return replace(memory, version=1, facts=(), sources=(), origin="")


def _check_once(lines: Sequence[BibleLine]) -> None:
    for id, count in Counter(line.id for line in lines).items():
        if count > 1:
            twice = [line.line for line in lines if line.id == id]
            raise InvalidInputError(f"lines {twice[0]} and {twice[1]} have the same id {id!r}")


def _report(
    project: str, bible: Bible, lines: Sequence[BibleLine], *, dry_run: bool
) -> BibleReport:
    counts = Counter(line.action for line in lines)
    return BibleReport(
        project=project,
        added=counts[BibleAction.ADDED],
        changed=counts[BibleAction.CHANGED],
        unchanged=counts[BibleAction.UNCHANGED],
        kept=counts[BibleAction.KEPT],
        entries=tuple(lines),
        unplaced=bible.unplaced,
        dry_run=dry_run,
    )
