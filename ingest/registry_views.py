"""A registry beside the chapters that it speaks of, and how it is shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ingest.alias_rules import shared
from ingest.structure import find
from lorepack.ports import Edition
from lorepack.records import Alias, AliasView, Entity, EntityView, Status
from text.naming import resolve


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A registry and the chapters that it speaks of."""

    entities: Sequence[Entity]
    edition: Edition

    @property
    def order(self) -> Mapping[str, int]:
        """Places of all chapters, from 0; one outside the book has that of the next one in it."""
        return {c.id: c.position - 1 for c in self.edition.chapters}

    @property
    def book(self) -> list[str]:
        """Ids of the chapters of the book, by position."""
        return [c.id for c in self.edition.chapters if c.status is Status.CANON]

    def one(self, named: str) -> Entity:
        """The entity of an id, a name or an alias."""
        return resolve(self.entities, named)

    def placed(self, alias: Alias) -> Alias:
        """An alias with ids of chapters in place of positions."""
        ends = (alias.from_chapter, alias.to_chapter)
        first, last = (end and find(self.edition, end).id for end in ends)
        return replace(alias, from_chapter=first, to_chapter=last)


def views(held: Held, tally: Mapping[str, tuple[int, int, int]]) -> list[EntityView]:
    """Every entity as it is shown.

    Args:
        held: The registry.
        tally: Times each entity is mentioned, first and last order key; by entity id.
    """
    place = {c.order_key: c.position for c in held.edition.chapters if c.status is Status.CANON}
    names = {e.id: e.name for e in held.entities}
    order, met = held.order, shared(held.entities, held.order)

    def position(chapter: str | None) -> int | None:
        return None if chapter is None else order[chapter] + 1

    def view(entity: Entity) -> EntityView:
        count, first, last = tally.get(entity.id, (0, None, None))
        return EntityView(
            id=entity.id,
            kind=entity.kind,
            name=entity.name,
            origin=entity.origin,
            aliases=tuple(
                AliasView(
                    text=alias.text,
                    kind=alias.kind,
                    from_chapter=position(alias.from_chapter),
                    to_chapter=position(alias.to_chapter),
                    confirmed=alias.confirmed,
                )
                for alias in entity.aliases
            ),
            known_from=position(entity.known_from),
            merged_into=names.get(entity.merged_into or ""),
            mentions=count,
            first=None if first is None else place[first],
            last=None if last is None else place[last],
            ambiguous=met.get(entity.id, ()),
        )

    return [view(entity) for entity in held.entities]
