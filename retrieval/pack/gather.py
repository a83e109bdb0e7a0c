"""Gathering: the pieces that may go into each section, the dearest first. All pure."""

from collections.abc import Callable, Mapping

from lorepack.ports import Tokenizer
from lorepack.records import (
    AUTHOR,
    BibleFields,
    Form,
    Memory,
    MemoryKind,
    Source,
    Told,
    VolumeOutlineFields,
)
from retrieval.pack.cards.words import card_text
from retrieval.pack.memories.foreshadows import foreshadows
from retrieval.pack.memories.remembered import remembered
from retrieval.pack.memories.scenes import scenes_items
from retrieval.pack.memories.telling import told
from retrieval.pack.originals.called import called_up, of_people
from retrieval.pack.piece import Piece, whole
from retrieval.pack.state import State
from story.memories import ENDS, as_typed
from text.sentences import sentences

CORE_TOKENS = 300
"""What no pack goes without of the story bible."""
TAIL_TOKENS = 600
TAIL_CORE_TOKENS = 200
"""What no pack goes without of the chapter before."""


def gather(state: State, tokenizer: Tokenizer) -> dict[str, list[Piece]]:
    """Every piece that may go into the pack, by section; the story so far is cut elsewhere."""
    sections: Mapping[str, Callable[[], list[Piece]]] = {
        "rules": lambda: _rules(state),
        "bible": lambda: _bible(state, tokenizer),
        "volume_outline": lambda: _volume_outline(state),
        "mainline": lambda: _newest(state, MemoryKind.MAINLINE),
        "character_states": lambda: _character_states(state),
        "foreshadows": lambda: foreshadows(state),
        "scenes_items": lambda: scenes_items(state),
        "originals": lambda: called_up(state),
        "previous_tail": lambda: _previous_tail(state, tokenizer),
        "chapter_card": lambda: _card(state),
        "query": lambda: _query(state),
    }
    return {name: pieces for name, build in sections.items() if (pieces := build())}


def _rules(state: State) -> list[Piece]:
    """The rules, then what was decided and what somebody prefers, the most important first."""
    kinds = (MemoryKind.LOCKED_RULE, MemoryKind.BAN_RULE, MemoryKind.STYLE_RULE)
    wishes = [
        piece
        for kind, reason in (
            (MemoryKind.DECISION, "a decision stands"),
            (MemoryKind.PREFERENCE, "a preference of somebody's"),
        )
        for piece in remembered(_dearest_first(state.of_kind(kind)), state, reason)
    ]
    return [
        *remembered(state.of_kind(*kinds), state, "a rule holds always", required=True),
        *wishes,
    ]


def _dearest_first(found: list[Told]) -> list[Told]:
    return sorted(found, key=lambda one: -one.memory.importance)


def _bible(state: State, tokenizer: Tokenizer) -> list[Piece]:
    """Every part of the bible; required is the newest one with a core, or the newest one."""
    parts = state.of_kind(MemoryKind.BIBLE)
    if not parts:
        return []
    cores = [as_typed(one.memory, BibleFields).core for one in parts]
    at = max((n for n, core in enumerate(cores) if core), default=len(parts) - 1)
    main = parts.pop(at).memory
    core = cores[at] or main.text.split("\n\n", 1)[0]
    first = Piece(
        id=main.id,
        kind=MemoryKind.BIBLE,
        reason="the story's constitution",
        forms=(
            (Form.FULL, told(main, state, label="")),
            (Form.COMPRESSED, tokenizer.head(core, CORE_TOKENS)),
        ),
        required=True,
    )
    return [first, *remembered(parts, state, "a part of the story's constitution", shrinks=False)]


def _volume_outline(state: State) -> list[Piece]:
    volume = state.chapters[-1].volume if state.chapters else None
    named = [
        one
        for one in state.of_kind(MemoryKind.VOLUME_OUTLINE)
        if volume and volume in (_volume(one.memory), one.memory.subject)
    ]
    return remembered(named[-1:], state, f"outline of the volume {volume!r}")


def _volume(outline: Memory) -> str:
    return as_typed(outline, VolumeOutlineFields).volume


def _newest(state: State, kind: MemoryKind) -> list[Piece]:
    return remembered(state.of_kind(kind)[-1:], state, f"the newest {kind}")


def _character_states(state: State) -> list[Piece]:
    """What is recorded of the people and of what is between them, then where the book has them."""
    states = state.of_kind(MemoryKind.CHARACTER_STATE)
    pieces: list[Piece] = []
    for person in state.people:
        known = [one for one in states if one.memory.subject in person.names]
        pieces += remembered(known[-1:], state, f"{person.name} is in this chapter")
    present = frozenset[str]().union(*(person.names for person in state.people))
    between = [
        one
        for one in state.of_kind(MemoryKind.RELATIONSHIP)
        if all(end.strip() in present for end in one.memory.subject.split(ENDS))
    ]
    return [*pieces, *remembered(between, state, "both are in this chapter"), *of_people(state)]


def _previous_tail(state: State, tokenizer: Tokenizer) -> list[Piece]:
    last, text = state.last_chapter, state.last_text.rstrip()
    if last is None or not text:
        return []
    core = tokenizer.tail(text, TAIL_CORE_TOKENS)
    end = _from_a_sentence(tokenizer.tail(text, TAIL_TOKENS), len(core), whole=len(text))
    return [
        Piece(
            id=f"tail:{last.id}",
            kind="previous_tail",
            reason="what the chapter must follow on from",
            forms=((Form.FULL, end), (Form.COMPRESSED, core)),
            required=True,
            source=Source(chapter=last.position, start=len(text) - len(end), end=len(text)),
        )
    ]


def _from_a_sentence(end: str, least: int, *, whole: int) -> str:
    """The end of a text from where a sentence begins, if so much is left: no reader likes half."""
    if len(end) == whole:
        return end
    begins = (span.start for span in sentences(end)[1:])
    return end[next((at for at in begins if len(end) - at >= least), 0) :]


def _card(state: State) -> list[Piece]:
    stored = f"the card stored for chapter {state.chapter}" if state.stored_card else ""
    card = Piece(
        id=state.stored_card or "card",
        kind=MemoryKind.CHAPTER_CARD,
        reason=stored or "what is asked of this chapter",
        forms=whole(card_text(state.card, state.chapter, chinese=state.chinese)),
        required=True,
    )
    duties = state.of_kind(MemoryKind.NEXT_DUTY)
    own = [one for one in duties if one.memory.origin == AUTHOR]
    others = [one for one in duties if one.memory.origin != AUTHOR]
    return [
        card,
        *remembered(own, state, "a duty still open", required=True),
        *remembered(others, state, "left open by the chapter before"),
    ]


def _query(state: State) -> list[Piece]:
    if not state.request.query:
        return []
    return [
        Piece(
            id="query",
            kind="query",
            reason="what is asked now",
            forms=whole(state.request.query),
            required=True,
        )
    ]
