"""The card of a chapter: the one asked with, else the one that its author stored for it."""

from lorepack.ports import UnitOfWork
from lorepack.records import (
    ChapterCard,
    ChapterCardFields,
    Memory,
    PackRequest,
    Scope,
)
from retrieval.pack.cards.reading import completed
from story.memories import as_typed


def card_for(
    unit: UnitOfWork, scope: Scope, request: PackRequest, position: int, before: int
) -> tuple[ChapterCard, str]:
    """The card of a chapter with all that its text tells, and the id of the memory it is from.

    Args:
        unit: An open read.
        scope: The project.
        request: Whose card goes first; one that says nothing is none.
        position: Of the chapter to be written, as the author planned it.
        before: Order key of the chapter.
    """
    if request.card not in (None, ChapterCard()):
        return completed(request.card), ""
    own = unit.memories.cards(scope, position, before=before)
    return (completed(stored_card(own[-1])), own[-1].id) if own else (ChapterCard(), "")


def stored_card(memory: Memory) -> ChapterCard:
    """What a memory of kind `chapter_card` says, as a card."""
    said = as_typed(memory, ChapterCardFields)
    return ChapterCard(
        title=said.title,
        goal=said.goal,
        must_happen=said.must_happen,
        must_not=said.must_not,
        people=said.people,
        places=said.places,
        items=said.items,
        foreshadow_codes=said.foreshadow_codes,
        pov=said.pov,
        ending_hook=said.ending_hook,
        text=memory.text,
    )
