"""What the request itself puts in or leaves out: pins, bans, budgets of single sections."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from lorepack.errors import InvalidInputError
from lorepack.records import Dropped, MemoryKind, PackRequest, Source, Told, Warned
from retrieval.pack.memories.telling import told
from retrieval.pack.piece import Piece, whole
from retrieval.pack.plan import BY_NAME
from retrieval.pack.state import Found, State

_OWN = frozenset({"chapter_card", "query", "previous_tail"})
"""Kinds of pieces that are the pack's own: nobody can leave them out."""

SECTIONS: Mapping[MemoryKind, str] = {
    MemoryKind.BIBLE: "bible",
    MemoryKind.STYLE_RULE: "rules",
    MemoryKind.BAN_RULE: "rules",
    MemoryKind.LOCKED_RULE: "rules",
    MemoryKind.DECISION: "rules",
    MemoryKind.PREFERENCE: "rules",
    MemoryKind.VOLUME_OUTLINE: "volume_outline",
    MemoryKind.MAINLINE: "mainline",
    MemoryKind.CHARACTER_STATE: "character_states",
    MemoryKind.RELATIONSHIP: "character_states",
    MemoryKind.FORESHADOW: "foreshadows",
    MemoryKind.NEXT_DUTY: "chapter_card",
}
"""Where a memory stands that is pinned, though no rule calls for it; else with the scenes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """The pieces of a pack after the request has had its say."""

    pieces: Mapping[str, Sequence[Piece]]
    banned: tuple[Dropped, ...]
    warnings: tuple[Warned, ...]


def check_choices(request: PackRequest) -> None:
    """Refuse what cannot be meant.

    Raises:
        InvalidInputError: A budget is of no section, or something is both pinned and banned.
    """
    unknown = [name for name in request.budgets if name not in BY_NAME]
    if unknown:
        known = ", ".join(BY_NAME)
        raise InvalidInputError(f"no section {unknown[0]!r} to have a budget, only {known}")
    both = [id for id in request.pins if id in request.bans]
    if both:
        raise InvalidInputError(f"{both[0]!r} is both pinned and banned: say one of them")


def choose(pieces: Mapping[str, Sequence[Piece]], state: State) -> Chosen:
    """Leave out what is banned, and make what is pinned required, whole.

    Args:
        pieces: What the rules call for, by section.
        state: The story just before the chapter.

    Raises:
        InvalidInputError: A pin names nothing that holds before the chapter, or a ban names what
            no pack goes without.
    """
    pins, bans = (_ids(named, state) for named in (state.request.pins, state.request.bans))
    _check_bans(pieces, bans, state)
    kept = {
        name: [_pinned(p) if p.id in pins else p for p in listed if p.id not in bans]
        for name, listed in pieces.items()
    }
    called = {piece.id for listed in kept.values() for piece in listed}
    for section, piece in _uncalled([id for id in pins if id not in called], pins, state):
        kept[section] = [*kept.get(section, ()), _pinned(piece)]
    return Chosen(
        pieces={name: listed for name, listed in kept.items() if listed},
        banned=tuple(_banned(pieces, bans)),
        warnings=tuple(_without_effect(pieces, bans)),
    )


def _ids(named: Sequence[str], state: State) -> dict[str, str]:
    """Ids of what is named, each with its name: foreshadows may be named by their codes."""
    codes = {
        one.memory.subject.casefold(): one.memory.id for one in state.of_kind(MemoryKind.FORESHADOW)
    }
    return {codes.get(name.casefold(), name): name for name in named}


def _check_bans(
    pieces: Mapping[str, Sequence[Piece]], bans: Mapping[str, str], state: State
) -> None:
    own = {p.id for listed in pieces.values() for p in listed if p.kind in _OWN}
    refused = [name for id, name in bans.items() if id in own or id in state.positions]
    if refused:
        raise InvalidInputError(
            f"{refused[0]!r} cannot be banned: no pack goes without the card, the query, the end "
            "of the chapter before, or any chapter in the story so far"
        )


def _pinned(piece: Piece) -> Piece:
    return replace(
        piece, forms=piece.forms[:1], required=True, pinned=True, reason=f"pinned; {piece.reason}"
    )


def _uncalled(
    ids: Sequence[str], names: Mapping[str, str], state: State
) -> Iterator[tuple[str, Piece]]:
    """Pieces for what is pinned though no rule calls for it, each with its section."""
    memories = {one.memory.id: one for one in state.told}
    passages = {found.passage.id: found for found in state.pinned}
    for id in ids:
        if id in memories:
            one = memories[id]
            yield SECTIONS.get(one.memory.kind, "scenes_items"), _of_memory(one, state)
        elif id in passages:
            yield "originals", _of_passage(passages[id])
        else:
            raise InvalidInputError(
                f"nothing that holds before chapter {state.chapter} has the id {names[id]!r}: pin "
                "ids of memories or passages, as packs, searches and lists of memories show them, "
                "or codes of foreshadows"
            )


_CALLED_BY_NOTHING = "no rule calls for it"


def _of_memory(one: Told, state: State) -> Piece:
    memory = one.memory
    title = memory.fields.get("title", "") if memory.kind is MemoryKind.FORESHADOW else ""
    label = f"{memory.subject} {title}".rstrip() if title else None
    return Piece(
        id=memory.id,
        kind=memory.kind,
        reason=_CALLED_BY_NOTHING,
        forms=whole(told(memory, state, label=label)),
    )


def _of_passage(found: Found) -> Piece:
    passage = found.passage
    return Piece(
        id=passage.id,
        kind="snippet",
        reason=_CALLED_BY_NOTHING,
        forms=whole(passage.text.strip("\n")),
        source=Source(chapter=found.position, start=passage.start, end=passage.end),
    )


def _banned(pieces: Mapping[str, Sequence[Piece]], bans: Mapping[str, str]) -> Iterator[Dropped]:
    for section, listed in pieces.items():
        for piece in listed:
            if piece.id in bans:
                yield Dropped(
                    id=piece.id,
                    section=section,
                    tokens=0,
                    reason=f"banned by the request ({piece.reason})",
                    needs=0,
                    kind=piece.kind,
                    source=piece.source,
                    score=piece.score,
                )


def _without_effect(
    pieces: Mapping[str, Sequence[Piece]], bans: Mapping[str, str]
) -> Iterator[Warned]:
    called = {piece.id for listed in pieces.values() for piece in listed}
    for id, name in bans.items():
        if id not in called:
            message = f"nothing called for {name!r}, so the ban left nothing out"
            yield Warned(code="ban_without_effect", message=message, at=name)
