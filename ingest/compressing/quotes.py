"""Finding the words that somebody quotes as evidence."""

from dataclasses import dataclass

from lorepack.records import Span
from text.fold import fold, fold_with_offsets


@dataclass(frozen=True, slots=True, kw_only=True)
class Quoted:
    """A text, ready to be searched for quotations whatever their width, script and punctuation."""

    text: str
    folded: str
    offsets: list[int]

    @classmethod
    def of(cls, text: str) -> "Quoted":
        """Fold a text once for all of its quotations."""
        folded, offsets = fold_with_offsets(text)
        return cls(text=text, folded=folded, offsets=offsets)

    def find(self, quote: str) -> Span | None:
        """Where a quotation stands; None if nowhere, or if it holds no word."""
        words = fold(quote)
        place = self.folded.find(words) if words else -1
        if place < 0:
            return None
        last = self.offsets[place + len(words) - 1]
        return Span(start=self.offsets[place], end=last + 1)
