"""Index terms: what the lexical side of a search compares.

A Chinese run gives its characters and its overlapping pairs, since names of two characters stand
inside longer words; any other word gives its English stem. The same terms feed the sparse vectors
and the literal index, so both find the same snippets.
"""

import re
from functools import lru_cache
from itertools import pairwise

import mmh3
from py_rust_stemmers import SnowballStemmer

from text.scripts import is_han

VERSION = 2
"""Counts changes to the terms of a text; stored vectors name it."""

_WORD = re.compile(r"[^ ]+")
_SCRIPT = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\ue000-\uf8ff\U00020000-\U0003ffff]+|[^ ]")

_FUNCTION_WORDS = frozenset(
    """
    a an the and or but nor so yet if then than that this these those there here it its he him
    his she her hers they them their theirs we us our ours you your yours i me my mine who whom
    whose which what when where why how is am are was were be been being do does did done have
    has had having will would shall should can could may might must of in on at by to for from
    with without into onto over under about as not no up down out off again very just too also
    all any both each few more most other some such own same s t d ll m re ve
    """.split()  # noqa: SIM905 - a list of words reads best as words
)


@lru_cache(maxsize=1)
def _stemmer() -> SnowballStemmer:
    return SnowballStemmer("english")


@lru_cache(maxsize=100_000)
def _stem(word: str) -> str:
    return _stemmer().stem_word(word)


def terms(folded: str) -> list[str]:
    """List the terms of a folded text, in order, repeats included."""
    found: list[str] = []
    for word in _WORD.findall(folded):
        if word.isascii():
            found.append(_stem(word))
        else:
            found.extend(_mixed(word))
    return found


def _mixed(word: str) -> list[str]:
    found: list[str] = []
    other = ""
    for run in _SCRIPT.findall(word):
        if is_han(run[0]):
            found += [_stem(other)] if other else []
            found += [*run, *map("".join, pairwise(run))]
            other = ""
        else:
            other += run
    return [*found, _stem(other)] if other else found


def content_terms(folded: str) -> list[str]:
    """The terms that carry meaning: English function words are left out."""
    kept = [word for word in folded.split(" ") if word not in _FUNCTION_WORDS]
    return terms(" ".join(kept))


@lru_cache(maxsize=500_000)
def term_number(term: str) -> int:
    """A term's number, in [0, 2**32): what every index knows it by."""
    return mmh3.hash(term, signed=False)


def probe_terms(folded: str, limit: int = 24) -> list[str]:
    """Terms that every text holding `folded` must hold too: enough to find it, at most `limit`.

    Pairs alone where there are any, since a pair implies its two characters; a cut word at
    either end may be part of a longer one and proves nothing, so Latin words at the ends count
    only as whole words, which is how literal search verifies them.
    """
    unique = list(dict.fromkeys(terms(folded)))
    pairs = [term for term in unique if len(term) > 1]
    return (pairs or unique)[:limit]
