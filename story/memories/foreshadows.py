"""Foreshadows: planted, hinted at, paid in steps, given up; each memory is one step."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from lorepack.errors import InvalidInputError
from lorepack.records import AUTHOR, ForeshadowFields, ForeshadowStatus, Memory, Told
from story.memories.fields import as_typed, said
from story.memories.rows import carried, place, since
from text.scripts import labelled, mostly_han

CLOSED = frozenset({ForeshadowStatus.PAID, ForeshadowStatus.RETIRED})
"""States of a foreshadow that nothing more is expected of."""

_BEGINNINGS = frozenset({ForeshadowStatus.PLANNED, ForeshadowStatus.PLANTED})


def status_of(memory: Memory) -> ForeshadowStatus:
    """What a step does; one that does not say is a planting where a chapter shows it."""
    stated = as_typed(memory, ForeshadowFields).status
    shown = ForeshadowStatus.PLANTED if memory.known_from else ForeshadowStatus.PLANNED
    return stated or shown


def thread(steps: Sequence[Memory], positions: Mapping[str, int]) -> Told:
    """What the steps of one foreshadow add up to.

    Its fields are the newest ones, the author's before extracted ones; its words are those of the
    last step that has a title, and of all behind it. It is paid once
    as many steps of that status were taken as it takes; what was extracted from chapters up to
    the author's last word closes nothing, since the author would have said so. It is given up
    by a step that retires it, until another one goes on.

    Args:
        steps: Live ones, oldest first.
        positions: Positions of all chapters before, by id.
    """
    own = [m for m in steps if m.origin == AUTHOR]
    counted = _counted(steps, own, positions)
    head = _whole(own or steps, positions)
    merged = carried([*(m for m in steps if m.origin != AUTHOR), *own]).fields
    fields = as_typed(replace(head, fields=merged), ForeshadowFields)
    paid = len(_payoffs(counted))
    folded = replace(
        fields,
        status=_status(counted, paid, fields.payoffs or 1),
        planted_at=_planted_at(steps, positions) or fields.planted_at,
        paid=paid or None,
        step=None,
    )
    return Told(
        memory=replace(head, fields=said(folded)),
        since=since(steps, own[-1], positions) if own else None,
    )


def _whole(steps: Sequence[Memory], positions: Mapping[str, int]) -> Memory:
    """The last step, with what the foreshadow is before it and what came between.

    A step of the author's with a title tells all of it anew, as a planting does; any other one is
    told behind what stood before.
    """
    titled = [n for n, m in enumerate(steps) if _tells_all(m)]
    told = steps[titled[-1] if titled else 0 :]
    words = [told[0].text, *(_step_words(m, place(m, positions)) for m in told[1:])]
    facts = dict.fromkeys(fact for m in told for fact in m.facts)
    return replace(steps[-1], text="\n".join(words), facts=tuple(facts))


def _tells_all(step: Memory) -> bool:
    titled = bool(as_typed(step, ForeshadowFields).title)
    return titled and (step.origin == AUTHOR or status_of(step) in _BEGINNINGS)


def _step_words(step: Memory, at: int) -> str:
    return labelled(f"第{at}章" if mostly_han(step.text) else f"Chapter {at}", step.text)


def _counted(
    steps: Sequence[Memory], own: Sequence[Memory], positions: Mapping[str, int]
) -> list[Memory]:
    last = place(own[-1], positions) if own else -1
    return [m for m in steps if m.origin == AUTHOR or place(m, positions) > last]


def _payoffs(steps: Sequence[Memory]) -> set[object]:
    paid = [m for m in steps if status_of(m) is ForeshadowStatus.PAID]
    return {as_typed(m, ForeshadowFields).step or m.id for m in paid}


def _status(steps: Sequence[Memory], paid: int, payoffs: int) -> ForeshadowStatus:
    last = status_of(steps[-1])
    if last is ForeshadowStatus.RETIRED:
        return last
    if paid >= payoffs:
        return ForeshadowStatus.PAID
    return ForeshadowStatus.ADVANCED if last is ForeshadowStatus.PAID else last


def _planted_at(steps: Sequence[Memory], positions: Mapping[str, int]) -> int | None:
    planted = [m for m in steps if status_of(m) is ForeshadowStatus.PLANTED]
    return min((place(m, positions) for m in planted), default=0) or None


def check_steps(steps: Sequence[Memory], positions: Mapping[str, int]) -> None:
    """Refuse a foreshadow that goes on before it is planted, or whose window is upside down.

    Args:
        steps: All that is said of one foreshadow, in any order.
        positions: Positions of all chapters, by id.

    Raises:
        InvalidInputError: The text names both chapters, or both ends.
    """
    for memory in steps:
        _check_window(memory)
        _check_plan(memory, place(memory, positions))
    planted = [place(m, positions) for m in steps if status_of(m) is ForeshadowStatus.PLANTED]
    for memory in steps:
        status, at = status_of(memory), place(memory, positions)
        if status not in _BEGINNINGS and planted and at < min(planted):
            raise InvalidInputError(
                f"{memory.subject} is planted in chapter {min(planted)}: "
                f"it cannot be {status} in chapter {at} before that"
            )


def _check_window(memory: Memory) -> None:
    fields = as_typed(memory, ForeshadowFields)
    first, last = fields.due_from, fields.due_to
    if first is not None and last is not None and first > last:
        raise InvalidInputError(
            f"{memory.subject} is due from chapter {first} to chapter {last}: that is upside down"
        )


def _check_plan(memory: Memory, at: int) -> None:
    planted_at = as_typed(memory, ForeshadowFields).planted_at
    status = status_of(memory)
    if planted_at is not None and status is not ForeshadowStatus.PLANNED and at < planted_at:
        raise InvalidInputError(
            f"{memory.subject} is to be planted in chapter {planted_at}: "
            f"it cannot be {status} in chapter {at} before that"
        )
