"""Positions in reading order, as people count them, and the order keys that stand for them."""

from collections.abc import Sequence

from lorepack.errors import InvalidInputError


def order_key_at(places: Sequence[tuple[int, str]], position: int) -> int:
    """Order key that chapters before a position are smaller than.

    Args:
        places: Order key and id of each chapter, in reading order.
        position: Position counted from 1; one past the last chapter is allowed.

    Raises:
        InvalidInputError: The position lies outside the book.
    """
    if not 1 <= position <= len(places) + 1:
        raise InvalidInputError(
            f"there is no chapter {position}: the book has {len(places)} chapters, so a position "
            f"from 1 to {len(places) + 1} can be asked for"
        )
    if position <= len(places):
        return places[position - 1][0]
    return places[-1][0] + 1 if places else 1
