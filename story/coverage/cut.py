"""The cut: which chapters and windows tell the story so far, each in which form, for a budget.

What stands before the last closed window of chapters is planned once and stays as it is until the
next one closes: meanwhile the text only grows at its end, and a prompt cache keeps its prefix.
The chapters after it are written out of a reserve that was held back for them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

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
RESERVE_SHARE = 0.45
"""Of the budget, held back for the chapters after the last closed window: of the default section
(2,000 tokens) five full chapters and the lines of a long run take that much."""
OPEN_SHARE = 0.25
"""Of the budget, what opening windows may use: more would leave the nearest chapters as lines."""
USUAL_SIZES = {Detail.FULL: 200, Detail.SHORT: 40, Detail.LINE: 16}
"""Tokens expected of chapters to come, whose sizes nobody knows yet."""


def coarsest(forest: Sequence[Node], sizes: Sizes) -> int:
    """Tokens of the shortest story so far: a line for each node of the forest."""
    return sum(sizes(node, Detail.LINE) for node in forest)


def cut(
    forest: Sequence[Node], sizes: Sizes, budget: int, lengths: Lengths = USUAL
) -> tuple[Entry, ...]:
    """Choose entries that cover every chapter of the forest once and fit the budget.

    The entries before the end of the last closed window follow from the chapters up to there, the
    sizes and the budget alone, as long as the reserve holds a line for each chapter after it.

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
    windows = [node for node in forest if node.level]
    chapters = forest[len(windows) :]
    spare = budget - coarsest(windows, sizes)
    lines = coarsest(chapters, sizes)
    if lines > spare:
        raise BudgetError(budget, {"story_so_far": budget - spare + lines}, budget - spare + lines)
    reserve = min(max(_reserve(budget, lengths), lines), spare)
    planned = _plan(windows, sizes, budget - reserve, int(OPEN_SHARE * budget))
    return (*planned, *_append(chapters, sizes, budget - _total(planned, sizes), lengths))


def _reserve(budget: int, lengths: Lengths) -> int:
    longest = (lengths.longest - 1) * USUAL_SIZES[Detail.FULL]
    return min(int(RESERVE_SHARE * budget), longest)


def _plan(windows: Sequence[Node], sizes: Sizes, limit: int, opening: int) -> list[Entry]:
    """Tell what lies before the last closed window's end within `limit` tokens."""
    entries = _lines(_open(windows, sizes, min(opening, limit)))
    room = limit - _total(entries, sizes)
    recent, room = _elaborate(entries[-RECENT:], sizes, room)
    earlier, _ = _elaborate(entries[:-RECENT], sizes, room)
    return [*earlier, *recent]


def _open(forest: Sequence[Node], sizes: Sizes, limit: int) -> list[Node]:
    """Replace windows by their members, nearest first, while the lines keep to the limit."""
    pending, opened = list(forest), list[Node]()
    lines = coarsest(forest, sizes)
    while pending:
        node = pending.pop()
        if not node.children:
            opened.append(node)
            continue
        lines += coarsest(node.children, sizes) - sizes(node, Detail.LINE)
        if lines > limit:
            return [*pending, node, *reversed(opened)]
        pending.extend(node.children)
    return opened[::-1]


def _append(chapters: Sequence[Node], sizes: Sizes, room: int, lengths: Lengths) -> list[Entry]:
    """Tell the chapters after the last closed window; only the recent ones ever change form."""
    form = _affordable(room, lengths)
    recent = _lines(chapters[-RECENT:])
    earlier = [Entry(node=node, form=form) for node in chapters[:-RECENT]]
    if _total([*earlier, *recent], sizes) > room:
        earlier = _lines(chapters[:-RECENT])
    recent, _ = _elaborate(recent, sizes, room - _total([*earlier, *recent], sizes))
    return [*earlier, *recent]


def _affordable(room: int, lengths: Lengths) -> Detail:
    """The richest form in which the longest run fits beside the recent chapters."""
    left = room - RECENT * USUAL_SIZES[Detail.FULL]
    earlier = lengths.longest - 1 - RECENT
    fitting = (form for form in Detail if earlier * USUAL_SIZES[form] <= left)
    return next(fitting, Detail.LINE)


def _elaborate(entries: Sequence[Entry], sizes: Sizes, room: int) -> tuple[list[Entry], int]:
    """Tell lines in short, then in full, nearest first, where it fits; returns the room left."""
    told = list(entries)
    for form in (Detail.SHORT, Detail.FULL):
        for place in reversed(range(len(told))):
            entry = told[place]
            more = sizes(entry.node, form) - sizes(entry.node, entry.form)
            if more <= room:
                told[place] = Entry(node=entry.node, form=form)
                room -= more
    return told, room


def _lines(nodes: Sequence[Node]) -> list[Entry]:
    return [Entry(node=node, form=Detail.LINE) for node in nodes]


def _total(entries: Sequence[Entry], sizes: Sizes) -> int:
    return sum(sizes(entry.node, entry.form) for entry in entries)
