"""Summaries without a model: the text's own words, chosen and never reworded.

Lengths are in characters of Chinese; a text in another script may take `LATIN_SCALE` times as
many, since a character of it says less.
"""

from collections.abc import Sequence

from lorepack.ports import TokenCounter
from story.clauses import ELLIPSIS, begin, clip
from story.extraction import extract
from story.lines import assemble, one_line
from text.scripts import mostly_han

LATIN_SCALE = 3
"""How many letters say as much as one Chinese character."""
SHORT_TOKENS = 40
LINE_TOKENS = 16
EMPTY = "(空)"
"""Stands for a chapter with neither heading nor text."""

_SEAM = 4  # characters at most between two members' texts


_HEAD = 10
"""Times the limit: what stands further in does not change how a text begins."""


def summarise(text: str, *, limit: int = 200) -> str:
    """Summarise a chapter by its most central sentences, in reading order.

    Args:
        text: A chapter without its heading.
        limit: Most characters of the summary, if Chinese.

    Returns:
        One line; the whole text if it is short enough, empty if it holds no word.
    """
    scale = _scale(text)
    whole = one_line(text)
    return whole if len(whole) <= limit * scale else extract(text, limit * scale, scale=scale)


def opening(text: str, *, limit: int = 200) -> str:
    """The first whole sentences of a chapter: they stand for it until it has a summary.

    Args:
        text: A chapter without its heading.
        limit: Most characters, if Chinese.

    Returns:
        One line; empty if the text holds no word.
    """
    most = limit * _scale(text)
    return begin(text[: _HEAD * most], most)


def window_text(children: Sequence[str], *, limit: int = 500) -> str:
    """Tell a window by the beginnings of its members' texts, an even share for each.

    Args:
        children: The members' own full texts, in reading order.
        limit: Most characters, if Chinese.

    Returns:
        One line; empty if no member holds a word.
    """
    left = limit * _scale("".join(children))
    told: list[str] = []
    for place, child in enumerate(children):
        told.append(begin(child, left // (len(children) - place) - _SEAM))
        left -= len(told[-1]) + _SEAM
    return assemble(told)


def forms(full: str, title: str, count: TokenCounter) -> tuple[str, str]:
    """Shorten a summary to what stands for a chapter or window where room is scarce.

    Args:
        full: Its summary; may be empty.
        title: Its heading, label included; may be empty.
        count: Counts tokens; called about forty times at most.

    Returns:
        At most `SHORT_TOKENS` and at most `LINE_TOKENS` tokens of heading and summary, neither
        ever empty.
    """
    heading, body = " ".join(title.split()), one_line(full)
    return (
        _within(SHORT_TOKENS, heading, body, count),
        _within(LINE_TOKENS, heading, body, count),
    )


def _within(most: int, heading: str, body: str, count: TokenCounter) -> str:
    def fits(cut: str) -> bool:
        return count(cut) <= most

    begun = clip(body, lambda cut: fits(assemble([heading, cut])))
    if begun:
        return assemble([heading, begun])
    return clip(assemble([heading, body]) or EMPTY, fits) or ELLIPSIS


def _scale(text: str) -> int:
    return 1 if mostly_han(text) else LATIN_SCALE
