"""Open foreshadows, the most urgent first."""

from enum import IntEnum

from lorepack.records import Memory, MemoryKind
from retrieval.pack.piece import Piece, whole
from retrieval.pack.state import State
from text.scripts import labelled

_CLOSED = frozenset({"paid", "retired"})


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
    Urgency.NAMED: "named in the card",
    Urgency.PERSON: "about somebody in this chapter",
    Urgency.OPEN: "still open",
}


def foreshadows(state: State) -> list[Piece]:
    """Pieces for the foreshadows that are still open just before the chapter."""
    newest = state.latest(MemoryKind.FORESHADOW).values()
    ranked = sorted(
        (urgency(m, state), m.subject, m) for m in newest if m.fields.get("status") not in _CLOSED
    )
    return [_piece(memory, how) for how, _, memory in ranked]


def urgency(memory: Memory, state: State) -> Urgency:
    """How much a foreshadow has to do with the chapter.

    Its window runs from `due_from` to `due_to`, both chapter positions and both inclusive.
    """
    chapter = state.request.chapter
    start, end = _position(memory, "due_from"), _position(memory, "due_to")
    if end is not None and chapter > end:
        return Urgency.OVERDUE
    if start is not None and chapter >= start:
        return Urgency.DUE
    if memory.subject in state.card.foreshadow_codes:
        return Urgency.NAMED
    if any(n in memory.fields.get("people", "") for person in state.people for n in person.names):
        return Urgency.PERSON
    return Urgency.OPEN


def _position(memory: Memory, field: str) -> int | None:
    value = memory.fields.get(field, "")
    return int(value) if value.isascii() and value.isdigit() else None


def _piece(memory: Memory, how: Urgency) -> Piece:
    window = {"due_from": "?", "due_to": "?", **memory.fields}
    title = memory.fields.get("title", "")
    return Piece(
        id=memory.id,
        kind=MemoryKind.FORESHADOW,
        reason=_REASONS[how].format(**window),
        forms=whole(labelled(f"{memory.subject} {title}".rstrip(), memory.text)),
    )
