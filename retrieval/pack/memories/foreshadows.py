"""Open foreshadows, the most urgent first."""

from enum import IntEnum
from functools import lru_cache

from lorepack.records import ForeshadowFields, Memory, MemoryKind, Told
from retrieval.pack.cards.subjects import asked_words
from retrieval.pack.memories.remembered import since_piece
from retrieval.pack.memories.shrinking import forms_of
from retrieval.pack.piece import Piece
from retrieval.pack.state import State
from story.memories import CLOSED, as_typed, codes_in, usual_code


class Urgency(IntEnum):
    """Why a foreshadow is shown; smaller is more urgent."""

    OVERDUE = 0
    DUE = 1
    NAMED = 2
    PERSON = 3
    OPEN = 4


_REASONS = {
    Urgency.OVERDUE: "overdue since chapter {due_to}",
    Urgency.DUE: "due in chapters {due_from} to {due_to}",
    Urgency.NAMED: "named in card or query",
    Urgency.PERSON: "about somebody in this chapter",
    Urgency.OPEN: "still open",
}


def foreshadows(state: State) -> list[Piece]:
    """Pieces for the foreshadows that are still open just before the chapter."""
    return [piece for how, one in open_foreshadows(state) for piece in _pieces(one, how, state)]


def open_foreshadows(state: State) -> list[tuple[Urgency, Told]]:
    """The foreshadows that are still open just before the chapter, the most urgent first."""
    return sorted(
        (
            (urgency(one.memory, state), one)
            for one in state.of_kind(MemoryKind.FORESHADOW)
            if as_typed(one.memory, ForeshadowFields).status not in CLOSED
        ),
        key=lambda found: (found[0], found[1].memory.subject),
    )


def more(count: int, *, chinese: bool) -> str:
    """Says that so many open foreshadows had no room."""
    if chinese:
        return f"另有{count}条未了的伏笔没有列出"
    return f"and {count} more open foreshadow{'s' if count > 1 else ''} not listed"


def urgency(memory: Memory, state: State) -> Urgency:
    """How much a foreshadow has to do with the chapter.

    Its window runs from `due_from` to `due_to`, both chapter positions and both inclusive.
    """
    chapter, fields = state.chapter, as_typed(memory, ForeshadowFields)
    if fields.due_to is not None and chapter > fields.due_to:
        return Urgency.OVERDUE
    if fields.due_from is not None and chapter >= fields.due_from:
        return Urgency.DUE
    if _named(state) & {usual_code(memory.subject), fields.title}:
        return Urgency.NAMED
    if any(name in fields.people for person in state.people for name in person.names):
        return Urgency.PERSON
    return Urgency.OPEN


def _named(state: State) -> frozenset[str]:
    """What foreshadows are named: by code in card or query, else as the card calls them."""
    called = map(usual_code, state.card.foreshadow_codes)
    return frozenset({*called, *_codes(asked_words(state.request))})


@lru_cache(maxsize=8)
def _codes(said: str) -> tuple[str, ...]:
    """Read once for all foreshadows of a pack."""
    return tuple(codes_in(said))


def _pieces(one: Told, how: Urgency, state: State) -> list[Piece]:
    memory, fields = one.memory, as_typed(one.memory, ForeshadowFields)
    window = {"due_from": fields.due_from or "?", "due_to": fields.due_to or "?"}
    piece = Piece(
        id=memory.id,
        kind=MemoryKind.FORESHADOW,
        reason=_REASONS[how].format(**window),
        forms=forms_of(memory, state, label=f"{memory.subject} {fields.title}".rstrip()),
    )
    return [piece] if one.since is None else [piece, since_piece(one.since, state)]
