"""The cut: which chapters and windows tell the story so far, each in which form, for a budget.

A prompt cache keeps what stands before the first difference, so whatever changes has to change as
near the end as it can. Three rules see to that:

* The last chapters are a run that begins where a window ends. Each is told in full when it comes,
  and stays so: the run only grows at its end, until a window closes whose end lies at least five
  chapters back. That window then takes the place of its chapters.
* What lies before the run is told by classes, each in one form throughout: windows of windows, the
  windows since the last one of those, and, where there is room, the chapters of the nearest
  windows. So one more window is one more entry at the end, and nothing before it changes.
* What lies before the run has room of its own, so that it does not shrink while the run grows.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate, takewhile

from lorepack.errors import BudgetError
from story.coverage.tree import USUAL, Lengths, Node


class Detail(StrEnum):
    """How much of a chapter or window is told."""

    FULL = "full"
    SHORT = "short"
    LINE = "line"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry of the story so far."""

    node: Node
    form: Detail


Sizes = Callable[[Node, Detail], int]
"""Tokens of a node told in a form, with whatever separates it from the next entry."""

RECENT = 5
"""So many chapters before the one to be written are told in full if they fit."""
KEPT = 5
"""So many windows before the run stand by themselves though a window of windows holds them."""
RUN_SHARE = 0.8
"""Of the budget, held back for the run."""
USUAL_SIZE = 210
"""Tokens of a chapter told in full, expected of those to come."""


def coarsest(forest: Sequence[Node], sizes: Sizes) -> int:
    """Tokens of the shortest story so far: a line for each node of the forest."""
    return sum(sizes(node, Detail.LINE) for node in forest)


def cut(
    forest: Sequence[Node], sizes: Sizes, budget: int, lengths: Lengths = USUAL
) -> tuple[Entry, ...]:
    """Choose entries that cover every chapter of the forest once and fit the budget.

    Levels only fall towards the end; among entries of one level before the run, and among those of
    the run, forms only grow richer.

    Args:
        forest: As planted from the chapters before the one to be written.
        sizes: Tokens of any node in any form.
        budget: Tokens for all entries together.
        lengths: How many members a window has, as the forest was planted.

    Returns:
        Entries in reading order.

    Raises:
        BudgetError: Not even the coarsest story so far fits.
    """
    least = coarsest(forest, sizes)
    if least > budget:
        raise BudgetError(budget, {"story_so_far": least}, least)
    before, run = _parted(forest, sizes, budget)
    room = budget - max(_reserve(budget, lengths), coarsest(run, sizes))
    far = _far(before, sizes, max(room, coarsest(before, sizes)))
    return (*far, *_run(run, sizes, budget - _total(far, sizes)))


def _reserve(budget: int, lengths: Lengths) -> int:
    longest = RECENT + lengths.longest - 1
    return min(int(RUN_SHARE * budget), longest * USUAL_SIZE)


def _parted(
    forest: Sequence[Node], sizes: Sizes, budget: int
) -> tuple[Sequence[Node], Sequence[Node]]:
    """What lies before the run, and the run; one that is shorter where lines are all that fits."""
    before, run = _behind(forest, 0, RECENT)
    if coarsest(before, sizes) + coarsest(run, sizes) <= budget:
        return before, run
    return _behind(forest, 0, 0)


def _behind(nodes: Sequence[Node], level: int, least: int) -> tuple[list[Node], list[Node]]:
    """Part nodes into those of higher levels and the run of this one, at the end.

    Args:
        nodes: In reading order, coarse ones first.
        level: The run's.
        least: Members of the run; higher nodes are opened where it has fewer.
    """
    before, run = list(nodes), list[Node]()
    while before and (before[-1].level <= level or len(run) < least):
        node = before.pop()
        if node.level <= level:
            run.append(node)
        else:
            before.extend(node.children)
    return before, run[::-1]


# --- what lies before the run


def _far(before: Sequence[Node], sizes: Sizes, room: int) -> list[Entry]:
    """The richest way to tell it that fits, of a few that differ by whole classes."""
    told = _all(before, Detail.LINE)
    for richer in takewhile(lambda way: _total(way, sizes) <= room, _ways(before)):
        told = richer
    return told


def _ways(before: Sequence[Node]) -> Iterator[list[Entry]]:
    """Ways to tell what lies before the run, each richer than the one before."""
    higher, windows = _behind(before, 1, KEPT)
    yield [*_all(higher, Detail.LINE), *_all(windows, Detail.LINE)]
    yield [*_all(higher, Detail.LINE), *_all(windows, Detail.SHORT)]
    yield [*_all(higher, Detail.SHORT), *_all(windows, Detail.SHORT)]
    yield [*_all(higher, Detail.SHORT), *_all(windows, Detail.FULL)]
    for chapters, form in _opened(before):
        earlier, opened = _behind(before, 0, chapters)
        higher, windows = _behind(earlier, 1, KEPT)
        farther = [*_all(higher, Detail.SHORT), *_all(windows, Detail.FULL)]
        yield [*farther, *_all(opened, form)]


def _opened(before: Sequence[Node]) -> Iterator[tuple[int, Detail]]:
    """How many chapters to tell one by one, and how: twice as many each time, then in full.

    What is twice as much is seldom reached, so that the number stays while windows close.
    """
    count = before[-1].last + 1 if before else 0
    steps = [RECENT * 2**nth for nth in range(count.bit_length()) if RECENT * 2**nth < count]
    for form in (Detail.SHORT, Detail.FULL) if count else ():
        yield from ((chapters, form) for chapters in (*steps, count))


# --- the run


def _run(chapters: Sequence[Node], sizes: Sizes, room: int) -> list[Entry]:
    """Tell the run as it grew: a chapter more in full, until one no longer fits.

    Then those before the last five give up their words together, and it grows on.
    """
    told: list[Entry] = []
    for count, chapter in enumerate(chapters, 1):
        lines = coarsest(chapters[count:], sizes)
        told.append(Entry(node=chapter, form=Detail.FULL))
        if _total(told, sizes) + lines > room:
            told = _shortened(chapters[:count], sizes, room - lines)
    return told


def _shortened(chapters: Sequence[Node], sizes: Sizes, room: int) -> list[Entry]:
    """The last five in full and those before in lines.

    Where fewer than five fit, half of those that do: else the very next chapter would take the
    place of one again.
    """
    recent = chapters[: -RECENT - 1 : -1]  # nearest first
    spare = room - coarsest(chapters, sizes)
    more = [sizes(node, Detail.FULL) - sizes(node, Detail.LINE) for node in recent]
    fitting = sum(used <= spare for used in accumulate(more))
    kept = fitting if fitting == len(recent) else (fitting + 1) // 2
    spare -= sum(more[:fitting])
    short = [sizes(node, Detail.SHORT) - sizes(node, Detail.LINE) for node in recent[kept:]]
    shown = sum(used <= spare for used in accumulate(short))
    forms = [Detail.FULL] * kept + [Detail.SHORT] * shown
    forms += [Detail.LINE] * (len(chapters) - len(forms))
    return [Entry(node=n, form=f) for n, f in zip(chapters, reversed(forms), strict=True)]


def _all(nodes: Sequence[Node], form: Detail) -> list[Entry]:
    return [Entry(node=node, form=form) for node in nodes]


def _total(entries: Sequence[Entry], sizes: Sizes) -> int:
    return sum(sizes(entry.node, entry.form) for entry in entries)
