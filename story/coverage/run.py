"""The run: the last chapters, each told in full from when it comes until it gives up its words.

Chapters give up their words together, and as seldom as can be, for what stands behind them is new
to a prompt cache each time. They do so when a window closes that holds enough of them, once five
chapters stand behind it; and before that where one more no longer fits, all but the last five.
A window that closes soon after such a time changes nothing: the next one takes both.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from story.coverage.entry import Detail, Entry, Sizes, coarsest, tell_all, total
from story.coverage.tree import Lengths, Node

RECENT = 5
"""So many chapters before the one to be written are told in full if they fit."""
USUAL_SIZE = 210
"""Tokens of a chapter told in full, expected of those to come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """The last chapters, and what lies before them."""

    before: Sequence[Node]
    """Windows, in reading order."""
    given_up: Sequence[Node]
    """Chapters behind these that have given up their words already, yet stand by themselves."""
    full: Sequence[Node]
    """The chapters to be told in full."""
    room: int
    """Tokens held back for both."""


def longest(lengths: Lengths) -> int:
    """Tokens that the longest run takes which ends with a window."""
    return (RECENT + lengths.longest - 1) * USUAL_SIZE


def bare_run(forest: Sequence[Node]) -> Run:
    """The chapters that no window holds yet, where lines are all that fits."""
    before, chapters = behind(forest, 0, 0)
    return Run(before=before, given_up=(), full=chapters, room=0)


def run_of(
    forest: Sequence[Node], sizes: Sizes, budget: int, share: float, lengths: Lengths
) -> Run:
    """Find where the run begins, by letting it grow chapter by chapter.

    It is followed from the last window of windows on, which lets go of all before: so it follows
    from a bounded number of chapters, none of them later.

    Args:
        forest: As planted from the chapters before the one to be written.
        sizes: Tokens of any node in any form.
        budget: Tokens for the whole story.
        share: Of these, what is held back for the run unless more is needed before it.
        lengths: How many members a window has.
    """
    reserve = min(int(share * budget), longest(lengths))
    higher, windows = _since_the_last(forest)
    left = budget - coarsest(higher, sizes)
    room = min(reserve, left)
    recent = _recent(room)
    chapters = [leaf for node in windows for leaf in (node.children or (node,))]
    ends = [node.last + 1 for node in windows if node.level]
    origin = start = chapters[0].first if chapters else 0
    used = 0
    for chapter in chapters:
        used += sizes(chapter, Detail.FULL)
        end = chapter.last + 1 - recent
        closes = end in ends and end - start >= lengths.shortest
        if end > start and (closes or used > room):
            origin, start = max((e for e in ends if origin <= e <= end), default=origin), end
            passed = [window for window in windows if window.last < origin]
            room = min(reserve, left - coarsest(passed, sizes))
            used = _used(chapters, origin, start, end + recent, sizes)
    length = chapters[-1].last + 1 if chapters else 0
    before, run = behind(forest, 0, length - origin)
    given_up = start - origin
    return Run(before=before, given_up=run[:given_up], full=run[given_up:], room=room)


def _recent(room: int) -> int:
    """How many chapters stay in full; half of what fits where five do not.

    Half, as else the very next chapter would take the place of one again.
    """
    if room >= RECENT * USUAL_SIZE:
        return RECENT
    return max(room // USUAL_SIZE // 2, 1)


def _since_the_last(forest: Sequence[Node]) -> tuple[list[Node], list[Node]]:
    """Windows of windows that five chapters follow, and what lies behind the last of them."""
    higher, nodes = behind(forest, 1, 0)
    length = forest[-1].last + 1 if forest else 0
    if higher and length - (higher[-1].last + 1) < RECENT:
        return behind(forest, 1, len(nodes) + 1)
    return higher, nodes


def _used(chapters: Sequence[Node], origin: int, start: int, end: int, sizes: Sizes) -> int:
    """Tokens of the chapters from `origin` to `end`, those from `start` on in full."""
    first = chapters[0].first
    lines = coarsest(chapters[origin - first : start - first], sizes)
    return lines + total(tell_all(chapters[start - first : end - first], Detail.FULL), sizes)


def behind(nodes: Sequence[Node], level: int, least: int) -> tuple[list[Node], list[Node]]:
    """Part nodes into those of higher levels and those of this one at the end.

    Args:
        nodes: In reading order, coarse ones first.
        level: Of the latter.
        least: How many of the latter; higher nodes are opened where there are fewer.
    """
    before, run = list(nodes), list[Node]()
    while before and (before[-1].level <= level or len(run) < least):
        node = before.pop()
        if node.level <= level:
            run.append(node)
        else:
            before.extend(node.children)
    return before, run[::-1]


def tell_run(run: Run, sizes: Sizes, room: int, opened: Detail) -> list[Entry]:
    """Tell a run within some tokens, the nearest chapters first where it does not fit.

    Args:
        run: The run.
        sizes: Tokens of any node in any form.
        room: Tokens for it; they hold a line for each of its chapters.
        opened: How chapters before it are told, if any are.
    """
    full = tell_all(run.full, Detail.FULL)
    for form in (Detail.SHORT, Detail.LINE) if opened is not Detail.LINE else (Detail.LINE,):
        told = [*tell_all(run.given_up, form), *full]
        if total(told, sizes) <= room:
            return told
    return _nearest_first([*run.given_up, *run.full], sizes, room)


def _nearest_first(chapters: Sequence[Node], sizes: Sizes, room: int) -> list[Entry]:
    """The last five as far as they fit, in full and then in short, and lines for the rest."""
    nearest = chapters[: -RECENT - 1 : -1]
    spare = room - coarsest(chapters, sizes)
    kept, spare = _fitting(nearest, Detail.FULL, sizes, spare)
    shown, _ = _fitting(nearest[kept:], Detail.SHORT, sizes, spare)
    forms = [Detail.FULL] * kept + [Detail.SHORT] * shown
    forms += [Detail.LINE] * (len(chapters) - len(forms))
    return [Entry(node=n, form=f) for n, f in zip(chapters, reversed(forms), strict=True)]


def _fitting(nodes: Sequence[Node], form: Detail, sizes: Sizes, spare: int) -> tuple[int, int]:
    """How many of the first ones fit in a form rather than a line, and what is spare then."""
    more = [sizes(node, form) - sizes(node, Detail.LINE) for node in nodes]
    used = [sum_ for sum_ in accumulate(more)]
    fit = next((at for at, taken in enumerate(used) if taken > spare), len(used))
    return fit, spare - (used[fit - 1] if fit else 0)
