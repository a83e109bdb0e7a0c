"""Whom and what card and query speak of, by every name."""

from collections.abc import Callable, Collection, Iterable, Sequence

from lorepack.ports import UnitOfWork
from lorepack.records import (
    Alias,
    ChapterCard,
    Entity,
    FactKind,
    MemoryKind,
    PackRequest,
    Scope,
    Told,
)
from retrieval.pack.cards.words import words
from text.aliases import AliasMatcher, plain


def asked_words(request: PackRequest) -> str:
    """Everything that card and query say."""
    return f"{words(request.card or ChapterCard())}\n{request.query}"


def subjects_of(
    request: PackRequest,
    known: Sequence[Entity],
    matcher: AliasMatcher,
    filed: Collection[str] = (),
) -> frozenset[str]:
    """Names of what is asked about: people, places and things.

    Args:
        request: Whose card and query are read.
        known: Registered entities that a reader has met; of those that are mentioned under any
            name, all names count. A name that several bear is nobody's.
        matcher: Finds their names.
        filed: Subjects of memories; of those, what stands in the words.
    """
    said = asked_words(request)
    mentioned = {mention.entity for mention in matcher.find(said)}
    names = {name for e in known if e.id in mentioned for name in (e.name, *e.spellings)}
    card = request.card or ChapterCard()
    return frozenset({*card.places, *card.items, *names, *_standing(filed, said)})


_FILED = (MemoryKind.SCENE, MemoryKind.ITEM, MemoryKind.EVENT)


def filed_in(unit: UnitOfWork, scope: Scope) -> set[str]:
    """Whatever scenes, items and events were ever filed under: what may have to be read.

    Chapters to come have their say in it, so a pack may not tell of it: see `filed_under`.
    """
    return unit.memories.subjects(scope, *_FILED)


def filed_under(told: Iterable[Told]) -> set[str]:
    """What those are filed under that hold just before the chapter."""
    return {one.memory.subject for one in told if one.memory.kind in _FILED}


def finder(names: Iterable[str]) -> Callable[[str], list[str]]:
    """Finds which of some names a text holds, as they stand there and not inside other words."""
    aliases = tuple(Alias(text=name) for name in sorted(names))
    matcher = AliasMatcher([Entity(id="", kind=FactKind.OBJECT, name="", aliases=aliases)])

    def found(text: str) -> list[str]:
        return list(dict.fromkeys(text[m.start : m.end] for m in matcher.find(text)))

    return found


def _standing(subjects: Collection[str], said: str) -> list[str]:
    # Looked at one by one: a longer subject, which a later chapter may have brought, hides none.
    spelled = plain(said)
    likely = [subject for subject in subjects if subject and plain(subject) in spelled]
    return [subject for subject in likely if finder([subject])(said)]
