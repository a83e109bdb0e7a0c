"""Whether somebody is told alive whom the source has dead, or dead of whom it tells no death."""

import re
from collections.abc import Iterator
from functools import cache

from story.guard.beside import Pair, Word, same_name, words_of
from story.guard.findings import Finding, FindingKind
from story.guard.reading import Kind, Reading, Token

_NEARBY = 1
"""Sentences around a mention in which the source may tell a death without the name."""
_LASTING = frozenset({"live"})
"""Words of life that seldom say that somebody is not dead: he lived in Greystone."""
_WAS = frozenset({"was", "were", "been", "is", "are", "be"})
_OTHER_DEATHS = (
    "自刎|自缢|自尽|枭首|处死|赐死|绞|归天|升天|驾崩|崩|圆寂|就义|牺牲|丧|送命|呜呼|绝命|了结|结果了|尸|棺|葬|"
    "灵柩|坠|溺|殉|首级|头颅|害了|"
    r"\b(?:die|dying|shot|hang(?:ed)?|drown\w*|stabbed|buried|burial|corpse|funeral|grave|fatal\w*|"
    r"mortal\w*|last breath|passed away|bod(?:y|ies)|coffin|widow\w*)\b"
)


def changed_fates(pair: Pair, output: Reading, source: Reading) -> Iterator[Finding]:
    """What an output says of a named person's life or death against all that the source says."""
    for word in words_of(output.clauses):
        person = _whose(word)
        if person is None or word.token.key in _LASTING:
            continue
        told = {_lives(w) for w in words_of(source.clauses) if _is_about(w, person)}
        unheard = not told and not _lives(word) and not _may_have_died(source, person)
        if unheard or (told and _lives(word) not in told):
            yield pair.fault(FindingKind.DEATH_CHANGED, word.token, None)


def _whose(word: Word) -> Token | None:
    """Of whom a word of life and death tells, where its clause names that person."""
    before = [t for t in word.before if t.kind in (Kind.NAME, Kind.PASSIVE)]
    if word.token.fate in ("dead", "alive"):
        return before[0] if before and before[0].kind is Kind.NAME else None
    if word.token.fate != "killed":
        return None
    if word.before and word.before[0].key in _WAS:
        return next((t for t in before if t.kind is Kind.NAME), None)
    passive = next((at for at, t in enumerate(before) if t.kind is Kind.PASSIVE), None)
    sufferers = word.after if passive is None else before[passive + 1 :]
    return next((t for t in sufferers if t.kind is Kind.NAME), None)


def _lives(word: Word) -> bool:
    return (word.token.fate == "alive") != (word.denial is not None)


def _is_about(word: Word, person: Token) -> bool:
    whose = _whose(word)
    return whose is not None and same_name(whose, person)


def _may_have_died(source: Reading, person: Token) -> bool:
    """Whether the source tells some death near a mention of the person."""
    mentions = {
        clause.sentence
        for clause in source.clauses
        if any(same_name(token, person) for token in clause.tokens)
    }
    nearby = {m + shift for m in mentions for shift in range(-_NEARBY, _NEARBY + 1)}
    told = [clause for clause in source.clauses if clause.sentence in nearby]
    if any(_is_death(word) and _whose(word) is None for word in words_of(told)):
        return True
    spans = (source.sentences[n] for n in nearby if 0 <= n < len(source.sentences))
    return any(_other_deaths().search(source.text, span.start, span.end) for span in spans)


def _is_death(word: Word) -> bool:
    return word.token.fate in ("dead", "killed") and not _lives(word)


@cache
def _other_deaths() -> re.Pattern[str]:
    return re.compile(_OTHER_DEATHS, re.IGNORECASE)
