"""The story so far: chapters with what stands for each, gathered into the coverage tree."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lorepack.ports import Summary, TokenCounter
from lorepack.records import Chapter
from story.coverage import USUAL, Lengths, Node, plant, walk
from story.entries import chapter_key, leaf, window_summary


@dataclass(frozen=True, slots=True, kw_only=True)
class SoFar:
    """The coverage tree of some first chapters, with a text for every node."""

    forest: tuple[Node, ...]
    texts: Mapping[str, Summary]
    """By node id."""
    windows: Mapping[str, Summary]
    """Those of the windows again, by signature."""
    lengths: Lengths = USUAL
    """How many members a window has."""


def tell(
    chapters: Sequence[Chapter],
    standing: Mapping[str, Summary],
    count: TokenCounter,
    lengths: Lengths = USUAL,
) -> SoFar:
    """Plant the tree and find or make a text for every window in it.

    Args:
        chapters: The chapters to be covered, in reading order.
        standing: Summaries by signature; every chapter has one, windows may.
        count: Counts tokens.
        lengths: How many members a window has.
    """
    summaries = [standing[chapter_key(chapter)] for chapter in chapters]
    forest = plant([leaf(c, s) for c, s in zip(chapters, summaries, strict=True)], lengths)
    texts: dict[str, Summary] = {}
    windows: dict[str, Summary] = {}
    for node in walk(forest):  # members before the window that holds them
        if node.level == 0:
            texts[node.id] = summaries[node.first]
            continue
        found = standing.get(node.signature)
        if found is None:
            members = [texts[child.id] for child in node.children]
            found = window_summary(node, chapters, members, count)
        texts[node.id] = windows[node.signature] = found
    return SoFar(forest=forest, texts=texts, windows=windows, lengths=lengths)
