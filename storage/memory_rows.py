"""Memories as rows of their table, and rows as memories."""

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from lorepack.records import FieldValue, Memory, MemoryKind, MemoryVersion, Provenance


def to_values(memory: Memory, *, retired: bool, seq: int) -> dict[str, Any]:
    """The columns of a memory's newest version, but for whose it is."""
    return {
        "kind": memory.kind.value,
        "subject": memory.subject,
        "text": memory.text,
        "importance": memory.importance,
        "known_from": memory.known_from,
        "valid_to": memory.valid_to,
        "fields": {name: _plain(value) for name, value in memory.fields.items()},
        "facts": list(memory.facts),
        "sources": [asdict(source) for source in memory.sources],
        "visibility": memory.visibility,
        "origin": memory.origin,
        "made_from": memory.made_from,
        "supersedes": memory.supersedes,
        "retired": retired,
        "newest": True,
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "seq": seq,
    }


def _plain(value: FieldValue) -> str | int | list[str]:
    return list(value) if isinstance(value, tuple) else value


def _typed(value: str | int | list[str]) -> FieldValue:
    return tuple(value) if isinstance(value, list) else value


def to_version(row: sa.Row[*tuple[Any, ...]]) -> MemoryVersion:
    """A version as it was said."""
    return MemoryVersion(memory=to_memory(row), at=row.at, retired=row.retired)


def to_memory(row: sa.Row[*tuple[Any, ...]]) -> Memory:
    """The memory itself."""
    return Memory(
        id=row.id,
        kind=MemoryKind(row.kind),
        subject=row.subject,
        text=row.text,
        importance=row.importance,
        known_from=row.known_from,
        valid_to=row.valid_to,
        fields={name: _typed(value) for name, value in row.fields.items()},
        facts=tuple(row.facts),
        sources=tuple(Provenance(**source) for source in row.sources),
        visibility=row.visibility,
        origin=row.origin,
        made_from=row.made_from,
        supersedes=row.supersedes,
        version=row.version,
    )
