"""Changes: rows written so that they can be put back.

Whatever an author may take back is written through here. Each change keeps its rows as they were
before and after, and taking it back writes the former where the latter still stand.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from pydantic import TypeAdapter

from lorepack.errors import ConflictError, NotFoundError
from lorepack.records import Change, RowChange, Scope, Status
from storage import tables as t
from storage.projects import SqlProjects
from storage.rows import Rows, RowWrite

_ROWS = TypeAdapter(tuple[RowChange, ...])

_KEPT = frozenset({"volume", "chapter"})
"""Tables whose rows others hang on: one that is taken back goes to the trash."""


_OF_NAMES = frozenset({"entity", "alias"})

_BOUNDS = ("known_from", "valid_to", "from_chapter", "to_chapter")
"""Columns that name a chapter."""


class SqlChanges:
    """The changes of a project, within one transaction."""

    def __init__(self, connection: sa.Connection, projects: SqlProjects) -> None:
        self._connection = connection
        self._projects = projects
        self._noted: dict[Scope, list[RowChange]] = {}

    def put(self, scope: Scope, rows: Sequence[RowWrite]) -> None:
        """Write rows, or delete them, and note what they were before."""
        noted = self._rows(scope).put(rows)
        self._noted.setdefault(scope, []).extend(noted)

    def close(
        self, scope: Scope, kind: str, what: str, *, undoes: int | None = None
    ) -> Change | None:
        """Keep what was written since the last call as one change; None if nothing was."""
        rows = self._noted.pop(scope, [])
        if not rows:
            return None
        number = self._projects.number(scope)
        last = sa.select(sa.func.max(t.change.c.id)).where(t.change.c.project == number)
        change = Change(
            id=(self._connection.scalar(last) or 0) + 1,
            at=datetime.now(UTC).isoformat(timespec="seconds"),
            kind=kind,
            what=what,
            undoes=undoes,
        )
        told = asdict(change) | {"rows": _ROWS.dump_python(tuple(rows), mode="json")}
        self._connection.execute(t.change.insert().values(project=number, **told))
        return change

    def discard(self, scope: Scope) -> None:
        """Keep no change of what was written since the last call: it is nobody's to take back."""
        self._noted.pop(scope, None)

    def newest(self, scope: Scope, *, limit: int) -> list[Change]:
        """The newest changes, the last one first."""
        query = self._of(scope).order_by(t.change.c.id.desc()).limit(limit)
        return [_change(row) for row in self._connection.execute(query)]

    def undo(self, scope: Scope, id: int | None) -> Change | None:
        """Write the rows of a change back as they were before it, as a change of its own.

        Args:
            scope: Whose change.
            id: The change; None for the last one that stands and is no undoing itself.

        Returns:
            The change that takes it back.

        Raises:
            NotFoundError: There is none such.
            ConflictError: It is undone already, or one of its rows was changed since.
        """
        row = self._row(scope, id)
        change = _change(row)
        if change.undone_by is not None:
            raise ConflictError(
                f"change {change.id} ({change.what}) was undone by change {change.undone_by}; "
                "undo that one to have it again"
            )
        rows = _merged(_ROWS.validate_python(row.rows))
        self._check(scope, change, rows)
        self.put(scope, [RowWrite(r.table, r.key, _former(r)) for r in reversed(rows)])
        by = self.close(scope, "undo", f"undo of {change.id}: {change.what}", undoes=change.id)
        if by is not None:
            self._mark_undone(scope, change.id, by.id)
        return by

    def forget(self, scope: Scope, ids: Collection[str]) -> None:
        """Drop the changes of these chapters and volumes: they can be taken back no longer.

        What was known from such a chapter, held up to it or was a name between two is of it as
        well. So is what was done to names that are no longer in the registry.
        """
        number = self._projects.number(scope)
        registry = sa.select(t.entity.c.id).where(t.entity.c.project == number)
        named = set(self._connection.scalars(registry))
        self._forget(scope, lambda change: _is_of(change, ids) or _is_of_nobody(change, named))

    def forget_texts(self, scope: Scope, texts: Collection[tuple[str, int]]) -> None:
        """Drop the changes that would bring texts back, told by chapter and revision."""
        places = set(texts)
        self._forget(scope, lambda change: not _texts_of(change).isdisjoint(places))

    def _forget(self, scope: Scope, is_gone: Callable[[RowChange], bool]) -> None:
        gone = [
            row.id
            for row in self._connection.execute(self._of(scope))
            if any(map(is_gone, _ROWS.validate_python(row.rows)))
        ]
        of_project = t.change.c.project == self._projects.number(scope)
        self._connection.execute(t.change.delete().where(of_project, t.change.c.id.in_(gone)))

    def _rows(self, scope: Scope) -> Rows:
        return Rows(self._connection, self._projects.number(scope))

    def _of(self, scope: Scope) -> sa.Select[*tuple[Any, ...]]:
        return sa.select(t.change).where(t.change.c.project == self._projects.number(scope))

    def _row(self, scope: Scope, id: int | None) -> sa.Row[*tuple[Any, ...]]:
        query = self._of(scope).order_by(t.change.c.id.desc())
        if id is None:
            query = query.where(t.change.c.undone_by.is_(None), t.change.c.undoes.is_(None))
        else:
            query = query.where(t.change.c.id == id)
        row = self._connection.execute(query).first()
        if row is None:
            what = "nothing to undo" if id is None else f"no change {id}"
            raise NotFoundError(f"there is {what} in project {scope.project!r}")
        return row

    def _check(self, scope: Scope, change: Change, rows: Sequence[RowChange]) -> None:
        """Refuse to write over what was changed later."""
        stand = self._rows(scope).read([RowWrite(r.table, r.key, None) for r in rows])
        for row, stands in zip(rows, stand, strict=True):
            if stands != row.after:
                raise ConflictError(
                    f"change {change.id} ({change.what}) cannot be undone: {_name(row)} was "
                    "changed since; undo the later changes first"
                )

    def _mark_undone(self, scope: Scope, id: int, by: int) -> None:
        """Note that a change was taken back; what an undoing had taken back stands again."""
        of_project = t.change.c.project == self._projects.number(scope)
        update = t.change.update().where(of_project)
        self._connection.execute(update.where(t.change.c.undone_by == id).values(undone_by=None))
        self._connection.execute(update.where(t.change.c.id == id).values(undone_by=by))


def _is_of(change: RowChange, ids: Collection[str]) -> bool:
    named = {change.key.get("id"), change.key.get("chapter")}
    bounds = {row.get(bound) for row in _sides(change) for bound in _BOUNDS}
    return not (named | bounds).isdisjoint(ids)


def _is_of_nobody(change: RowChange, named: Collection[str]) -> bool:
    if change.table not in _OF_NAMES:
        return False
    return change.key.get("entity", change.key.get("id")) not in named


def _texts_of(change: RowChange) -> set[tuple[str, int]]:
    """Texts of a chapter that a change leads from and to."""
    if change.table == "written":
        return {(change.key["chapter"], change.key["revision"])}
    if change.table != "chapter":
        return set()
    return {(change.key["id"], row.get("current_revision", 0)) for row in _sides(change)}


def _sides(change: RowChange) -> list[Mapping[str, Any]]:
    return [row for row in (change.before, change.after) if row is not None]


def _merged(rows: Sequence[RowChange]) -> list[RowChange]:
    """One entry for each row, from before its first to after its last writing."""
    merged: dict[tuple[Any, ...], RowChange] = {}
    for row in rows:
        place = (row.table, *sorted(row.key.items()))
        first = merged.get(place, row)
        merged[place] = RowChange(
            table=row.table, key=row.key, before=first.before, after=row.after
        )
    return list(merged.values())


def _former(row: RowChange) -> Mapping[str, Any] | None:
    if row.before is None and row.table in _KEPT:
        return {"status": Status.TRASH.value}
    return row.before


def _name(row: RowChange) -> str:
    values = row.after or row.before or {}
    words = " ".join(
        str(values[k]) for k in ("label", "title", "name", "text", "run") if values.get(k)
    )
    return f"{row.table} {words!r}"


def _change(row: sa.Row[*tuple[Any, ...]]) -> Change:
    return Change(
        id=row.id,
        at=row.at,
        kind=row.kind,
        what=row.what,
        undoes=row.undoes,
        undone_by=row.undone_by,
    )
