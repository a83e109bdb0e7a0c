"""Entities, their aliases and their mentions."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from lorepack.ports import Appearance
from lorepack.records import Entity, FactKind, Mention, Scope
from storage import tables as t
from storage.projects import SqlProjects


class SqlEntities:
    """Entities and mentions, within one transaction."""

    def __init__(self, connection: sa.Connection, projects: SqlProjects) -> None:
        self._connection = connection
        self._projects = projects

    def known(self, scope: Scope, *, before: int | None = None) -> list[Entity]:
        """Entities a reader who has come to `before` has met."""
        number = self._projects.number(scope)
        learnt = sa.and_(
            t.chapter.c.project == t.entity.c.project, t.chapter.c.id == t.entity.c.known_from
        )
        query = (
            sa.select(t.entity, t.alias.c.text.label("alias"))
            .outerjoin(t.chapter, learnt)
            .join(
                t.alias,
                sa.and_(t.alias.c.project == t.entity.c.project, t.alias.c.entity == t.entity.c.id),
            )
            .where(t.entity.c.project == number)
            .order_by(t.entity.c.id, t.alias.c.nth)
        )
        if before is not None:
            met = sa.or_(t.entity.c.known_from.is_(None), t.chapter.c.order_key < before)
            query = query.where(met)
        aliases: dict[str, list[str]] = defaultdict(list)
        rows: dict[str, sa.Row[*tuple[Any, ...]]] = {}
        for row in self._connection.execute(query):
            rows[row.id] = row
            aliases[row.id].append(row.alias)
        return [
            Entity(
                id=row.id,
                kind=FactKind(row.kind),
                name=row.name,
                aliases=tuple(aliases[row.id]),
                known_from=row.known_from,
            )
            for row in rows.values()
        ]

    def replace_found(self, scope: Scope, entities: Sequence[Entity]) -> None:
        """Put what the book itself shows in place of what it showed before, mentions included."""
        number = self._projects.number(scope)
        found = sa.and_(t.entity.c.project == number, t.entity.c.origin == "found")
        self._connection.execute(t.entity.delete().where(found))
        rows = [
            {
                "project": number,
                "id": e.id,
                "kind": e.kind.value,
                "name": e.name,
                "origin": "found",
                "known_from": e.known_from,
            }
            for e in entities
        ]
        aliases = [
            {"project": number, "entity": e.id, "text": text, "nth": nth}
            for e in entities
            for nth, text in enumerate(e.aliases)
        ]
        self._insert(t.entity, rows)
        self._insert(t.alias, aliases)

    def mention(self, scope: Scope, mentions: Mapping[str, Sequence[Mention]]) -> None:
        """Put new mentions in place of a chapter's old ones, by chapter id."""
        number = self._projects.number(scope)
        here = sa.and_(t.mention.c.project == number, t.mention.c.chapter.in_(list(mentions)))
        self._connection.execute(t.mention.delete().where(here))
        rows = [
            {"project": number, "chapter": c, "entity": m.entity, "start": m.start, "end": m.end}
            for c, found in mentions.items()
            for m in found
        ]
        self._insert(t.mention, rows)

    def _insert(self, table: sa.Table, rows: list[dict[str, Any]]) -> None:
        if rows:
            self._connection.execute(table.insert(), rows)

    def appearances(
        self, scope: Scope, entity_ids: Sequence[str], *, before: int
    ) -> dict[str, list[Appearance]]:
        """First and last mention of each entity before a chapter, first one first."""
        # Gathered by chapter before any join: the index alone answers that, however often a
        # name stands in the book.
        m = t.mention.c
        by_chapter = (
            sa.select(
                m.project,
                m.entity,
                m.chapter,
                sa.func.min(m.start).label("first"),
                sa.func.max(m.start).label("last"),
            )
            .where(m.project == self._projects.number(scope), m.entity.in_(entity_ids))
            .group_by(m.project, m.entity, m.chapter)
            .subquery()
        )
        in_chapter = sa.and_(
            t.chapter.c.project == by_chapter.c.project, t.chapter.c.id == by_chapter.c.chapter
        )
        query = (
            sa.select(by_chapter, t.chapter.c.order_key)
            .join(t.chapter, in_chapter)
            .where(t.chapter.c.status == "canon", t.chapter.c.order_key < before)
            .order_by(t.chapter.c.order_key)
        )
        rows: dict[str, list[sa.Row[*tuple[Any, ...]]]] = defaultdict(list)
        for row in self._connection.execute(query):
            rows[row.entity].append(row)
        return {entity: _ends(found) for entity, found in rows.items()}


def _ends(rows: Sequence[sa.Row[*tuple[Any, ...]]]) -> list[Appearance]:
    """The first and the last of an entity's mentions, one if they are the same."""
    places = [
        Appearance(order_key=row.order_key, chapter_id=row.chapter, start=start)
        for row, start in ((rows[0], rows[0].first), (rows[-1], rows[-1].last))
    ]
    return list(dict.fromkeys(places))
