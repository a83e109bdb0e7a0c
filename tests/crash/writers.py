"""Writers of a library: a new one is a line in `WRITERS`.

Each chooses at random what to write, says what the project is to be afterwards, and writes it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

from lorepack.records import (
    FactKind,
    Heading,
    ImportOptions,
    Memory,
    MemoryKind,
    PackRequest,
)
from runtime.library import Library
from runtime.registry import registry_of
from tests.crash.state import SCOPE, Placed, State, digest, remembered
from tests.crash.working import summarise_here
from tests.strategies import ITEMS, PEOPLE, PLACES, sentence

_FEW, _MANY = 4, 16
"""Chapters: with fewer nothing is deleted, with more nothing is added."""
_MOST_MEMORIES = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A write that is about to be done."""

    then: State
    """What the project is afterwards."""
    write: Callable[[], object]
    undoable: bool = True
    undoes: bool = False
    forgets: bool = False
    """Whether what was done before can be taken back no longer."""


@dataclass(slots=True, kw_only=True)
class Author:
    """Whoever writes, and what they know to stand."""

    library: Library
    random: Random
    state: State
    done: list[tuple[State, State]] = field(default_factory=list[tuple[State, State]])
    """States before and after each change that stands and can be taken back, the last one last."""

    def text(self) -> str:
        """A chapter's text that no chapter has."""
        mark = f"船号{self.random.randrange(10**9)}，"
        told = [sentence(self.random).strip() for _ in range(self.random.randint(2, 30))]
        return mark + "".join(told)

    def place(self) -> int:
        """The index of some chapter."""
        return self.random.randrange(len(self.state.book))

    def remember(self, plan: Plan, before: State) -> None:
        """Keep in mind what can be taken back now that a plan was carried out."""
        if plan.forgets:
            self.done.clear()
        if plan.undoes:
            self.done.pop()
        if plan.undoable:
            self.done.append((before, self.state))

    def with_book(self, book: list[Placed]) -> State:
        """The state with another book."""
        return replace(self.state, book=tuple(book))


Writer = Callable[[Author], Plan | None]
"""None where there is nothing of the kind to do."""


def import_more(author: Author) -> Plan | None:
    """Import the book again, its headings numbered anew, with one to three chapters more."""
    if len(author.state.book) > _MANY:
        return None
    book = [author.library.text(SCOPE, c.id) for c in author.state.book]
    known = len(book)
    book += [author.text() for _ in range(author.random.randint(1, 3) if book else _FEW)]
    called = [f"第{n}章 {author.random.choice(ITEMS)}" for n in range(1, len(book) + 1)]
    file = "\n\n".join(f"{line}\n{text}" for line, text in zip(called, book, strict=True)).encode()
    ids = [c.id for c in author.state.book]
    then = [
        Placed(sha256=digest(text), called=called[n], id=ids[n] if n < known else "")
        for n, text in enumerate(book)
    ]
    return Plan(
        then=author.with_book(then),
        write=lambda: author.library.import_bytes(SCOPE, file, ImportOptions()),
    )


def insert(author: Author) -> Plan | None:
    """Put a chapter in."""
    if not 0 < len(author.state.book) <= _MANY:
        return None
    text, at = author.text(), author.random.randint(1, len(author.state.book) + 1)
    heading = Heading(label=f"第{at}章", number=at, title=author.random.choice(PLACES))
    new = Placed(sha256=digest(text), called=f"{heading.label} {heading.title}")
    book = [*author.state.book[: at - 1], new, *author.state.book[at - 1 :]]
    return Plan(
        then=author.with_book(book),
        write=lambda: author.library.editor(SCOPE).insert(text, at=at, heading=heading),
    )


def edit(author: Author) -> Plan | None:
    """Give a chapter another text."""
    if not author.state.book:
        return None
    at, text = author.place(), author.text()
    book = list(author.state.book)
    book[at] = replace(book[at], sha256=digest(text), revision=None)
    id = book[at].id
    return Plan(
        then=author.with_book(book),
        write=lambda: author.library.editor(SCOPE).edit(id, text, as_is=True),
    )


def move(author: Author) -> Plan | None:
    """Move a chapter."""
    if len(author.state.book) < 2:
        return None
    at, to = author.random.sample(range(len(author.state.book)), 2)
    book = list(author.state.book)
    moved = book.pop(at)
    book.insert(to, moved)
    return Plan(
        then=author.with_book(book),
        write=lambda: author.library.editor(SCOPE).move(moved.id, to=to + 1),
    )


def delete(author: Author) -> Plan | None:
    """Put a chapter into the trash."""
    if len(author.state.book) <= _FEW:
        return None
    book = list(author.state.book)
    gone = book.pop(author.place())
    then = replace(author.with_book(book), trash=author.state.trash | {gone.sha256})
    return Plan(then=then, write=lambda: author.library.editor(SCOPE).delete([gone.id]))


def undo(author: Author) -> Plan | None:
    """Take the last change back; a chapter that it made goes into the trash."""
    if not author.done:
        return None
    before, after = author.done[-1]
    known = {c.id for c in before.book}
    made = {c.sha256 for c in author.state.book if c.id not in known}
    then = replace(
        before,
        book=tuple(replace(c, revision=None) for c in before.book),
        trash=(author.state.trash - (after.trash - before.trash)) | made,
        packs=author.state.packs,
    )
    return Plan(then=then, write=lambda: author.library.undo(SCOPE), undoable=False, undoes=True)


def purge(author: Author) -> Plan | None:
    """Empty the trash; packs go with it."""
    if not author.state.trash:
        return None
    then = replace(author.state, trash=frozenset(), packs=frozenset())
    return Plan(then=then, write=lambda: author.library.purge(SCOPE), undoable=False, forgets=True)


def remember(author: Author) -> Plan | None:
    """Write a memory, or another version of one."""
    if not author.state.book:
        return None
    id = f"m{author.random.randrange(_MOST_MEMORIES)}"
    text = sentence(author.random).strip() + str(author.random.randrange(10**9))
    ever = author.library.memories(SCOPE).listed(everything=True)
    version = 1 + max((m.version for m in ever if m.id == id), default=0)
    memory = Memory(id=id, kind=MemoryKind.NOTE, text=text)
    then = replace(author.state, memories=author.state.memories | {id: remembered(version, text)})
    return Plan(then=then, write=lambda: author.library.remember(SCOPE, [memory]))


def forget(author: Author) -> Plan | None:
    """Take a memory away."""
    if not author.state.memories:
        return None
    id = author.random.choice(sorted(author.state.memories))
    left = {other: held for other, held in author.state.memories.items() if other != id}
    return Plan(
        then=replace(author.state, memories=left),
        write=lambda: author.library.memories(SCOPE).remove(id),
    )


def register(author: Author) -> Plan | None:
    """Register somebody whom the texts may name."""
    name = f"{author.random.choice(PEOPLE[:4])}{author.random.choice('甲乙丙丁戊己庚辛')}"
    if not author.state.book or name in author.state.people:
        return None
    then = replace(author.state, people=author.state.people | {name: (name,)})
    return Plan(
        then=then, write=lambda: registry_of(author.library, SCOPE).add(name, FactKind.PERSON)
    )


def strike(author: Author) -> Plan | None:
    """Take somebody out of the registry."""
    if not author.state.people:
        return None
    name = author.random.choice(sorted(author.state.people))
    left = {other: names for other, names in author.state.people.items() if other != name}
    return Plan(
        then=replace(author.state, people=left),
        write=lambda: registry_of(author.library, SCOPE).remove(name),
    )


def summarise(author: Author) -> Plan | None:
    """Work the summaries, beside the worker in the background."""
    if not author.state.book:
        return None
    return Plan(
        then=author.state, write=lambda: summarise_here(author.library, SCOPE), undoable=False
    )


def pack(author: Author) -> Plan | None:
    """Have a pack built, which is kept."""
    if not author.state.book:
        return None
    asked = PackRequest(chapter=author.place() + 1, budget=author.random.choice((3000, 6000)))
    return Plan(then=author.state, write=lambda: author.library.pack(SCOPE, asked), undoable=False)


WRITERS: dict[str, Writer] = {
    "import": import_more,
    "insert": insert,
    "edit": edit,
    "move": move,
    "delete": delete,
    "undo": undo,
    "purge": purge,
    "remember": remember,
    "forget": forget,
    "register": register,
    "strike": strike,
    "summarise": summarise,
    "pack": pack,
}
