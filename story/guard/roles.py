"""Who acts and who is acted on, in the active and the passive."""

from collections.abc import Iterator

from story.guard.beside import Pair, Word, same_name
from story.guard.findings import Finding, FindingKind
from story.guard.reading import Kind, Token

_Parts = tuple[Token | None, Token | None]
"""The agent and the patient, where a clause names them."""


def swapped_roles(pair: Pair, word: Word, other: Word) -> Iterator[Finding]:
    """The names on both sides of a deed, where the source has the one in the other's part."""
    agent, patient = _parts(word)
    their_agent, their_patient = _parts(other)
    if agent is None or patient is None or their_agent is None or same_name(agent, their_agent):
        return
    if same_name(patient, their_agent) and (
        their_patient is None or same_name(agent, their_patient)
    ):
        # Where the source leaves one of them out, it is not certain who it was.
        known = their_patient is not None
        yield pair.fault(FindingKind.SWAPPED_ROLES, agent, their_agent if known else None)
        yield pair.fault(FindingKind.SWAPPED_ROLES, patient, their_patient)


def is_turned(word: Word, other: Word) -> bool:
    """Whether one tells in the passive what the other tells in the active, with equal parts."""
    parts = zip(_parts(word), _parts(other), strict=True)
    agree = all(one and their and same_name(one, their) for one, their in parts)
    return agree and _is_passive(word) != _is_passive(other)


def _is_passive(word: Word) -> bool:
    return any(token.kind is Kind.PASSIVE for token in word.beside)


def is_turned_clause(word: Word, other: Word) -> bool:
    """Whether only one of two clauses marks its agent before the verb, as the passive does."""
    marked = (
        any(t.kind is Kind.PASSIVE and t.key != "by" for t in each.beside) for each in (word, other)
    )
    return len(set(marked)) > 1


def _parts(word: Word) -> _Parts:
    before = [t for t in word.before if t.kind in (Kind.NAME, Kind.PASSIVE)][:3]
    after = [t for t in word.after if t.kind in (Kind.NAME, Kind.PASSIVE)][:2]
    kinds, kinds_after = [t.kind for t in before], [t.kind for t in after]
    if kinds == [Kind.NAME, Kind.PASSIVE, Kind.NAME]:
        return before[0], before[2]  # 乙被甲斩
    if kinds[:2] == [Kind.NAME, Kind.PASSIVE]:
        return before[0], None
    if kinds[:1] == [Kind.NAME] and kinds_after[:1] == [Kind.NAME]:
        return before[0], after[0]
    if kinds[:1] == [Kind.NAME] and kinds_after == [Kind.PASSIVE, Kind.NAME]:
        return after[1], before[0]  # was beaten by
    return None, None
