"""Names and values in the place where the source has others."""

from collections.abc import Iterator, Sequence

from lorepack.records import FactKind, Span
from story.guard.beside import Pair, Word, nearest, same_name, span_of
from story.guard.findings import Finding, FindingKind
from story.guard.reading import Kind, Token
from text.facts.verification import same_fact, same_measure
from text.names.chinese import is_ordinary, plausible, surname

_LONGEST_NAME = 4
_COUNTED = frozenset({FactKind.NUMBER, FactKind.QUANTITY, FactKind.MONEY, FactKind.PERCENT})


def changed_names(pair: Pair, word: Word, other: Word) -> Iterator[Finding]:
    """Names beside a word where the source has other names beside it."""
    for tokens, rivals in ((word.before, other.before), (word.after, other.after)):
        expected = nearest(rivals, Kind.NAME)
        for token in nearest(tokens, Kind.NAME) if expected else ():
            # On the same side but further away: the source has more words between the two.
            if not any(same_name(token, rival) for rival in rivals):
                yield pair.fault(_kind(token, other), token, _only(expected))
        if [t.key for t in tokens[:1]] != [t.key for t in rivals[:1]]:
            yield from _unheard(pair, tokens, expected)


def _kind(token: Token, other: Word) -> FindingKind:
    """Whether the name stands elsewhere in the clause of the source."""
    there = any(same_name(token, each) for each in other.beside)
    return FindingKind.SWAPPED_ROLES if there else FindingKind.CHANGED_NAME


def _only(tokens: Sequence[Token]) -> Token | None:
    return tokens[0] if len(tokens) == 1 else None


def _unheard(pair: Pair, tokens: Sequence[Token], expected: Sequence[Token]) -> Iterator[Finding]:
    """A name that no list has, where the source has one: a surname and what the source has not."""
    if not (expected and _are_short_as_a_name(tokens)):
        return
    span = Span(start=min(t.start for t in tokens), end=max(t.end for t in tokens))
    words = pair.output[span.start : span.end]
    if surname(words) and plausible(words) and not is_ordinary(words) and words not in pair.source:
        only = _only(expected)
        yield pair.finding(FindingKind.CHANGED_NAME, span, span_of(only) if only else None)


def _are_short_as_a_name(tokens: Sequence[Token]) -> bool:
    return 2 <= len(tokens) <= _LONGEST_NAME and all(t.kind is Kind.WORD for t in tokens)


def changed_values(pair: Pair, word: Word, other: Word) -> Iterator[Finding]:
    """Values beside a word where the source has others of their sort, or vague words."""
    held = [token for token in other.beside if token.fact is not None]
    for tokens, rivals in ((word.before, other.before), (word.after, other.after)):
        expected = nearest(rivals, Kind.VALUE)
        for token in nearest(tokens, Kind.VALUE):
            alike = [rival for rival in expected if _of_one_sort(token, rival)]
            if alike and not any(_same_value(token, each) for each in held):
                yield pair.fault(FindingKind.CHANGED_VALUE, token, _only(alike))
        counted = [rival for rival in expected if rival.fact and rival.fact.kind in _COUNTED]
        if counted and tokens and tokens[0].vague:
            yield _lost(pair, tokens, rivals, counted[0])


def _of_one_sort(one: Token, other: Token) -> bool:
    return one.fact is not None and other.fact is not None and same_measure(one.fact, other.fact)


def _same_value(one: Token, other: Token) -> bool:
    if one.fact is None or other.fact is None:
        return False
    return same_fact(one.fact, other.fact) or same_fact(other.fact, one.fact)


def _lost(pair: Pair, tokens: Sequence[Token], rivals: Sequence[Token], value: Token) -> Finding:
    """A vague word for a value; what limits the value follows it where the clause ends: 3万封顶."""
    closes = len(tokens) == 1 and rivals[-1].start >= value.start
    source = Span(start=value.start, end=rivals[-1].end if closes else value.end)
    return pair.finding(FindingKind.LOST_VALUE, span_of(tokens[0]), source)
