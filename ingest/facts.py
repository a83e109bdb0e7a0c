"""The hard facts of any text, names of a registry among them."""

from collections.abc import Sequence

from lorepack.records import Entity, Fact, FactKind, Mention
from text.aliases import AliasMatcher
from text.facts import extract


def facts_of(text: str, entities: Sequence[Entity] = ()) -> tuple[Fact, ...]:
    """Find the facts of a text, in its order.

    Args:
        text: Any text.
        entities: Whose names are facts too, each of its entity's kind; a name that several of
            them bear is nobody's.
    """
    by_id = {entity.id: entity for entity in entities}
    mentions = AliasMatcher(entities).find(text)
    names = [
        Fact(
            kind=by_id[m.entity].kind,
            text=text[m.start : m.end],
            start=m.start,
            end=m.end,
            value=by_id[m.entity].name,
        )
        for m in mentions
    ]
    facts = [*names, *outside_names(mentions, extract(text))]
    return tuple(sorted(facts, key=lambda fact: (fact.start, -fact.end)))


def outside_names(mentions: Sequence[Mention], facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """Facts that are no part of a name: the two of 阮小二 counts nothing."""
    named = bytearray(max((m.end for m in mentions), default=0))
    for mention in mentions:
        named[mention.start : mention.end] = b"\1" * (mention.end - mention.start)
    return tuple(
        f for f in facts if f.kind is FactKind.CONDITION or not any(named[f.start : f.end])
    )
