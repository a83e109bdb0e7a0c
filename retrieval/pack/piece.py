"""A piece: something that may go into a pack, in the forms it can take."""

from dataclasses import dataclass

from lorepack.records import Form, Fresh, Matched, Score, Source

_NOWHERE = Source()


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """Something that may go into one section of a pack."""

    id: str
    kind: str
    reason: str
    """Which rule or signal brought it up."""
    forms: tuple[tuple[Form, str], ...]
    """Its texts, the longest first."""
    required: bool = False
    """Whether the pack may not go without it, in its shortest form at least."""
    dear: bool = False
    """Whether it shrinks only where it has no room, and not so that others have it."""
    pinned: bool = False
    """Whether it is required because the request says so."""
    source: Source = _NOWHERE
    score: Score | None = None
    matched: tuple[Matched, ...] = ()
    freshness: Fresh = Fresh.FRESH


def whole(text: str) -> tuple[tuple[Form, str], ...]:
    """The forms of something that is shown in full or not at all."""
    return ((Form.FULL, text),)
