"""The coverage tree: windows over the chapters, and the cut through them that fits a budget."""

from story.coverage.cut import Detail, Entry, Sizes, coarsest, cut
from story.coverage.tree import USUAL, Leaf, Lengths, Node, plant, walk

__all__ = [
    "USUAL",
    "Detail",
    "Entry",
    "Leaf",
    "Lengths",
    "Node",
    "Sizes",
    "coarsest",
    "cut",
    "plant",
    "walk",
]
