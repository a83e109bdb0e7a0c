"""What a book tells and where, for the spoiler scan: read once, good for every chapter's pack."""

from collections.abc import Iterator, Mapping

from lorepack.ports import UnitOfWork
from lorepack.records import Chapter, EntityOrigin, LeakKind, Memory, Scope, Status
from retrieval.pack.leaks import Revealed
from text.fold import fold

_READ_WITH = frozenset({EntityOrigin.FOUND, EntityOrigin.AUTHOR})
"""Origins of the entities that packs know."""


def read_revealed(unit: UnitOfWork, scope: Scope) -> list[Revealed]:
    """Texts, titles, names and memories, each with the position of the chapter that tells it.

    What belongs to no chapter of the book, such as a draft, is told behind its last one.
    """
    chapters = [c for c in unit.chapters.edition(scope).chapters if c.status is not Status.TRASH]
    book = {c.id: c.position for c in chapters if c.status is Status.CANON}
    beyond = len(book) + 1
    written = unit.chapters.written(scope, [c.id for c in chapters])
    told = [
        *(shown for c in chapters for shown in _of_chapter(c, written[c.id].text, book, beyond)),
        *_names(unit, scope, book, beyond),
        *_memories(unit, scope, book, beyond),
    ]
    return [Revealed(kind=kind, words=fold(words), chapter=at) for kind, words, at in told]


_Shown = tuple[LeakKind, str, int]


def _of_chapter(
    chapter: Chapter, text: str, book: Mapping[str, int], beyond: int
) -> Iterator[_Shown]:
    at = book.get(chapter.id, beyond)
    yield LeakKind.TEXT, text, at
    for words in (chapter.title, chapter.label, chapter.volume):
        if words:
            yield LeakKind.TITLE, words, at


def _names(
    unit: UnitOfWork, scope: Scope, book: Mapping[str, int], beyond: int
) -> Iterator[_Shown]:
    for entity in unit.entities.registry(scope):
        if entity.origin not in _READ_WITH:
            continue
        own = book.get(entity.known_from, beyond) if entity.known_from else 0
        yield LeakKind.NAME, entity.name, own
        for alias in entity.aliases:
            since = book.get(alias.from_chapter, beyond) if alias.from_chapter else 0
            yield LeakKind.NAME, alias.text, max(own, since)


def _memories(
    unit: UnitOfWork, scope: Scope, book: Mapping[str, int], beyond: int
) -> Iterator[_Shown]:
    for version in unit.memories.standing(scope):
        memory = version.memory
        at = book.get(memory.known_from, beyond) if memory.known_from else 0
        for words in _said(memory):
            yield LeakKind.MEMORY, words, at


def _said(memory: Memory) -> Iterator[str]:
    """Everything that a memory says, and how a pack speaks of the chapters that it names."""
    yield from (memory.subject, memory.text, *memory.facts)
    for value in memory.fields.values():
        for words in value if isinstance(value, tuple) else (str(value),):
            yield words
            if words.isdecimal():
                yield f"第{words}章 chapter {words}"
