"""The story so far: chapters with what stands for each, gathered into the coverage tree."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from lorepack.ports import Summary, TokenCounter
from lorepack.records import Chapter, Fresh
from story.coverage import USUAL, Grove, Lengths, Node, grow, walk
from story.entries import OPENING, chapter_key, leaf, window_summary


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """A book with what stands for each of its chapters and windows."""

    chapters: Sequence[Chapter]
    summaries: Sequence[Summary]
    """Of the chapters, in the same order."""
    standing: Mapping[str, Summary]
    """Those of windows, by signature, among others; not every window has one."""
    grove: Grove
    count: TokenCounter
    openings: Mapping[Fresh, Sequence[int]]
    """Places of the chapters that have no summary of their own, rising, by what they are then."""
    made: dict[str, Summary] = field(default_factory=dict[str, Summary])
    """Of windows that had none, made when they were asked for; by signature."""

    def of(self, node: Node) -> Summary:
        """What stands for a chapter or window; only what is asked for is made."""
        if node.level == 0:
            return self.summaries[node.first]
        found = self.standing.get(node.signature) or self.made.get(node.signature)
        if found is None:
            members = [self.of(child) for child in node.children]
            found = window_summary(node, self.chapters, members, self.count)
            self.made[node.signature] = found
        return found

    def before(self, chapters: int) -> "SoFar":
        """The story of the first so many chapters."""
        return SoFar(forest=self.grove.before(chapters), story=self)


@dataclass(frozen=True, slots=True, kw_only=True)
class SoFar:
    """The coverage tree of some first chapters, with a text for every node."""

    forest: tuple[Node, ...]
    story: Story

    @property
    def lengths(self) -> Lengths:
        """How many members a window has."""
        return self.story.grove.lengths

    def of(self, node: Node) -> Summary:
        """What stands for a node of the forest, or for one within."""
        return self.story.of(node)

    def freshness(self, node: Node) -> Fresh:
        """How fresh what stands for a node is: a window is no fresher than its chapters."""
        for fresh, places in self.story.openings.items():
            at = bisect_left(places, node.first)
            if at < len(places) and places[at] <= node.last:
                return fresh
        return Fresh.FRESH

    @property
    def windows(self) -> dict[str, Summary]:
        """What stands for every window, by signature."""
        return {node.signature: self.of(node) for node in walk(self.forest) if node.level}


def gather(
    chapters: Sequence[Chapter],
    standing: Mapping[str, Summary],
    count: TokenCounter,
    lengths: Lengths = USUAL,
    former: Story | None = None,
) -> Story:
    """Gather a book into windows.

    Args:
        chapters: All that may be covered, in reading order.
        standing: Summaries by signature; every chapter has one, windows may.
        count: Counts tokens.
        lengths: How many members a window has.
        former: The same book as it was: windows before the first change are taken over.
    """
    summaries = [standing[chapter_key(chapter)] for chapter in chapters]
    leaves = [leaf(c, s) for c, s in zip(chapters, summaries, strict=True)]
    return Story(
        chapters=chapters,
        summaries=summaries,
        standing=standing,
        grove=grow(leaves, lengths, former.grove if former else None),
        count=count,
        openings=_openings(summaries),
    )


def _openings(summaries: Sequence[Summary]) -> dict[Fresh, list[int]]:
    openings = [(at, s.stale) for at, s in enumerate(summaries) if s.origin == OPENING]
    return {
        Fresh.STALE: [at for at, stale in openings if stale],
        Fresh.PLACEHOLDER: [at for at, stale in openings if not stale],
    }


def tell(
    chapters: Sequence[Chapter],
    standing: Mapping[str, Summary],
    count: TokenCounter,
    lengths: Lengths = USUAL,
) -> SoFar:
    """Gather some first chapters alone; else as `gather`."""
    return gather(chapters, standing, count, lengths).before(len(chapters))
