"""Sharing out the budget: what is required first, then each section in its turn.

A piece that does not fit whole is tried in its shorter forms; one that fits in none is skipped
and reported, and the next one has its chance. A broad section takes each piece in its shortest
form before it enlarges any, and of room that is left over it enlarges them last of all.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from lorepack.records import Dropped, Item
from retrieval.pack.piece import Piece
from retrieval.pack.plan import PLANS, Plan
from retrieval.pack.share import Lacking, Placed, Rest, Share, Terms

Pieces = Mapping[str, Sequence[Piece]]
"""Candidates by section, the dearest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Allotted:
    """What a section was given, and what it had to leave out."""

    plan: Plan
    allowance: int
    items: tuple[Item, ...]
    dropped: tuple[Dropped, ...]


def required_cost(pieces: Pieces, terms: Terms) -> dict[str, int]:
    """Tokens of what each section may not go without, its heading included."""
    cost, heading = terms.cost, terms.heading
    return {
        plan.name: heading + sum(cost(p.forms[-1][1]) for p in pieces[plan.name] if p.required)
        for plan in PLANS
        if any(p.required for p in pieces.get(plan.name, ()))
    }


def allocate(
    pieces: Pieces, room: int, terms: Terms, rest: Mapping[str, Rest] | None = None
) -> list[Allotted]:
    """Choose pieces and their forms.

    Args:
        pieces: Candidates by section, the dearest first.
        room: Tokens for all sections together; the required pieces fit it.
        terms: The pack's budget, and what things take of it.
        rest: By section, what says how many had no room.

    Returns:
        Every section that has something, in rendering order.
    """
    shares = _Shares(pieces, terms, rest or {})
    left = shares.hand_out(room - sum(required_cost(pieces, terms).values()))
    allotted = [
        Allotted(
            plan=share.plan,
            allowance=share.allowance,
            items=tuple(share.items()),
            dropped=tuple(shares.dropped(share, left)),
        )
        for share in shares.rendered()
    ]
    return [a for a in allotted if a.items or a.dropped]


class _Shares:
    """All sections that have something, in the order in which they are served."""

    def __init__(self, pieces: Pieces, terms: Terms, rest: Mapping[str, Rest]) -> None:
        plans = [plan for plan in PLANS if pieces.get(plan.name)]
        self._turns = [
            Share(plan, pieces[plan.name], terms, rest.get(plan.name))
            for plan in sorted(plans, key=lambda plan: (not plan.stable, plan.kept))
        ]

    def rendered(self) -> list[Share]:
        """In rendering order."""
        return sorted(self._turns, key=lambda share: PLANS.index(share.plan))

    def hand_out(self, room: int) -> int:
        """Give every section its own, then what is left; returns what nobody could use."""
        for share in self._turns:
            room -= share.fill(min(room, share.allowance - share.used))
        flowing = [share for share in self._turns if not share.capped]
        for share in self._turns:  # what is left flows on, in the same order
            if share in flowing:
                room -= share.spread(room) if share.plan.broad else share.fill(room)
            room -= share.tell_rest(room)
        for share in flowing:
            if share.plan.broad:
                room -= share.fill(room)
        return room

    def dropped(self, share: Share, room: int) -> Iterator[Dropped]:
        """What a section had to leave out, and what stood in its way."""
        for lacking in share.left_out(room):
            yield _left_out(lacking, share.plan.name, self._in_the_way(share, lacking.needs))

    def _in_the_way(self, share: Share, needs: int) -> tuple[str, ...]:
        """The least dear items that have the room a piece would have needed.

        None of them where all that could give way together would not be enough.
        """
        rivals = [share] if share.capped else [s for s in self._turns if not s.plan.stable]
        ids: list[str] = []
        for one in _least_dear_first(rivals):
            ids.append(one.piece.id)
            needs -= one.tokens
            if needs <= 0:
                return tuple(ids)
        return ()


def _least_dear_first(shares: Sequence[Share]) -> Iterator[Placed]:
    for share in reversed(shares):
        yield from (one for one in reversed(share.placed()) if not one.piece.required)


def _left_out(lacking: Lacking, section: str, displaced_by: tuple[str, ...]) -> Dropped:
    piece = lacking.piece
    return Dropped(
        id=piece.id,
        section=section,
        tokens=lacking.tokens,
        reason=f"no room left for it ({piece.reason})",
        needs=lacking.needs,
        kind=piece.kind,
        source=piece.source,
        score=piece.score,
        displaced_by=displaced_by,
    )
