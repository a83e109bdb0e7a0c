"""What a stretch of the output says otherwise than the place of the source that it tells."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import takewhile
from typing import NamedTuple

from lorepack.records import Span
from story.guard.alignment import Ground
from story.guard.beside import Pair, Word, words_of
from story.guard.denials import turned
from story.guard.findings import Finding, FindingKind
from story.guard.lexicon import NUMERALS
from story.guard.reading import Clause, Kind
from story.guard.roles import is_turned, is_turned_clause, swapped_roles
from story.guard.slots import changed_names, changed_values

_RARE = 0.5
"""Share of the rarest word's weight from which words in a row show that two texts run alike."""
_LIVES = frozenset({"alive", "spared"})
_DIES = frozenset({"dead", "killed"})


class Comparison(NamedTuple):
    """A stretch beside a place of the source."""

    closeness: int
    """Words and names that both have."""
    findings: list[Finding]
    place: Sequence[Clause]


def compare(
    clauses: Sequence[Clause], place: Sequence[Clause], ground: Ground, pair: Pair
) -> Comparison:
    """Find what the clauses say otherwise than a place of the source, word beside word.

    Args:
        clauses: A stretch of the output.
        place: Clauses of the source that tell the same.
        ground: Tells how rare a word is in the source.
        pair: The texts that both count in.
    """
    words, others = tuple(words_of(clauses)), tuple(words_of(place))
    alike: list[tuple[Word, Word]] = []
    found: list[Finding] = []
    shared = len(_names(clauses) & _names(place))
    for what, i1, i2, j1, j2 in _blocks(words, others):
        if what != "equal":
            found += _instead(pair, words[i1:i2], others[j1:j2])
            continue
        shared += i2 - i1
        if ground.weight(word.token for word in words[i1:i2]) >= _RARE * ground.rarity(""):
            alike += zip(words[i1:i2], others[j1:j2], strict=True)
    found += _beside(pair, alike)
    unique: dict[tuple[FindingKind, Span], Finding] = {}
    for finding in found:
        unique.setdefault((finding.kind, finding.span), finding)
    return Comparison(shared, list(unique.values()), place)


def closest(comparisons: Sequence[Comparison]) -> Comparison:
    """The comparison with the closest place; of several equally close, one that agrees most."""
    nothing = Comparison(0, [], ())
    return max(comparisons, key=lambda c: (c.closeness, -len(c.findings)), default=nothing)


def _names(clauses: Sequence[Clause]) -> set[str]:
    tokens = (token for clause in clauses for token in clause.tokens)
    return {token.key for token in tokens if token.kind is Kind.NAME}


def _blocks(words: Sequence[Word], others: Sequence[Word]) -> list[tuple[str, int, int, int, int]]:
    keys, their_keys = ([word.token.key for word in each] for each in (words, others))
    return list(SequenceMatcher(None, keys, their_keys, autojunk=False).get_opcodes())


def _beside(pair: Pair, alike: Sequence[tuple[Word, Word]]) -> Iterator[Finding]:
    """Compare what stands before and after each word that both have."""
    turned_clauses = {(w.clause, o.clause) for w, o in alike if is_turned(w, o)}
    for word, other in alike:
        yield from turned(pair, word, other)
        yield from changed_values(pair, word, other)
        swapped = list(swapped_roles(pair, word, other))
        is_told_backwards = (word.clause, other.clause) in turned_clauses
        if not (swapped or is_told_backwards or is_turned_clause(word, other)):
            yield from changed_names(pair, word, other)
        yield from swapped


def _instead(pair: Pair, words: Sequence[Word], others: Sequence[Word]) -> Iterator[Finding]:
    """Compare numerals, and words of life and death, that stand in the same gap."""
    numeral, their_numeral = _numeral_at_end(words), _numeral_at_end(others)
    if numeral and their_numeral and _go_on_alike(numeral[-1], their_numeral[-1]):
        yield pair.finding(FindingKind.CHANGED_VALUE, _span(numeral), _span(their_numeral))
    fated, rivals = ([word for word in each if word.token.fate] for each in (words, others))
    if len(fated) != 1 or not rivals or any(word.denial for word in (*fated, *rivals)):
        return
    fates = {rival.token.fate for rival in rivals}
    if fates <= (_DIES if fated[0].token.fate in _LIVES else _LIVES):
        expected = rivals[0].token if len(rivals) == 1 else None
        yield pair.fault(FindingKind.DEATH_CHANGED, fated[0].token, expected)


def _numeral_at_end(words: Sequence[Word]) -> list[Word]:
    """A bare numeral, which is no fact by itself: 战不三合, 二将."""
    numeral = takewhile(lambda word: word.token.key in NUMERALS, reversed(words))
    return list(numeral)[::-1]


def _go_on_alike(word: Word, other: Word) -> bool:
    following, theirs = ([token.key for token in w.after[:1]] for w in (word, other))
    return following == theirs != []


def _span(words: Sequence[Word]) -> Span:
    return Span(start=words[0].token.start, end=words[-1].token.end)
