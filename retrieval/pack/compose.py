"""Composing: pieces become sections that keep to the budget, counted on the rendered bytes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile

from lorepack.errors import BudgetError
from lorepack.ports import Summary, Tokenizer
from lorepack.records import Covered, Dropped, Form, Item, Section, Source, Warned
from retrieval.pack.allocate import Allotted, allocate, required_cost
from retrieval.pack.choices import choose
from retrieval.pack.gather import gather
from retrieval.pack.memories.foreshadows import more
from retrieval.pack.originals.called import passed_over
from retrieval.pack.piece import Piece
from retrieval.pack.plan import BY_NAME, PLANS
from retrieval.pack.rendering.forms import Rendered, Renderer
from retrieval.pack.share import Terms
from retrieval.pack.shelf import KeptTokenizer
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
    warnings: tuple[Warned, ...]


class Composer:
    """Composes one pack."""

    def __init__(
        self,
        state: State,
        renderer: Renderer,
        tokenizer: Tokenizer,
        items: KeptTokenizer,
        *,
        recount: bool,
    ) -> None:
        """Gather what may go in.

        Args:
            state: The story just before the chapter, and what is asked of it.
            renderer: Gives the pack its form.
            tokenizer: Counts the pack.
            items: Counts and cuts what goes into it; may know what former packs held.
            recount: Whether the sizes that summaries know of themselves are of no use.
        """
        self._state = state
        self._renderer = renderer
        self._tokenizer = tokenizer
        self._recount = recount
        self._items = items
        chosen = choose(gather(state, items), state)
        self._pieces, self._banned = chosen.pieces, chosen.banned
        self._warnings = chosen.warnings
        self._frame = items.count(renderer.frame())
        self._heading = max(items.count(renderer.heading(name)) for name in BY_NAME)
        request = state.request
        self._terms = Terms(
            budget=request.budget,
            cost=self._cost,
            heading=self._heading,
            budgets=request.budgets,
        )
        self._rest = {"foreshadows": partial(more, chinese=state.chinese)}

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
        spare = room - sum(required_cost(bare, self._terms).values())
        if spare < 0:
            return None
        entries = self._story(spare)
        pieces = self._with_story(entries)
        allotted = allocate(pieces, room, self._terms, self._rest)
        return self._composed(allotted, entries)

    def _bare(self) -> Composed:
        """The pack of what it may not go without, the same at any budget."""
        entries = self._coarsest()
        pieces = {n: [_shortest(p) for p in own] for n, own in self._with_story(entries).items()}
        least = sum(required_cost(pieces, self._terms).values())
        return self._composed(allocate(pieces, least, self._terms), entries)

    def _blocks(self) -> dict[str, int]:
        """Tokens of every required block; what is pinned stands for itself."""
        bare = self._with_story(self._coarsest())
        sections = required_cost(bare, self._terms)
        pins = dict[str, int]()
        for name, listed in bare.items():
            for piece in listed:
                if piece.pinned:
                    pins[f"pinned {piece.id}"] = self._cost(piece.forms[0][1])
                    sections[name] -= pins[f"pinned {piece.id}"]
        return {"frame": self._frame, **sections, **pins}

    def _over_their_own(self, sections: Sequence[Section]) -> Iterator[Warned]:
        """Sections that hold more than the request grants them, for they may not hold less."""
        for section in sections:
            granted = self._terms.budgets.get(section.name)
            if granted is not None and section.tokens + self._heading > granted:
                message = (
                    f"section {section.name!r} takes {section.tokens + self._heading} tokens, its "
                    f"heading included, of {granted}: what it holds is required"
                )
                yield Warned(code="section_over_budget", message=message, at=section.name)

    def _passed(self) -> Iterator[Dropped]:
        """Passages that the query brought up and no rule takes."""
        return passed_over(self._state, self._pieces, self._cost)

    # --- the story so far

    def _coarsest(self) -> list[Entry]:
        return [Entry(node=node, form=Detail.LINE) for node in self._state.so_far.forest]

    def _story(self, spare: int) -> Sequence[Entry]:
        """The story so far in its share, which query and card do not touch where it can be."""
        forest = self._state.so_far.forest
        least = coarsest(forest, self._size)
        room = least + min(spare, max(self._share() - self._heading - least, 0))
        return cut(forest, self._size, room, self._state.so_far.lengths)

    def _share(self) -> int:
        """The story's cap and what the sections before it leave of theirs, as much again at most.

        They change more seldom than it does, and when they do, its beginning is new anyway. What
        the request grants it is all it gets.
        """
        own = self._terms.allowance(BY_NAME[_STORY])
        if _STORY in self._terms.budgets:
            return own
        before = takewhile(lambda plan: plan.name != _STORY, PLANS)
        left = sum(max(self._terms.allowance(p) - self._wanted(p.name), 0) for p in before)
        return own + min(left, own)

    def _wanted(self, name: str) -> int:
        """Tokens of all that might go into a section, in full."""
        pieces = self._pieces.get(name, ())
        return sum(self._cost(p.forms[0][1]) for p in pieces) + (self._heading if pieces else 0)

    def _size(self, node: Node, form: Detail) -> int:
        summary = self._state.so_far.of(node)
        if self._recount:
            return self._cost(_told(summary, form))
        return summary.tokens[_INDEX[form]] + 3  # the item's sign and its line end

    def _with_story(self, entries: Sequence[Entry]) -> Mapping[str, Sequence[Piece]]:
        story = [_entry_piece(entry, self._state) for entry in entries]
        return {**self._pieces, _STORY: story} if story else self._pieces

    # --- costs

    def _cost(self, text: str) -> int:
        return self._items.count(self._renderer.item(text))

    # --- the result

    def _composed(self, allotted: Sequence[Allotted], entries: Sequence[Entry]) -> Composed:
        sections = tuple(self._section(a) for a in allotted if a.items)
        return Composed(
            form=self._renderer.render(sections, self._tokenizer.count, self._items.steady),
            sections=sections,
            dropped=(*(d for a in allotted for d in a.dropped), *self._banned, *self._passed()),
            warnings=(*self._warnings, *self._over_their_own(sections)),
            coverage=tuple(_covered(entry, self._state) for entry in entries),
        )

    def _section(self, allotted: Allotted) -> Section:
        section = _section(allotted)
        return replace(section, budget=self._share()) if section.name == _STORY else section


_STORY = "story_so_far"
_INDEX = {Detail.FULL: 0, Detail.SHORT: 1, Detail.LINE: 2}


def _told(summary: Summary, form: Detail) -> str:
    return (summary.full, summary.short, summary.line)[_INDEX[form]]


def _shortest(piece: Piece) -> Piece:
    """A required piece in one form alone: another one of that size may be larger where it joins."""
    return replace(piece, forms=piece.forms[-1:]) if piece.required else piece


def _entry_piece(entry: Entry, state: State) -> Piece:
    summary = state.so_far.of(entry.node)
    form = Form.FULL if entry.form is Detail.FULL else Form.COMPRESSED
    first, last = entry.node.first + 1, entry.node.last + 1
    return Piece(
        id=entry.node.id,
        kind="window_summary" if entry.node.level else "chapter_summary",
        reason=f"covers chapters {first} to {last} ({entry.form}, {summary.origin})",
        forms=((form, _told(summary, entry.form)),),
        required=True,
        source=Source(chapter=last),
        freshness=state.so_far.freshness(entry.node),
    )


def _covered(entry: Entry, state: State) -> Covered:
    return Covered(
        first=entry.node.first + 1,
        last=entry.node.last + 1,
        level=entry.node.level,
        id=entry.node.id,
        form=entry.form,
        origin=state.so_far.of(entry.node).origin,
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
