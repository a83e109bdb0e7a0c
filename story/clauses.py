"""Cutting a line of text short where a reader would pause, and never inside a fact."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from functools import lru_cache
from typing import NamedTuple

import rjieba

from lorepack.records import Fact, FactKind
from story.lines import flow, lines
from text.facts import extract
from text.sentences import sentences

ELLIPSIS = "…"
_PAUSE = re.compile(r"[，、；：。！？…—,;:!?)）][”’」』）)\"']*")
# The ellipsis stands in for a pause, and what only opens something says nothing.
_LOOSE_END = re.compile(r"[\s，、；：。,;:.…—“‘「『（(《\"-]+\Z")


def clip(text: str, fits: Callable[[str], bool]) -> str:
    """Cut a text to what fits: after a clause if that keeps half of it, else after a word.

    No figure, date or other fact is cut through; a sentence that states a condition is, visibly,
    if nothing else is left.

    Args:
        text: One line without white space at its ends.
        fits: Whether a text is short enough; called about ten times.

    Returns:
        The text itself, or a beginning of it with an ellipsis; empty if no beginning fits.
    """
    if fits(text):
        return text
    marks = _marks(text)
    short = bisect_left(marks.ends, True, key=lambda end: not fits(_shortened(text, end)))
    ends = _sound(marks.facts, marks.ends[:short])
    clauses = [end for end in ends if end in marks.pauses and 2 * end >= ends[-1]]
    cuts = (_shortened(text, end) for end in reversed([*ends, *clauses]))
    return next((cut for cut in cuts if fits(cut)), "")


def begin(text: str, most: int) -> str:
    """The first whole sentences of a text, or a part of the first one if that is too long.

    Args:
        text: Any text.
        most: Characters of the result.

    Returns:
        One line; empty if the text holds no word or none fits.
    """
    begun = ""
    for line in lines(text):
        longer = flow([begun, line])
        if len(longer) > most:
            return begun or clip(line, lambda cut: len(cut) <= most)
        begun = longer
    return begun


def _word_ends(text: str) -> Iterator[int]:
    """Where a word ends, and something would be left of the text if it were cut there."""
    end = 0
    for word in rjieba.cut(text):
        end += len(word)
        if _parts(text[end - 1 : end + 1]) and _shortened(text, end) != ELLIPSIS:
            yield end


def _parts(pair: str) -> bool:
    """Whether words part between two characters; the segmenter would also part don't and 3.5."""
    return any(not c.isascii() or c.isspace() for c in pair)


class _Marks(NamedTuple):
    """Where a text may be cut."""

    ends: Sequence[int]
    """Of words, in order."""
    facts: Sequence[Fact]
    pauses: Set[int]


@lru_cache(maxsize=8)
def _marks(text: str) -> _Marks:
    """Found once for the several lengths that one text is cut to."""
    return _Marks(list(_word_ends(text)), extract(text), _pauses(text))


def _sound(facts: Sequence[Fact], ends: Sequence[int]) -> list[int]:
    details = [fact for fact in facts if fact.kind is not FactKind.CONDITION]
    return _outside(facts, ends) or _outside(details, ends)


def _outside(facts: Iterable[Fact], ends: Sequence[int]) -> list[int]:
    return [end for end in ends if not any(fact.start < end < fact.end for fact in facts)]


def _pauses(text: str) -> set[int]:
    """Where clauses and sentences end; a point alone may only end an abbreviation."""
    clauses = {found.end() for found in _PAUSE.finditer(text)}
    return clauses | {len(text[: span.end].rstrip()) for span in sentences(text)}


def _shortened(text: str, end: int) -> str:
    return _LOOSE_END.sub("", text[:end]) + ELLIPSIS
