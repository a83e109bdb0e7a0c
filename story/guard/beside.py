"""Words of two texts with what stands beside them, and the faults that show there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lorepack.records import Span
from story.guard.findings import Finding, FindingKind
from story.guard.lexicon import AUXILIARIES, JOINING
from story.guard.reading import Clause, Kind, Token

_REACH = 2
"""Words between a word that both have and the name beside it: 操乃引兵, 操引兵."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word with what stands beside it in its clause."""

    token: Token
    clause: int
    """Offset of its clause."""
    before: tuple[Token, ...]
    """Tokens of the clause before it, the nearest first."""
    after: tuple[Token, ...]
    """Tokens of the clause after it, the nearest first."""

    @property
    def beside(self) -> tuple[Token, ...]:
        """The other tokens of its clause."""
        return *self.before, *self.after

    @property
    def denial(self) -> Token | None:
        """The negation right before it, but for words such as can and be."""
        for token in self.before:
            if token.kind is Kind.NEGATION:
                return token
            if token.key not in AUXILIARIES:
                return None
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """An output and its source: what findings quote."""

    output: str
    source: str

    def fault(self, kind: FindingKind, token: Token, expected: Token | None) -> Finding:
        """A token that should be another one, or one that the source does not tell."""
        span = span_of(expected) if expected else None
        return self.finding(kind, span_of(token), span)

    def finding(self, kind: FindingKind, span: Span, source: Span | None) -> Finding:
        """A span of the output that should read as a span of the source."""
        return Finding(
            kind=kind,
            span=span,
            text=self.output[span.start : span.end],
            expected=self.source[source.start : source.end] if source else None,
            source=source,
        )


def span_of(token: Token) -> Span:
    """Where a token stands."""
    return Span(start=token.start, end=token.end)


def words_of(clauses: Sequence[Clause]) -> Iterator[Word]:
    """The words of some clauses, those that only join names left out."""
    for clause in clauses:
        tokens = clause.tokens
        for at, token in enumerate(tokens):
            if token.kind is Kind.WORD and not _joins(tokens, at):
                before, after = tuple(reversed(tokens[:at])), tokens[at + 1 :]
                yield Word(token=token, clause=clause.start, before=before, after=after)


def _joins(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word stands between two names and makes them one group."""
    return (
        tokens[at].key in JOINING
        and 0 < at < len(tokens) - 1
        and tokens[at - 1].kind is tokens[at + 1].kind is Kind.NAME
    )


def same_name(one: Token, other: Token) -> bool:
    """Whether two tokens are names that may mean the same."""
    return one.name is not None and other.name is not None and one.name.same(other.name)


def nearest(tokens: Sequence[Token], kind: Kind) -> list[Token]:
    """The tokens of a kind beside a word, up to some words away; those in a row are one group."""
    found: list[Token] = []
    passed = 0
    for token in tokens:
        if token.kind is kind:
            found.append(token)
        elif token.key in JOINING and found:
            continue
        elif found or passed == _REACH or token.kind is Kind.PASSIVE:
            break
        else:
            passed += token.kind is Kind.WORD
    return found
