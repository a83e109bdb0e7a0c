"""Esteem: which of the candidates the author's memories and the foreshadows are about."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from lorepack.ports import UnitOfWork
from lorepack.records import (
    Candidate,
    Entity,
    ForeshadowFields,
    Memory,
    MemoryKind,
    Scope,
)
from ranking.importance import NOTHING_SAID, Esteem
from story.memories import CLOSED, as_typed, status_of
from text.fold import fold

_PAID = 0.5
"""What a place where a foreshadow was paid is worth, beside one where it was laid."""

_USUAL = 0.5
"""Importance of a memory of which nobody says how important it is."""


def esteemed(
    unit: UnitOfWork, scope: Scope, candidates: Sequence[Candidate], known: Sequence[Entity]
) -> Esteem:
    """What memories of the candidates' chapters say of the candidates."""
    keys = {candidate.order_key for candidate in candidates}
    told = unit.memories.established(scope, keys) if keys else []
    # Names are folded only for what is told of somebody: most books have hundreds of them.
    return esteem(told, candidates, known) if told else NOTHING_SAID


def esteem(
    told: Iterable[tuple[int, Memory]], candidates: Sequence[Candidate], known: Sequence[Entity]
) -> Esteem:
    """Spread what memories say over the candidates that they are about.

    A memory is about a passage of its chapter that names one of its people, or about every passage
    of it, if it names nobody known.

    Args:
        told: Memories, each with the order key of the chapter that established it.
        candidates: The candidates of a query.
        known: Entities that the reader has met.
    """
    ids = {fold(name): entity.id for entity in known for name in (entity.name, *entity.spellings)}
    chapters: dict[int, list[Candidate]] = defaultdict(list)
    for candidate in candidates:
        chapters[candidate.order_key].append(candidate)
    author: dict[str, float] = {}
    foreshadow: dict[str, float] = {}
    for key, memory in told:
        about = _people(memory, ids)
        meant = [c.id for c in chapters[key] if not about or about & set(c.people)]
        if memory.made_from is None:
            _raise(author, meant, _above_usual(memory.importance))
        if memory.kind is MemoryKind.FORESHADOW:
            _raise(foreshadow, meant, _PAID if status_of(memory) in CLOSED else 1.0)
    return Esteem(author=author, foreshadow=foreshadow)


def _above_usual(importance: float) -> float:
    """How far an author raised it above what any memory has, within [0, 1]."""
    return max((importance - _USUAL) / (1 - _USUAL), 0.0)


def _people(memory: Memory, ids: Mapping[str, str]) -> set[str]:
    named = [memory.subject]
    if memory.kind is MemoryKind.FORESHADOW:
        named += as_typed(memory, ForeshadowFields).people
    return {ids[fold(name)] for name in named if fold(name) in ids}


def _raise(worth: dict[str, float], ids: Iterable[str], value: float) -> None:
    for id in ids:
        worth[id] = max(worth.get(id, 0.0), value)
