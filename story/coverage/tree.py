"""The tree itself: chapters gathered into windows, windows into windows of windows.

Where a window ends is decided by its members' ids alone (content-defined chunking: Muthitacharoen
et al. 2001, "A Low-bandwidth Network File System"), so an insert or a move shifts a border or two
near it, and all other windows keep their id, their signature and their summary.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Lengths:
    """How many members a window has: about `usual` on average."""

    usual: int = 10

    @property
    def shortest(self) -> int:
        """A run closes no earlier, but for the end of a volume."""
        return self.usual * 6 // 10

    @property
    def longest(self) -> int:
        """A run of so many closes in any case."""
        return self.usual * 16 // 10

    @property
    def one_in(self) -> int:
        """A run past its shortest length ends at one id in so many."""
        return self.usual // 2


USUAL = Lengths()


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """A chapter as the tree sees it."""

    id: str
    volume: str | None
    """Whatever tells its volume from the next one; None outside any."""
    signature: str
    """Hash of what its summary was made from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A chapter or a window: a stretch of neighbouring chapters."""

    level: int
    """0 a chapter, 1 a window of chapters, 2 a window of windows …"""
    first: int
    """Index of its first chapter in the list the forest was planted from."""
    last: int
    """Index of its last chapter, inclusive."""
    children: tuple["Node", ...] = field(default=(), repr=False)
    id: str
    """A chapter's own id; a window's hash of its level and its members' ids."""
    signature: str
    """A chapter's own; a window's hash of its level and its members' signatures."""


def walk(forest: Sequence[Node]) -> Iterator[Node]:
    """Visit every node of a forest, members before the window that holds them."""
    for node in forest:
        yield from walk(node.children)
        yield node


def leaf_node(index: int, chapter: Leaf) -> Node:
    """A chapter as a node, at its place in the list."""
    return Node(level=0, first=index, last=index, id=chapter.id, signature=chapter.signature)


def window(level: int, members: Sequence[Node]) -> Node:
    """The window that holds these neighbours."""
    return Node(
        level=level,
        first=members[0].first,
        last=members[-1].last,
        children=tuple(members),
        id=_digest(level, [member.id for member in members]),
        signature=_digest(level, [member.signature for member in members]),
    )


def closes(level: int, length: int, key: str, lengths: Lengths) -> bool:
    """Whether a run ends here.

    Args:
        level: Of the window that it would become.
        length: Members up to here.
        key: Id of the last member's first chapter.
        lengths: How many members a window has.
    """
    if length < lengths.shortest:
        return False
    return length == lengths.longest or int(_digest(level, [key])[:8], 16) % lengths.one_in == 0


def _digest(level: int, parts: Sequence[str]) -> str:
    return hashlib.sha256("\n".join([str(level), *parts]).encode()).hexdigest()
