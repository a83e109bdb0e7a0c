"""Sharing out the budget: what is required first, then each section in its turn.

A piece that does not fit whole is tried in its shorter forms; one that fits in none is skipped
and reported, and the next one has its chance.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from lorepack.records import Dropped, Form, Item
from retrieval.pack.piece import Piece
from retrieval.pack.plan import PLANS, Plan

Cost = Callable[[str], int]
"""Tokens that a text takes as one item of a section."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Allotted:
    """What a section was given, and what it had to leave out."""

    plan: Plan
    allowance: int
    items: tuple[Item, ...]
    dropped: tuple[Dropped, ...]


def required_cost(
    pieces: Mapping[str, Sequence[Piece]], cost: Cost, heading: int
) -> dict[str, int]:
    """Tokens of what each section may not go without, its heading included."""
    return {
        plan.name: heading + sum(cost(p.forms[-1][1]) for p in pieces[plan.name] if p.required)
        for plan in PLANS
        if any(p.required for p in pieces.get(plan.name, ()))
    }


def allocate(
    pieces: Mapping[str, Sequence[Piece]], room: int, budget: int, cost: Cost, heading: int
) -> list[Allotted]:
    """Choose pieces and their forms.

    Args:
        pieces: Candidates by section, the dearest first.
        room: Tokens for all sections together; the required pieces fit it.
        budget: The pack's budget, by which the caps scale.
        cost: What a text takes as an item.
        heading: What opening and closing a section takes.

    Returns:
        Every section that has something, in rendering order.
    """
    room -= sum(required_cost(pieces, cost, heading).values())
    turns = sorted((p for p in PLANS if pieces.get(p.name)), key=lambda p: (not p.stable, p.kept))
    shares = {plan.name: _Share(plan, pieces[plan.name], budget, cost, heading) for plan in turns}
    for plan in turns:
        share = shares[plan.name]
        room -= share.fill(min(room, share.allowance - share.used))
    for plan in turns:  # what is left flows on, in the same order
        if not plan.stable:
            room -= shares[plan.name].fill(room)
    allotted = [shares[plan.name].result(room) for plan in PLANS if plan.name in shares]
    return [a for a in allotted if a.items or a.dropped]


class _Share:
    """One section while it is being filled."""

    def __init__(
        self, plan: Plan, pieces: Sequence[Piece], budget: int, cost: Cost, heading: int
    ) -> None:
        self.plan = plan
        self.allowance = plan.allowance(budget)
        self._pieces = pieces
        self._heading = heading
        self._costs = [[cost(text) for _, text in piece.forms] for piece in pieces]
        # Index of the form taken, None while a piece is out.
        self._taken = [len(p.forms) - 1 if p.required else None for p in pieces]
        self.used = self._total()

    def _total(self) -> int:
        taken = zip(self._costs, self._taken, strict=True)
        sizes = [costs[form] for costs, form in taken if form is not None]
        return sum(sizes) + self._heading if sizes else 0

    def fill(self, room: int) -> int:
        """Take or enlarge pieces within `room` more tokens; returns the tokens spent."""
        before = self.used
        for at in range(len(self._pieces)):
            self._improve(at, before + room)
        return self.used - before

    def _improve(self, at: int, limit: int) -> None:
        current = self._taken[at]
        for form in range(len(self._costs[at]) if current is None else current):
            self._taken[at] = form
            total = self._total()
            if total <= limit:
                self.used = total
                return
        self._taken[at] = current

    def _room_left(self, room: int) -> int:
        """Tokens that one more piece could have, were it as small as that."""
        own = self.allowance - self.used if self.plan.stable else room
        return min(own, room) - (0 if self.used else self._heading)

    def result(self, room: int) -> Allotted:
        """What was chosen; `room` is what is left of the pack in the end."""
        items: list[Item] = []
        dropped: list[Dropped] = []
        for piece, costs, form in zip(self._pieces, self._costs, self._taken, strict=True):
            if form is None:
                lacking = costs[-1] - self._room_left(room)
                dropped.append(_left_out(piece, self.plan.name, costs[-1], lacking))
            else:
                items.append(_item(piece, form, costs[form]))
        return Allotted(
            plan=self.plan,
            allowance=self.allowance,
            items=tuple(items),
            dropped=tuple(dropped),
        )


def _item(piece: Piece, form: int, tokens: int) -> Item:
    name, text = piece.forms[form]
    return Item(
        id=piece.id,
        kind=piece.kind,
        form=Form(name),
        text=text,
        tokens=tokens,
        reason=piece.reason,
        source=piece.source,
        score=piece.score,
        freshness=piece.freshness,
    )


def _left_out(piece: Piece, section: str, tokens: int, lacking: int) -> Dropped:
    return Dropped(
        id=piece.id,
        section=section,
        tokens=tokens,
        reason=f"no room left for it ({piece.reason})",
        needs=max(lacking, 1),
    )
