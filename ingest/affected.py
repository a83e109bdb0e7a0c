"""Which chapters a change reaches beyond those whose texts it changes: through names."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b

from lorepack.records import Entity
from text.aliases import holding


def displaced(before: Sequence[str], after: Sequence[str], entities: Iterable[Entity]) -> set[str]:
    """Chapters that now stand on the other side of one with which a name begins or ends.

    Args:
        before: Ids of all chapters in their former order.
        after: Ids of all chapters in their new order.
        entities: Everybody, as they were and as they are.
    """
    bounds = {bound for entity in entities for bound in _bounds(entity)}
    former = dict(_passed(before, bounds))
    return {id for id, passed in _passed(after, bounds) if former.get(id, passed) != passed}


def _bounds(entity: Entity) -> Iterator[str]:
    ends = ((alias.from_chapter, alias.to_chapter) for alias in entity.aliases)
    yield from filter(None, (entity.known_from, *(end for pair in ends for end in pair)))


def _passed(order: Sequence[str], bounds: Collection[str]) -> Iterator[tuple[str, int]]:
    """For each chapter a digest of the bounds up to it, whatever their order."""
    passed = 0
    for id in order:
        passed ^= _digest(id) if id in bounds else 0
        yield id, passed


def _digest(id: str) -> int:
    return int.from_bytes(blake2b(id.encode(), digest_size=16).digest())


def named(
    texts: Mapping[str, str], former: Sequence[Entity], present: Sequence[Entity]
) -> set[str]:
    """Chapters that hold a name of somebody who is new, gone, or not who they were.

    Args:
        texts: Texts by chapter id.
        former: Entities as they were.
        present: Entities as they are.
    """
    differing = {e.id for e in set(former) ^ set(present)}
    names = {
        spelling
        for entity in (*former, *present)
        if entity.id in differing
        for spelling in (entity.name, *entity.spellings)
    }
    return holding(texts, names)
