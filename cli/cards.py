"""Chapter cards and memories out of files."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from pydantic import TypeAdapter, ValidationError

from cli.files import read_bytes
from lorepack.errors import InvalidInputError
from lorepack.records import ChapterCard, ChapterView, Memory
from retrieval.pack.cards.reading import completed

_CARD = TypeAdapter(ChapterCard)
_MEMORY = TypeAdapter(Memory)
_ENTRIES = TypeAdapter(list[dict[str, Any]])


def read_card(path: Path) -> ChapterCard:
    """Read a card: a JSON object of its fields, or free text, of which labels make fields.

    Raises:
        InvalidInputError: The file cannot be read, or its JSON is no card.
    """
    try:
        text = read_bytes(path).decode()
    except UnicodeDecodeError as error:
        raise InvalidInputError(f"{path} is no UTF-8 text") from error
    if not text.lstrip().startswith("{"):
        return completed(ChapterCard(text=text.strip()))
    try:
        return _CARD.validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        place = "".join(f"{part}: " for part in first["loc"])
        raise InvalidInputError(f"{path} is no chapter card: {place}{first['msg']}") from error


def read_memories(path: Path, chapters: Sequence[ChapterView]) -> list[Memory]:
    """Read a list of memories whose `chapter` is a position, 0 for what was planned ahead."""
    memories: list[Memory] = []
    entries: list[dict[str, Any]] = _ENTRIES.validate_json(read_bytes(path))
    for nth, entry in enumerate(entries):
        position = int(entry.pop("chapter"))
        known_from = chapters[position - 1].id if position else None
        id = str(uuid5(NAMESPACE_URL, f"{path.parent.name}/{nth}"))
        memories.append(_MEMORY.validate_python({"id": id, "known_from": known_from, **entry}))
    return memories
