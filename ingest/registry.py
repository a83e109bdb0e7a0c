"""The registry as its author changes it: entities in, entities out; nothing is stored here."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from ingest.alias_rules import check_alias, check_apart, cleaned, place_of
from ingest.names import entity_id
from lorepack.errors import ConflictError, InvalidInputError, NotFoundError
from lorepack.records import Alias, AliasKind, Entity, EntityOrigin, FactKind, Scope
from text.aliases import plain
from text.naming import GONE, resolve

KINDS = (FactKind.PERSON, FactKind.PLACE, FactKind.ORGANISATION, FactKind.OBJECT)
"""What an entity may be."""

Registry = Sequence[Entity]
Order = Mapping[str, int]
"""Places of the chapters in reading order, from 0, by id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """Where in a registry a name would stand."""

    namesakes: Registry
    """Entities that have the name, of every origin."""
    taken: Collection[str]
    """Ids of all entities."""


def room_for(registry: Registry, name: str) -> Room:
    """Where in a registry a name would stand."""
    namesakes = [e for e in registry if plain(e.name) == plain(name)]
    return Room(namesakes=namesakes, taken={e.id for e in registry})


def add(
    scope: Scope, room: Room, name: str, kind: FactKind, aliases: Sequence[Alias], order: Order
) -> Entity:
    """A new entity of the author's; one that was only found, proposed or rejected is taken over.

    Args:
        scope: Project it belongs to.
        room: Where its name would stand.
        name: What it is called.
        kind: One of `KINDS`.
        aliases: Further names, or the name itself where there is more to say about it.
        order: Places of the chapters.

    Raises:
        ConflictError: An author's entity has the name.
        InvalidInputError: A name is none, or the kind is none of an entity.
    """
    name, kind = cleaned(name), check_kind(kind)
    former = min(room.namesakes, key=lambda e: e.origin in GONE, default=None)
    if former is not None and former.origin in {EntityOrigin.AUTHOR, EntityOrigin.MERGED}:
        raise ConflictError(_taken(former))
    entity = Entity(
        id=former.id if former else entity_id(scope, name, room.taken),
        kind=kind,
        name=name,
        origin=EntityOrigin.AUTHOR,
        aliases=former.aliases if former else (),
    )
    given = [replace(alias, text=cleaned(alias.text)) for alias in aliases]
    stated = {plain(alias.text) for alias in given}
    kept = [alias for alias in entity.aliases if plain(alias.text) not in stated]
    if plain(name) not in stated | {plain(alias.text) for alias in kept}:
        given = [Alias(text=name), *given]
    return _checked(replace(entity, aliases=(*kept, *given)), {plain(a.text) for a in given}, order)


def _taken(entity: Entity) -> str:
    if entity.origin is EntityOrigin.MERGED:
        return f"{entity.name!r} is a name of another one since they were merged; split it off"
    return (
        f"there is an entity called {entity.name!r} already; give another one of that name a name "
        f"that tells them apart, such as '{entity.name} (2)', and {entity.name!r} as an alias"
    )


def check_kind(kind: FactKind) -> FactKind:
    """Refuse a kind that only a fact can have.

    Raises:
        InvalidInputError: It is one.
    """
    if kind not in KINDS:
        raise InvalidInputError(f"{kind.value!r} is no kind of entity; say {', '.join(KINDS)}")
    return kind


def _checked(entity: Entity, new: Collection[str], order: Order) -> Entity:
    """An entity whose aliases, those of the new texts at least, are found to be in order."""
    for alias in entity.aliases:
        if plain(alias.text) in new:
            check_alias(alias, order)
    check_apart(entity, order)
    return entity


def own(entity: Entity) -> Entity:
    """An entity as its author's own: what the text shows no longer changes it.

    Raises:
        ConflictError: It is gone.
    """
    if entity.origin in GONE:
        raise ConflictError(
            f"{entity.name!r} is {entity.origin.value}; undo that, or add it anew, to change it"
        )
    return replace(entity, origin=EntityOrigin.AUTHOR, merged_into=None)


def set_kind(entity: Entity, kind: FactKind) -> Entity:
    """It is something else."""
    return replace(own(entity), kind=check_kind(kind))


def rename(
    registry: Registry, entity: Entity, name: str, order: Order, *, confirmed: bool
) -> Entity:
    """It is called by another name; the former one stays an alias."""
    name, renamed = cleaned(name), own(entity)
    other = next((e for e in registry if e.id != entity.id and plain(e.name) == plain(name)), None)
    if other is not None and other.origin not in GONE:
        raise ConflictError(f"{_taken(other)}; or merge the two")
    aliases = tuple(
        replace(a, kind=AliasKind.FORMER) if a.text == entity.name and name != a.text else a
        for a in renamed.aliases
    )
    if name in renamed.spellings:
        return replace(renamed, name=name, aliases=aliases)
    new = Alias(text=name, confirmed=confirmed)
    return _checked(replace(renamed, name=name, aliases=(new, *aliases)), {plain(name)}, order)


def add_alias(entity: Entity, alias: Alias, order: Order) -> Entity:
    """It has one more name."""
    alias = replace(alias, text=cleaned(alias.text))
    named = replace(own(entity), aliases=(*entity.aliases, alias))
    return _checked(named, {plain(alias.text)}, order)


def change_alias(entity: Entity, alias: Alias, order: Order) -> Entity:
    """There is something else to say about one of its names.

    Raises:
        NotFoundError: It has no such name.
    """
    alias = replace(alias, text=cleaned(alias.text))
    _check_held(entity, alias.text)
    return restated(entity, [alias], order)


def remove_alias(entity: Entity, text: str) -> Entity:
    """It has one name less.

    Raises:
        NotFoundError: It has no such name.
        InvalidInputError: It is the one it is called by.
    """
    _check_held(entity, text)
    if plain(text) == plain(entity.name):
        raise InvalidInputError(f"{text!r} is what it is called; rename it first, or remove it")
    kept = tuple(a for a in entity.aliases if plain(a.text) != plain(text))
    return replace(own(entity), aliases=kept)


def _check_held(entity: Entity, text: str) -> None:
    if plain(text) not in map(plain, entity.spellings):
        names = ", ".join(map(repr, entity.spellings))
        raise NotFoundError(f"{entity.name!r} has no name {text!r}; it has: {names}")


def removed(registry: Registry, entity: Entity) -> list[Entity]:
    """The registry without an entity of the author's and what was merged into it.

    One that the text itself makes known would come back at once, so that it is rejected instead.
    """
    if entity.origin is not EntityOrigin.AUTHOR or entity.known_from is not None:
        return put(registry, [reject(entity)])
    return [e for e in registry if entity.id not in (e.id, e.merged_into)]


def put(registry: Registry, entities: Sequence[Entity]) -> list[Entity]:
    """The registry with some entities in place of those of the same id, or added."""
    new = {e.id: e for e in entities}
    return [*(new.pop(e.id, e) for e in registry), *new.values()]


def accept(registry: Registry, entity: Entity, order: Order) -> list[Entity]:
    """What was found or proposed stands; what was rejected stands again."""
    if entity.origin is EntityOrigin.PROPOSED and entity.merged_into is not None:
        return merged(registry, entity, resolve(registry, entity.merged_into), order)
    back = entity.origin is EntityOrigin.REJECTED
    return put(registry, [replace(entity, origin=EntityOrigin.AUTHOR) if back else own(entity)])


def reject(entity: Entity) -> Entity:
    """It is nobody: it is never found or proposed again.

    Raises:
        ConflictError: It is part of another one.
    """
    if entity.origin is EntityOrigin.MERGED:
        raise ConflictError(f"{entity.name!r} is merged into another one; split it off first")
    return replace(entity, origin=EntityOrigin.REJECTED)


def merged(registry: Registry, entity: Entity, into: Entity, order: Order) -> list[Entity]:
    """Two are the same: the names of the one become aliases of the other.

    Raises:
        InvalidInputError: They are one already.
        ConflictError: One of them is gone.
    """
    if entity.id == into.id:
        raise InvalidInputError(f"{entity.name!r} cannot be merged into itself; name two entities")
    whole, part = own(into), own(entity)
    held = {plain(text) for text in whole.spellings}
    new = [alias for alias in part.aliases if plain(alias.text) not in held]
    known = min((e.known_from for e in (whole, part)), key=lambda id: place_of(id, order, -1))
    whole = replace(whole, aliases=(*whole.aliases, *new), known_from=known)
    part = replace(part, origin=EntityOrigin.MERGED, merged_into=whole.id)
    moved = [replace(e, merged_into=whole.id) for e in registry if e.merged_into == part.id]
    return put(registry, [_checked(whole, {plain(a.text) for a in new}, order), part, *moved])


def split(
    scope: Scope, registry: Registry, entity: Entity, texts: Sequence[str], name: str | None
) -> list[Entity]:
    """Some of its names belong to another one.

    Args:
        scope: Project they belong to.
        registry: All there is.
        entity: Who had all the names.
        texts: The names that go.
        name: What the other one is called; the first of them if nothing is said.

    Raises:
        NotFoundError: It has no such name.
        InvalidInputError: No name goes, or the one it is called by.
        ConflictError: Yet another one is called so.
    """
    if not texts:
        raise InvalidInputError("nothing to split off: say which names belong to another one")
    rest = entity
    for text in texts:
        rest = remove_alias(rest, text)
    gone = {plain(text) for text in texts}
    called = cleaned(name or texts[0])
    if plain(called) not in gone:
        raise InvalidInputError(f"{called!r} is none of the names split off: {', '.join(texts)}")
    others = [e for e in registry if e.id != entity.id and plain(e.name) == plain(called)]
    if any(e.origin not in GONE for e in others):
        raise ConflictError(_taken(others[0]))
    taken = {e.id for e in registry}
    former = [e for e in others if e.merged_into == entity.id]
    other = replace(
        former[0] if former else replace(entity, id=entity_id(scope, called, taken)),
        name=called,
        kind=entity.kind,
        origin=EntityOrigin.AUTHOR,
        aliases=tuple(alias for alias in entity.aliases if plain(alias.text) in gone),
        merged_into=None,
    )
    return put(registry, [rest, other])


def restated(entity: Entity, aliases: Sequence[Alias], order: Order) -> Entity:
    """All there is to say about some of its names; where that is said already, nothing changes."""
    stated = {plain(alias.text) for alias in aliases}
    if set(aliases) == {alias for alias in entity.aliases if plain(alias.text) in stated}:
        return entity
    first = [plain(alias.text) in stated for alias in entity.aliases]
    at = first.index(True) if any(first) else len(first)
    others = [alias for alias in entity.aliases if plain(alias.text) not in stated]
    placed = (*others[:at], *aliases, *others[at:])
    new = {plain(alias.text) for alias in set(aliases) - set(entity.aliases)}
    return _checked(replace(own(entity), aliases=placed), new, order)
