"""The coverage tree: windows over the chapters, and the cut through them that fits a budget."""

from story.coverage.cut import cut
from story.coverage.entry import Detail, Entry, Sizes, coarsest
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
