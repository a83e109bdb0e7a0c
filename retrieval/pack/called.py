"""Passages of the book in a pack: each stands once, whatever calls it up."""

from dataclasses import replace

from lorepack.records import Source
from retrieval.pack.appearances import appearances, returning
from retrieval.pack.piece import Piece, whole
from retrieval.pack.state import Found, State


def of_people(state: State) -> list[Piece]:
    """Passages that show people of the chapter and are no originals by another rule."""
    originals = _originals(state)
    return [piece for piece in appearances(state, originals) if piece.id not in originals]


def called_up(state: State) -> list[Piece]:
    """Original passages: where those who return were last, then what else is called for.

    What shows people too keeps their short forms, and says so.
    """
    originals = _originals(state)
    people = {p.id: p for p in appearances(state, originals) if p.id in originals}
    called = {found.passage.id: _original(found) for found in state.originals}
    with_people = [_both(piece, called.get(id)) for id, piece in people.items()]
    return [*with_people, *(piece for id, piece in called.items() if id not in people)]


def _originals(state: State) -> set[str]:
    return {found.passage.id for found in state.originals} | returning(state)


def _both(person: Piece, called: Piece | None) -> Piece:
    """What shows people and is called for besides."""
    if called is None:
        return person
    return replace(
        called,
        reason=f"{called.reason}; {person.reason}",
        forms=person.forms,
        matched=tuple(dict.fromkeys((*called.matched, *person.matched))),
    )


def _original(found: Found) -> Piece:
    passage = found.passage
    return Piece(
        id=passage.id,
        kind="snippet",
        reason=found.reason,
        forms=whole(passage.text.strip("\n")),
        source=Source(chapter=found.position, start=passage.start, end=passage.end),
        score=found.score,
        matched=found.matched,
    )
