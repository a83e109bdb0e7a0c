"""Reading the typed fields of a memory out of what was handed in or stored."""

import re
from collections.abc import Mapping
from dataclasses import asdict, fields
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from lorepack.errors import InvalidInputError
from lorepack.records import MEMORY_FIELDS, FieldValue, Memory, MemoryKind

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")

_LISTED = re.compile(r"\s*[、；;\n]\s*")
_SENTENCES = frozenset({"must_happen", "must_not"})
"""Fields whose values are sentences: `、` stands inside them rather than between."""
_PARTED = re.compile(r"\s*[；;\n]\s*")
_RECKONED = {(MemoryKind.FORESHADOW, "paid")}
"""Fields that are the outcome of a fold."""

MOST_CHARACTERS = 20_000
"""Of one field."""


def read_fields(kind: MemoryKind, given: Mapping[str, object]) -> dict[str, FieldValue]:
    """Check the fields of a memory, and give each the type it has.

    Text stands for a number where it is one, and for several names where they are parted by
    `、`, `;` or line ends. Fields that say nothing are left out.

    Raises:
        InvalidInputError: There is no such field, or it cannot hold the value; the text names
            both and what is allowed.
    """
    read: dict[str, FieldValue] = {}
    for name, value in given.items():
        if name not in _types(kind) or (kind, name) in _RECKONED:
            known = ", ".join(n for n in _types(kind) if (kind, n) not in _RECKONED)
            raise InvalidInputError(f"{kind} has no field {name!r}; it has: {known}")
        read |= _one(kind, name, value)
    return read


def as_typed(memory: Memory, record: type[T]) -> T:
    """The fields of a stored memory as the record of its kind.

    A value that this version cannot read, which an older one let in, says nothing.
    """
    read: dict[str, Any] = {}
    for name in _types(memory.kind).keys() & memory.fields.keys():
        try:
            read |= _one(memory.kind, name, memory.fields[name])
        except InvalidInputError:
            continue
    return record(**read)


def said(record: "DataclassInstance") -> dict[str, FieldValue]:
    """The fields of a record that say something."""
    return {name: value for name, value in asdict(record).items() if value not in (None, "", ())}


def _one(kind: MemoryKind, name: str, value: object) -> dict[str, FieldValue]:
    adapter = _types(kind)[name]
    try:
        parts = _PARTED if name in _SENTENCES else _LISTED
        read = adapter.validate_python(_prepared(value, adapter, parts))
    except ValidationError as error:
        why = error.errors()[0]["msg"]
        raise InvalidInputError(f"field {name!r} of {kind} cannot be {value!r}: {why}") from error
    if len(str(read)) > MOST_CHARACTERS:
        raise InvalidInputError(
            f"field {name!r} of {kind} holds {len(str(read)):,} characters; "
            f"at most {MOST_CHARACTERS:,} are allowed"
        )
    return {} if read in (None, "", ()) else {name: read}


def _prepared(value: object, adapter: TypeAdapter[Any], parts: re.Pattern[str]) -> object:
    if adapter is _several():
        return tuple(filter(None, parts.split(value.strip()))) if isinstance(value, str) else value
    if adapter is _words() and isinstance(value, int) and not isinstance(value, bool):
        return str(value)  # an age may be handed in as a number
    if isinstance(value, str):
        value = value.strip()
        return value if adapter is _words() else value or None
    return value


@cache
def _types(kind: MemoryKind) -> Mapping[str, TypeAdapter[Any]]:
    shared = {str: _words(), tuple[str, ...]: _several()}
    return {
        field.name: shared.get(field.type) or TypeAdapter[Any](field.type)  # pyright: ignore
        for field in fields(MEMORY_FIELDS[kind])
    }


@cache
def _words() -> TypeAdapter[Any]:
    return TypeAdapter(str)


@cache
def _several() -> TypeAdapter[Any]:
    return TypeAdapter(tuple[str, ...])
