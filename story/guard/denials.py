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
        yield from _compared(pair, word, other, _odd(word.after), _odd(other.after))


def _compared(
    pair: Pair, word: Word, other: Word, denied: Token | None, was_denied: Token | None
) -> Iterator[Finding]:
    if denied is not None and was_denied is None:
        kind = FindingKind.DEATH_CHANGED if _is_fatal(word) else FindingKind.ADDED_NEGATION
        yield _too_much(pair, kind, other, denied)
    elif denied is None and was_denied is not None:
        kind = FindingKind.DEATH_CHANGED if _is_fatal(word) else FindingKind.DROPPED_NEGATION
        yield _missing(pair, kind, word, other, was_denied)


def _is_fatal(word: Word) -> bool:
    """Whether it tells of life and death, by itself or with the next word: 病死."""
    return any(token.fate for token in (word.token, *word.after[:1]))


def _denials(word: Word, other: Word) -> tuple[Token | None, Token | None]:
    """The negations of a word in both texts."""
    if _word_before(word) == _word_before(other):
        return _odd(_gap(word.before)), _odd(_gap(other.before))
    if word.token.key in AUXILIARIES and not _closes(word):
        return None, None  # the word that follows tells
    return word.denial, other.denial


def _gap(tokens: Sequence[Token]) -> list[Token]:
    """What stands between a word and the next one."""
    return list(takewhile(lambda token: token.kind is not Kind.WORD, tokens))


def _word_before(word: Word) -> str | None:
    return next((token.key for token in word.before if token.kind is Kind.WORD), None)


def _closes(word: Word) -> bool:
    return not any(token.kind is Kind.WORD for token in word.after)


def _odd(tokens: Sequence[Token]) -> Token | None:
    """A negation among tokens; two of them deny each other."""
    denials = [token for token in tokens if token.kind is Kind.NEGATION]
    return denials[0] if len(denials) % 2 else None


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
