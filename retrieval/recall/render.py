"""A recall as text: a line for each entry, between lines that no stored text can imitate."""

from collections.abc import Sequence
from dataclasses import dataclass

from retrieval.pack.rendering.escaping import escape
from retrieval.recall.entry import Entry
from text.packs import closing, recall_frame


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What stands around the lines and tells how to read them."""

    mark: str
    """The project's own, see `retrieval.pack.rendering.render.mark_of`."""
    chinese: bool

    def around(self, lines: Sequence[str]) -> str:
        """The whole text."""
        head = recall_frame(self.mark, chinese=self.chinese)
        return "\n".join([head, *lines, closing(self.mark)])


def fact(entry: Entry, words: str) -> str:
    """What an entry says, or some words of it, in one line."""
    said = " ".join(words.split())
    return said if entry.speaker is None else f"{entry.speaker}: {said}"


def line(entry: Entry, words: str) -> str:
    """The line of an entry, or of some words of it."""
    return escape(f"{entry.head}: {fact(entry, words)} (relevance {entry.score.relevance:.2f})")
