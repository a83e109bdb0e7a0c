"""Composing: pieces become sections that keep to the budget, counted on the rendered bytes."""

from collections.abc import Sequence
from dataclasses import dataclass

from lorepack.errors import BudgetError
from lorepack.ports import Summary, Tokenizer
from lorepack.records import Covered, Dropped, Form, Item, Section, Source
from retrieval.pack.allocate import Allotted, allocate, required_cost
from retrieval.pack.forms import Rendered, Renderer
from retrieval.pack.gather import gather
from retrieval.pack.piece import Piece
from retrieval.pack.plan import BY_NAME
from retrieval.pack.state import State
from story.coverage import Detail, Entry, Node, coarsest, cut

STORED_ENCODING = "o200k_base"
"""Summaries carry their sizes in this encoding; in any other one they are counted again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Composed:
    """A pack in its form and all that is known about it."""

    form: Rendered
    sections: tuple[Section, ...]
    dropped: tuple[Dropped, ...]
    coverage: tuple[Covered, ...]


class Composer:
    """Composes one pack."""

    def __init__(
        self, state: State, renderer: Renderer, tokenizer: Tokenizer, *, recount: bool
    ) -> None:
        self._state = state
        self._renderer = renderer
        self._tokenizer = tokenizer
        self._recount = recount
        self._costs: dict[str, int] = {}
        self._pieces = gather(state, tokenizer)
        self._frame = tokenizer.count(renderer.frame())
        self._heading = max(tokenizer.count(renderer.heading(name)) for name in BY_NAME)

    def compose(self) -> Composed:
        """The fullest pack within the budget.

        Raises:
            BudgetError: What it may not go without does not fit.
        """
        budget = self._state.request.budget
        limit = budget
        while (composed := self._attempt(limit)) is not None:
            if composed.form.size <= budget:
                return composed
            limit -= composed.form.size - budget  # the joints took more than their parts foretold
        composed = self._bare()
        if composed.form.size > budget:
            raise BudgetError(budget, self._blocks(), composed.form.size)
        return composed

    def _attempt(self, limit: int) -> Composed | None:
        """A pack whose parts add up to the limit; None if the required parts alone exceed it."""
        room = limit - self._frame - self._renderer.overhead
        bare = self._with_story(self._coarsest())
        spare = room - sum(required_cost(bare, self._cost, self._heading).values())
        if spare < 0:
            return None
        entries = self._story(spare)
        pieces = self._with_story(entries)
        budget = self._state.request.budget
        allotted = allocate(pieces, room, budget, self._cost, self._heading)
        return self._composed(allotted, entries)

    def _bare(self) -> Composed:
        """The pack of what it may not go without."""
        entries = self._coarsest()
        pieces = {
            name: [_shortest(p) for p in pieces if p.required]
            for name, pieces in self._with_story(entries).items()
        }
        budget = self._state.request.budget
        return self._composed(allocate(pieces, 0, budget, self._cost, self._heading), entries)

    def _blocks(self) -> dict[str, int]:
        bare = self._with_story(self._coarsest())
        return {"frame": self._frame, **required_cost(bare, self._cost, self._heading)}

    # --- the story so far

    def _coarsest(self) -> list[Entry]:
        return [Entry(node=node, form=Detail.LINE) for node in self._state.so_far.forest]

    def _story(self, spare: int) -> Sequence[Entry]:
        """The story so far in its share, which follows from the budget alone where it can."""
        forest = self._state.so_far.forest
        least = coarsest(forest, self._size)
        allowance = BY_NAME["story_so_far"].allowance(self._state.request.budget) - self._heading
        room = least + min(spare, max(allowance - least, 0))
        return cut(forest, self._size, room, self._state.so_far.lengths)

    def _size(self, node: Node, form: Detail) -> int:
        summary = self._state.so_far.texts[node.id]
        if self._recount:
            return self._cost(_told(summary, form))
        return summary.tokens[_INDEX[form]] + 3  # the item's sign and its line end

    def _with_story(self, entries: Sequence[Entry]) -> dict[str, list[Piece]]:
        story = [_entry_piece(entry, self._state) for entry in entries]
        return {**self._pieces, "story_so_far": story} if story else self._pieces

    # --- costs

    def _cost(self, text: str) -> int:
        if text not in self._costs:
            self._costs[text] = self._tokenizer.count(self._renderer.item(text))
        return self._costs[text]

    # --- the result

    def _composed(self, allotted: Sequence[Allotted], entries: Sequence[Entry]) -> Composed:
        sections = tuple(_section(a) for a in allotted if a.items)
        return Composed(
            form=self._renderer.render(sections, self._tokenizer.count),
            sections=sections,
            dropped=tuple(d for a in allotted for d in a.dropped),
            coverage=tuple(_covered(entry, self._state) for entry in entries),
        )


_INDEX = {Detail.FULL: 0, Detail.SHORT: 1, Detail.LINE: 2}


def _told(summary: Summary, form: Detail) -> str:
    return (summary.full, summary.short, summary.line)[_INDEX[form]]


def _shortest(piece: Piece) -> Piece:
    return Piece(
        id=piece.id,
        kind=piece.kind,
        reason=piece.reason,
        forms=piece.forms[-1:],
        required=True,
        source=piece.source,
    )


def _entry_piece(entry: Entry, state: State) -> Piece:
    summary = state.so_far.texts[entry.node.id]
    form = Form.FULL if entry.form is Detail.FULL else Form.COMPRESSED
    first, last = entry.node.first + 1, entry.node.last + 1
    return Piece(
        id=entry.node.id,
        kind="window_summary" if entry.node.level else "chapter_summary",
        reason=f"covers chapters {first} to {last} ({entry.form}, {summary.origin})",
        forms=((form, _told(summary, entry.form)),),
        required=True,
        source=Source(chapter=last),
    )


def _covered(entry: Entry, state: State) -> Covered:
    return Covered(
        first=entry.node.first + 1,
        last=entry.node.last + 1,
        level=entry.node.level,
        id=entry.node.id,
        form=entry.form,
        origin=state.so_far.texts[entry.node.id].origin,
    )


def _section(allotted: Allotted) -> Section:
    items = allotted.items
    if allotted.plan.name == "originals":
        items = tuple(sorted(items, key=_place))
    return Section(
        level=allotted.plan.level,
        name=allotted.plan.name,
        budget=allotted.allowance,
        tokens=sum(item.tokens for item in items),
        items=items,
    )


def _place(item: Item) -> tuple[int, int]:
    return item.source.chapter or 0, item.source.start or 0
