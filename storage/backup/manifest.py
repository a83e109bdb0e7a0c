"""What a backup says of itself: `manifest.json`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from pydantic import TypeAdapter, ValidationError

from lorepack.errors import InvalidInputError

MANIFEST = "manifest.json"
FORMAT = "lorepack-backup"
VERSION = 1
"""Counts changes to how a backup is laid out; what its rows hold is the schema's affair."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberSum:
    """What a file in a backup must be."""

    bytes: int
    sha256: str
    """Of its bytes as they are unpacked, in hexadecimal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What a backup holds."""

    format: str
    version: int
    schema: str
    """Revision of the schema that the rows are of."""
    tenant: str
    project: str
    at: str
    """When it was written, ISO 8601 in UTC."""
    tables: Mapping[str, int]
    """How many rows there are of each table."""
    members: Mapping[str, MemberSum]
    """Every other file, by its path."""


_MANIFEST = TypeAdapter(Manifest)


def table_member(table: str) -> str:
    """The file that holds a table's rows."""
    return f"tables/{table}.jsonl"


def dump_manifest(manifest: Manifest) -> bytes:
    """Write it down for people and programs."""
    return _MANIFEST.dump_json(manifest, indent=2) + b"\n"


def load_manifest(name: str, data: bytes) -> Manifest:
    """Read it.

    Args:
        name: The backup's name, for messages.
        data: The bytes of its `manifest.json`.

    Raises:
        InvalidInputError: It is none of ours, or of a newer layout.
    """
    try:
        told: Any = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise _foreign(name, f"its {MANIFEST} is no JSON ({error})") from error
    if not isinstance(told, dict) or cast("dict[str, Any]", told).get("format") != FORMAT:
        raise _foreign(name, f"its {MANIFEST} does not say {FORMAT!r}")
    _check_version(name, cast("dict[str, Any]", told).get("version"))
    try:
        return _MANIFEST.validate_json(data, strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise _foreign(name, f"{place} in its {MANIFEST}: {first['msg']}") from error


def _check_version(name: str, version: object) -> None:
    if isinstance(version, int) and version > VERSION:
        raise InvalidInputError(
            f"{name} is laid out in version {version}, by a newer lorepack; this one reads up to "
            f"version {VERSION}: update it"
        )


def _foreign(name: str, why: str) -> InvalidInputError:
    return InvalidInputError(f"{name} is no backup that `lorepack export` wrote: {why}")
