"""Evidence within a budget: how much of what was to be found a text of B tokens holds."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ranking.evaluate.measures import group_recall


@dataclass(frozen=True, slots=True, kw_only=True)
class Packed:
    """A piece of a returned text."""

    ids: tuple[str, ...]
    """The units that it holds wholly or by half."""
    tokens: int


def fitting(items: Iterable[Packed], budget: int) -> set[str]:
    """Ids of the units in a text of at most so many tokens.

    Pieces go in by their order; one that is too long for what is left is passed over, and the
    next ones are tried.

    Args:
        items: From the most wanted to the least.
        budget: Tokens.
    """
    held: set[str] = set()
    for item in items:
        if item.tokens <= budget:
            budget -= item.tokens
            held.update(item.ids)
    return held


def evidence_recall(
    groups: Sequence[Collection[str]], items: Iterable[Packed], budget: int
) -> float:
    """The share of groups of gold units that a text of at most `budget` tokens holds one of."""
    return group_recall(groups, fitting(items, budget))


def share_recall(shares: Mapping[str, float], items: Iterable[Packed], budget: int) -> float:
    """The share of a gold span that a text of at most `budget` tokens holds.

    Args:
        shares: By unit, the share of the span's characters that lie in it; units do not overlap.
        items: From the most wanted to the least.
        budget: Tokens.
    """
    held = fitting(items, budget)
    return min(sum(share for id, share in shares.items() if id in held), 1.0)
