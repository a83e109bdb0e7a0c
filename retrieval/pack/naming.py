"""Who is named by what is asked of a pack."""

from collections.abc import Sequence

from lorepack.records import ChapterCard, Entity, FactKind, PackRequest, Warned
from retrieval.pack.card import words
from retrieval.pack.state import State
from retrieval.query import ambiguity_warnings
from text.aliases import AliasMatcher


def named_people(request: PackRequest, known: Sequence[Entity]) -> dict[str, Entity | None]:
    """Names of the card, then of the known people that card and query mention.

    A name that several bear is nobody's: it is not guessed who is meant.
    """
    matcher = AliasMatcher(known)
    people = {e.id: e for e in known if e.kind is FactKind.PERSON}
    card = request.card or ChapterCard()
    named: dict[str, Entity | None] = {}
    for name in card.people:
        whole = [m for m in matcher.find(name) if m.end - m.start == len(name)]
        named[name] = people.get(whole[0].entity) if whole else None
    taken = {e.id for e in named.values() if e}
    for mention in matcher.find(_asked_words(request)):
        if mention.entity in people and mention.entity not in taken:
            taken.add(mention.entity)
            named[people[mention.entity].name] = people[mention.entity]
    return named


def shared_names(request: PackRequest, known: Sequence[Entity]) -> dict[str, tuple[str, ...]]:
    """Names in card and query that several bear, with the names that tell these apart."""
    names = {e.id: e.name for e in known}
    ambiguous = AliasMatcher(known).ambiguous(_asked_words(request))
    return {name: tuple(names[id] for id in ids) for name, ids in ambiguous.items()}


def _asked_words(request: PackRequest) -> str:
    return f"{words(request.card or ChapterCard())}\n{request.query}"


def name_warnings(state: State) -> tuple[Warned, ...]:
    """What an author should know of the names asked for: nobody's yet, or several people's."""
    nobody = [p.name for p in state.people if p.last is None and p.name not in state.shared]
    unknown = [
        Warned(code="unknown_person", message=f"nobody called {name!r} has appeared yet", at=name)
        for name in nobody
    ]
    return (*unknown, *ambiguity_warnings(state.shared))
