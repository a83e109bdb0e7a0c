"""Whether two stretches of words say the same thing, judged by the words that carry meaning."""

from itertools import pairwise

from text.fold import fold
from text.scripts import is_han
from text.terms import content_terms

_LEAST_SHARED = 0.6
_FEWEST = 2
"""Pieces that two stretches have to share."""


def alike(one: str, other: str) -> bool:
    """Whether the shorter one's pieces are for the most part the other one's too."""
    mine, theirs = _pieces(one), _pieces(other)
    least = min(len(mine), len(theirs))
    shared = len(mine & theirs)
    return shared >= _FEWEST and shared >= _LEAST_SHARED * least


def _pieces(words: str) -> frozenset[str]:
    folded = fold(words)
    han = {"".join(pair) for pair in pairwise(folded) if is_han(pair[0]) and is_han(pair[1])}
    return frozenset(han or content_terms(folded))
