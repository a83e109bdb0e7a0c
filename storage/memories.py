"""Structured memories: every version a row, and the newest one holds."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from lorepack.ports import Sources
from lorepack.records import (
    Memory,
    MemoryKind,
    MemoryVersion,
    Scope,
    Status,
)
from storage import tables as t
from storage.changes import SqlChanges
from storage.memory_rows import to_memory, to_values, to_version
from storage.projects import SqlProjects
from storage.rows import RowWrite

_OF_SUBJECTS = [
    kind.value
    for kind in (
        *(MemoryKind.CHARACTER_STATE, MemoryKind.RELATIONSHIP, MemoryKind.SCENE, MemoryKind.ITEM),
        *(MemoryKind.EVENT, MemoryKind.CHAPTER_SUMMARY),
    )
]
"""Kinds that are about somebody, something or one chapter, and not about the whole story."""

_M = t.memory.c
_EXTRACTED = _M.made_from.is_not(None)
# What a chapter outside the book established is not known, and what it ended goes on.
_START, _END = t.chapter.alias("start"), t.chapter.alias("end")
_PLACED = t.memory.outerjoin(
    _START, sa.and_(_START.c.project == _M.project, _START.c.id == _M.known_from)
).outerjoin(_END, sa.and_(_END.c.project == _M.project, _END.c.id == _M.valid_to))
_ESTABLISHED = (
    sa.select(t.memory, _START.c.order_key.label("start"))
    .select_from(_PLACED)
    .where(_M.project == sa.bindparam("project"), _M.newest, ~_M.retired)
    .where(sa.or_(_M.kind == MemoryKind.FORESHADOW.value, ~_EXTRACTED))
    .where(_START.c.status == Status.CANON.value)
    .where(_START.c.order_key.in_(sa.bindparam("keys", expanding=True)))
    .order_by(_M.seq)
)


class SqlMemories:
    """Memories, within one transaction."""

    def __init__(
        self, connection: sa.Connection, projects: SqlProjects, changes: SqlChanges
    ) -> None:
        self._connection = connection
        self._projects = projects
        self._changes = changes

    def hold(self, scope: Scope) -> None:
        """Let nobody else write memories until this transaction ends."""
        self._projects.hold(scope)

    def live(
        self,
        scope: Scope,
        *,
        before: int,
        made_from: Sources | None = None,
        about: Collection[str] | None = None,
    ) -> list[Memory]:
        """What is known and holds just before a chapter, oldest first."""
        of = _ALL if about is None else _ABOUT
        return self._live(scope, before, made_from, of, _named(about or ()))

    def cards(self, scope: Scope, chapter_no: int, *, before: int) -> list[Memory]:
        """Cards for a chapter that hold just before it, oldest first."""
        found = self._live(scope, before, None, _CARDS, {"chapter_no": chapter_no})
        return [card for card in found if card.fields.get("chapter_no") == chapter_no]

    def _live(
        self,
        scope: Scope,
        before: int,
        made_from: Sources | None,
        of: sa.Select[*tuple[Any, ...]],
        named: Mapping[str, Any],
    ) -> list[Memory]:
        asked = {"project": self._projects.number(scope), "before": before, **named}
        rows = _of_texts(self._connection.execute(of, asked), made_from)
        replaced = _replaced(rows)
        return [
            to_memory(row)
            for row in rows
            if not row.retired and row.id not in replaced and not _ended(row, before)
        ]

    def established(self, scope: Scope, order_keys: Collection[int]) -> list[tuple[int, Memory]]:
        """Foreshadows and what an author says of these chapters, each with its order key."""
        place = {"project": self._projects.number(scope), "keys": sorted(order_keys)}
        rows = self._connection.execute(_ESTABLISHED, place)
        return [(row.start, to_memory(row)) for row in rows]

    def standing(self, scope: Scope, *, made_from: Sources | None = None) -> list[MemoryVersion]:
        """The newest version of every memory, retired ones too, in the order they came."""
        query = sa.select(t.memory).where(self._of(scope), _M.newest).order_by(_M.seq, _M.version)
        return [to_version(row) for row in _of_texts(self._connection.execute(query), made_from)]

    def history(self, scope: Scope, id: str) -> list[MemoryVersion]:
        """Every version of a memory, the first one first."""
        query = sa.select(t.memory).where(self._of(scope), _M.id == id).order_by(_M.version)
        return [to_version(row) for row in self._connection.execute(query)]

    def subjects(self, scope: Scope, *kinds: MemoryKind) -> set[str]:
        """Subjects of all memories of some kinds that there ever were."""
        of_kinds = _M.kind.in_([kind.value for kind in kinds])
        query = sa.select(_M.subject).distinct().where(self._of(scope), of_kinds)
        return set(self._connection.scalars(query))

    def write(self, scope: Scope, memories: Sequence[Memory], *, retired: bool = False) -> None:
        """Put each in as the newest version under its id, as part of a change to be closed."""
        places = self._places(scope, [m.id for m in memories])
        former = [
            RowWrite("memory", {"id": m.id, "version": m.version - 1}, {"newest": False})
            for m in memories
            if m.version > 1
        ]
        seqs = self._seqs(scope)
        new = [
            RowWrite(
                "memory",
                {"id": m.id, "version": m.version},
                to_values(m, retired=retired, seq=places.get(m.id) or next(seqs)),
            )
            for m in memories
        ]
        self._changes.put(scope, [*former, *new])

    def replace_extracted(
        self, scope: Scope, chapter_id: str, made_from: str, memories: Sequence[Memory]
    ) -> None:
        """Put what was extracted from a chapter's text in place of what was before."""
        made = [replace(m, known_from=chapter_id, made_from=made_from, version=1) for m in memories]
        of_text = sa.and_(self._of(scope), _M.known_from == chapter_id, _M.made_from == made_from)
        stored = self._connection.execute(sa.select(t.memory).where(of_text).order_by(_M.seq))
        if [replace(to_memory(row), version=1) for row in stored] == made:
            return
        newest = self._newest(scope, [m.id for m in made])
        self._connection.execute(t.memory.delete().where(of_text))
        seqs = self._seqs(scope)
        rows = [
            {
                "project": self._projects.number(scope),
                "id": m.id,
                "version": newest.get(m.id, 0) + 1,
                **to_values(m, retired=False, seq=next(seqs)),
            }
            for m in made
        ]
        if rows:
            self._connection.execute(t.memory.insert(), rows)

    def keep_extracted(self, scope: Scope, made_from: Sources) -> None:
        """Delete what was extracted from any other text of these chapters, or from others."""
        query = sa.select(_M.known_from, _M.made_from).distinct().where(self._of(scope), _EXTRACTED)
        for chapter, source in self._connection.execute(query).all():
            if made_from.get(chapter) != source:
                gone = sa.and_(_M.known_from == chapter, _M.made_from == source)
                self._connection.execute(t.memory.delete().where(self._of(scope), gone))

    def _of(self, scope: Scope) -> sa.ColumnElement[bool]:
        return _M.project == self._projects.number(scope)

    def _places(self, scope: Scope, ids: Sequence[str]) -> dict[str, int]:
        """What a memory says newly stands where it stood: its first place in the order."""
        query = (
            sa.select(_M.id, sa.func.min(_M.seq))
            .where(self._of(scope), _M.id.in_(ids))
            .group_by(_M.id)
        )
        return {id: seq for id, seq in self._connection.execute(query)}

    def _newest(self, scope: Scope, ids: Sequence[str]) -> dict[str, int]:
        query = (
            sa.select(_M.id, sa.func.max(_M.version))
            .where(self._of(scope), _M.id.in_(ids))
            .group_by(_M.id)
        )
        return {id: version for id, version in self._connection.execute(query)}

    def _seqs(self, scope: Scope) -> Iterator[int]:
        last = self._connection.scalar(sa.select(sa.func.max(_M.seq)).where(self._of(scope)))
        seq = last or 0
        while True:
            seq += 1
            yield seq


def _named(names: Collection[str]) -> dict[str, list[str]]:
    pairs = [f"{one}/{other}" for one in names for other in names if one != other]
    return {"names": sorted(names), "pairs": sorted(pairs)}


# Put together once: what is known before a place, with how far it holds.
_COME = sa.and_(_START.c.status == Status.CANON.value, _START.c.order_key < sa.bindparam("before"))
_ALL = (
    sa.select(t.memory, _END.c.status.label("ended_by"), _END.c.order_key.label("end"))
    .select_from(_PLACED)
    .where(_M.project == sa.bindparam("project"), _M.newest)
    .where(sa.or_(_M.known_from.is_(None), _COME))
    .order_by(sa.func.coalesce(_START.c.order_key, 0), _M.seq)
)
_IS_CARD = _M.kind == MemoryKind.CHAPTER_CARD.value
_ABOUT = _ALL.where(~_IS_CARD).where(
    sa.or_(
        _M.kind.not_in(_OF_SUBJECTS),
        sa.and_(
            _M.kind == MemoryKind.RELATIONSHIP.value,
            _M.subject.in_(sa.bindparam("pairs", expanding=True)),
        ),
        _M.subject.in_(sa.bindparam("names", expanding=True)),
    )
)
"""But for cards, what is about the whole story, about some names, or about two of them."""
_CARDS = _ALL.where(_IS_CARD).where(
    sa.or_(
        _M.fields["chapter_no"].as_integer() == sa.bindparam("chapter_no"),
        _M.supersedes.is_not(None),
    )
)
"""Cards for a chapter; one that takes the place of another may itself be for another chapter."""


def _of_texts(
    rows: Iterable[sa.Row[*tuple[Any, ...]]], sources: Sources | None
) -> list[sa.Row[*tuple[Any, ...]]]:
    """Rows but for those extracted from other texts; the newest of each id where none are said."""
    held = [
        row
        for row in rows
        if row.made_from is None or sources is None or sources.get(row.known_from) == row.made_from
    ]
    newest = {row.id: row.version for row in sorted(held, key=lambda row: row.version)}
    return [row for row in held if row.version == newest[row.id]]


def _replaced(rows: Sequence[sa.Row[*tuple[Any, ...]]]) -> set[str]:
    """Ids that other memories have taken the place of.

    One that was taken away itself gives its place back to an author's memory; over an extracted
    one it stays, since that is how an extracted one is taken away.
    """
    by: dict[str, list[bool]] = defaultdict(list)
    for row in rows:
        if row.supersedes:
            by[row.supersedes].append(row.retired)
    return {
        row.id
        for row in rows
        if row.id in by and (row.made_from is not None or not all(by[row.id]))
    }


def _ended(row: sa.Row[*tuple[Any, ...]], before: int) -> bool:
    return row.ended_by == Status.CANON.value and row.end < before
