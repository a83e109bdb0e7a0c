"""Negations that the source has not, and those of the source that are missing."""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from lorepack.records import Span
from story.guard.beside import Pair, Word, span_of
from story.guard.findings import Finding, FindingKind
from story.guard.lexicon import AUXILIARIES
from story.guard.reading import Kind, Token


def turned(pair: Pair, word: Word, other: Word) -> Iterator[Finding]:
    """What is denied of a word in one of the texts only."""
    yield from _compared(pair, word, other, *_denials(word, other))
    if _closes(word) and _closes(other):
        yield from _compared(pair, word, other, _negations(word.after), _negations(other.after))


def _compared(
    pair: Pair, word: Word, other: Word, denied: Sequence[Token], was_denied: Sequence[Token]
) -> Iterator[Finding]:
    """Two negations deny each other, so one more or less turns what is said."""
    if len(denied) % 2 == len(was_denied) % 2:
        return
    fatal = FindingKind.DEATH_CHANGED if _is_fatal(word) else None
    if len(denied) > len(was_denied):
        extra = _first_beyond(denied, was_denied)
        yield _too_much(pair, fatal or FindingKind.ADDED_NEGATION, other, extra)
    else:
        gone = _first_beyond(was_denied, denied)
        yield _missing(pair, fatal or FindingKind.DROPPED_NEGATION, word, other, gone)


def _first_beyond(more: Sequence[Token], fewer: Sequence[Token]) -> Token:
    """The first negation that the fewer ones do not have, or any."""
    keys = {token.key for token in fewer}
    return next((token for token in more if token.key not in keys), more[0])


def _is_fatal(word: Word) -> bool:
    """Whether it tells of life and death, by itself or with the next word: 病死."""
    return any(token.fate for token in (word.token, *word.after[:1]))


def _denials(word: Word, other: Word) -> tuple[list[Token], list[Token]]:
    """The negations of a word in both texts."""
    if _word_before(word) == _word_before(other):
        return _negations(_gap(word.before)), _negations(_gap(other.before))
    if word.token.key in AUXILIARIES and not _closes(word):
        return [], []  # the word that follows tells
    return [t for t in (word.denial,) if t], [t for t in (other.denial,) if t]


def _gap(tokens: Sequence[Token]) -> list[Token]:
    """What stands between a word and the next one."""
    return list(takewhile(lambda token: token.kind is not Kind.WORD, tokens))


def _word_before(word: Word) -> str | None:
    return next((token.key for token in word.before if token.kind is Kind.WORD), None)


def _closes(word: Word) -> bool:
    return not any(token.kind is Kind.WORD for token in word.after)


def _negations(tokens: Sequence[Token]) -> list[Token]:
    return [token for token in tokens if token.kind is Kind.NEGATION]


def _too_much(pair: Pair, kind: FindingKind, other: Word, denied: Token) -> Finding:
    """A negation to be left out, with the space behind it and with the 有 of 没有."""
    end = _next_start(pair.output, denied.end)
    if pair.output[denied.start : end + 1] == "没有" and all(t.key != "有" for t in other.before):
        end += 1
    span = Span(start=denied.start, end=end)
    where = Span(start=other.token.start, end=other.token.start)
    return pair.finding(kind, span, where)


def _missing(pair: Pair, kind: FindingKind, word: Word, other: Word, negation: Token) -> Finding:
    """A negation that is missing, with the place that it belongs in."""
    if negation in other.before:  # words such as can, and names, stay behind it
        back = min(other.before.index(negation), len(word.before))
        start = (word.token, *word.before)[back].start
    else:
        start = word.after[0].start if word.after else word.token.end
    end = _next_start(pair.source, negation.end)
    source = Span(start=span_of(negation).start, end=end)
    return pair.finding(kind, Span(start=start, end=start), source)


def _next_start(text: str, end: int) -> int:
    """Where a word ends, with the space behind it."""
    return end + text[end : end + 1].isspace()
