"""Who is named by what is asked of a pack."""

from collections.abc import Iterable, Mapping, Sequence

from lorepack.records import ChapterCard, Entity, FactKind, PackRequest, Warned
from retrieval.pack.cards.subjects import asked_words
from retrieval.pack.state import State
from retrieval.query import ambiguity_warnings
from text.aliases import AliasMatcher


def named_people(
    request: PackRequest, known: Sequence[Entity], matcher: AliasMatcher
) -> dict[str, Entity | None]:
    """Names of the card, then of the known people that card and query mention.

    A name that several bear is nobody's: it is not guessed who is meant.

    Args:
        request: Whose card and query are read.
        known: Entities that a reader has met.
        matcher: Finds their names.
    """
    people = {e.id: e for e in known if e.kind is FactKind.PERSON}
    card = request.card or ChapterCard()
    named = known_as(card.people, matcher, people)
    taken = {e.id for e in named.values() if e}
    for mention in matcher.find(asked_words(request)):
        if mention.entity in people and mention.entity not in taken:
            taken.add(mention.entity)
            named[people[mention.entity].name] = people[mention.entity]
    return named


def known_as(
    names: Iterable[str], matcher: AliasMatcher, entities: Mapping[str, Entity]
) -> dict[str, Entity | None]:
    """Which of some entities, by their ids, each name means as a whole; None where it is none."""
    found = {name: matcher.find(name) for name in names}
    whole = {
        name: next((m.entity for m in own if m.end - m.start == len(name)), None)
        for name, own in found.items()
    }
    return {name: None if id is None else entities.get(id) for name, id in whole.items()}


def shared_names(
    request: PackRequest, known: Sequence[Entity], matcher: AliasMatcher
) -> dict[str, tuple[str, ...]]:
    """Names in card and query that several bear, with the names that tell these apart."""
    names = {e.id: e.name for e in known}
    ambiguous = matcher.ambiguous(asked_words(request))
    return {name: tuple(names[id] for id in ids) for name, ids in ambiguous.items()}


def name_warnings(state: State) -> tuple[Warned, ...]:
    """What an author should know of the names asked for: nobody's yet, or several people's."""
    nobody = [p.name for p in state.people if p.last is None and p.name not in state.shared]
    unknown = [
        Warned(code="unknown_person", message=f"nobody called {name!r} has appeared yet", at=name)
        for name in nobody
    ]
    return (*unknown, *ambiguity_warnings(state.shared))
