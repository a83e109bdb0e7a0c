"""Entities, their aliases and their mentions."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby
from typing import Any

import sqlalchemy as sa

from lorepack.records import (
    Alias,
    AliasKind,
    Entity,
    EntityOrigin,
    FactKind,
    Mention,
    Scope,
    Status,
)
from storage import tables as t
from storage.projects import SqlProjects
from storage.rows import RowWrite

_SPEAKING = (EntityOrigin.FOUND.value, EntityOrigin.AUTHOR.value)
_CANON = Status.CANON.value

_ALIAS_COLUMNS = (
    *(t.alias.c.text, t.alias.c.kind.label("alias_kind"), t.alias.c.from_chapter),
    *(t.alias.c.to_chapter, t.alias.c.confirmed),
)


class SqlEntities:
    """Entities and mentions, within one transaction."""

    def __init__(self, connection: sa.Connection, projects: SqlProjects) -> None:
        self._connection = connection
        self._projects = projects

    def registry(self, scope: Scope) -> list[Entity]:
        """Every entity of every origin."""
        query = (
            sa.select(t.entity, *_ALIAS_COLUMNS)
            .outerjoin(t.alias, _OF_ENTITY)
            .where(t.entity.c.project == self._projects.number(scope))
            .order_by(t.entity.c.id, t.alias.c.nth)
        )
        return [_entity(list(rows)) for rows in _by_id(self._connection.execute(query))]

    def known(self, scope: Scope, *, before: int | None = None) -> list[Entity]:
        """Entities a reader who has come to `before` has met, with the aliases used by then."""
        query = _known(bounded=before is not None)
        place = {"project": self._projects.number(scope), "before": before}
        rows = self._connection.execute(query, place).all()
        # Who bore a name once is still meant by it, unless somebody else bears it now.
        held = {row.text for row in rows if not row.ended}
        return [_as_known(list(of_one), held) for of_one in _by_id(rows)]

    def replace_found(self, scope: Scope, entities: Sequence[Entity]) -> None:
        """Put what the book itself shows in place of what it showed before."""
        number = self._projects.number(scope)
        stored = {e.id: e for e in self.registry(scope) if e.origin is EntityOrigin.FOUND}
        found = {e.id: e for e in entities}
        changed = [e for id, e in found.items() if id in stored and stored[id] != e]
        self._delete(t.entity, number, t.entity.c.id, stored.keys() - found.keys())
        self._delete(t.alias, number, t.alias.c.entity, {e.id for e in changed})
        for entity in changed:
            here = sa.and_(t.entity.c.project == number, t.entity.c.id == entity.id)
            self._connection.execute(t.entity.update().where(here).values(_entity_row(entity)))
        new = [e for id, e in found.items() if id not in stored]
        rows = [{"project": number, "id": e.id, **_entity_row(e)} for e in new]
        self._insert(t.entity, rows)
        aliases = [
            {"project": number, "entity": e.id, "nth": nth, **_alias_row(alias)}
            for e in [*changed, *new]
            for nth, alias in enumerate(e.aliases)
        ]
        self._insert(t.alias, aliases)

    def mention(self, scope: Scope, mentions: Mapping[str, Sequence[Mention]]) -> None:
        """Put new mentions in place of a chapter's old ones, by chapter id."""
        number = self._projects.number(scope)
        self._delete(t.mention, number, t.mention.c.chapter, set(mentions))
        rows = [
            {"project": number, "chapter": c, "entity": m.entity, "start": m.start, "end": m.end}
            for c, found in mentions.items()
            for m in found
        ]
        self._insert(t.mention, rows)

    def mentions(
        self,
        scope: Scope,
        chapters: Sequence[str] | None = None,
        *,
        entities: Sequence[str] | None = None,
    ) -> dict[str, list[Mention]]:
        """Every mention in some chapters, or in all, by chapter id, in order."""
        asked = {"project": self._projects.number(scope)}
        asked |= {} if chapters is None else {"chapters": list(chapters)}
        asked |= {} if entities is None else {"entities": list(entities)}
        query = _mentions(some=chapters is not None, of_some=entities is not None)
        found: dict[str, list[Mention]] = defaultdict(list)
        for row in self._connection.execute(query, asked):
            found[row.chapter].append(Mention(entity=row.entity, start=row.start, end=row.end))
        return dict(found)

    def tally(self, scope: Scope) -> dict[str, tuple[int, int, int]]:
        """Times each entity is mentioned in the book, first and last order key; by entity id."""
        m, c = t.mention.c, t.chapter.c
        key = c.order_key
        query = (
            sa.select(m.entity, sa.func.count(), sa.func.min(key), sa.func.max(key))
            .join(t.chapter, sa.and_(c.project == m.project, c.id == m.chapter))
            .where(m.project == self._projects.number(scope), c.status == _CANON)
            .group_by(m.entity)
        )
        rows = self._connection.execute(query)
        return {entity: (count, first, last) for entity, count, first, last in rows}

    def mentioned_in(
        self, scope: Scope, entity_ids: Sequence[str], *, before: int, first: int, last: int
    ) -> dict[str, list[str]]:
        """The first and the last of the chapters before one that mention each entity."""
        place = {"project": self._projects.number(scope), "before": before}
        found: dict[str, list[str]] = {}
        for entity in entity_ids:
            asked = {**place, "entity": entity}
            begins = self._connection.scalars(_FROM_START, {**asked, "most": first}).all()
            ends = self._connection.scalars(_FROM_END, {**asked, "most": last}).all()
            if begins:
                found[entity] = list(dict.fromkeys([*begins, *reversed(ends)]))
        return found

    def _insert(self, table: sa.Table, rows: list[dict[str, Any]]) -> None:
        if rows:
            self._connection.execute(table.insert(), rows)

    def _delete(
        self, table: sa.Table, number: int, column: sa.Column[Any], values: Iterable[str]
    ) -> None:
        gone = table.delete().where(table.c.project == number, column.in_(sorted(values)))
        self._connection.execute(gone)


def rewritten(before: Sequence[Entity], after: Sequence[Entity]) -> list[RowWrite]:
    """The rows to write so that one registry becomes another; none where they are the same."""
    old, new = {e.id: e for e in before}, {e.id: e for e in after}
    gone = [row for id, entity in old.items() if id not in new for row in _deletion(entity)]
    changed = [(old.get(id), entity) for id, entity in new.items() if old.get(id) != entity]
    return [*gone, *(row for pair in changed for row in _writes(*pair))]


def _deletion(entity: Entity) -> Iterator[RowWrite]:
    # The entity last: taken back in reverse, it must be there before its aliases are.
    for nth in range(len(entity.aliases)):
        yield RowWrite("alias", {"entity": entity.id, "nth": nth}, None)
    yield RowWrite("entity", {"id": entity.id}, None)


def _writes(before: Entity | None, entity: Entity) -> Iterator[RowWrite]:
    yield RowWrite("entity", {"id": entity.id}, _entity_row(entity))
    for nth, alias in enumerate(entity.aliases):
        yield RowWrite("alias", {"entity": entity.id, "nth": nth}, _alias_row(alias))
    for nth in range(len(entity.aliases), len(before.aliases) if before else 0):
        yield RowWrite("alias", {"entity": entity.id, "nth": nth}, None)


def _mentioning(order: sa.ColumnElement[Any]) -> sa.Select[str]:
    """Chapters before a place that mention an entity, in some order.

    They are gone through one by one until there are enough, so that nothing is gathered of a name
    that stands in every one of them.
    """
    c, m = t.chapter.c, t.mention.c
    mentioned = sa.exists().where(
        m.project == c.project, m.entity == sa.bindparam("entity"), m.chapter == c.id
    )
    return (
        sa.select(c.id)
        .where(c.project == sa.bindparam("project"), c.status == _CANON)
        .where(sa.text("chapter.status <> 'trash'"))  # names the index in reading order
        .where(c.order_key < sa.bindparam("before"), mentioned)
        .order_by(order)
        .limit(sa.bindparam("most"))
    )


_FROM_START = _mentioning(t.chapter.c.order_key.asc())
_FROM_END = _mentioning(t.chapter.c.order_key.desc())

_OF_ENTITY = sa.and_(t.alias.c.project == t.entity.c.project, t.alias.c.entity == t.entity.c.id)


@cache
def _mentions(*, some: bool, of_some: bool) -> sa.Select[*tuple[Any, ...]]:
    """Mentions in some chapters or all, of some entities or all; put together once for each."""
    m = t.mention.c
    query = sa.select(m.chapter, m.entity, m.start, m.end).order_by(m.chapter, m.start)
    if some:
        query = query.where(m.chapter.in_(sa.bindparam("chapters", expanding=True)))
    if of_some:
        query = query.where(m.entity.in_(sa.bindparam("entities", expanding=True)))
    return query.where(m.project == sa.bindparam("project"))


@cache
def _known(*, bounded: bool) -> sa.Select[*tuple[Any, ...]]:
    """Entities with their aliases by a place, or by the end; put together once for each."""
    learnt, begins, ends = (t.chapter.alias(name) for name in ("learnt", "begins", "ends"))
    ended = _has_come(ends, bounded=True) if bounded else sa.false()
    return (
        sa.select(t.entity, *_ALIAS_COLUMNS, ended.label("ended"))
        .join(t.alias, _OF_ENTITY)
        .outerjoin(learnt, _at(learnt, t.entity.c.known_from))
        .outerjoin(begins, _at(begins, t.alias.c.from_chapter))
        .outerjoin(ends, _at(ends, t.alias.c.to_chapter))
        .where(t.entity.c.project == sa.bindparam("project"))
        .where(t.entity.c.origin.in_(_SPEAKING))
        .where(sa.or_(t.entity.c.known_from.is_(None), _has_come(learnt, bounded=bounded)))
        .where(sa.or_(t.alias.c.from_chapter.is_(None), _has_come(begins, bounded=bounded)))
        .order_by(t.entity.c.id, t.alias.c.nth)
    )


def _at(chapter: sa.FromClause, column: sa.Column[Any]) -> sa.ColumnElement[bool]:
    return sa.and_(chapter.c.project == t.entity.c.project, chapter.c.id == column)


def _has_come(chapter: sa.FromClause, *, bounded: bool) -> sa.ColumnElement[bool]:
    """Whether a chapter stands before the reader's place; a deleted one keeps its own."""
    return chapter.c.order_key < sa.bindparam("before") if bounded else sa.true()


def _by_id(rows: Iterable[sa.Row[*tuple[Any, ...]]]) -> Iterator[Iterable[Any]]:
    return (of_one for _, of_one in groupby(rows, key=lambda row: row.id))


def _entity(rows: Sequence[Any]) -> Entity:
    row = rows[0]
    return Entity(
        id=row.id,
        kind=FactKind(row.kind),
        name=row.name,
        origin=EntityOrigin(row.origin),
        aliases=tuple(_alias(alias) for alias in rows if alias.text is not None),
        known_from=row.known_from,
        merged_into=row.merged_into,
    )


def _as_known(rows: Sequence[Any], held: set[str]) -> Entity:
    """An entity as it is known by now: called by a name that it has already."""
    entity = _entity(rows)
    names = [row.text for row in rows]
    if entity.name in names and not any(row.ended for row in rows):  # as nearly everybody is
        return entity
    name = entity.name if entity.name in names else names[0]
    lost = [row.ended and row.text in held for row in rows]
    kept = tuple(a for a, gone in zip(entity.aliases, lost, strict=True) if not gone)
    return replace(entity, name=name, aliases=kept)


def _alias(row: sa.Row[*tuple[Any, ...]]) -> Alias:
    return Alias(
        text=row.text,
        kind=AliasKind(row.alias_kind),
        from_chapter=row.from_chapter,
        to_chapter=row.to_chapter,
        confirmed=row.confirmed,
    )


def _entity_row(entity: Entity) -> dict[str, Any]:
    return {
        "kind": entity.kind.value,
        "name": entity.name,
        "origin": entity.origin.value,
        "known_from": entity.known_from,
        "merged_into": entity.merged_into,
    }


def _alias_row(alias: Alias) -> dict[str, Any]:
    return {
        "text": alias.text,
        "kind": alias.kind.value,
        "from_chapter": alias.from_chapter,
        "to_chapter": alias.to_chapter,
        "confirmed": alias.confirmed,
    }
