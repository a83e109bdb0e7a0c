"""Which subjects are one, though they are called differently."""

from collections.abc import Mapping, Sequence

from lorepack.records import Entity, Memory, MemoryKind
from story.memories.fold import Same
from text.aliases import AliasMatcher, plain

ENDS = "/"
"""Between the two ends of a relationship."""


def same_in(known: Sequence[Entity], order: Mapping[str, int]) -> Same:
    """Tell subjects apart by the entities they name at the chapter where they are told.

    A name that several bear there is nobody's, and stands for itself.

    Args:
        known: The registry.
        order: Places of chapters in the book, from 0, by id.
    """
    matcher = AliasMatcher(known, order)

    def entity(name: str, at: int | None) -> str:
        whole = [m.entity for m in matcher.find(name, at) if m.end - m.start == len(name)]
        return whole[0] if whole else plain(name).strip().casefold()

    def key(memory: Memory) -> str:
        at = order.get(memory.known_from or "")
        if memory.kind is not MemoryKind.RELATIONSHIP:
            return entity(memory.subject, at)
        return ENDS.join(sorted(entity(end.strip(), at) for end in memory.subject.split(ENDS)))

    return key
