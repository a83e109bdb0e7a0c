"""Memories on one subject, beside the chapters that establish them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from lorepack.records import AUTHOR, FieldValue, Memory


def place(memory: Memory, positions: Mapping[str, int]) -> int:
    """Position of the chapter that establishes a memory, 0 for what was planned before."""
    return positions[memory.known_from] if memory.known_from else 0


def carried(group: Sequence[Memory]) -> Memory:
    """The last of several memories, with the fields it leaves unsaid as they were said before."""
    fields: dict[str, FieldValue] = {}
    for memory in group:
        fields |= memory.fields
    return replace(group[-1], fields=fields)


def since(group: Sequence[Memory], own: Memory, positions: Mapping[str, int]) -> Memory | None:
    """The newest of a group that was extracted from a chapter after an author's own word."""
    later = [m for m in group if m.origin != AUTHOR and place(m, positions) > place(own, positions)]
    return later[-1] if later else None
