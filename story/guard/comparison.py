"""What a stretch of the output says otherwise than the place of the source that it tells."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import takewhile
from typing import NamedTuple

from lorepack.records import Span
from story.guard.alignment import Ground
from story.guard.findings import Finding, FindingKind
from story.guard.lexicon import AUXILIARIES, JOINING, NUMERALS
from story.guard.reading import Clause, Kind, Token
from text.facts.verification import same_fact, same_measure
from text.names.chinese import is_ordinary, plausible, surname

_REACH = 2
"""Words between a word that both have and the name beside it: 操乃引兵, 操引兵."""
_LONGEST_NAME = 4
_RARE = 0.5
"""Share of the rarest word's weight from which words in a row show that two texts run alike."""
_LIVES = frozenset({"alive", "spared"})
_DIES = frozenset({"dead", "killed"})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Word:
    """A word with what stands beside it in its clause."""

    token: Token
    before: tuple[Token, ...]
    """Tokens of the clause before it, the nearest first."""
    after: tuple[Token, ...]
    """Tokens of the clause after it, the nearest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Side:
    """One of the two texts: its words in order."""

    text: str
    words: tuple[_Word, ...]


class Comparison(NamedTuple):
    """A stretch beside a place of the source."""

    closeness: int
    """Words and names that both have."""
    findings: list[Finding]


def compare(
    clauses: Sequence[Clause], place: Sequence[Clause], ground: Ground, output: str, source: str
) -> Comparison:
    """Find what the clauses say otherwise than a place of the source, word beside word.

    Args:
        clauses: A stretch of the output.
        place: Clauses of the source that tell the same.
        ground: Tells how rare a word is in the source.
        output: The text that `clauses` count in.
        source: The text that `place` counts in.
    """
    mine = _Side(text=output, words=tuple(_words(clauses)))
    theirs = _Side(text=source, words=tuple(_words(place)))
    keys, their_keys = ([word.token.key for word in side.words] for side in (mine, theirs))
    found: dict[tuple[FindingKind, Span], Finding] = {}
    shared = len(_names(clauses) & _names(place))
    for what, i1, i2, j1, j2 in SequenceMatcher(
        None, keys, their_keys, autojunk=False
    ).get_opcodes():
        if what != "equal":
            findings = _instead(mine, theirs, mine.words[i1:i2], theirs.words[j1:j2])
        else:
            shared += i2 - i1
            runs_alike = _runs_alike(keys[i1:i2], ground)
            findings = _beside(mine, theirs, range(i1, i2), range(j1, j2)) if runs_alike else ()
        for finding in findings:
            found.setdefault((finding.kind, finding.span), finding)
    return Comparison(shared, list(found.values()))


def _names(clauses: Sequence[Clause]) -> set[str]:
    tokens = (token for clause in clauses for token in clause.tokens)
    return {token.key for token in tokens if token.kind is Kind.NAME}


def _words(clauses: Sequence[Clause]) -> Iterator[_Word]:
    for clause in clauses:
        tokens = clause.tokens
        for at, token in enumerate(tokens):
            if token.kind is Kind.WORD and not _joins(tokens, at):
                yield _Word(
                    token=token, before=tuple(reversed(tokens[:at])), after=tokens[at + 1 :]
                )


def _joins(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word stands between two names and makes them one group."""
    return (
        tokens[at].key in JOINING
        and 0 < at < len(tokens) - 1
        and tokens[at - 1].kind is tokens[at + 1].kind is Kind.NAME
    )


def _runs_alike(keys: Sequence[str], ground: Ground) -> bool:
    """Whether words shared in a row are more than a chance: some of them, or one that is rare."""
    return sum(map(ground.rarity, keys)) >= _RARE * ground.rarity("")


def _beside(mine: _Side, theirs: _Side, ours: range, others: range) -> Iterator[Finding]:
    """Compare what stands before and after each word that both have."""
    for i, j in zip(ours, others, strict=True):
        word, other = mine.words[i], theirs.words[j]
        yield from _negated(mine, theirs, i, j)
        swapped = list(_roles(mine, theirs, word, other))
        if not swapped and _is_passive(word) == _is_passive(other):
            yield from _slots(mine, theirs, word, other)
        yield from swapped


def _is_passive(word: _Word) -> bool:
    """Whether its clause is passive in Chinese, where the agent stands before the verb then too."""
    return any(t.kind is Kind.PASSIVE and t.key != "by" for t in (*word.before, *word.after))


def _slots(mine: _Side, theirs: _Side, word: _Word, other: _Word) -> Iterator[Finding]:
    whole = (*other.before, *other.after)
    for tokens, rivals in ((word.before, other.before), (word.after, other.after)):
        for token in _nearest(tokens, Kind.NAME):
            yield from _renamed(mine, theirs, token, _nearest(rivals, Kind.NAME), whole)
        for token in _nearest(tokens, Kind.VALUE):
            yield from _revalued(mine, theirs, token, _nearest(rivals, Kind.VALUE), whole)
        yield from _blurred(mine, theirs, tokens, _nearest(rivals, Kind.VALUE))
        yield from _unheard(mine, theirs, tokens, _nearest(rivals, Kind.NAME))


def _nearest(tokens: Sequence[Token], kind: Kind) -> list[Token]:
    """The tokens of a kind beside a word, up to some words away; names in a row are one group."""
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


def _renamed(
    mine: _Side, theirs: _Side, token: Token, rivals: Sequence[Token], whole: Sequence[Token]
) -> Iterator[Finding]:
    if not rivals or any(_same(token, rival) for rival in rivals):
        return
    there = [other for other in whole if other.kind is Kind.NAME and _same(token, other)]
    kind = FindingKind.SWAPPED_ROLES if there else FindingKind.CHANGED_NAME
    yield _finding(mine, theirs, kind, token, rivals[0] if len(rivals) == 1 else None)


def _same(one: Token, other: Token) -> bool:
    return one.name is not None and other.name is not None and one.name.same(other.name)


def _revalued(
    mine: _Side, theirs: _Side, token: Token, rivals: Sequence[Token], whole: Sequence[Token]
) -> Iterator[Finding]:
    fact = token.fact
    held = [other.fact for other in whole if other.fact is not None]
    if fact is None or any(same_fact(fact, other) or fact.text == other.text for other in held):
        return
    alike = [r for r in rivals if r.fact is not None and same_measure(fact, r.fact)]
    if alike:
        expected = alike[0] if len(alike) == 1 else None
        yield _finding(mine, theirs, FindingKind.CHANGED_VALUE, token, expected)


def _blurred(
    mine: _Side, theirs: _Side, tokens: Sequence[Token], rivals: Sequence[Token]
) -> Iterator[Finding]:
    if tokens and tokens[0].vague and rivals:
        yield _finding(mine, theirs, FindingKind.LOST_VALUE, tokens[0], rivals[0])


def _unheard(
    mine: _Side, theirs: _Side, tokens: Sequence[Token], rivals: Sequence[Token]
) -> Iterator[Finding]:
    """A name that no list has, where the source has one: a surname and what the source has not."""
    run = _run_of_words(tokens)
    if not (rivals and run):
        return
    start, end = min(t.start for t in run), max(t.end for t in run)
    words = mine.text[start:end]
    if not (surname(words) and plausible(words)) or is_ordinary(words) or words in theirs.text:
        return
    yield Finding(
        kind=FindingKind.CHANGED_NAME,
        span=Span(start=start, end=end),
        text=words,
        expected=theirs.text[rivals[0].start : rivals[0].end] if len(rivals) == 1 else None,
        source=_span(rivals[0]),
    )


def _run_of_words(tokens: Sequence[Token]) -> list[Token]:
    """All of the clause on one side of a word, if it is as short as a name and nothing else."""
    fits = 2 <= len(tokens) <= _LONGEST_NAME and all(t.kind is Kind.WORD for t in tokens)
    return list(tokens) if fits else []


def _negated(mine: _Side, theirs: _Side, i: int, j: int) -> Iterator[Finding]:
    word, other = mine.words[i], theirs.words[j]
    denied, was_denied = _denials(mine, theirs, i, j)
    if (denied is None) != (was_denied is None):
        yield _turned(mine, theirs, word, denied, other, was_denied)
    if _closes(word) and _closes(other):
        denied, was_denied = _first_denial(word.after), _first_denial(other.after)
        if (denied is None) != (was_denied is None):
            yield _turned(mine, theirs, word, denied, other, was_denied)


def _denials(mine: _Side, theirs: _Side, i: int, j: int) -> tuple[Token | None, Token | None]:
    """The negations of a word in both texts."""
    word, other = mine.words[i], theirs.words[j]
    gap, their_gap = _gap(word.before), _gap(other.before)
    if _same_word_before(mine, i, theirs, j):
        return _first_denial(gap), _first_denial(their_gap)
    if word.token.key in AUXILIARIES and any(t.kind is Kind.WORD for t in word.after):
        return None, None
    return _denial(word), _denial(other)


def _gap(tokens: Sequence[Token]) -> list[Token]:
    """What stands between a word and the next one."""
    return list(takewhile(lambda token: token.kind is not Kind.WORD, tokens))


def _same_word_before(mine: _Side, i: int, theirs: _Side, j: int) -> bool:
    before = [
        next((t.key for t in side.words[at].before if t.kind is Kind.WORD), None)
        for side, at in ((mine, i), (theirs, j))
    ]
    return before[0] == before[1]


def _closes(word: _Word) -> bool:
    return not any(token.kind is Kind.WORD for token in word.after)


def _first_denial(tokens: Sequence[Token]) -> Token | None:
    """A negation among tokens; two of them deny each other."""
    denials = [token for token in tokens if token.kind is Kind.NEGATION]
    return denials[0] if len(denials) % 2 else None


def _turned(
    mine: _Side,
    theirs: _Side,
    word: _Word,
    denied: Token | None,
    other: _Word,
    was_denied: Token | None,
) -> Finding:
    kind = FindingKind.DROPPED_NEGATION if denied is None else FindingKind.ADDED_NEGATION
    if word.token.fate:
        kind = FindingKind.DEATH_CHANGED
    if denied is not None:
        return _finding(mine, theirs, kind, denied, None, instead="")
    assert was_denied is not None, "one of the two is denied"
    return _restored(mine, theirs, kind, word, other, was_denied)


def _restored(
    mine: _Side, theirs: _Side, kind: FindingKind, word: _Word, other: _Word, negation: Token
) -> Finding:
    """A negation that is missing, with the place that it belongs in."""
    if negation in other.before:  # words such as can, and names, stay behind it
        start = [word.token, *word.before][
            min(other.before.index(negation), len(word.before))
        ].start
    else:
        start = word.after[0].start if word.after else word.token.end
    return Finding(
        kind=kind,
        span=Span(start=start, end=start),
        text="",
        expected=theirs.text[negation.start : _next_start(theirs, negation)],
        source=_span(negation),
    )


def _next_start(side: _Side, token: Token) -> int:
    """Where a token ends, with the space behind it."""
    spaced = side.text[token.end : token.end + 1].isspace()
    return token.end + spaced


def _denial(word: _Word) -> Token | None:
    """The negation right before a word, but for words such as can and be."""
    for token in word.before:
        if token.kind is Kind.NEGATION:
            return token
        if token.key not in AUXILIARIES:
            return None
    return None


def _roles(mine: _Side, theirs: _Side, word: _Word, other: _Word) -> Iterator[Finding]:
    """Compare who acts on whom, be it told in the active or the passive."""
    agent, patient = _parts(word)
    their_agent, their_patient = _parts(other)
    if agent is None or patient is None or their_agent is None or _same(agent, their_agent):
        return
    if not _same(patient, their_agent):
        return
    if their_patient is None or _same(agent, their_patient):
        # Where the source leaves one of them out, what it says is not certain enough to be put in.
        known = their_patient is not None
        swap = (their_agent, their_patient) if known else (None, None)
        for token, expected in zip((agent, patient), swap, strict=True):
            yield _finding(mine, theirs, FindingKind.SWAPPED_ROLES, token, expected)


def _parts(word: _Word) -> tuple[Token | None, Token | None]:
    """Who acts and who is acted on around a verb."""
    before = [t for t in word.before if t.kind in (Kind.NAME, Kind.PASSIVE)]
    after = [t for t in word.after if t.kind in (Kind.NAME, Kind.PASSIVE)]
    kinds = [t.kind for t in before]
    if kinds[:3] == [Kind.NAME, Kind.PASSIVE, Kind.NAME]:
        return before[0], before[2]  # 乙被甲斩
    if kinds[:2] == [Kind.NAME, Kind.PASSIVE]:
        return before[0], None
    if kinds[:1] == [Kind.NAME] and after[:1]:
        if after[0].kind is Kind.NAME:
            return before[0], after[0]
        if len(after) > 1 and after[1].kind is Kind.NAME:
            return after[1], before[0]  # was beaten by
    return None, None


def _instead(
    mine: _Side, theirs: _Side, words: Sequence[_Word], others: Sequence[_Word]
) -> Iterator[Finding]:
    """Compare numerals, and words of life and death, that stand in the same gap."""
    if _are_numeral(words) and _are_numeral(others):
        ours, rivals_ = _whole(words), _whole(others)
        yield _finding(mine, theirs, FindingKind.CHANGED_VALUE, ours, rivals_)
    fated = [word for word in words if word.token.fate]
    rivals = [word for word in others if word.token.fate]
    if len(fated) != 1 or not rivals or _denial(fated[0]):
        return
    for ours, others_ in ((_LIVES, _DIES), (_DIES, _LIVES)):
        if fated[0].token.fate in ours and all(
            rival.token.fate in others_ and not _denial(rival) for rival in rivals
        ):
            expected = rivals[0].token if len(rivals) == 1 else None
            yield _finding(mine, theirs, FindingKind.DEATH_CHANGED, fated[0].token, expected)


def _are_numeral(words: Sequence[_Word]) -> bool:
    """Whether they are a bare numeral, which is no fact by itself: 战不三合."""
    return bool(words) and all(word.token.key in NUMERALS for word in words)


def _whole(words: Sequence[_Word]) -> Token:
    return words[0].token._replace(end=words[-1].token.end)


def _finding(
    mine: _Side,
    theirs: _Side,
    kind: FindingKind,
    token: Token,
    expected: Token | None,
    instead: str | None = None,
) -> Finding:
    return Finding(
        kind=kind,
        span=_span(token),
        text=mine.text[token.start : token.end],
        expected=theirs.text[expected.start : expected.end] if expected else instead,
        source=_span(expected) if expected else None,
    )


def _span(token: Token) -> Span:
    return Span(start=token.start, end=token.end)


def least(comparisons: Sequence[Comparison]) -> list[Finding]:
    """The findings against the closest place; none if one of several equally close agrees."""
    closest = max((each.closeness for each in comparisons), default=0)
    fitting = (each.findings for each in comparisons if each.closeness == closest)
    return min(fitting, key=len, default=[])
