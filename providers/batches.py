"""Texts in requests that a server takes."""

from collections.abc import Iterator, Sequence


def batches(sizes: Sequence[int], most_texts: int, most_tokens: int) -> Iterator[range]:
    """Places of texts that go together, in order and as many as may.

    Args:
        sizes: Tokens of each text; one that is too large by itself goes alone.
        most_texts: Texts of one request.
        most_tokens: Tokens of one request.
    """
    start, tokens = 0, 0
    for at, size in enumerate(sizes):
        if at > start and (at - start == most_texts or tokens + size > most_tokens):
            yield range(start, at)
            start, tokens = at, 0
        tokens += size
    if start < len(sizes):
        yield range(start, len(sizes))
