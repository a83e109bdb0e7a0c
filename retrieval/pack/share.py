"""The share of one section while the budget is being handed out."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from lorepack.records import Form, Item
from retrieval.pack.piece import Piece
from retrieval.pack.plan import Plan

Cost = Callable[[str], int]
"""Tokens that a text takes as one item of a section."""

Rest = Callable[[int], str]
"""Says that so many pieces of a section had no room."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What room there is, and what things take of it."""

    budget: int
    """Tokens of the whole pack, by which the caps scale."""
    cost: Cost
    heading: int
    """What opening and closing a section takes."""
    budgets: Mapping[str, int] = field(default_factory=dict[str, int])
    """Tokens of single sections, in place of their caps: these take no more than that, whatever
    room is left."""

    def allowance(self, plan: Plan) -> int:
        """Tokens that are a section's own."""
        return self.budgets.get(plan.name, plan.allowance(self.budget))


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A piece that got in, in one of its forms."""

    piece: Piece
    form: int
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Lacking:
    """A piece that did not get in."""

    piece: Piece
    tokens: int
    """Of its shortest form."""
    needs: int
    """What its section lacked for that."""


class Share:
    """One section: which of its pieces are in, each in which form."""

    def __init__(
        self, plan: Plan, pieces: Sequence[Piece], terms: Terms, rest: Rest | None = None
    ) -> None:
        """Begin with the required pieces, in their shortest forms.

        Args:
            plan: What is laid down for the section.
            pieces: Candidates, the dearest first.
            terms: What room there is, and what things take of it.
            rest: Says how many pieces had no room; None where nobody needs to know.
        """
        self.plan, self.allowance = plan, terms.allowance(plan)
        self.capped = plan.stable or plan.name in terms.budgets
        self._pieces, self._heading, self._cost = pieces, terms.heading, terms.cost
        self._costs = [[terms.cost(text) for _, text in piece.forms] for piece in pieces]
        # Index of the form taken, None while a piece is out.
        self._taken = [len(p.forms) - 1 if p.required else None for p in pieces]
        self._rest, self._rest_tokens = rest, 0
        self.used = self._total()

    def _total(self) -> int:
        taken = zip(self._costs, self._taken, strict=True)
        sizes = [costs[form] for costs, form in taken if form is not None]
        if not sizes and not self._rest_tokens:
            return 0
        return sum(sizes) + self._rest_tokens + self._heading

    def fill(self, room: int) -> int:
        """Take or enlarge pieces within `room` more tokens; returns the tokens spent.

        Room is kept for the line that says how many are left out, unless nothing gets in then.
        """
        before = self.used
        if self.plan.broad:
            self.spread(room)
        self._improve_all(before + room, told=True)
        if not self.used:
            self._improve_all(before + room, told=False)
        return self.used - before

    def spread(self, room: int) -> int:
        """Take pieces in their shortest form within `room` more tokens; returns those spent.

        What is dear is taken as long as it fits.
        """
        before = self.used
        for at, taken in enumerate(self._taken):
            if taken is None:
                longest = 0 if self._pieces[at].dear else len(self._costs[at]) - 1
                self._improve(at, before + room, told=True, longest=longest)
        return self.used - before

    def _improve_all(self, limit: int, *, told: bool) -> None:
        for at in range(len(self._pieces)):
            self._improve(at, limit, told=told)

    def _improve(self, at: int, limit: int, *, told: bool, longest: int = 0) -> None:
        """Take a piece in its longest form that fits, no longer than a given one."""
        current = self._taken[at]
        for form in range(longest, len(self._costs[at]) if current is None else current):
            self._taken[at] = form
            total = self._total()
            if total + (self._untold() if told else 0) <= limit:
                self.used = total
                return
        self._taken[at] = current

    def tell_rest(self, room: int) -> int:
        """Say in a line how many are left out, if that fits; returns the tokens spent."""
        before, self._rest_tokens = self.used, self._untold()
        self.used = self._total()
        if self.used - before > (min(room, self.allowance - before) if self.capped else room):
            self._rest_tokens, self.used = 0, before
        return self.used - before

    def _untold(self) -> int:
        """Tokens of the line that tells how many are left out."""
        out = self._taken.count(None)
        return self._cost(self._rest(out)) if out and self._rest else 0

    def placed(self) -> list[Placed]:
        """The pieces that are in, the dearest first."""
        rows = zip(self._pieces, self._costs, self._taken, strict=True)
        return [
            Placed(piece=piece, form=form, tokens=costs[form])
            for piece, costs, form in rows
            if form is not None
        ]

    def items(self) -> Iterator[Item]:
        """What goes into the pack."""
        for one in self.placed():
            yield _item(one)
        if self._rest_tokens and self._rest:
            yield Item(
                id=f"rest:{self.plan.name}",
                kind="rest",
                form=Form.FULL,
                text=self._rest(self._taken.count(None)),
                tokens=self._rest_tokens,
                reason="says how many had no room",
            )

    def left_out(self, room: int) -> Iterator[Lacking]:
        """The pieces that are out; `room` is what is left of the pack in the end."""
        left = self._room_left(room)
        for piece, costs, form in zip(self._pieces, self._costs, self._taken, strict=True):
            if form is None:
                yield Lacking(piece=piece, tokens=costs[-1], needs=max(costs[-1] - left, 1))

    def _room_left(self, room: int) -> int:
        """Tokens that one more piece could have, were it as small as that."""
        own = self.allowance - self.used if self.capped else room
        spare = self._rest_tokens if self._taken.count(None) == 1 else 0
        return min(own, room) + spare - (0 if self.used else self._heading)


def _item(one: Placed) -> Item:
    piece = one.piece
    name, text = piece.forms[one.form]
    return Item(
        id=piece.id,
        kind=piece.kind,
        form=Form(name),
        text=text,
        tokens=one.tokens,
        reason=piece.reason,
        source=piece.source,
        score=piece.score,
        matched=piece.matched,
        freshness=piece.freshness,
    )
