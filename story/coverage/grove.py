"""The grove: the windows of a whole book, from which the forest before any chapter is read off.

Where a window ends is decided by what stands up to there, or by the very next chapter's volume, so
the forest of the first chapters is the part of the whole that was closed by then; and what is put
behind a book closes more windows and leaves those before as they are.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence, Set
from dataclasses import dataclass
from itertools import pairwise

from story.coverage.tree import USUAL, Leaf, Lengths, Node, closes, leaf_node, window


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """All closed windows of one level, in reading order."""

    nodes: tuple[Node, ...] = ()
    closed: tuple[int, ...] = ()
    """How many chapters it took to close each."""

    def up_to(self, chapters: int) -> "Layer":
        """Those that the first chapters close."""
        end = bisect_right(self.closed, chapters)
        return Layer(nodes=self.nodes[:end], closed=self.closed[:end])


@dataclass(frozen=True, slots=True, kw_only=True)
class Grove:
    """The windows of a book."""

    chapters: tuple[Leaf, ...]
    leaves: tuple[Node, ...]
    layers: tuple[Layer, ...]
    """Windows of chapters first."""
    lengths: Lengths = USUAL

    def before(self, chapters: int) -> tuple[Node, ...]:
        """The forest of the first so many chapters: what `plant` makes of them."""
        forest: list[Node] = []
        covered = 0
        for layer in reversed(self.layers):
            end = bisect_right(layer.closed, chapters)
            start = bisect_left(layer.nodes, covered, hi=end, key=lambda node: node.first)
            forest += layer.nodes[start:end]
            covered = forest[-1].last + 1 if forest else 0
        return (*forest, *self.leaves[covered:chapters])


def grow(chapters: Sequence[Leaf], lengths: Lengths = USUAL, former: Grove | None = None) -> Grove:
    """Gather a book's chapters into windows.

    Args:
        chapters: All, in reading order.
        lengths: How many members a window has.
        former: The same book as it was: windows before the first change are taken over.
    """
    same = _shared(chapters, former.chapters) if former and former.lengths == lengths else 0
    kept = [layer.up_to(same) for layer in former.layers] if former else []
    leaves = tuple(leaf_node(index, chapter) for index, chapter in enumerate(chapters))
    members = Layer(nodes=leaves, closed=tuple(range(1, len(leaves) + 1)))
    borders: Set[int] = _volume_ends(chapters)
    layers: list[Layer] = []
    while members.nodes:
        start = kept[len(layers)] if len(layers) < len(kept) else Layer()
        members = _gathered(start, members, len(layers) + 1, chapters, borders, lengths)
        layers.append(members)
        borders = frozenset()
    return Grove(chapters=tuple(chapters), leaves=leaves, layers=tuple(layers), lengths=lengths)


def plant(chapters: Sequence[Leaf], lengths: Lengths = USUAL) -> tuple[Node, ...]:
    """Gather chapters into a forest of closed windows.

    Args:
        chapters: In reading order; for the story before chapter N, the first N - 1.
        lengths: How many members a window has.

    Returns:
        Windows that no closed window holds, and chapters that none holds yet, in reading order:
        they cover every chapter exactly once, coarse ones first.
    """
    return grow(chapters, lengths).before(len(chapters))


def _volume_ends(chapters: Sequence[Leaf]) -> frozenset[int]:
    return frozenset(
        index
        for index, (chapter, after) in enumerate(pairwise(chapters))
        if chapter.volume != after.volume
    )


def _gathered(
    kept: Layer,
    members: Layer,
    level: int,
    chapters: Sequence[Leaf],
    borders: Set[int],
    lengths: Lengths,
) -> Layer:
    """Close every run that is complete, behind the windows that are there already."""
    nodes, closed = list(kept.nodes), list(kept.closed)
    covered = nodes[-1].last + 1 if nodes else 0
    start = bisect_left(members.nodes, covered, key=lambda node: node.first)
    for end in range(start, len(members.nodes)):
        member = members.nodes[end]
        by_itself = closes(level, end - start + 1, chapters[member.first].id, lengths)
        if by_itself or member.last in borders:
            nodes.append(window(level, members.nodes[start : end + 1]))
            closed.append(members.closed[end] + (0 if by_itself else 1))
            start = end + 1
    return Layer(nodes=tuple(nodes), closed=tuple(closed))


def _shared(chapters: Sequence[Leaf], former: Sequence[Leaf]) -> int:
    """How many chapters two books begin with alike."""
    pairs = enumerate(zip(chapters, former, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(chapters), len(former)))
