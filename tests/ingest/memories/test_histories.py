"""However a project came to be so: what holds depends on the rows that survive alone."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from ingest.memories import MemoryEditor
from lorepack.errors import ConflictError, InvalidInputError
from lorepack.records import (
    EXTRACTIVE,
    Memory,
    MemoryDraft,
    MemoryEdit,
    MemoryKind,
    MemoryVersion,
    MemoryView,
    Scope,
)
from runtime.library import Library
from story.entries import chapter_summary
from story.memories import extracted_id, fold
from tests.strategies import synthetic_book

pytestmark = pytest.mark.both_databases

KINDS = (MemoryKind.CHARACTER_STATE, MemoryKind.ITEM, MemoryKind.BAN_RULE, MemoryKind.NEXT_DUTY)
SUBJECTS = ("沈砚秋", "铜铃")


def compress(library: Library, scope: Scope) -> None:
    """Take one memory out of each chapter's text, and summarise it, as a compressor does."""
    with library.record.writing() as unit:
        for entry in unit.chapters.outline(scope):
            chapter = entry.chapter
            summary = chapter_summary(chapter, "提要", EXTRACTIVE, len)
            unit.summaries.add(scope, [replace(summary, source=chapter.sha256)])
            kind, subject = KINDS[0], SUBJECTS[len(chapter.sha256 + chapter.id) % 2]
            memory = Memory(
                id=extracted_id(chapter.id, kind, subject, 0),
                kind=kind,
                subject=subject,
                text=f"摘自 {chapter.sha256[:8]}",
                origin=EXTRACTIVE,
            )
            unit.memories.replace_extracted(scope, chapter.id, chapter.sha256, [memory])


def drawn(random: Random, chapters: int) -> MemoryDraft:
    kind = random.choice(KINDS)
    first = random.choice([None, random.randint(1, chapters)])
    last = random.choice([None, None, random.randint(first or 1, chapters)])
    return MemoryDraft(
        kind=kind,
        subject=random.choice(SUBJECTS),
        text=f"{random.random()}",
        known_from=first,
        valid_to=last,
    )


def left(library: Library, scope: Scope) -> int:
    """Changes that stand and can be taken back."""
    changes = library.changes(scope, limit=500)
    return sum(not (c.undone_by or c.undoes) for c in changes)


def change_at_random(random: Random, library: Library, scope: Scope, stand: int = 1) -> None:
    memories, book = library.memories(scope), library.editor(scope)
    chapters = len(library.chapters(scope))
    present = [m.id for m in memories.listed()] or [""]
    one, other = (str(random.randint(1, chapters)) for _ in range(2))
    deeds: list[Callable[[], object]] = [
        lambda: memories.add([drawn(random, chapters) for _ in range(random.randint(1, 3))]),
        lambda: memories.edit(random.choice(present), MemoryEdit(text=f"{random.random()}")),
        lambda: memories.edit(random.choice(present), MemoryEdit(known_from=int(one))),
        lambda: memories.remove(random.choice(present)),
        lambda: book.move(one, to=int(other)),
        lambda: book.edit(one, f"第{random.random()}次改写。", as_is=True),
        lambda: compress(library, scope),
    ]
    if left(library, scope) > stand:
        deeds += [lambda: library.undo(scope)] * 3
    if chapters > 3:
        deeds.append(lambda: book.delete([one]))
    with suppress(InvalidInputError, ConflictError):
        random.choice(deeds)()


def surviving(library: Library, scope: Scope, before: int) -> list[Memory]:
    """What should be live before a position, out of all rows that there are, step by step."""
    book = library.chapters(scope)
    texts = {c.id: c.sha256 for c in book}
    read = {c.id for c in book[: before - 1]}
    with library.record.reading() as unit:
        ids = {v.memory.id for v in unit.memories.standing(scope, made_from=texts)}
        versions = [v for id in sorted(ids) for v in unit.memories.history(scope, id)]
    newest: dict[str, MemoryVersion] = {}
    for version in versions:
        memory = version.memory
        if memory.made_from in (None, texts.get(memory.known_from or "")):
            newest[memory.id] = version
    known = [v for v in newest.values() if v.memory.known_from in {None, *read}]
    replaced = {v.memory.supersedes for v in known}
    return [
        v.memory
        for v in known
        if not v.retired and v.memory.id not in replaced and v.memory.valid_to not in read
    ]


def folded(views: list[MemoryView]) -> set[tuple[str, int, str]]:
    return {(m.id, m.version, m.text) for m in views}


@pytest.mark.parametrize("seed", range(8))
def test_what_holds_is_what_the_surviving_rows_alone_would_give(
    library: Library, scope: Scope, seed: int
) -> None:
    random = Random(seed)
    library.import_bytes(scope, synthetic_book(6, seed=seed, sentences=2).manuscript())
    compress(library, scope)
    for _ in range(25):
        change_at_random(random, library, scope)
    compress(library, scope)
    editor: MemoryEditor = library.memories(scope)
    book = library.chapters(scope)
    places = {c.id: c.position for c in book}
    with library.record.reading() as unit:
        seq = {
            v.memory.id: n
            for n, v in enumerate(
                unit.memories.standing(scope, made_from={c.id: c.sha256 for c in book})
            )
        }
    for n in range(1, len(book) + 2):
        rows = surviving(library, scope, n)
        rows.sort(key=lambda m: (places.get(m.known_from or "", 0), seq[m.id]))
        told = fold(rows, {id: at for id, at in places.items() if at < n})
        wanted = [m for one in told for m in (one.memory, one.since) if m is not None]
        assert folded(editor.as_of(n)) == {(m.id, m.version, m.text) for m in wanted}


@pytest.mark.parametrize("seed", range(4))
def test_undoing_everything_brings_back_what_held(
    library: Library, scope: Scope, seed: int
) -> None:
    random = Random(seed)
    library.import_bytes(scope, synthetic_book(5, seed=seed, sentences=2).manuscript())
    compress(library, scope)
    library.memories(scope).add([drawn(random, 5) for _ in range(4)])
    stand = left(library, scope)

    def held() -> list[list[MemoryView]]:
        chapters = len(library.chapters(scope))
        return [library.memories(scope).as_of(n) for n in range(1, chapters + 2)]

    before = held()
    for _ in range(15):
        change_at_random(random, library, scope, stand)
    while left(library, scope) > stand:
        library.undo(scope)
    assert held() == before
