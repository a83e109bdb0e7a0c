"""Near quotes: words that stand in the text as another edition, a slip or a bad memory has them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from heapq import nlargest

from rapidfuzz import fuzz

from lorepack.ports import LiteralRow, UnitOfWork
from lorepack.records import Candidate, Scope
from retrieval.query import Asked
from text.fold import fold
from text.terms import term_number

NEAR = {6: 0.8, 8: 0.6, 17: 0.5}
"""Likeness from which words are a quotation, by how many signs they have at the least: characters
of Chinese, words of English. The fewer they are, the more alike they are by chance; fewer than six
tell nothing. Of 527 Chinese misquotations of eight signs and more, 209 stand in the text to the
letter but for script and punctuation, and the other 318 are so alike at their place. One of 549
explanations of idioms is so alike to something, and one of 23 descriptions of scenes, by a line
that it quotes (`benchmarks.literal`)."""

_WORD = re.compile(r"[!-~]+")
_PRIVATE, _SIGNS = 0xF0000, 0xFFFE
"""Code points of private use stand for words; two words in 65,534 share one."""

_LONGEST = 600
"""Above it a query is a text of its own; comparing it would take longer than the search."""
_READ = 30
"""Candidates compared, the best by their words: a misquotation still shares most of its terms."""


def near_quotes(
    unit: UnitOfWork, scope: Scope, asked: Asked, pool: Iterable[Candidate]
) -> dict[str, float]:
    """Which candidates nearly hold the query or a quoted part of it, with how nearly.

    Args:
        unit: An open read.
        scope: Whose snippets.
        asked: What is looked for.
        pool: Candidates that may hold it.

    Returns:
        Likeness in (0, 1] by snippet id; nothing where the words are too few to tell.
    """
    needles = [n for n in map(signs, _needles(asked)) if min(NEAR) <= len(n) <= _LONGEST]
    if not needles:
        return {}
    known = [c for c in pool if c.lexical is not None]
    best = nlargest(_READ, known, key=lambda c: (c.lexical or 0.0, c.id))
    return _near(needles, unit.literals.rows(scope, [c.id for c in best]))


def _needles(asked: Asked) -> set[str]:
    return {fold(asked.searched), *asked.quotes}


def _near(needles: Sequence[str], rows: Iterable[LiteralRow]) -> dict[str, float]:
    texts = ((row.id, signs(row.folded)) for row in rows)
    alike = ((id, max(_telling(needle, text) for needle in needles)) for id, text in texts)
    return {id: value for id, value in alike if value}


def signs(folded: str) -> str:
    """A folded text with one sign for each word of letters.

    Any two English sentences share half of their letters in order, but not half of their words.
    """
    if folded.isascii():  # nothing but words: no pattern is needed to find them
        return "".join(map(_sign, folded.split()))
    return _WORD.sub(lambda word: _sign(word[0]), folded).replace(" ", "")


@lru_cache(maxsize=1 << 16)
def _sign(word: str) -> str:
    return chr(_PRIVATE + term_number(word) % _SIGNS)


def _telling(needle: str, text: str) -> float:
    """How nearly a needle stands in a text; 0 if chance alone may do as much."""
    least = min(likely for length, likely in NEAR.items() if length <= len(needle))
    value = likeness(needle, text)
    return value if value >= least else 0.0


def likeness(needle: str, text: str) -> float:
    """How nearly a needle stands in a text: 1 to the letter, 0 not at all.

    The similarity of the needle to the stretch of its length that is most like it: twice the
    signs they share in order, by the signs of both (Levenshtein's ratio with substitutions
    counted as two, Bachmann's `partial_ratio`). A text that is shorter than the needle cannot
    hold more of it than its length.
    """
    if not needle or not text:
        return 0.0
    return fuzz.partial_ratio(needle, text) / 100 * min(1.0, len(text) / len(needle))


def nearest(near: Mapping[str, float], ranked: Sequence[str]) -> list[str]:
    """The nearest quote, if there is any: among equals the best of the ranking."""
    held = [id for id in ranked if id in near]
    return [max(held, key=lambda id: near[id])] if held else []
