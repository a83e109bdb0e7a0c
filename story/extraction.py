"""Which passages of a chapter tell the most of it."""

from collections.abc import Callable, Sequence

import rjieba

from story.clauses import begin
from story.lines import assemble, speeches
from story.textrank import centrality
from text.facts import verify
from text.fold import fold
from text.scripts import mostly_han
from text.terms import content_terms

_LEAST_PASSAGE = 25  # characters; less shares too few words with other passages to be ranked
_LEAST_SPEECH = 8  # letters; a shorter quotation is an answer or a cry, and says nothing alone
_LARGEST_GRAPH = 160  # passages; its cost grows with their square
_KEPT_OF_PART = 4  # one passage in so many of a part meets those of the other parts
_QUOTES = "“”‘’「」『』\"'"

Words = Callable[[str], list[str]]
"""Lists the words of a passage that carry meaning."""


def extract(text: str, most: int, *, scale: int) -> str:
    """Tell a text by its most central passages, in reading order.

    Args:
        text: Holds a word.
        most: Characters of the extract.
        scale: How many characters of the text's script say as much as one Chinese character.

    Returns:
        One line that states no fact which the text does not state; if no passage fits, the
        beginning of the most central one.
    """
    passages = _passages(text, scale)
    words = _chinese_words if mostly_han(text) else _latin_words
    while len(passages) > _LARGEST_GRAPH:
        passages = _shortlist(passages, words)
    order = _by_centrality(passages, words)
    chosen = _fitting(passages, order, most)
    while verify(_told(passages, chosen), text):
        chosen.pop()
    return _told(passages, chosen) or begin(passages[order[0]], most)


def _passages(text: str, scale: int) -> list[str]:
    """What can be told alone: short speeches and sentences joined with what follows them."""
    found = speeches(text)
    telling = [passage for passage in found if not _is_fragment(passage, scale)]
    passages: list[str] = []
    begun = ""
    for passage in telling or found:
        begun = assemble([begun, passage])
        if len(begun) >= _LEAST_PASSAGE * scale:
            passages.append(begun)
            begun = ""
    return [*passages, begun] if begun else passages


def _is_fragment(passage: str, scale: int) -> bool:
    """Whether it says nothing alone: a cry, or the rest of a sentence broken by its layout."""
    quoted = passage[0] in _QUOTES or passage[-1] in _QUOTES
    letters = sum(map(str.isalnum, passage))
    return passage[0].islower() or (quoted and letters < _LEAST_SPEECH * scale)


def _shortlist(passages: Sequence[str], words: Words) -> list[str]:
    """The most central passages of each part of a long text, in reading order."""
    kept: list[str] = []
    for start in range(0, len(passages), _LARGEST_GRAPH):
        part = passages[start : start + _LARGEST_GRAPH]
        best = _by_centrality(part, words)[: -(-len(part) // _KEPT_OF_PART)]
        kept += [part[place] for place in sorted(best)]
    return kept


def _by_centrality(passages: Sequence[str], words: Words) -> list[int]:
    # Rounded, so that the last bits of a sum never decide; equals keep reading order.
    scores = centrality([words(passage) for passage in passages]).round(9).tolist()
    return sorted(range(len(passages)), key=lambda place: -scores[place])


def _chinese_words(passage: str) -> list[str]:
    # A word of one character seldom tells what a passage is about.
    return [word for word in rjieba.cut(passage) if len(word) > 1 and word.isalnum()]


def _latin_words(passage: str) -> list[str]:
    return content_terms(fold(passage))


def _fitting(passages: Sequence[str], order: Sequence[int], most: int) -> list[int]:
    """Those that fit together, taken in the order given."""
    chosen: list[int] = []
    for place in order:
        if len(_told(passages, [*chosen, place])) <= most:
            chosen.append(place)
    return chosen


def _told(passages: Sequence[str], chosen: Sequence[int]) -> str:
    return assemble(passages[place] for place in sorted(chosen))
