"""Names that the book itself makes known, and where they stand."""

from collections.abc import Mapping, Sequence
from uuid import NAMESPACE_URL, uuid5

from lorepack.records import Entity, Mention, Scope
from text.aliases import AliasMatcher
from text.names import discover


def find_names(scope: Scope, chapters: Sequence[tuple[str, str]]) -> list[Entity]:
    """Find entities in a whole book, told apart by where a reader comes to know them.

    Args:
        scope: Project the entities belong to.
        chapters: Id and text of every chapter, in reading order.
    """
    ids = [chapter_id for chapter_id, _ in chapters]
    return [
        Entity(
            id=str(uuid5(NAMESPACE_URL, f"entity:{scope.tenant}/{scope.project}/{found.name}")),
            kind=found.kind,
            name=found.name,
            aliases=(found.name, *found.aliases),
            known_from=ids[found.known_from],
        )
        for found in discover([text for _, text in chapters])
    ]


def find_mentions(entities: Sequence[Entity], texts: Mapping[str, str]) -> dict[str, list[Mention]]:
    """Find every mention of the entities, by chapter id."""
    matcher = AliasMatcher(entities)
    return {chapter_id: matcher.find(text) for chapter_id, text in texts.items()}
