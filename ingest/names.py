"""Names that the book itself makes known, and where names stand."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from uuid import NAMESPACE_URL, uuid5

from lorepack.records import Alias, AliasKind, Entity, EntityOrigin, Mention, Scope
from text.aliases import AliasMatcher, plain
from text.names import FoundName, Observed, discover

_UNSETTLED = {EntityOrigin.FOUND, EntityOrigin.PROPOSED}
"""Origins of entities that nobody has said a word about yet."""


def find_names(
    scope: Scope, chapters: Sequence[tuple[str, Observed]], registry: Sequence[Entity]
) -> list[Entity]:
    """Find entities in a whole book, told apart by where a reader comes to know them.

    What an author has said stands: a name that belongs to an entity of the author's, or to one
    merged or rejected, is not found again.

    Args:
        scope: Project the entities belong to.
        chapters: Id and evidence of every chapter, in reading order.
        registry: All that is stored, of every origin.
    """
    settled = [entity for entity in registry if entity.origin not in _UNSETTLED]
    ids = {e.id for e in registry if e.origin is not EntityOrigin.FOUND}
    claimed = {plain(text) for e in settled for text in (e.name, *e.spellings)}
    places = [chapter_id for chapter_id, _ in chapters]
    groups: list[Entity] = []
    holders: dict[str, int] = {}
    for found in discover([observed for _, observed in chapters]):
        if plain(found.name) in claimed:
            continue
        free = replace(found, aliases=tuple(a for a in found.aliases if plain(a) not in claimed))
        at = next((holders[alias] for alias in free.aliases if alias in holders), len(groups))
        if at == len(groups):
            groups.append(_entity(entity_id(scope, found.name, ids), free, places))
        else:
            groups[at] = _joined(groups[at], free, places, holders)
        holders |= {text: at for text in groups[at].spellings}
    return groups


def entity_id(scope: Scope, name: str, taken: Collection[str]) -> str:
    """An id for an entity of this name: the same one every time, as long as it is not taken."""
    count, words = 1, f"entity:{scope.tenant}/{scope.project}/{name}"
    while (id := str(uuid5(NAMESPACE_URL, words))) in taken:
        count += 1
        words = f"entity:{scope.tenant}/{scope.project}/{name}/{count}"
    return id


def _entity(id: str, found: FoundName, places: Sequence[str]) -> Entity:
    shorts = (Alias(text=text, kind=AliasKind.SHORT) for text in found.aliases)
    return Entity(
        id=id,
        kind=found.kind,
        name=found.name,
        aliases=(Alias(text=found.name), *shorts),
        known_from=places[found.known_from],
    )


def _joined(
    entity: Entity, found: FoundName, places: Sequence[str], held: Collection[str]
) -> Entity:
    """Somebody known by one name who turns out to have others, from a chapter on."""
    longer = len(found.name) > len(entity.name)
    kinds = {text: AliasKind.SHORT for text in found.aliases}
    kinds[found.name] = AliasKind.NAME if longer else AliasKind.SHORT
    new = tuple(
        Alias(text=text, kind=kind, from_chapter=places[found.known_from])
        for text, kind in kinds.items()
        if text not in held
    )
    return replace(entity, aliases=(*entity.aliases, *new))


def find_mentions(
    entities: Sequence[Entity], texts: Mapping[str, str], order: Sequence[str]
) -> dict[str, list[Mention]]:
    """Find every mention of the entities, by chapter id.

    Args:
        entities: A registry; its proposed, rejected and merged entities are mentioned nowhere.
        texts: Texts by chapter id.
        order: Ids of all chapters of the book, in reading order.
    """
    places = {chapter_id: place for place, chapter_id in enumerate(order)}
    matcher = AliasMatcher(entities, places)
    return {id: matcher.find(text, places[id]) for id, text in texts.items()}
