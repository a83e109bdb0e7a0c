"""What a library holds, as far as a crash may not change it: read back and compared."""

from dataclasses import dataclass, field, replace
from hashlib import sha256

from pydantic import TypeAdapter

from lorepack.errors import NotFoundError
from lorepack.records import EntityOrigin, Scope, Status
from runtime.library import Library
from runtime.registry import registry_of

SCOPE = Scope(project="crash")
_MOST_PACKS = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A chapter at its place."""

    sha256: str
    called: str
    id: str = ""
    """Empty for one that is still to be made."""
    revision: int | None = None
    """None for whatever it is."""

    def fits(self, told: "Placed") -> bool:
        """Whether this chapter, read back, is what was told of it."""
        same = (self.sha256, self.called) == (told.sha256, told.called)
        return same and told.id in {"", self.id} and told.revision in {None, self.revision}


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A project as its author knows it."""

    book: tuple[Placed, ...] = ()
    trash: frozenset[str] = frozenset()
    """Hashes of texts."""
    memories: dict[str, str] = field(default_factory=dict[str, str])
    """Version and hash of an author's memories, by id."""
    people: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """Aliases of those that the author registered, by name."""
    packs: frozenset[str] = frozenset()

    def fits(self, told: "State") -> bool:
        """Whether this state, read back, is what was told of it; packs may have come since."""
        return (
            len(self.book) == len(told.book)
            and all(a.fits(b) for a, b in zip(self.book, told.book, strict=True))
            and self.packs >= told.packs
            and self._beside() == told._beside()
        )

    def _beside(self) -> "State":
        return replace(self, book=(), packs=frozenset())

    def differences(self, told: "State") -> str:
        """Where it does not fit, for people."""
        names = ("book", "trash", "memories", "people", "packs")
        return "; ".join(
            f"{name}: {getattr(self, name)} for {getattr(told, name)}"
            for name in names
            if getattr(self, name) != getattr(told, name)
        )


STATES = TypeAdapter(State)


def read_state(library: Library) -> State:
    """What the library holds now; nothing where there is no project yet."""
    try:
        chapters = library.chapters(SCOPE, everything=True)
    except NotFoundError:
        return State()
    people = registry_of(library, SCOPE).entities()
    return State(
        book=tuple(
            Placed(
                sha256=c.sha256, called=f"{c.label} {c.title}".strip(), id=c.id, revision=c.revision
            )
            for c in chapters
            if c.status is Status.CANON
        ),
        trash=frozenset(c.sha256 for c in chapters if c.status is Status.TRASH),
        memories={m.id: remembered(m.version, m.text) for m in library.memories(SCOPE).own()},
        people={
            e.name: tuple(sorted(a.text for a in e.aliases))
            for e in people
            if e.origin is EntityOrigin.AUTHOR
        },
        packs=frozenset(run.id for run in library.packs(SCOPE, limit=_MOST_PACKS)),
    )


def remembered(version: int, text: str) -> str:
    """A memory in short."""
    return f"{version}:{digest(text)}"


def digest(text: str) -> str:
    """SHA-256 of a text, made here and not by the library."""
    return sha256(text.encode()).hexdigest()
