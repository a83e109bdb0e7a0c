"""The registry as a table, for spreadsheets and for other programs."""

import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from io import StringIO
from typing import Any, Never

from ingest.alias_rules import cleaned
from ingest.registry import KINDS, Order, Registry, Room, add, own, restated
from lorepack.errors import InvalidInputError, LorepackError
from lorepack.records import Alias, AliasKind, Entity, FactKind, Scope
from text.aliases import SILENT, plain

COLUMNS = ("entity", "kind", "alias", "alias_kind", "from", "to", "confirmed")
"""One row for each alias; `from` and `to` are positions of chapters."""

_FORMULA = frozenset("=+-@\t\r")
"""What makes a spreadsheet take a cell for a formula, at its beginning."""
_YES, _NO = frozenset({"yes", "true", "1", "x"}), frozenset({"", "no", "false", "0"})


class TableFormat(StrEnum):
    """How a table is written."""

    CSV = "csv"
    JSON = "json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of a table."""

    where: str
    """Its place, for people."""
    cells: Mapping[str, str]
    """By column; what is not said is empty."""

    def refuse(self, column: str, why: str) -> Never:
        """Say where and why the table cannot be taken.

        Raises:
            InvalidInputError: Always.
        """
        raise InvalidInputError(f"{self.where}, column {column}: {why}")


def written(registry: Registry, chapters: Sequence[str], form: TableFormat) -> str:
    """The found and the author's entities as a table; importing it again changes nothing.

    Args:
        registry: All there is.
        chapters: Ids of the chapters of the book, by position; any other is written as its id.
        form: How to write it.
    """
    position = {id: nth for nth, id in enumerate(chapters, 1)}
    rows = [row for e in registry if e.origin not in SILENT for row in _rows(e, position)]
    if form is TableFormat.JSON:
        return json.dumps(rows, ensure_ascii=False, indent=1)
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows([_guarded(_as_cell(row[column])) for column in COLUMNS] for row in rows)
    return out.getvalue()


def _rows(entity: Entity, position: Mapping[str, int]) -> Iterator[dict[str, object]]:
    def place(chapter: str | None) -> object:
        return None if chapter is None else position.get(chapter, chapter)

    for alias in entity.aliases:
        yield {
            "entity": entity.name,
            "kind": entity.kind.value,
            "alias": alias.text,
            "alias_kind": alias.kind.value,
            "from": place(alias.from_chapter),
            "to": place(alias.to_chapter),
            "confirmed": alias.confirmed,
        }


def _as_cell(value: object) -> str:
    return ("yes" if value else "") if isinstance(value, bool) else _cell(value)


def _guarded(cell: str) -> str:
    return f"'{cell}" if _reads_as_formula(cell.lstrip("'")) else cell


def _unguarded(cell: str) -> str:
    return cell[1:] if cell[:1] == "'" and _reads_as_formula(cell.lstrip("'")) else cell


def _reads_as_formula(cell: str) -> bool:
    return cell[:1] in _FORMULA and cell != ""


def read_table(data: bytes, form: TableFormat) -> list[Row]:
    """Read a table; nothing is said yet about what its cells mean.

    Raises:
        InvalidInputError: It is no UTF-8 text or no table; the text says where.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInputError(
            f"the table is no UTF-8 text: byte {error.start} is wrong; save it as UTF-8"
        ) from error
    return list(_from_json(text) if form is TableFormat.JSON else _from_csv(text))


def _from_csv(text: str) -> Iterator[Row]:
    head = text.partition("\n")[0]
    delimiter = max(",;\t", key=head.count)
    lines = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    nothing: list[str] = []
    try:
        columns = _columns([cell.strip().lower() for cell in next(lines, nothing)], "line 1")
        for cells in lines:
            if any(cells):
                yield _row(f"line {lines.line_num}", columns, map(_unguarded, cells), len(cells))
    except csv.Error as error:
        raise InvalidInputError(f"line {lines.line_num}: {error}") from error


def _row(where: str, columns: Sequence[str], cells: Iterable[str], count: int) -> Row:
    if count > len(columns):
        raise InvalidInputError(f"{where} has {count} cells, and the table {len(columns)} columns")
    return Row(where=where, cells=dict(zip(columns, cells, strict=False)))


def _columns(names: Sequence[str], where: str) -> Sequence[str]:
    for name in names:
        if name not in COLUMNS:
            known = ", ".join(COLUMNS)
            raise InvalidInputError(f"{where}: there is no column {name!r}; there are: {known}")
    if "entity" not in names or len(set(names)) < len(names):
        raise InvalidInputError(f"{where} needs the column 'entity', and each column once")
    return names


def _from_json(text: str) -> Iterator[Row]:
    try:
        entries: Any = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise InvalidInputError(f"the table is no JSON: {error}") from error
    if not isinstance(entries, list):
        raise InvalidInputError("the table is no JSON list of objects")
    for nth, entry in enumerate(entries, 1):  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
        where = f"entry {nth}"
        if not isinstance(entry, dict):
            raise InvalidInputError(f"{where} is no JSON object")
        cells: dict[Any, Any] = dict(entry)  # pyright: ignore[reportUnknownArgumentType]
        _columns(list(map(str, cells)), where)
        yield Row(where=where, cells={str(k): _cell(v) for k, v in cells.items()})


def _cell(value: object) -> str:
    return "" if value is None else str(value)


def imported(
    scope: Scope, registry: Registry, rows: Sequence[Row], order: Order, chapters: Sequence[str]
) -> list[Entity]:
    """The registry with what a table says; what it does not speak of stays as it is.

    Args:
        scope: Project of the registry.
        registry: All there is.
        rows: The table.
        order: Places of the chapters, by id.
        chapters: Ids of the chapters of the book, by position.

    Raises:
        InvalidInputError: Something in the table cannot be; the text names line and column.
    """
    by_name: dict[str, list[Row]] = {}
    for row in rows:
        by_name.setdefault(_name(row, "entity"), []).append(row)
    after = {e.id: e for e in registry}
    namesakes: dict[str, list[str]] = {}
    for entity in registry:
        namesakes.setdefault(plain(entity.name), []).append(entity.id)
    for name, of_one in by_name.items():
        ids = namesakes.setdefault(plain(name), [])
        room = Room(namesakes=[after[id] for id in ids], taken=after.keys())
        entity = _entity(scope, room, of_one, order, chapters)
        ids += [] if entity.id in after else [entity.id]
        after[entity.id] = entity
    return list(after.values())


def _entity(
    scope: Scope, room: Room, rows: Sequence[Row], order: Order, chapters: Sequence[str]
) -> Entity:
    name, kind = _name(rows[0], "entity"), _kind(rows)
    aliases = [_alias(row, order, chapters) for row in rows if row.cells.get("alias", "").strip()]
    live = [e for e in room.namesakes if e.origin not in SILENT]
    former = min(live, key=lambda e: e.name != name, default=None)
    try:
        if former is None:
            return add(scope, room, name, kind or FactKind.PERSON, aliases, order)
        entity = restated(former, aliases, order)
    except LorepackError as error:
        _refuse_one_of(rows, str(error))
    kept = kind in {None, former.kind}
    return entity if kept else replace(own(entity), kind=kind or former.kind)


def _refuse_one_of(rows: Sequence[Row], why: str) -> Never:
    """Blame the line whose alias the text is about, the first one if it names none."""
    blamed = next((r for r in rows if repr(r.cells.get("alias", "").strip()) in why), rows[0])
    blamed.refuse("alias", why)


def _name(row: Row, column: str) -> str:
    try:
        return cleaned(row.cells.get(column, ""))
    except InvalidInputError as error:
        row.refuse(column, str(error))


def _kind(rows: Sequence[Row]) -> FactKind | None:
    kinds: list[FactKind] = []
    for row in rows:
        said = row.cells.get("kind", "").strip().lower()
        if said and said not in KINDS:
            row.refuse("kind", f"{said!r} is none of {', '.join(KINDS)}")
        if said and kinds and said != kinds[0]:
            row.refuse("kind", f"{said!r}, and {kinds[0].value!r} in a line before")
        kinds += [FactKind(said)] if said else []
    return kinds[0] if kinds else None


def _alias(row: Row, order: Order, chapters: Sequence[str]) -> Alias:
    kind = row.cells.get("alias_kind", "").strip().lower() or AliasKind.NAME.value
    if kind not in set(AliasKind):
        row.refuse("alias_kind", f"{kind!r} is none of {', '.join(AliasKind)}")
    confirmed = row.cells.get("confirmed", "").strip().lower()
    if confirmed not in _YES | _NO:
        row.refuse("confirmed", f"{confirmed!r} is neither yes nor no")
    return Alias(
        text=_name(row, "alias"),
        kind=AliasKind(kind),
        from_chapter=_chapter(row, "from", order, chapters),
        to_chapter=_chapter(row, "to", order, chapters),
        confirmed=confirmed in _YES,
    )


def _chapter(row: Row, column: str, order: Order, chapters: Sequence[str]) -> str | None:
    said = row.cells.get(column, "").strip()
    if not said or said in order:
        return said or None
    if said.isdecimal() and len(said) < 9 and 1 <= int(said) <= len(chapters):
        return chapters[int(said) - 1]
    row.refuse(
        column, f"there is no chapter {said!r}; say a position from 1 to {len(chapters)}, or an id"
    )
