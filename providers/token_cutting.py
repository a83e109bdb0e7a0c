"""Cutting a text after so many tokens, for any tokenizer that can say where its tokens end."""

from collections.abc import Callable

Reach = Callable[[str], int | None]
"""How many characters of a piece its first, or its last, n tokens fill; None where it has no more
than n."""

_FIRST_GUESS = 4
"""Characters a token, to begin with; doubled until the piece holds enough tokens."""

_SLACK = 16
"""Characters past the first n tokens of a text in which a longer piece of n tokens may still end:
a word cut short can take fewer tokens than its beginning took within the whole."""


def longest_head(text: str, n: int, count: Callable[[str], int], reach: Reach) -> str:
    """The longest beginning of at most n tokens, counted on its own.

    One that ends over 16 characters past the whole text's n-th token is not looked for.
    """
    return _longest(lambda size: text[:size], len(text), n, count, reach)


def longest_tail(text: str, n: int, count: Callable[[str], int], reach: Reach) -> str:
    """The longest ending of at most n tokens, counted on its own; else as `longest_head`."""
    length = len(text)
    return _longest(lambda size: text[length - size :], length, n, count, reach)


def _longest(
    piece: Callable[[int], str], length: int, n: int, count: Callable[[str], int], reach: Reach
) -> str:
    if n <= 0:
        return ""
    size = min(_FIRST_GUESS * n, length)
    while (near := reach(piece(size))) is None:
        if size == length:
            return piece(size)
        size = min(2 * size, length)
    sizes = range(min(near + _SLACK, length), -1, -1)
    return next(piece(size) for size in sizes if count(piece(size)) <= n)
