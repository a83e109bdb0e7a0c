"""Passages of the book in a pack: each stands once, whatever calls it up."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from lorepack.records import Dropped, Source
from retrieval.pack.people.appearances import appearances, returning
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
        forms=(*called.forms, *person.forms[1:]),
        matched=tuple(dict.fromkeys((*called.matched, *person.matched))),
    )


def passed_over(
    state: State, pieces: Mapping[str, Sequence[Piece]], cost: Callable[[str], int]
) -> Iterator[Dropped]:
    """Passages that the query brought up and that stand nowhere in the pack, with why.

    Args:
        state: What is known just before the chapter.
        pieces: What goes into the pack, by section.
        cost: Tokens that a text takes as an item.
    """
    called = {piece.id for listed in pieces.values() for piece in listed}
    for found in state.passed:
        piece = _original(found)
        if piece.id not in called:
            yield Dropped(
                id=piece.id,
                section="originals",
                tokens=cost(piece.forms[0][1]),
                reason=piece.reason,
                needs=0,
                kind=piece.kind,
                source=piece.source,
                score=piece.score,
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
