"""What is written down about a book and holds just before a chapter."""

from collections.abc import Mapping, Sequence

from lorepack.ports import UnitOfWork
from lorepack.records import Chapter, Entity, Scope, Told
from story.entries import chapter_key, sources
from story.memories import fold, same_in


def memories_before(
    unit: UnitOfWork,
    scope: Scope,
    key: int,
    chapters: Sequence[Chapter],
    entities: Sequence[Entity],
    order: Mapping[str, int],
) -> list[Told]:
    """What memories add up to, one for each subject, oldest first.

    Args:
        unit: The record.
        scope: The project.
        key: Order key of the chapter.
        chapters: Those before it.
        entities: Whose names tell subjects apart.
        order: Places of chapters as the names count them, by id.
    """
    standing = unit.summaries.some(scope, [chapter_key(c) for c in chapters])
    live = unit.memories.live(scope, before=key, made_from=sources(chapters, standing))
    positions = {c.id: c.position for c in chapters}
    return fold(live, positions, same_in(entities, order))
