"""A chapter as it goes out, and what all formats ask of it."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from text.sentences import paragraphs

_BLANK_BEGINNING = re.compile(r"\A(?:[^\S\n]*+\n)++")
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """One chapter as it goes out."""

    volume: str | None
    """Title of the volume it stands in, None outside any."""
    volume_heading: str
    """The volume's lines to the letter, as they once stood; empty where there are none."""
    label: str
    title: str
    heading: str
    """Its own lines to the letter, as they once stood; empty where there are none."""
    text: str

    @property
    def name(self) -> str:
        """Label and title in one line, with the colon that an English label wants."""
        english = self.label.isascii() and any(map(str.isalpha, self.label))
        return (": " if english else " ").join(filter(None, (self.label, self.title)))

    @property
    def body(self) -> str:
        """The text without blank lines around it; its first indent stays."""
        return _BLANK_BEGINNING.sub("", self.text).rstrip()


def opens_volume(leaves: Iterable[Leaf]) -> Iterator[tuple[bool, Leaf]]:
    """Each chapter, and whether it is the first of a volume."""
    volume: str | None = None
    for leaf in leaves:
        yield bool(leaf.volume) and leaf.volume != volume, leaf
        volume = leaf.volume


def passages(body: str) -> Iterator[str]:
    """Paragraphs without their last line end; an empty one where more blank lines than usual stand.

    What is usual is the least between any two: one book sets its paragraphs apart by a blank line,
    another its scenes.
    """
    whole = [body[span.start : span.end] for span in paragraphs(body)]
    gaps = [passage.count("\n", len(passage.rstrip())) for passage in whole[:-1]]
    usual = min(gaps, default=0)
    for passage, gap in zip(whole, [*gaps, usual], strict=False):
        yield passage.rstrip()
        if gap > usual:
            yield ""


def utf8(text: str) -> bytes:
    """A text as UTF-8; half of a character, which UTF-8 cannot hold, is replaced by U+FFFD."""
    return _HALF_CHARACTER.sub("\ufffd", text).encode()
