"""The coverage tree: windows over the chapters, and the cut through them that fits a budget."""

from story.coverage.cut import Detail, Entry, Sizes, coarsest, cut
from story.coverage.grove import Grove, grow, plant
from story.coverage.tree import USUAL, Leaf, Lengths, Node, walk

__all__ = [
    "USUAL",
    "Detail",
    "Entry",
    "Grove",
    "Leaf",
    "Lengths",
    "Node",
    "Sizes",
    "coarsest",
    "cut",
    "grow",
    "plant",
    "walk",
]
