"""Passages in which people come into the book and in which they were last, one piece for each.

An identity comes from where somebody is first named, a state from where he was last. A passage
that shows several people is one piece, and its shortest form is no more than the sentences that
name them, so that many people fit where few passages do.
"""

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from enum import IntEnum

from lorepack.records import Form, Matched, Source, Span
from retrieval.pack.piece import Piece
from retrieval.pack.state import Person, Seen, State
from text.sentences import sentences

ABSENCE = 10
"""Chapters without a mention after which somebody returns rather than goes on."""


class Role(IntEnum):
    """What a passage shows of somebody; smaller is dearer."""

    ACTED = 0
    LAST = 1
    FIRST = 2
    ENTERED = 3


_LABELS = {
    Role.ACTED: ("最近出场", "last seen"),
    Role.LAST: ("最近提及", "last named"),
    Role.FIRST: ("初次提及", "first named"),
    Role.ENTERED: ("初次出场", "first seen"),
}

_REASONS = {
    Role.ACTED: "last acts or speaks here",
    Role.LAST: "is last named here",
    Role.FIRST: "is first named here",
    Role.ENTERED: "first acts or speaks here",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shown:
    """One role of one person in a passage."""

    role: Role
    person: Person
    seen: Seen


def appearances(state: State, originals: Set[str]) -> list[Piece]:
    """Every passage that shows somebody of the chapter, the dearest first.

    Args:
        state: The story so far and what is asked of it.
        originals: Ids of those that are shown as they stand, without a word before them.
    """
    shown = sorted(_shown(state.people), key=lambda one: one.role)
    by_passage: dict[str, list[_Shown]] = {}
    for one in shown:
        by_passage.setdefault(one.seen.passage.id, []).append(one)
    return [_piece(own, state, bare=id in originals) for id, own in by_passage.items()]


def returning(state: State) -> set[str]:
    """Ids of the passages in which people who have long been away were last."""
    lasts = ((p.acted or p.last, p) for p in state.people if _absent(p, state) >= ABSENCE)
    return {seen.passage.id for seen, _ in lasts if seen}


def _absent(person: Person, state: State) -> int:
    """Chapters since somebody was last named."""
    return len(state.chapters) - person.last.position if person.last else 0


def _shown(people: Iterable[Person]) -> Iterator[_Shown]:
    for person in people:
        roles = {
            Role.ACTED: person.acted,
            Role.LAST: person.last,
            Role.FIRST: person.first,
            Role.ENTERED: person.entered,
        }
        for role, seen in roles.items():
            if seen:
                yield _Shown(role=role, person=person, seen=seen)


def _piece(shown: Sequence[_Shown], state: State, *, bare: bool) -> Piece:
    passage, position = shown[0].seen.passage, shown[0].seen.position
    last = shown[0].role in (Role.ACTED, Role.LAST)
    return Piece(
        id=passage.id,
        kind="last_seen" if last else "first_seen",
        reason=_reason(shown, state),
        forms=_forms(shown, bare=bare, chinese=state.chinese),
        source=Source(chapter=position, start=passage.start, end=passage.end),
        matched=tuple(dict.fromkeys(_matched(one.seen) for one in shown)),
    )


def _forms(shown: Sequence[_Shown], *, bare: bool, chinese: bool) -> tuple[tuple[Form, str], ...]:
    """The passage, its sentences with a name and those beside them, the sentences alone."""
    passage = shown[0].seen.passage
    spans = sentences(passage.text)
    naming = {_nth(spans, one.seen.start - passage.start) for one in shown}
    beside = {n for nth in naming for n in (nth - 1, nth, nth + 1)} & set(range(len(spans)))
    head = _label(shown, chinese=chinese)
    full = passage.text.strip("\n") if bare else head + passage.text.strip()
    compressed = head + _excerpt(passage.text, spans, beside, chinese=chinese)
    facts = head + _excerpt(passage.text, spans, naming, chinese=chinese)
    forms = [(Form.FULL, full)]
    for form, text in ((Form.COMPRESSED, compressed), (Form.FACTS, facts)):
        forms += [(form, text)] if len(text) < len(forms[-1][1]) else []
    return tuple(forms)


def _nth(spans: Sequence[Span], at: int) -> int:
    """Which of some spans that tile a text holds a place."""
    return next(n for n, span in enumerate(spans) if at < span.end)


def _excerpt(text: str, spans: Sequence[Span], wanted: set[int], *, chinese: bool) -> str:
    """Some sentences of a text, with a mark where others stand between them."""
    parts: list[str] = []
    for nth in sorted(wanted):
        sentence = text[spans[nth].start : spans[nth].end]
        if parts and nth - 1 in wanted:
            parts[-1] += sentence
        else:
            parts.append(sentence)
    return ("……" if chinese else " … ").join(part.strip() for part in parts)


def _matched(seen: Seen) -> Matched:
    passage = seen.passage
    words = (passage.text + passage.following)[
        seen.start - passage.start : seen.end - passage.start
    ]
    return Matched(words=words, start=seen.start, end=seen.end)


def _by_person(shown: Iterable[_Shown]) -> dict[str, list[Role]]:
    """What a passage shows of each; who acts in it is also named in it."""
    roles: dict[str, list[Role]] = {}
    for one in shown:
        roles.setdefault(one.person.name, []).append(one.role)
    return {name: [r for r in own if _IMPLIED_BY.get(r) not in own] for name, own in roles.items()}


_IMPLIED_BY = {Role.LAST: Role.ACTED, Role.FIRST: Role.ENTERED}


def _label(shown: Sequence[_Shown], *, chinese: bool) -> str:
    """What the passage shows of whom, to stand before it."""
    position = shown[0].seen.position
    end, joint = (f"于第{position}章", "、") if chinese else (f" in chapter {position}", ", ")
    people = (
        (name, joint.join(_LABELS[role][not chinese] for role in roles) + end)
        for name, roles in _by_person(shown).items()
    )
    if chinese:
        return "、".join(f"{name}（{what}）" for name, what in people) + "："
    return ", ".join(f"{name} ({what})" for name, what in people) + ": "


def _reason(shown: Sequence[_Shown], state: State) -> str:
    """Whom the passage shows, as what, and why that is wanted."""
    people = {one.person.name: one.person for one in shown}
    return "; ".join(
        _said_of(people[name], roles, state) for name, roles in _by_person(shown).items()
    )


def _said_of(person: Person, roles: Sequence[Role], state: State) -> str:
    away = _absent(person, state)
    back = away >= ABSENCE and (Role.ACTED in roles or (Role.LAST in roles and not person.acted))
    why = f"returns after {away} chapters" if back else "is in this chapter"
    said = " and ".join(_REASONS[role] for role in roles)
    unsure = Role.LAST in roles and not person.acted
    return f"{person.name} {why} and {said}" + (
        ", in no scene that could be told to be one" if unsure else ""
    )
