"""The memories of a project beside the chapters that they speak of, and how they are shown."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ingest.structure import book
from lorepack.errors import InvalidInputError, NotFoundError
from lorepack.ports import Edition
from lorepack.records import AUTHOR, Memory, MemoryKind, MemoryVersion, MemoryView
from story.memories import Visibility, read_visibility

_SHORTEST = 4
"""Characters of the beginning of an id that stand for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """Newest versions of all memories, and the chapters that they speak of."""

    versions: Sequence[MemoryVersion]
    """In the order they came; those of other texts than the present one are left out."""
    edition: Edition

    @property
    def positions(self) -> dict[str, int]:
        """Positions of the chapters of the book, by id."""
        return {c.id: c.position for c in book(self.edition)}

    @property
    def present(self) -> list[Memory]:
        """Memories that were not taken away."""
        return [v.memory for v in self.versions if not v.retired]

    @property
    def holding(self) -> list[Memory]:
        """Memories that some pack holds."""
        positions, replaced = self.positions, self.replaced
        return [
            m
            for m in self.present
            if m.id not in replaced and (m.known_from is None or m.known_from in positions)
        ]

    @property
    def replaced(self) -> dict[str, str]:
        """Ids of memories by those whose place they have taken.

        An extracted one stays away when what took its place is taken away itself.
        """
        extracted = {v.memory.id for v in self.versions if v.memory.made_from is not None}
        return {
            v.memory.supersedes: v.memory.id
            for v in self.versions
            if v.memory.supersedes and (not v.retired or v.memory.supersedes in extracted)
        }

    def after(self, written: Sequence[MemoryVersion]) -> "Held":
        """With some versions as the newest ones."""
        ids = {v.memory.id for v in written}
        kept = [v for v in self.versions if v.memory.id not in ids]
        return replace(self, versions=[*kept, *written])

    def one(self, named: str) -> Memory:
        """The memory of an id, of the beginning of one, or the only one on a subject.

        Raises:
            NotFoundError: There is none, or it was taken away.
            InvalidInputError: Several are meant.
        """
        present, standing = self.present, self.holding
        begun = [m for m in present if len(named) >= _SHORTEST and m.id.startswith(named)]
        for found in (
            [m for m in present if m.id == named],
            [m for m in standing if m.subject == named],
            begun,
        ):
            if len(found) > 1:
                ids = ", ".join(f"{m.id} ({m.kind} {m.subject})" for m in found[:9])
                raise InvalidInputError(f"{named!r} means several memories; name one: {ids}")
            if found:
                return found[0]
        raise NotFoundError(
            f"there is no memory {named!r}; `memory list` lists them with their ids"
        )

    def on(self, kind: MemoryKind, subject: str) -> list[Memory]:
        """Those of a kind on a subject that some pack holds."""
        return [m for m in self.holding if (m.kind, m.subject) == (kind, subject)]


def views(held: Held, versions: Sequence[MemoryVersion]) -> list[MemoryView]:
    """Versions as they are shown."""
    places = {c.id: c.position for c in held.edition.chapters}
    holding = {(m.id, m.version) for m in held.holding}
    return [
        MemoryView(
            id=m.id,
            version=m.version,
            kind=m.kind,
            subject=m.subject,
            text=m.text,
            importance=m.importance,
            known_from=places.get(m.known_from or ""),
            valid_to=places.get(m.valid_to or ""),
            fields=m.fields,
            facts=m.facts,
            sources=m.sources,
            visibility=str(_shown(read_visibility(m.visibility), places)),
            origin=m.origin,
            supersedes=m.supersedes,
            holds=(m.id, m.version) in holding and not version.retired,
            at=version.at,
            retired=version.retired,
        )
        for version in versions
        for m in (version.memory,)
    ]


def _shown(visibility: Visibility, places: Mapping[str, int]) -> Visibility:
    place = places.get(visibility.chapter)
    if place is None:
        return visibility
    return Visibility(who=visibility.who, name=visibility.name, chapter=str(place))


def by_step(memories: Sequence[Memory]) -> dict[str, list[Memory]]:
    """The author's steps of each foreshadow, by code."""
    steps: dict[str, list[Memory]] = defaultdict(list)
    for memory in memories:
        if memory.kind is MemoryKind.FORESHADOW and memory.origin == AUTHOR:
            steps[memory.subject].append(memory)
    return dict(steps)
