"""What memories add up to: for each subject, what holds just before a chapter."""

from collections.abc import Callable, Mapping, Sequence

from lorepack.records import AUTHOR, Memory, MemoryKind, NextDutyFields, Told
from story.memories.fields import as_typed
from story.memories.foreshadows import thread
from story.memories.rows import carried, place, since

Same = Callable[[Memory], str]
"""Names the subject of a memory: two that are about the same have the same name."""

CURRENT = frozenset(
    {
        *(MemoryKind.BIBLE, MemoryKind.VOLUME_OUTLINE, MemoryKind.MAINLINE),
        *(MemoryKind.CHARACTER_STATE, MemoryKind.RELATIONSHIP, MemoryKind.SCENE),
        *(MemoryKind.ITEM, MemoryKind.PREFERENCE),
    }
)
"""Kinds of which the newest word on a subject is the one that holds. The others each stand for
themselves: a second rule, event or decision on a subject does not end the first."""


def by_subject(memory: Memory) -> str:
    """A subject means what it says."""
    return memory.subject


def fold(
    memories: Sequence[Memory], positions: Mapping[str, int], same: Same = by_subject
) -> list[Told]:
    """Fold what is live before a chapter into what holds there, oldest first.

    * The newest word on a subject holds. Fields that it leaves unsaid are those said before.
    * An author's word outranks extracted ones of its own and of former chapters; the newest one
      extracted from a later chapter stands beside it.
    * All steps of a foreshadow make one: see `thread`.
    * A duty is gone once one on the same subject says that it is met. An extracted one is for
      the next chapter alone, for nobody says later whether it was met: editing it makes it an
      author's, which stays until it is.

    Args:
        memories: Live ones, oldest first.
        positions: Positions of all chapters before, by id.
        same: Which subjects are one.
    """
    codes = _codes(memories)
    duties = _open_duties(memories, positions, same)
    groups: dict[tuple[object, ...], list[Memory]] = {}
    for nth, memory in enumerate(memories):
        if memory.kind is not MemoryKind.NEXT_DUTY or memory.id in duties:
            group = _group(memory, codes.get(memory.id) or same(memory), nth)
            groups.setdefault(group, []).append(memory)
    places = {memory.id: nth for nth, memory in enumerate(memories)}
    told = [_told(group, positions) for group in groups.values()]
    return sorted(told, key=lambda one: places[one.memory.id])


def _group(memory: Memory, subject: str, nth: int) -> tuple[object, ...]:
    folds = memory.kind in CURRENT or memory.kind is MemoryKind.FORESHADOW
    return (memory.kind, subject) if folds and memory.subject else (memory.kind, "", nth)


def _codes(memories: Sequence[Memory]) -> dict[str, str]:
    """Codes of foreshadows that are filed under a title, by id, where another one tells both."""
    foreshadows = [m for m in memories if m.kind is MemoryKind.FORESHADOW]
    titles = {m.fields.get("title"): m.subject for m in foreshadows if m.origin == AUTHOR}
    return {m.id: titles[m.subject] for m in foreshadows if m.subject in titles}


def _told(group: Sequence[Memory], positions: Mapping[str, int]) -> Told:
    if group[0].kind is MemoryKind.FORESHADOW:
        return thread(group, positions)
    own = [m for m in group if m.origin == AUTHOR]
    if not own:
        return Told(memory=carried(group))
    return Told(memory=carried(own), since=since(group, own[-1], positions))


def _open_duties(memories: Sequence[Memory], positions: Mapping[str, int], same: Same) -> set[str]:
    """Ids of the duties that are still to be met."""
    last = max(positions.values(), default=0)
    open_: dict[str, str] = {}
    for memory in memories:
        if memory.kind is not MemoryKind.NEXT_DUTY:
            continue
        subject = same(memory) if memory.subject else ""
        if as_typed(memory, NextDutyFields).met:
            open_ = {id: of for id, of in open_.items() if not subject or of != subject}
        elif memory.origin == AUTHOR or place(memory, positions) == last:
            open_[memory.id] = subject
    return set(open_)
