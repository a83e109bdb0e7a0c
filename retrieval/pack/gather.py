"""Gathering: the pieces that may go into each section, the dearest first. All pure."""

from collections.abc import Callable, Mapping

from lorepack.ports import Tokenizer
from lorepack.records import Form, Memory, MemoryKind, Source
from retrieval.pack.card import card_text
from retrieval.pack.foreshadows import foreshadows
from retrieval.pack.piece import Piece, whole
from retrieval.pack.state import Found, Person, State
from text.scripts import labelled

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
        "scenes_items": lambda: _scenes_items(state),
        "originals": lambda: [_original(found) for found in state.originals],
        "previous_tail": lambda: _previous_tail(state, tokenizer),
        "chapter_card": lambda: _card(state),
        "query": lambda: _query(state),
    }
    return {name: pieces for name, build in sections.items() if (pieces := build())}


def _memory(memory: Memory, reason: str, *, required: bool = False) -> Piece:
    told = labelled(memory.subject, memory.text) if memory.subject else memory.text
    return Piece(
        id=memory.id,
        kind=memory.kind,
        reason=reason,
        forms=whole(told),
        required=required,
    )


def _rules(state: State) -> list[Piece]:
    kinds = (MemoryKind.LOCKED_RULE, MemoryKind.BAN_RULE, MemoryKind.STYLE_RULE)
    return [_memory(m, "a rule holds always", required=True) for m in state.of_kind(*kinds)]


def _bible(state: State, tokenizer: Tokenizer) -> list[Piece]:
    bibles = state.of_kind(MemoryKind.BIBLE)
    if not bibles:
        return []
    text = bibles[-1].text
    core = tokenizer.head(text.split("\n\n", 1)[0], CORE_TOKENS)
    return [
        Piece(
            id=bibles[-1].id,
            kind=MemoryKind.BIBLE,
            reason="the story's constitution",
            forms=((Form.FULL, text), (Form.COMPRESSED, core)),
            required=True,
        )
    ]


def _volume_outline(state: State) -> list[Piece]:
    volume = state.chapters[-1].volume if state.chapters else None
    outlines = state.of_kind(MemoryKind.VOLUME_OUTLINE)
    named = [m for m in outlines if m.fields.get("volume") == volume]
    return [_memory(m, f"outline of the volume {volume!r}") for m in named[-1:]]


def _newest(state: State, kind: MemoryKind) -> list[Piece]:
    return [_memory(m, f"the newest {kind}") for m in state.of_kind(kind)[-1:]]


def _character_states(state: State) -> list[Piece]:
    states = state.latest(MemoryKind.CHARACTER_STATE)
    relations = state.latest(MemoryKind.RELATIONSHIP)
    pieces: list[Piece] = []
    for person in state.people:
        known = [m for subject, m in states.items() if subject in person.names]
        pieces += [_memory(m, f"{person.name} is in this chapter") for m in known[-1:]]
        if not known and person.last is not None:
            pieces.append(_last_seen(person, person.last, chinese=state.chinese))
    present = frozenset[str]().union(*(person.names for person in state.people))
    pieces += [
        _memory(m, "both are in this chapter")
        for subject, m in relations.items()
        if all(end in present for end in subject.split("/"))
    ]
    return pieces


def _last_seen(person: Person, last: Found, *, chinese: bool) -> Piece:
    """What the book itself shows of somebody nobody has written down: the last appearance."""
    text = last.passage.text.strip()
    head = (
        f"{person.name}（最近出现于第{last.position}章）："
        if chinese
        else f"{person.name} (last seen in chapter {last.position}): "
    )
    return Piece(
        id=f"last-seen:{person.entity.id if person.entity else person.name}",
        kind="last_seen",
        reason=f"{person.name} is in this chapter and has no recorded state",
        forms=whole(head + text),
        source=_source(last),
    )


def _scenes_items(state: State) -> list[Piece]:
    wanted = {*state.card.places, *state.card.items}
    kinds = (MemoryKind.SCENE, MemoryKind.ITEM, MemoryKind.EVENT)
    return [
        _memory(m, f"the card names {subject!r}")
        for kind in kinds
        for subject, m in state.latest(kind).items()
        if subject in wanted
    ]


def _original(found: Found) -> Piece:
    return Piece(
        id=found.passage.id,
        kind="snippet",
        reason=found.reason,
        forms=whole(found.passage.text.strip("\n")),
        source=_source(found),
        score=found.score,
    )


def _source(found: Found) -> Source:
    return Source(chapter=found.position, start=found.passage.start, end=found.passage.end)


def _previous_tail(state: State, tokenizer: Tokenizer) -> list[Piece]:
    last, text = state.last_chapter, state.last_text.rstrip()
    if last is None or not text:
        return []
    ends = [tokenizer.tail(text, limit) for limit in (TAIL_TOKENS, TAIL_CORE_TOKENS)]
    return [
        Piece(
            id=f"tail:{last.id}",
            kind="previous_tail",
            reason="what the chapter must follow on from",
            forms=((Form.FULL, ends[0]), (Form.COMPRESSED, ends[1])),
            required=True,
            source=Source(chapter=last.position, start=len(text) - len(ends[0]), end=len(text)),
        )
    ]


def _card(state: State) -> list[Piece]:
    card = Piece(
        id="card",
        kind="chapter_card",
        reason="what is asked of this chapter",
        forms=whole(card_text(state.card, state.request.chapter, chinese=state.chinese)),
        required=True,
    )
    duties = state.of_kind(MemoryKind.NEXT_DUTY)
    return [card, *(_memory(m, "a duty still open", required=True) for m in duties)]


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
