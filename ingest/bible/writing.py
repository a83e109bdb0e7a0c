"""Writing memories out as a story bible that reads back as the same ones."""

from collections.abc import Sequence
from typing import ClassVar

import yaml

from lorepack.records import AUTHOR, FieldValue, MemoryDraft, MemoryKind, MemoryView

_USUAL = MemoryDraft(kind=MemoryKind.NOTE, text="").importance


def _lines(_: object, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return yaml.ScalarNode("tag:yaml.org,2002:str", text, style=style)


class _Dumper(yaml.SafeDumper):
    """Writes no aliases, which the reader does not take, and lines as they stand."""

    yaml_representers: ClassVar = {
        **yaml.SafeDumper.yaml_representers,
        str: _lines,
    }

    def ignore_aliases(self, data: object) -> bool:
        """Write everything out."""
        return True


def write_bible(memories: Sequence[MemoryView]) -> str:
    """YAML with a section for each kind, in the order of the kinds."""
    sections = {
        kind.value: [_written(m) for m in memories if m.kind is kind] for kind in MemoryKind
    }
    told = {kind: entries for kind, entries in sections.items() if entries}
    return str(
        yaml.dump(told, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=10_000)  # pyright: ignore[reportUnknownMemberType]
    )


def _written(memory: MemoryView) -> dict[str, object]:
    entry: dict[str, object] = {
        "id": memory.id,
        "subject": memory.subject,
        "text": memory.text,
        "importance": None if memory.importance == _USUAL else memory.importance,
        "known_from": memory.known_from,
        "valid_to": memory.valid_to,
        "visibility": "" if memory.visibility == AUTHOR else memory.visibility,
        "supersedes": memory.supersedes,
        **{name: _value(value) for name, value in memory.fields.items()},
    }
    return {key: value for key, value in entry.items() if value not in (None, "")}


def _value(value: FieldValue) -> object:
    return list(value) if isinstance(value, tuple) else value
