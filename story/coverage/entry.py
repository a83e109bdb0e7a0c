"""Entries of the story so far: a chapter or a window, and how much of it is told."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from story.coverage.tree import Node


class Detail(StrEnum):
    """How much of a chapter or window is told."""

    FULL = "full"
    SHORT = "short"
    LINE = "line"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry of the story so far."""

    node: Node
    form: Detail


Sizes = Callable[[Node, Detail], int]
"""Tokens of a node told in a form, with whatever separates it from the next entry."""

RICHNESS = {Detail.LINE: 0, Detail.SHORT: 1, Detail.FULL: 2}
"""The forms by how much they tell."""


def coarsest(forest: Sequence[Node], sizes: Sizes) -> int:
    """Tokens of the shortest story so far: a line for each node of the forest."""
    return sum(sizes(node, Detail.LINE) for node in forest)


def tell_all(nodes: Sequence[Node], form: Detail) -> list[Entry]:
    """Entries for some nodes, all in one form."""
    return [Entry(node=node, form=form) for node in nodes]


def total(entries: Iterable[Entry], sizes: Sizes) -> int:
    """Tokens of some entries."""
    return sum(sizes(entry.node, entry.form) for entry in entries)
