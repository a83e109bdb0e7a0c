"""Whether a name stands where its bearer acts or speaks, or is merely spoken of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lorepack.ports import Place
from retrieval.pack.people.places import FIRST, LAST
from text.sentences import paragraphs

_REACH = 600
"""Characters on either side of a name in which its paragraph is looked for."""
_OPENING, _CLOSING = "“「『", "”」』"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ends:
    """Where somebody comes into the book and where the book last has him."""

    first: Place
    """The first mention."""
    entered: Place | None
    """The first place at which he acts or speaks; None where that cannot be told."""
    acted: Place | None
    """The last such place."""
    last: Place
    """The last mention."""


def ends_of(places: Sequence[Place], texts: Mapping[str, str]) -> Ends:
    """Where it begins and ends, out of mentions in reading order; there is at least one.

    Args:
        places: Mentions in the chapters that were read.
        texts: Texts of these chapters, by id.
    """
    chapters = list(dict.fromkeys(place.chapter_id for place in places))
    early, late = set(chapters[:FIRST]), set(chapters[-LAST:])

    def present(place: Place) -> bool:
        return acts(texts[place.chapter_id], place.start)

    return Ends(
        first=places[0],
        entered=next((p for p in places if p.chapter_id in early and present(p)), None),
        acted=next((p for p in reversed(places) if p.chapter_id in late and present(p)), None),
        last=places[-1],
    )


def acts(text: str, start: int) -> bool:
    """Whether a name at `start` belongs to somebody in a scene.

    So it does where its paragraph holds speech and the name stands outside of it: he speaks, is
    spoken to or stands by. Within somebody's words it is merely a mention, and of narration
    without a word spoken nothing can be told.
    """
    begin = max(start - _REACH, 0)
    window = text[begin : start + _REACH]
    at = start - begin
    own = next(p for p in paragraphs(window) if p.start <= at < p.end)
    paragraph, before = window[own.start : own.end], window[own.start : at]
    return any(mark in paragraph for mark in f'{_OPENING}"') and not _quoted(before)


def _quoted(before: str) -> bool:
    """Whether a quotation stands open after these words."""
    opened = sum(before.count(mark) for mark in _OPENING)
    closed = sum(before.count(mark) for mark in _CLOSING)
    return opened > closed or before.count('"') % 2 == 1
