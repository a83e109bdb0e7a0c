"""The cut: which chapters and windows tell the story so far, each in which form, for a budget.

A prompt cache keeps what stands before the first difference, so whatever changes has to change as
near the end as it can. Three rules see to that:

* The last chapters are a run. Each is told in full when it comes, and stays so: the run only grows
  at its end until a window closes; see `story.coverage.run`.
* What lies before the run is told by classes, each in one form throughout: windows of windows, the
  windows since the last one of those, and, where there is room, the chapters of the nearest
  windows. So one more window is one more entry at the end, and nothing before it changes.
* What lies before the run has room of its own, so that it does not shrink while the run grows.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from lorepack.errors import BudgetError
from story.coverage.entry import RICHNESS, Detail, Entry, Sizes, coarsest, tell_all, total
from story.coverage.run import bare_run, behind, run_of, tell_run
from story.coverage.tree import USUAL, Lengths, Node

KEPT = 5
"""So many windows before the run stand by themselves though a window of windows holds them."""
RUN_SHARE = 0.85
"""Of the budget, held back for the run."""


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
    run = run_of(forest, sizes, budget, RUN_SHARE, lengths)
    if coarsest((*run.before, *run.given_up, *run.full), sizes) > budget:
        run = bare_run(forest)
    room = budget - max(run.room, coarsest((*run.given_up, *run.full), sizes))
    far = _far(run.before, sizes, max(room, coarsest(run.before, sizes)))
    opened = next((entry.form for entry in reversed(far) if not entry.node.level), Detail.LINE)
    told = tell_run(run, sizes, budget - total(far, sizes), opened)
    return (*_no_richer(far, told), *told)


def _no_richer(far: Sequence[Entry], run: Sequence[Entry]) -> list[Entry]:
    """What lies before the run, with no chapter told in more words than one of the run."""
    most = RICHNESS[run[0].form] if run else RICHNESS[Detail.FULL]
    return [
        Entry(node=entry.node, form=run[0].form)
        if not entry.node.level and RICHNESS[entry.form] > most
        else entry
        for entry in far
    ]


# --- what lies before the run


def _far(before: Sequence[Node], sizes: Sizes, room: int) -> list[Entry]:
    """The richest way to tell it that fits, of a few that differ by whole classes."""
    told = tell_all(before, Detail.LINE)
    for richer in takewhile(lambda way: total(way, sizes) <= room, _ways(before)):
        told = richer
    return told


def _ways(before: Sequence[Node]) -> Iterator[list[Entry]]:
    """Ways to tell what lies before the run, each richer than the one before."""
    for chapters, form in _opened(before):
        earlier, opened = behind(before, 0, chapters)
        higher, windows = behind(earlier, 1, KEPT)
        if not chapters:
            yield [*tell_all(higher, Detail.LINE), *tell_all(windows, Detail.LINE)]
            yield [*tell_all(higher, Detail.LINE), *tell_all(windows, Detail.SHORT)]
        told = [*tell_all(higher, Detail.SHORT), *tell_all(windows, Detail.SHORT)]
        yield [*told, *tell_all(opened, form)]


def _opened(before: Sequence[Node]) -> Iterator[tuple[int, Detail]]:
    """How many chapters to tell one by one, and how: first none, in the end all of them in full."""
    yield 0, Detail.LINE
    for form in (Detail.LINE, Detail.SHORT, Detail.FULL):
        yield from ((chapters, form) for chapters in _reaches(before))


def _reaches(before: Sequence[Node]) -> Iterator[int]:
    """Chapters of the nearest windows: of one, of two or three, of four to seven, and so on.

    Where they begin moves by as many windows at once, so that it stays while these close.
    """
    chapters = before[-1].last + 1 if before else 0
    _, windows = behind(before, 1, chapters)
    for nth in range(len(windows).bit_length()):
        first = (len(windows) >> nth) - 1 << nth
        yield chapters - windows[first].first
