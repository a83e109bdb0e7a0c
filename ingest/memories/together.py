"""What is written beside what there is: steps that contradict each other, places that are taken."""

from collections.abc import Mapping, Sequence

from ingest.memories.held import Held, by_step
from lorepack.errors import ConflictError, InvalidInputError, StaleError
from lorepack.records import ForeshadowStatus, Memory, MemoryKind
from story.memories import check_steps, status_of


def check_together(held: Held, written: Sequence[Memory]) -> None:
    """Refuse memories that do not go with those there are.

    Raises:
        InvalidInputError: Steps of a foreshadow contradict each other.
        ConflictError: One would take the place of what has been replaced, or is not there.
    """
    positions = held.positions
    ids = {m.id for m in written}
    new = [m for m in written if m.known_from is None or m.known_from in positions]
    steps = by_step([*(m for m in held.holding if m.id not in ids), *new])
    for code in by_step(new):
        check_steps(steps[code], positions)
        _check_begun(held, code, steps[code])
    former = {v.memory.id: None if v.retired else v.memory.supersedes for v in held.versions}
    places = former | {m.id: m.supersedes for m in written}
    for memory in written:
        if memory.supersedes != former.get(memory.id):  # what it replaced may be hidden by now
            _check_place(places, memory)


def _check_begun(held: Held, code: str, steps: Sequence[Memory]) -> None:
    known = [*steps, *held.on(MemoryKind.FORESHADOW, code)]
    beginnings = {ForeshadowStatus.PLANNED, ForeshadowStatus.PLANTED}
    if not any(status_of(m) in beginnings for m in known):
        status = status_of(steps[0])
        raise InvalidInputError(f"there is no foreshadow {code!r} that could be {status}")


def _check_place(places: Mapping[str, str | None], memory: Memory) -> None:
    """Refuse a place that is not there, or taken, or in a ring.

    Args:
        places: For every memory, by id, the one whose place it takes.
        memory: One of them.
    """
    if memory.supersedes is None:
        return
    if memory.supersedes not in places:
        raise ConflictError(f"there is no memory {memory.supersedes!r} to take the place of")
    others = [id for id, of in places.items() if of == memory.supersedes and id != memory.id]
    if others:
        raise ConflictError(
            f"{memory.supersedes} is replaced by {others[0]} already; edit that one"
        )
    if _is_ring(places, memory.id):
        raise ConflictError(f"{memory.id} would take the place of what took its own")


def _is_ring(places: Mapping[str, str | None], id: str) -> bool:
    seen: set[str] = set()
    at: str | None = id
    while at is not None and at not in seen:
        seen.add(at)
        at = places.get(at)
    return at is not None


def check_version(memory: Memory, based_on: int | None) -> None:
    """Refuse a write that is based on another version than the newest one.

    Raises:
        StaleError: It is.
    """
    if based_on is not None and based_on != memory.version:
        raise StaleError(
            f"memory {memory.id} has changed: its version is {memory.version}, "
            f"not {based_on}; read it again"
        )
